import { rename, unwrap, wrapContent } from './dom.ts';

/**
 * Converts bold, italic, underline and strike-through from styles to tags; `keepAllowed` removes the styles later.
 */
export function marksFromStyles(doc: Document): void {
  for (const element of doc.body.querySelectorAll<HTMLElement>('[style]')) {
    const { fontWeight, fontStyle, verticalAlign } = element.style;
    const lines = `${element.style.textDecorationLine} ${element.style.textDecoration}`;
    const inHeading = element.closest('h1, h2, h3, h4, h5, h6') !== null;
    if (!inHeading && (/^bold/.test(fontWeight) || Number(fontWeight) >= 600)) wrapContent(element, 'strong');
    if (fontStyle === 'italic' || fontStyle === 'oblique') wrapContent(element, 'em');
    if (lines.includes('line-through')) wrapContent(element, 's');
    if (lines.includes('underline') && !element.closest('a')) wrapContent(element, 'u');
    if (verticalAlign === 'super') wrapContent(element, 'sup');
    if (verticalAlign === 'sub') wrapContent(element, 'sub');
  }
  for (const struck of doc.body.querySelectorAll('del')) rename(struck, 's');
  // Removes underline inside links and bold inside headings, because links are always underlined and headings always
  // bold.
  for (const mark of doc.body.querySelectorAll('a u, :is(h1, h2, h3, th) :is(b, strong)')) {
    unwrap(mark);
  }
}

const raised: Record<string, string> = Object.fromEntries(
  [...'0123456789+-=()ni'].map((plain, at) => [plain, [...'⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻⁼⁽⁾ⁿⁱ'][at] ?? plain]),
);
const lowered: Record<string, string> = Object.fromEntries(
  [...'0123456789+-=()'].map((plain, at) => [plain, [...'₀₁₂₃₄₅₆₇₈₉₊₋₌₍₎'][at] ?? plain]),
);

/**
 * Replaces superscript and subscript digits by the corresponding Unicode characters. The toolbar has no superscript,
 * and "10²" must not become "102".
 */
export function writeRaisedDigits(doc: Document): void {
  for (const element of doc.body.querySelectorAll('sup, sub')) {
    const signs = element.localName === 'sup' ? raised : lowered;
    const text = element.textContent.trim();
    if (text && [...text].every((sign) => signs[sign])) {
      element.replaceWith([...text].map((sign) => signs[sign]).join(''));
    } else unwrap(element);
  }
}

/**
 * Fits headings to the page. There are only levels 1, 2 and 3 (docs/product.md §9), and the page has a heading of level
 * 1 already: its title. A heading that repeats the title is removed.
 */
export function fitHeadings(doc: Document, title: string): void {
  for (const deep of doc.body.querySelectorAll('h4, h5, h6')) rename(deep, 'h3');
  // In Word, titles and quotations are paragraphs with a class.
  for (const title of doc.body.querySelectorAll('p[class^="MsoTitle"]')) rename(title, 'h1');
  for (const subtitle of doc.body.querySelectorAll('p[class^="MsoSubtitle"]')) rename(subtitle, 'h2');
  for (const quote of doc.body.querySelectorAll('p[class^="MsoQuote"], p[class^="MsoIntenseQuote"]')) {
    rename(quote, 'blockquote');
  }
  for (const heading of doc.body.querySelectorAll('h1')) {
    const isTitle = words(heading) === words(title) && words(doc.body) !== words(heading);
    if (isTitle) heading.remove();
    else rename(heading, 'h2');
  }
}

function words(of: Element | string): string {
  const text = typeof of === 'string' ? of : of.textContent;
  return text.replace(/\s+/g, ' ').trim().toLowerCase();
}
