import { parseSync } from 'vite';

interface Node {
  type: string;
  start: number;
  [key: string]: unknown;
}

/** Attributes and properties of components whose values people read or hear. */
const spoken = /^(label|title|pageTitle|text|alt|placeholder|hint|kicker|description|aria-label|\w+Label)$/;
/**
 * Returns the words that stand in the markup of a component, each with its line: the text of elements, and attributes
 * that people read. Such words should come from a catalogue (shared/words).
 */
export function standingWords(path: string, source: string): string[] {
  const found: string[] = [];
  const report = (node: Node, text: string) => {
    const words = text.replace(/\s+/g, ' ').trim();
    if (/\p{L}{2}/u.test(words)) found.push(`${source.slice(0, node.start).split('\n').length}: ${words}`);
  };
  const visit = (node: unknown): void => {
    if (Array.isArray(node)) for (const each of node) visit(each);
    if (!isNode(node)) return;
    if (node.type === 'JSXText') report(node, String(node.value));
    if (node.type === 'JSXOpeningElement') visitAttributes(node);
    if (node.type === 'JSXElement' || node.type === 'JSXFragment') visitChildren(node);
    for (const each of Object.values(node)) visit(each);
  };
  const visitAttributes = (element: Node) => {
    for (const each of element.attributes as Node[]) {
      if (!spoken.test(nameOf(each.name))) continue;
      for (const node of textsIn(each.value)) report(node, textOf(node));
    }
  };
  const visitChildren = (element: Node) => {
    for (const child of element.children as Node[])
      if (child.type === 'JSXExpressionContainer')
        for (const node of textsIn(child.expression)) report(node, textOf(node));
  };
  visit(parseSync(path, source).program);
  return found;
}

/** Returns the texts that a value can be: a text, or the results of conditions. */
function textsIn(value: unknown): Node[] {
  if (!isNode(value)) return [];
  if (value.type === 'JSXExpressionContainer') return textsIn(value.expression);
  if (value.type === 'ConditionalExpression')
    return [...textsIn(value.consequent), ...textsIn(value.alternate)];
  if (value.type === 'LogicalExpression') return textsIn(value.right);
  return value.type === 'Literal' || value.type === 'TemplateLiteral' ? [value] : [];
}

function textOf(node: Node): string {
  if (node.type === 'Literal') return typeof node.value === 'string' ? node.value : '';
  return (node.quasis as { value: { raw: string } }[]).map(({ value }) => value.raw).join(' ');
}

function nameOf(node: unknown): string {
  return isNode(node) && typeof node.name === 'string' ? node.name : '';
}

function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null && 'type' in value;
}
