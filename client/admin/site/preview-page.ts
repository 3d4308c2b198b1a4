/** Elements in which a text of a page can stand alone. */
const textElements = 'h1, h2, h3, h4, p, li, dt, dd, a, address, span, strong';

/**
 * Returns the element of a previewed page that shows one of the texts, the first text first; undefined if the page
 * shows none of them. Of several elements it is the one with the least text, and of those the innermost, because an
 * outer one may be as high as the page.
 */
export function elementWith(page: ParentNode, texts: readonly string[]): Element | undefined {
  const elements = [...page.querySelectorAll(textElements)].reverse();
  const lengthOf = (element: Element) => words(element.textContent).length;
  for (const wanted of texts.map(words).filter(Boolean)) {
    const found = elements.filter(({ textContent }) => words(textContent).includes(wanted));
    if (found.length > 0)
      return found.reduce((one, other) => (lengthOf(other) < lengthOf(one) ? other : one));
  }
  return undefined;
}

function words(text: string): string {
  return text.replace(/\s+/g, ' ').trim();
}

/** Distance in pixels between the top of the window and the element to which a page is scrolled. */
const roomAbove = 96;

/** Scrolls a previewed page, and not the page around it, so that the element is in view. */
export function showElement(page: Window, element: Element): void {
  const { top, bottom } = element.getBoundingClientRect();
  if (top >= 0 && bottom <= page.innerHeight) return;
  page.scrollTo({ top: page.scrollY + top - roomAbove, behavior: 'instant' });
}
