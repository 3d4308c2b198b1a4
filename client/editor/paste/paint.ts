import { groundColors, textColors } from '../tray/palette.ts';
import { rename } from './dom.ts';

/**
 * Word processors and pages write black on white, or their own greys, on every run of text. Kept, it would be black on our
 * dark ground too; colours that somebody chose stay, and so do those of our own palette. Links have the reader's page's.
 */
export function removePagePaint(doc: Document): void {
  for (const font of doc.body.querySelectorAll('font')) {
    const color = font.getAttribute('color');
    const span = rename(font, 'span') as HTMLElement;
    if (color) span.style.color = color;
  }
  for (const element of doc.body.querySelectorAll<HTMLElement>('[style]')) {
    const { style } = element;
    const plain = element.matches('a, a *');
    if (plain || !isChosen(style.color)) style.removeProperty('color');
    const { backgroundColor } = style;
    style.removeProperty('background');
    if (!plain && isChosen(backgroundColor)) style.backgroundColor = backgroundColor;
  }
}

/** Least distance between the strongest and the weakest channel (0 to 255) of what is a colour and no grey. */
const leastColour = 24;

/** Greys, near-black, near-white and colour words such as `windowtext` are the page's; anything else was chosen. */
export function isChosen(color: string): boolean {
  const parts = /^rgba?\((\d+), (\d+), (\d+)(?:, ([\d.]+))?\)$/.exec(color);
  if (!parts) return namedColors.has(color);
  if (parts[4] !== undefined && Number(parts[4]) < 0.05) return false;
  const channels = parts.slice(1, 4).map(Number);
  if (palette.has(channels.join())) return true;
  const strongest = Math.max(...channels);
  const weakest = Math.min(...channels);
  return strongest > 60 && weakest < 235 && strongest - weakest >= leastColour;
}

const palette = new Set(
  [...textColors, ...groundColors].map(({ value }) =>
    [1, 3, 5].map((at) => Number.parseInt(value.slice(at, at + 2), 16)).join(),
  ),
);

/** Named colours that the browser keeps as words and that people choose. */
const namedColors = new Set([
  'red',
  'orange',
  'yellow',
  'lime',
  'green',
  'teal',
  'aqua',
  'cyan',
  'blue',
  'navy',
  'purple',
  'fuchsia',
  'magenta',
  'pink',
  'maroon',
  'olive',
  'brown',
]);
