import { groundColors, textColors } from '../toolbar/palette.ts';
import { rename } from './dom.ts';

/**
 * Removes colours that come from the page. Word processors and pages write black on white, or their own greys, on
 * every run of text; black text would be unreadable on our dark background. Colours that an author chose stay, and so
 * do those of our palette. Links get their colour from the reader's page.
 */
export function removePageColors(doc: Document): void {
  for (const font of doc.body.querySelectorAll('font')) {
    const color = font.getAttribute('color');
    const span = rename(font, 'span') as HTMLElement;
    if (color) span.style.color = color;
  }
  for (const element of doc.body.querySelectorAll<HTMLElement>('[style]')) {
    const { style } = element;
    const plain = element.matches('a, a *');
    const theme = themeColours(element);
    if (plain || theme.text || !isChosen(style.color)) style.removeProperty('color');
    const { backgroundColor } = style;
    style.removeProperty('background');
    if (!plain && !theme.ground && isChosen(backgroundColor)) style.backgroundColor = backgroundColor;
  }
}

/**
 * Returns which colours come from the document's theme, so from the template and not from the author. Word marks
 * them. Word on the web does not, so Office's heading colours are recognised there by their values.
 */
function themeColours(element: HTMLElement): { text: boolean; ground: boolean } {
  const written = element.getAttribute('style') ?? '';
  const inHeading = element.closest('h1, h2, h3, h4, h5, h6, [role="heading"]') !== null;
  return {
    text:
      /(^|;)\s*mso-themecolor\s*:/i.test(written) ||
      (inHeading && officeHeadings.has(channelsOf(element.style.color)?.join() ?? '')),
    ground: /(^|;)\s*mso-(?:background|shading|highlight)-themecolor\s*:/i.test(written),
  };
}

/** Minimum distance between the strongest and the weakest channel (0 to 255) of a colour; below it is a grey. */
const leastColour = 24;

/**
 * Returns true if an author chose the colour. Greys, near-black, near-white and colour words such as `windowtext`
 * come from the page.
 */
export function isChosen(color: string): boolean {
  const channels = channelsOf(color);
  if (!channels) return namedColors.has(color);
  if (channels.length === 0) return false;
  if (palette.has(channels.join())) return true;
  const strongest = Math.max(...channels);
  const weakest = Math.min(...channels);
  return strongest > 60 && weakest < 235 && strongest - weakest >= leastColour;
}

/**
 * Returns red, green and blue, 0 to 255, of a colour as the browser writes it. Returns an empty list for an almost
 * transparent colour, undefined for a named one.
 */
function channelsOf(color: string): number[] | undefined {
  const parts = /^rgba?\((\d+), (\d+), (\d+)(?:, ([\d.]+))?\)$/.exec(color);
  if (!parts) return undefined;
  if (parts[4] !== undefined && Number(parts[4]) < 0.05) return [];
  return parts.slice(1, 4).map(Number);
}

/** Converts a colour such as "#0f4761" to the channels that `channelsOf` returns. */
const channelsOfHex = (value: string) =>
  [1, 3, 5].map((at) => Number.parseInt(value.slice(at, at + 2), 16)).join();

const palette = new Set([...textColors, ...groundColors].map(({ value }) => channelsOfHex(value)));

/** Heading colours of Office's default themes: 2007, 2013 and 2023. */
const officeHeadings = new Set(
  ['#365f91', '#4f81bd', '#243f60', '#17365d', '#2e74b5', '#1f4d78', '#2f5496', '#1f3763', '#0f4761'].map(
    channelsOfHex,
  ),
);

/** Named colours that the browser does not convert to numbers, and that people choose. */
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
