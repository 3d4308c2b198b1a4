/** Elements that the product's mails consist of. Of any other element, only the text is shown. */
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
 * Converts the HTML of a mail to elements for our page. Known elements retain their styles and text directions; URLs,
 * scripts and pictures are left out. Styles are set by script, because the page's CSP refuses style attributes in
 * HTML.
 */
export function letterElement(html: string): HTMLElement {
  // The pattern matches only attributes, because quotes in the mail's texts are escaped.
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
