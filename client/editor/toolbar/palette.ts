/** A colour of the palette. `value` is written as Quill writes it into the text. */
interface Swatch {
  name: string;
  value: string;
}

/**
 * Text colours. They are readable (WCAG AA) on white and on each of `groundColors`; a text with colours is always
 * shown on a light background.
 */
export const textColors: readonly Swatch[] = [
  { name: 'Red', value: '#a91d2c' },
  { name: 'Copper', value: '#8f3e0e' },
  { name: 'Ochre', value: '#6d5200' },
  { name: 'Green', value: '#116337' },
  { name: 'Teal', value: '#0a5f61' },
  { name: 'Blue', value: '#1c53a0' },
  { name: 'Indigo', value: '#1d3cc0' },
  { name: 'Violet', value: '#6d3aa8' },
  { name: 'Pink', value: '#9a276b' },
  { name: 'Grey', value: '#525c70' },
];

/** Background colours of text. */
export const groundColors: readonly Swatch[] = [
  { name: 'Rose', value: '#fbd0d3' },
  { name: 'Apricot', value: '#fcd9bd' },
  { name: 'Yellow', value: '#fbeea0' },
  { name: 'Lime', value: '#dff2a6' },
  { name: 'Mint', value: '#c2efd5' },
  { name: 'Aqua', value: '#bdecee' },
  { name: 'Sky', value: '#c6dffb' },
  { name: 'Lilac', value: '#ddd5fb' },
  { name: 'Blush', value: '#f8cfe6' },
  { name: 'Silver', value: '#dde2ea' },
];
