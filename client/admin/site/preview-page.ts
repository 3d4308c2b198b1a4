/** Elements in which a text of a page can stand alone. */
const textElements = 'h1, h2, h3, h4, p, li, dt, dd, a, address, span, strong';

/**
 * Returns the element of a previewed page that shows one of the texts, the first text first; undefined if the page
 * shows none of them. Of several elements it is the innermost, because an outer one may be as high as the page.
 */
export function elementWith(page: ParentNode, texts: readonly string[]): Element | undefined {
  const elements = [...page.querySelectorAll(textElements)].map((element) => ({
    element,
    text: words(element.textContent ?? ''),
  }));
  for (const wanted of texts.map(words)) {
    if (wanted === '') continue;
    const exact = elements.filter(({ text }) => text === wanted);
    const innermost = exact.find(({ element }) => !exact.some((other) => isInside(other.element, element)));
    if (innermost) return innermost.element;
    const around = elements.filter(({ text }) => text.includes(wanted));
    const [closest] = around.sort((one, other) => one.text.length - other.text.length);
    if (closest) return closest.element;
  }
  return undefined;
}

function isInside(inner: Element, outer: Element): boolean {
  return inner !== outer && outer.contains(inner);
}

function words(text: string): string {
  return text.replace(/\s+/g, ' ').trim();
}

/** Distance in pixels between the top of the window and the element to which a page is scrolled. */
const roomAbove = 96;

/** Scrolls a previewed page so that the element is in view. Does nothing if the element is in view already. */
export function showElement(page: Window, element: Element): void {
  const { top, bottom } = element.getBoundingClientRect();
  if (top >= 0 && bottom <= page.innerHeight) return;
  page.scrollTo({ top: page.scrollY + top - roomAbove, behavior: 'instant' });
}
