import { htmlPolicy, isAllowedFrame } from '#shared/html-policy.ts';
import { removePageColors } from './colors.ts';
import { parsePasted, unwrap } from './dom.ts';
import { dropEmptyLines, removeSpaceNoise, trimLines } from './lines.ts';
import { keepListLevels, makeWordLists } from './lists.ts';
import { fitHeadings, marksFromStyles, writeRaisedDigits } from './marks.ts';
import { dropFalseMarks, dropForeignImages, dropNoise } from './noise.ts';
import { tablesToLines } from './tables.ts';

/** In this order: a pass may count on what those before it have done. */
const foreignPasses: readonly ((doc: Document) => void)[] = [
  makeWordLists,
  dropNoise,
  dropFalseMarks,
  keepListLevels,
  fitHeadings,
  marksFromStyles,
  writeRaisedDigits,
  removePageColors,
  removeSpaceNoise,
  tablesToLines,
  dropEmptyLines,
  trimLines,
  keepAllowed,
];

export interface Cleaned {
  html: string;
  /** Copied from this editor. */
  own: boolean;
  /** One image, and not a word. */
  onlyImage: boolean;
  /** An image that people saw had to be left out. */
  lostImage: boolean;
}

/**
 * Pasted HTML of word processors, mail and web pages as plain text with the marks that our toolbar knows (html-policy, docs/product.md
 * §2). What this editor wrote itself is only held to the policy. Nothing of the result is trusted: the editor takes in
 * formats that it knows, and the reader's side is sanitised again.
 */
export function cleanPasted(html: string): Cleaned {
  const doc = parsePasted(html);
  const own = takeOwnMark(doc);
  const onlyImage = doc.images.length === 1 && doc.body.textContent.trim() === '';
  const lostImage = dropForeignImages(doc);
  for (const pass of own ? [keepAllowed] : foreignPasses) pass(doc);
  return { html: doc.body.innerHTML, own, onlyImage, lostImage };
}

const mark = 'data-rich-text';

/**
 * Marks copied HTML as this editor's own: pasted again, its blank lines and greys are meant. Quill copies every space as
 * a non-breaking one; of a run only those that would be lost stay so.
 */
export function asOwn(html: string): string {
  const spaced = html.replace(/(?:&nbsp;)+/g, (run) => ` ${'&nbsp;'.repeat(run.length / 6 - 1)}`);
  return `<div ${mark}="own">${spaced}</div>`;
}

/** True when the document was copied here. Takes the mark away, and makes videos of the links that Quill copies them as. */
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

const tags: ReadonlySet<string> = new Set(htmlPolicy.tags);

/**
 * What is left is what the policy knows: other elements lose their tags and keep their words, other attributes, classes
 * and styles go. Links, images and videos are judged one by one where the editor takes them in (see `policyMatchers`).
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
    // A span that says nothing; a space alone in one would be lost.
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

/** Left is where a line begins, and right where an Urdu one does: each paragraph finds its own side. */
function isNatural(name: string, value: string, isRightToLeft: boolean): boolean {
  return name === 'text-align' && (value === 'left' || (value === 'right' && isRightToLeft));
}
