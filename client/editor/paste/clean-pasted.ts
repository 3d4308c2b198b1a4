import { htmlPolicy, isAllowedFrame } from '#shared/html-policy.ts';
import { makeCode } from './code.ts';
import { removePageColors } from './colors.ts';
import { parsePasted, proseTexts, unwrap } from './dom.ts';
import { dropEmptyLines, removeSpaceNoise, trimLines } from './lines.ts';
import { keepListLevels, makeIndents, makeWordLists } from './lists.ts';
import { fitHeadings, marksFromStyles, writeRaisedDigits } from './marks.ts';
import { dropFalseMarks, dropForeignImages, dropNoise } from './noise.ts';
import { fitTables } from './tables.ts';
import { unwrappedLink, withUnwrappedLinks } from './wrapped-links.ts';

/** Steps that clean content from other programs. Their order matters, because a step may rely on earlier ones. */
const foreignPasses: readonly ((doc: Document, title: string) => void)[] = [
  makeWordLists,
  dropNoise,
  makeCode,
  dropFalseMarks,
  keepListLevels,
  makeIndents,
  fitHeadings,
  marksFromStyles,
  writeRaisedDigits,
  removePageColors,
  removeSpaceNoise,
  fitTables,
  dropEmptyLines,
  trimLines,
  keepAllowed,
];

export interface Cleaned {
  html: string;
  /** True if the content was copied from this editor. */
  own: boolean;
  /** True if the content consists of a single image and has no text. */
  onlyImage: boolean;
  /** True if a visible image was left out. */
  lostImage: boolean;
}

/**
 * Reduces pasted HTML of word processors, mails and web pages to text with the formats of our editor (html-policy,
 * docs/product.md §2), under a page with this title. HTML that was copied from this editor is only checked against the policy. Security does not
 * depend on this function: the text is sanitised again before it is shown to readers.
 */
export function cleanPasted(html: string, title: string): Cleaned {
  const doc = parsePasted(html);
  const own = takeOwnMark(doc);
  const onlyImage = doc.images.length === 1 && doc.body.textContent.trim() === '';
  const lostImage = dropForeignImages(doc);
  unwrapLinks(doc);
  for (const pass of own ? [keepAllowed] : foreignPasses) pass(doc, title);
  return { html: doc.body.innerHTML, own, onlyImage, lostImage };
}

const mark = 'data-rich-text';

/**
 * Marks copied HTML as coming from this editor, so that its blank lines and greys are not removed when it is pasted.
 * Also makes the first space of each run an ordinary one again, because Quill copies every space as a non-breaking
 * one.
 */
export function markAsOwnHtml(html: string): string {
  const spaced = html.replace(/(?:&nbsp;)+/g, (run) => ` ${'&nbsp;'.repeat(run.length / 6 - 1)}`);
  return `<div ${mark}="own">${spaced}</div>`;
}

/**
 * Returns true if the document was copied from this editor. Removes the element that marks it as such. Quill copies a
 * video as a link; the link is converted back to a video.
 */
function takeOwnMark(doc: Document): boolean {
  const marked = doc.body.querySelector(`[${mark}="own"]`);
  if (!marked) return false;
  unwrap(marked);
  for (const link of doc.body.querySelectorAll('a')) {
    const address = link.getAttribute('href') ?? '';
    if (!isAllowedFrame(address) || link.textContent !== address) continue;
    const frame = doc.createElement('iframe');
    frame.className = 'ql-video';
    frame.setAttribute('src', address);
    link.replaceWith(frame);
  }
  return true;
}

function unwrapLinks(doc: Document): void {
  for (const link of doc.body.querySelectorAll('a[href]')) {
    link.setAttribute('href', unwrappedLink(link.getAttribute('href') ?? ''));
  }
  for (const text of proseTexts(doc.body)) text.data = withUnwrappedLinks(text.data);
}

const tags: ReadonlySet<string> = new Set(htmlPolicy.tags);

/**
 * Removes everything that the policy does not allow: elements lose their tags but not their text; attributes, classes
 * and styles are removed. Links, images and videos are checked when the editor accepts them (see `policyMatchers`).
 */
function keepAllowed(doc: Document): void {
  for (const element of doc.body.querySelectorAll<HTMLElement>('*')) {
    if (!tags.has(element.localName)) {
      unwrap(element);
      continue;
    }
    const styles = allowedStyles(element);
    const classes = [...element.classList].filter((name) => htmlPolicy.classes.test(name));
    for (const { name } of [...element.attributes]) {
      if (!isAllowedAttribute(element.localName, name)) element.removeAttribute(name);
    }
    if (styles) element.setAttribute('style', styles);
    if (classes.length > 0) element.className = classes.join(' ');
    // Unwraps a span without attributes, because the editor would drop the span together with a single space in it.
    if (element.localName === 'span' && element.attributes.length === 0) unwrap(element);
  }
}

function isAllowedAttribute(tag: string, name: string): boolean {
  const { attributes } = htmlPolicy;
  return Boolean(attributes['*']?.includes(name) || attributes[tag]?.includes(name));
}

function allowedStyles(element: HTMLElement): string {
  const { style } = element;
  const isRightToLeft = style.direction === 'rtl' || element.closest('[dir="rtl" i]') !== null;
  return Object.entries(htmlPolicy.styles)
    .map(([name, allowed]) => ({ name, value: style.getPropertyValue(name), allowed }))
    .filter(({ name, value, allowed }) => allowed.test(value) && !isNatural(name, value, isRightToLeft))
    .map(({ name, value }) => `${name}: ${value}`)
    .join('; ');
}

/** Returns true for the default alignment: left, or right in right-to-left text. It needs no style. */
function isNatural(name: string, value: string, isRightToLeft: boolean): boolean {
  return name === 'text-align' && (value === 'left' || (value === 'right' && isRightToLeft));
}
