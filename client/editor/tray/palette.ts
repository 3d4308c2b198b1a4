/** A colour of the palette. Values are what Quill writes into the text. */
export interface Swatch {
  name: string;
  value: string;
}

/** For letters: deep enough for paper, light enough for the dark theme's ground. */
export const textColors: readonly Swatch[] = [
  { name: 'Red', value: '#d6303d' },
  { name: 'Copper', value: '#bf5a16' },
  { name: 'Ochre', value: '#94700a' },
  { name: 'Green', value: '#1f8a4c' },
  { name: 'Teal', value: '#0f8587' },
  { name: 'Blue', value: '#2f74d0' },
  { name: 'Lapis', value: '#5b6ee8' },
  { name: 'Violet', value: '#9358d6' },
  { name: 'Pink', value: '#c9418f' },
  { name: 'Grey', value: '#727d93' },
];

/** For the ground behind letters; letters on it are dark in both themes. */
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
