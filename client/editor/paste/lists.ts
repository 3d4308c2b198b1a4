import { rename, unwrap } from './dom.ts';

const ignored = /\bmso-list\s*:\s*ignore/i;

/**
 * Converts Word's list paragraphs to list items as the editor writes them; adjacent items get into the same list. In
 * Word's HTML, an item is a paragraph that contains its marker as text and its level in a proprietary style.
 */
export function makeWordLists(doc: Document): void {
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
function takeMarker(paragraph: Element): string {
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
export function keepListLevels(doc: Document): void {
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
export function makeIndents(doc: Document): void {
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
function levelOf(style: string): number | undefined {
  const level = /\bmso-list\s*:\s*(?:\S+\s+)?level(\d+)/i.exec(style)?.[1];
  return level ? Math.min(8, Math.max(0, Number(level) - 1)) : undefined;
}

/**
 * Returns true if a marker belongs to a numbered list. Word writes markers as text. "1.", "b)", "(iv)" and "۲." are
 * numbers; dots, squares and a single "o" are bullets.
 */
function isCounted(marker: string): boolean {
  const text = marker.replaceAll('\u00a0', ' ').trim();
  return /[\p{L}\p{N}][.)\]:\u06d4-]/u.test(text) || /^\p{N}+$/u.test(text);
}
