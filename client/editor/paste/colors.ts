import { groundColors, textColors } from '../toolbar/palette.ts';
import { rename } from './dom.ts';

/**
 * Removes colours that belong to the page and were not chosen by an author. Word processors and web pages set black
 * on white, or their own greys, on every piece of text; black text would be unreadable on our dark background.
 * Colours that an author has chosen stay, as do the colours of our palette. The colour of links is always removed,
 * because the reader's page sets it.
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
 * Returns which of an element's colours come from the document's theme and not from the author. Word marks such
 * colours. Word on the web does not, so the heading colours of Office are recognised by their values.
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

/**
 * Minimum difference between the strongest and the weakest channel (0 to 255) of a colour. With a smaller difference
 * it counts as grey.
 */
const leastColour = 24;

/**
 * Returns true if a colour was probably chosen by an author. Greys, near-black, near-white and words such as
 * `windowtext` come from the page.
 */
function isChosen(color: string): boolean {
  const channels = channelsOf(color);
  if (!channels) return namedColors.has(color);
  if (channels.length === 0) return false;
  if (palette.has(channels.join())) return true;
  const strongest = Math.max(...channels);
  const weakest = Math.min(...channels);
  return strongest > 60 && weakest < 235 && strongest - weakest >= leastColour;
}

/**
 * Returns red, green and blue (0 to 255) of a colour as browsers write it. Empty for a colour that is almost
 * transparent; undefined for a colour name.
 */
function channelsOf(color: string): number[] | undefined {
  const parts = /^rgba?\((\d+), (\d+), (\d+)(?:, ([\d.]+))?\)$/.exec(color);
  if (!parts) return undefined;
  if (parts[4] !== undefined && Number(parts[4]) < 0.05) return [];
  return parts.slice(1, 4).map(Number);
}

/** Converts a colour such as "#0f4761" to its channels as a text, to compare it with the result of `channelsOf`. */
const channelsOfHex = (value: string) =>
  [1, 3, 5].map((at) => Number.parseInt(value.slice(at, at + 2), 16)).join();

const palette = new Set([...textColors, ...groundColors].map(({ value }) => channelsOfHex(value)));

/** Heading colours of Office's default themes: 2007, 2013 and 2023. */
const officeHeadings = new Set(
  ['#365f91', '#4f81bd', '#243f60', '#17365d', '#2e74b5', '#1f4d78', '#2f5496', '#1f3763', '#0f4761'].map(
    channelsOfHex,
  ),
);

/** Colour names that browsers do not convert to numbers, and that authors use. */
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
