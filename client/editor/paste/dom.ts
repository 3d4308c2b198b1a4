/** What would act in a document, even in one that nobody sees: the CSP reports each refused `<style>`. */
const acting = 'style, script, link, meta, base, title';

/** The HTML as a document of its own, which runs nothing, fetches nothing and asks the CSP for nothing. */
export function parsePasted(html: string): Document {
  const doc = document.implementation.createHTMLDocument('');
  // The content of a template is in no document yet.
  const template = doc.createElement('template');
  template.innerHTML = html;
  for (const element of template.content.querySelectorAll(acting)) element.remove();
  doc.body.append(template.content);
  return doc;
}

/** The same HTML without style elements; the editor's package parses in a document. */
export function withoutStyles(html: string): string {
  return /<style[\s>]/i.test(html) ? parsePasted(html).body.innerHTML : html;
}

/** Puts the children of an element in its place. */
export function unwrap(element: Element): void {
  element.replaceWith(...element.childNodes);
}

/** Gives an element another name; attributes stay. */
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

/** What begins a line of its own. */
export const blocks =
  'address, article, aside, blockquote, center, dd, div, dl, dt, figcaption, figure, footer, form, h1, h2, h3, h4, h5, h6, ' +
  'header, hr, li, main, nav, ol, p, pre, section, table, tbody, td, th, thead, tr, ul';

/** Every text node of the part that is not code, where spaces and line ends are the author's. */
export function proseTexts(root: Node): Text[] {
  const walker = (root.ownerDocument ?? (root as Document)).createTreeWalker(root, NodeFilter.SHOW_TEXT);
  const found: Text[] = [];
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    if (!node.parentElement?.closest('pre')) found.push(node as Text);
  }
  return found;
}
