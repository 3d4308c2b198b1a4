import { isAllowedFrame, isAllowedImage } from '#shared/html-policy.ts';
import { parseUrl } from '#shared/text-formats.ts';
import { videoEmbedAddress } from '#shared/video-address.ts';
import { groundColors, textColors } from '../toolbar/palette.ts';
import { blocks, proseTexts, rename, unwrap } from './dom.ts';

/** Selector of elements that are removed together with their content. */
const unread =
  'noscript, template, xml, object, embed, applet, svg, math, canvas, audio, video, button, input, select, textarea, ' +
  'dialog, map, [hidden]';

/**
 * Removes content that was not visible in the source: styles, scripts, controls and hidden parts. The editor itself
 * reads neither comments nor the tags of Office's own elements.
 */
export function dropNoise(doc: Document) {
  for (const element of doc.body.querySelectorAll(unread)) element.remove();
  for (const element of doc.body.querySelectorAll<HTMLElement>('[style]')) {
    const { display, visibility } = element.style;
    const hidden = display === 'none' || visibility === 'hidden';
    if (hidden || /\bmso-hide\s*:\s*all/i.test(element.getAttribute('style') ?? '')) element.remove();
  }
}

/**
 * Unwraps the `<b>` with a normal font weight that Google Docs puts around everything. When its style is removed, the
 * whole text would be bold.
 */
export function dropFalseMarks(doc: Document) {
  for (const bold of doc.body.querySelectorAll<HTMLElement>('b, strong')) {
    if (/^(normal|lighter|[1-5]00)$/.test(bold.style.fontWeight)) unwrap(bold);
  }
  for (const italic of doc.body.querySelectorAll<HTMLElement>('i, em')) {
    if (italic.style.fontStyle === 'normal') unwrap(italic);
  }
}

/** The images and videos of a pasted text, and those of them that were left out. */
export type PastedMedia = ReturnType<typeof dropForeignMedia>;

/**
 * Removes images from other sites and videos of other hosts, because our page would not show them. Must run before
 * empty lines are removed. Tracking pixels in mails do not count as images.
 */
export function dropForeignMedia({ body }: Document) {
  const media = { hasImage: false, hasVideo: false, lostImage: false, lostVideo: false };
  for (const image of body.querySelectorAll('img')) {
    const address = ownPath(image.getAttribute('src') ?? '');
    const isCounted = isCounter(image);
    media.hasImage ||= !isCounted;
    if (isAllowedImage(address)) image.setAttribute('src', address);
    else {
      media.lostImage ||= !isCounted;
      image.remove();
    }
  }
  for (const video of body.querySelectorAll('iframe')) {
    const address = video.getAttribute('src') ?? '';
    const embed = isAllowedFrame(address) ? address : videoEmbedAddress(address);
    media.hasVideo = true;
    if (embed) video.setAttribute('src', embed);
    else {
      media.lostVideo = true;
      video.remove();
    }
  }
  return media;
}

/** Returns a URL of this site as a path, and any other URL unchanged. */
function ownPath(address: string) {
  const url = parseUrl(address);
  return url?.origin === location.origin ? url.pathname + url.search : address;
}

function isCounter(image: HTMLImageElement) {
  const { display, width } = image.style;
  return display === 'none' || /^[01]$/.test(image.getAttribute('width') ?? '') || /^[01]px$/.test(width);
}

/**
 * Replaces each run of spaces that contains a non-breaking space by a single space, in all text except code, because
 * programs write indentation and wide gaps in this way.
 */
export function removeSpaceNoise(doc: Document) {
  for (const node of proseTexts(doc.body)) {
    const plain = node.data.replace(/[ \u00a0]+/g, (run) => (run.includes('\u00a0') ? ' ' : run));
    if (plain !== node.data) node.data = plain;
  }
}

/** Selector of elements that make a line count as not empty, even without text. */
const content = 'img, iframe, hr';

/**
 * Removes empty paragraphs. Other programs use them as space between lines, but our page has its own spacing. Also
 * removes line breaks at the end of blocks and between them, and reduces several line breaks in a row to one.
 */
export function dropEmptyLines(doc: Document) {
  for (const line of doc.body.querySelectorAll('br')) {
    if (line.closest('pre')) continue;
    const before = neighbour(line, 'previousSibling');
    if (isEdge(neighbour(line, 'nextSibling')) || (isEdge(before) && !isBreak(before))) line.remove();
  }
  // Inner blocks are removed first, so that a block that contained only empty blocks counts as empty.
  for (const block of [...doc.body.querySelectorAll(blocks)].reverse()) {
    if (!block.closest('pre') && !block.matches('td, th') && isEmpty(block)) block.remove();
  }
  // A paragraph that is the whole content of a list item or a quotation is unwrapped, because the list item or
  // quotation itself is a line.
  for (const inner of doc.body.querySelectorAll(
    'li > p:only-child, li > div:only-child, blockquote > p:only-child',
  )) {
    if (inner.parentElement?.textContent.trim() === inner.textContent.trim()) unwrap(inner);
  }
}

function isEmpty(block: Element) {
  return block.textContent.trim() === '' && !block.matches(content) && !block.querySelector(content);
}

/** Returns true if a line ends at this node: at a block, a video or a line break, or if there is no node. */
function isEdge(node: Node | null) {
  return node === null || (node instanceof Element && node.matches(`${blocks}, br, iframe`));
}

function isBreak(node: Node | null) {
  return node instanceof Element && node.localName === 'br';
}

/**
 * Returns the nearest node of the same line in this direction. Skips blank texts; at the end of an inline element,
 * goes on outside it. Null at the edge of the block.
 */
function neighbour(from: Node, side: 'nextSibling' | 'previousSibling') {
  let node: Node | null = from;
  while (node) {
    let next: Node | null = node[side];
    while (next && !isSeen(next)) next = next[side];
    if (next) return next;
    const { parentNode }: Node = node;
    node = parentNode instanceof Element && !parentNode.matches(`${blocks}, body`) ? parentNode : null;
  }
  return null;
}

/** Returns false for blank texts and for comments. */
function isSeen(node: Node) {
  return node instanceof Element || (node instanceof Text && node.data.trim() !== '');
}

/** Trims each line. Also collapses line breaks and indentation of the HTML source, which are not visible. */
export function trimLines(doc: Document) {
  for (const node of proseTexts(doc.body)) {
    let text = node.data.replace(/[ \t\r\n\f]+/g, ' ');
    if (text.startsWith(' ') && isEdge(neighbour(node, 'previousSibling'))) text = text.slice(1);
    if (text.endsWith(' ') && isEdge(neighbour(node, 'nextSibling'))) text = text.slice(0, -1);
    if (text !== node.data) node.data = text;
  }
}

const ignored = /\bmso-list\s*:\s*ignore/i;

/**
 * Converts Word's list paragraphs to list items as the editor writes them; adjacent items get into the same list. In
 * Word's HTML, an item is a paragraph that contains its marker as text and its level in a proprietary style.
 */
export function makeWordLists(doc: Document) {
  let list: HTMLOListElement | undefined;
  for (const paragraph of doc.body.querySelectorAll<HTMLElement>('[style*="mso-list" i]')) {
    const level = levelOf(paragraph.getAttribute('style') ?? '');
    // Only paragraphs are converted: a numbered heading stays a heading and retains its number.
    if (level === undefined || !/^(p|div)$/.test(paragraph.localName)) continue;
    const item = doc.createElement('li');
    item.setAttribute('data-list', isCounted(takeMarker(paragraph)) ? 'ordered' : 'bullet');
    if (level > 0) item.className = `ql-indent-${level}`;
    item.append(...paragraph.childNodes);
    if (!list || paragraph.previousElementSibling !== list) {
      list = doc.createElement('ol');
      paragraph.before(list);
    }
    list.append(item);
    paragraph.remove();
  }
}

/** Removes the marker of a list item, which Word has written as text, and returns it. */
function takeMarker(paragraph: Element) {
  for (const span of paragraph.querySelectorAll('[style]')) {
    if (!ignored.test(span.getAttribute('style') ?? '')) continue;
    const text = span.textContent;
    span.remove();
    return text;
  }
  return '';
}

/**
 * Sets the level of list items from their attributes, in which Word on the web and Google Docs store it. The lists of
 * Word on the web are not nested, so the attribute is the only source there.
 */
export function keepListLevels(doc: Document) {
  for (const item of doc.body.querySelectorAll('li[aria-level], li[data-aria-level]')) {
    const stated = Number(item.getAttribute('data-aria-level') ?? item.getAttribute('aria-level'));
    const level = Math.min(8, stated - 1);
    if (level >= 1) item.classList.add(`ql-indent-${level}`);
  }
}

/** Pixels of the units in which programs write distances. */
const units: Record<string, number> = {
  px: 1,
  pt: 4 / 3,
  pc: 16,
  in: 96,
  cm: 37.8,
  mm: 3.78,
  em: 16,
  rem: 16,
};

/**
 * Converts the left margins of paragraphs to indents of the editor. Mail programs indent by a quotation without a line
 * beside it.
 */
export function makeIndents(doc: Document) {
  for (const block of doc.body.querySelectorAll<HTMLElement>('p[style], blockquote[style]')) {
    const isQuote = block.localName === 'blockquote';
    const { marginLeft, borderLeftStyle } = block.style;
    const [, size, unit = ''] = /^([\d.]+)([a-z]+)$/.exec(marginLeft) ?? [];
    const level = Math.min(8, Math.round((Number(size ?? 0) * (units[unit] ?? 0)) / 48));
    if (level < 1 || block.closest('li') || (isQuote && borderLeftStyle !== 'none')) continue;
    const inner = isQuote
      ? [...block.querySelectorAll('p, div')].filter((line) => !line.querySelector('p, div'))
      : [];
    const lines = inner.length > 0 ? inner : [block];
    for (const line of lines) rename(line, 'p').classList.add(`ql-indent-${level}`);
    if (inner.length > 0) unwrap(block);
  }
}

/**
 * Reads the level from a style such as `mso-list:l0 level2 lfo1`; 0 is the outermost. Undefined if the paragraph is not
 * a list item.
 */
function levelOf(style: string) {
  const level = /\bmso-list\s*:\s*(?:\S+\s+)?level(\d+)/i.exec(style)?.[1];
  return level ? Math.min(8, Math.max(0, Number(level) - 1)) : undefined;
}

/**
 * Returns true if a marker belongs to a numbered list. Word writes markers as text. "1.", "b)", "(iv)" and "۲." are
 * numbers; dots, squares and a single "o" are bullets.
 */
function isCounted(marker: string) {
  const text = marker.replaceAll('\u00a0', ' ').trim();
  return /[\p{L}\p{N}][.)\]:\u06d4-]/u.test(text) || /^\p{N}+$/u.test(text);
}

/**
 * Removes colours that belong to the page and were not chosen by an author. Word processors and web pages set black
 * on white, or their own greys, on every piece of text; black text would be unreadable on our dark background.
 * Colours that an author has chosen stay, as do the colours of our palette. The colour of links is always removed,
 * because the reader's page sets it.
 */
export function removePageColors(doc: Document) {
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
function themeColours(element: HTMLElement) {
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
function isChosen(color: string) {
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
function channelsOf(color: string) {
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
