import { Parser } from 'htmlparser2';

/**
 * Markup as a tree, in which readers of exports move, unwrap and rename elements. Comments, doctypes and processing
 * instructions are not part of the tree.
 */
export type Node = TextNode | ElementNode;
interface TextNode {
  text: string;
}
export interface ElementNode {
  name: string;
  attributes: Record<string, string>;
  children: Node[];
}

/**
 * Deepest nesting that is parsed. A deeper tree would take minutes to search and overflow the stack, and no text by a
 * person is nested so deeply.
 */
const deepest = 200;

export class TooDeepError extends Error {
  constructor() {
    super(`its markup is nested more than ${deepest} deep`);
  }
}

export function isElement(node: Node | readonly Node[] | undefined): node is ElementNode {
  return node !== undefined && 'name' in node;
}

export function isOf(node: Node | undefined, ...names: string[]): boolean {
  return isElement(node) && names.includes(node.name);
}

export function element(
  name: string,
  attributes: Record<string, string> = {},
  children: Node[] = [],
): ElementNode {
  return { name, attributes, children };
}

/** Parses HTML to a tree. Throws TooDeepError if elements are nested deeper than `deepest`. */
export function parseHtml(html: string): Node[] {
  const root = element('');
  const open = [root];
  const parser = new Parser({
    onopentag(name, attributes) {
      if (open.length > deepest) throw new TooDeepError();
      const opened = element(name, attributes);
      open.at(-1)?.children.push(opened);
      open.push(opened);
    },
    ontext(text) {
      const children = open.at(-1)?.children ?? [];
      const last = children.at(-1);
      if (last && 'text' in last) last.text += text;
      else children.push({ text });
    },
    onclosetag() {
      open.pop();
    },
  });
  parser.end(html);
  return root.children;
}

/** Calls `visit` for every element of a text in order, at any depth, without building a tree. */
export function visitElements(
  html: string,
  visit: (name: string, attributes: Readonly<Record<string, string>>) => void,
): void {
  new Parser({ onopentag: visit }).end(html);
}

const empty = /^(area|base|br|col|embed|hr|img|input|link|meta|source|track|wbr)$/;

export function writeHtml(nodes: readonly Node[]): string {
  const parts: string[] = [];
  write(nodes, parts);
  return parts.join('');
}

function write(nodes: readonly Node[], parts: string[]): void {
  for (const node of nodes) {
    if ('text' in node) {
      parts.push(escaped(node.text));
      continue;
    }
    const attributes = Object.entries(node.attributes).map(
      ([name, value]) => ` ${name}="${escaped(value).replaceAll('"', '&quot;')}"`,
    );
    parts.push(`<${node.name}${attributes.join('')}>`);
    if (empty.test(node.name)) continue;
    write(node.children, parts);
    parts.push(`</${node.name}>`);
  }
}

export function escaped(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('\u00a0', '&nbsp;');
}

/** Returns the text content of nodes. */
export function textOf(nodes: readonly Node[]): string {
  return nodes.map((node) => ('text' in node ? node.text : textOf(node.children))).join('');
}

/** Returns every element with one of these names, at any depth, in the order of the text. */
export function elementsOf(nodes: readonly Node[], ...names: string[]): ElementNode[] {
  return nodes.flatMap((node) =>
    isElement(node)
      ? [...(names.includes(node.name) ? [node] : []), ...elementsOf(node.children, ...names)]
      : [],
  );
}
