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
