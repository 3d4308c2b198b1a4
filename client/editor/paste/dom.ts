/** Elements that have an effect even in a document that is never shown: the CSP reports each refused `<style>`. */
const acting = 'style, script, link, meta, base, title';

/** Parses the HTML into a separate document, which runs no scripts, fetches nothing and triggers no CSP report. */
export function parsePasted(html: string): Document {
  const doc = document.implementation.createHTMLDocument('');
  // The content of a template does not belong to a rendered document yet.
  const template = doc.createElement('template');
  template.innerHTML = html;
  for (const element of template.content.querySelectorAll(acting)) element.remove();
  doc.body.append(template.content);
  return doc;
}

/** Removes style elements from the HTML, because the editor's package parses it in a document. */
export function withoutStyles(html: string): string {
  return /<style[\s>]/i.test(html) ? parsePasted(html).body.innerHTML : html;
}

/** Replaces an element with its children. */
export function unwrap(element: Element): void {
  element.replaceWith(...element.childNodes);
}

/** Renames an element; attributes stay. */
export function rename(element: Element, name: string): Element {
  const renamed = element.ownerDocument.createElement(name);
  for (const { name: attribute, value } of element.attributes) renamed.setAttribute(attribute, value);
  renamed.append(...element.childNodes);
  element.replaceWith(renamed);
  return renamed;
}

/** Wraps the content of an element. */
export function wrapContent(element: Element, name: string): void {
  const wrapper = element.ownerDocument.createElement(name);
  wrapper.append(...element.childNodes);
  element.append(wrapper);
}

/** Elements that begin a line of their own. */
export const blocks =
  'address, article, aside, blockquote, center, dd, div, dl, dt, figcaption, figure, footer, form, h1, h2, h3, h4, h5, h6, ' +
  'header, hr, li, main, nav, ol, p, pre, section, table, tbody, td, th, thead, tr, ul';

/** Returns every text node outside of code. In code, spaces and line ends are the author's. */
export function proseTexts(root: Node): Text[] {
  const walker = (root.ownerDocument ?? (root as Document)).createTreeWalker(root, NodeFilter.SHOW_TEXT);
  const found: Text[] = [];
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    if (!node.parentElement?.closest('pre')) found.push(node as Text);
  }
  return found;
}
