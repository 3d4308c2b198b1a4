/**
 * Characters that an XML 1.0 document may not contain, not even as a reference (§2.2): control characters, lone
 * surrogates, U+FFFE and U+FFFF.
 */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
const forbidden = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]|\p{Surrogate}/gu;

const references: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&apos;',
};

/** Escapes a text for use in an element or an attribute. */
export function xmlText(text: string) {
  return text.replace(forbidden, '').replace(/[&<>"']/g, (sign) => references[sign] ?? sign);
}

/** Returns `<name>text</name>`; an empty text if `text` is undefined. */
export function xmlElement(name: string, text: string | undefined) {
  return text === undefined ? '' : `<${name}>${xmlText(text)}</${name}>`;
}

export const xmlDeclaration = '<?xml version="1.0" encoding="UTF-8"?>\n';
