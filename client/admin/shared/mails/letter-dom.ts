/** What a letter of ours is made of; anything else in it is shown as the text that it holds. */
const tags = new Set([
  'BODY',
  'DIV',
  'P',
  'BLOCKQUOTE',
  'TABLE',
  'TBODY',
  'TR',
  'TH',
  'TD',
  'STRONG',
  'A',
  'BR',
]);

/**
 * The HTML of a mail as elements that can stand in our page: known elements with their looks and directions, and no address, script or
 * picture. The looks are set one by one, since the page's policy takes no style attributes.
 */
export function letterElement(html: string): HTMLElement {
  // Quotes in texts are escaped, so only attributes are written like this.
  const parsed = new DOMParser().parseFromString(html.replaceAll(' style="', ' data-look="'), 'text/html');
  const letter = document.createElement('div');
  copyLook(parsed.body, letter);
  copyInto(parsed.body, letter);
  return letter;
}

function copyInto(from: Element, to: HTMLElement): void {
  for (const node of from.childNodes) {
    if (node instanceof Text) to.append(node.data);
    else if (node instanceof Element) {
      if (!tags.has(node.tagName)) to.append(node.textContent ?? '');
      else {
        const copy = document.createElement(node.tagName);
        copyLook(node, copy);
        copyInto(node, copy);
        to.append(copy);
      }
    }
  }
}

function copyLook(from: Element, to: HTMLElement): void {
  to.style.cssText = from.getAttribute('data-look') ?? '';
  for (const name of ['dir', 'scope']) {
    const value = from.getAttribute(name);
    if (value !== null) to.setAttribute(name, value);
  }
}
