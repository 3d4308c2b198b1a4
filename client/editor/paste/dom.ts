/**
 * Elements that have an effect even in a document that is not displayed, e.g. `<style>`, which the CSP refuses and
 * reports.
 */
const acting = 'style, script, link, meta, base, title';

/** Parses HTML into a separate document. It runs no scripts, fetches nothing and causes no CSP reports. */
export function parsePasted(html: string) {
  const doc = document.implementation.createHTMLDocument('');
  // A template is used because its content does not belong to a document that is rendered, so the elements of
  // `acting` can be removed before they have an effect.
  const template = doc.createElement('template');
  template.innerHTML = html;
  for (const element of template.content.querySelectorAll(acting)) element.remove();
  doc.body.append(template.content);
  return doc;
}

/** Replaces an element with its children. */
export function unwrap(element: Element) {
  element.replaceWith(...element.childNodes);
}

/** Replaces an element by one with another name and the same attributes and children. */
export function rename(element: Element, name: string): Element {
  const renamed = element.ownerDocument.createElement(name);
  for (const { name: attribute, value } of element.attributes) renamed.setAttribute(attribute, value);
  renamed.append(...element.childNodes);
  element.replaceWith(renamed);
  return renamed;
}

/** Moves the content of an element into a new element inside it. */
export function wrapContent(element: Element, name: string) {
  const wrapper = element.ownerDocument.createElement(name);
  wrapper.append(...element.childNodes);
  element.append(wrapper);
}

/** Selector of elements that begin on a new line. */
export const blocks =
  'address, article, aside, blockquote, center, dd, div, dl, dt, figcaption, figure, footer, form, h1, h2, h3, h4, h5, h6, ' +
  'header, hr, li, main, nav, ol, p, pre, section, table, tbody, td, th, thead, tr, ul';

/** Returns all text nodes except those in code, whose spaces and line breaks the author intended. */
export function proseTexts(root: Node) {
  const walker = (root.ownerDocument ?? (root as Document)).createTreeWalker(root, NodeFilter.SHOW_TEXT);
  const found: Text[] = [];
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    if (!node.parentElement?.closest('pre')) found.push(node as Text);
  }
  return found;
}
