/** An XML element as a strict parser sees it. */
export interface XmlElement {
  name: string;
  attributes: Record<string, string>;
  children: XmlElement[];
  /** Text of the element itself, references resolved. */
  text: string;
}

const named = new Map(Object.entries({ amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }));

/**
 * Reads a document of elements, attributes and text, and throws at the first violation of XML 1.0: a feed reader
 * would stop there and show nothing.
 */
export function readXml(source: string) {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
  if (/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]|\p{Surrogate}/u.test(source)) {
    throw new Error('There is a character that XML does not allow.');
  }
  const declaration = /^<\?xml version="1\.0" encoding="UTF-8"\?>\s*/.exec(source);
  if (!declaration) throw new Error('There is no declaration.');
  const root: XmlElement = { name: '', attributes: {}, children: [], text: '' };
  const open = [root];
  const body = source.slice(declaration[0].length);
  const token = /<(\/?)([A-Za-z][\w:.-]*)((?:\s+[\w:-]+="[^"<]*")*)\s*(\/?)>|([^<]+)/y;
  while (token.lastIndex < body.length) {
    const at = token.lastIndex;
    const found = token.exec(body);
    if (!found) throw new Error(`Not well-formed at: ${body.slice(at, at + 60)}`);
    const [, closing, name = '', attributes = '', empty, text] = found;
    const parent = open.at(-1) ?? root;
    if (text !== undefined) parent.text += resolved(text);
    else if (closing) {
      if (parent.name !== name) throw new Error(`</${name}> ends <${parent.name}>.`);
      open.pop();
    } else {
      const element = { name, attributes: read(attributes), children: [], text: '' };
      parent.children.push(element);
      if (!empty) open.push(element);
    }
  }
  const [element, ...others] = root.children;
  if (open.length !== 1 || !element || others.length > 0 || root.text.trim()) {
    throw new Error('There is not exactly one element around everything.');
  }
  return element;
}

/** Returns the text of the first child of this name. */
export function textOf(element: XmlElement | undefined, name: string) {
  return element?.children.find((child) => child.name === name)?.text;
}

/** Returns every child of this name. */
export function childrenOf(element: XmlElement | undefined, name: string) {
  return element?.children.filter((child) => child.name === name) ?? [];
}

function read(attributes: string): Record<string, string> {
  const pairs = [...attributes.matchAll(/([\w:-]+)="([^"]*)"/g)];
  return Object.fromEntries(pairs.map(([, name = '', value = '']) => [name, resolved(value)]));
}

function resolved(text: string) {
  // XML §2.4: text must not contain this mark.
  if (text.includes(']]>')) throw new Error(']]> stands in a text.');
  return text.replace(/&(\w+);|&/g, (reference, name: string | undefined) => {
    const sign = named.get(name ?? '');
    if (!sign) throw new Error(`${reference} is no reference that XML knows.`);
    return sign;
  });
}
