import { type ChildNode, isTag, isText, Text } from 'domhandler';
import { element, isBlank, isOf } from './markup.ts';

const blocks =
  'p|div|h1|h2|h3|h4|h5|h6|ul|ol|li|blockquote|pre|figure|figcaption|table|thead|tbody|tr|th|td|hr|iframe';

export function isBlock(node: ChildNode): boolean {
  return isTag(node) && (isOf(node, blocks) || node.children.some(isBlock));
}

/**
 * Puts words between blocks into paragraphs, which end at empty lines. Without `always`, words without an empty line
 * stay as they are.
 */
export function flow(
  nodes: readonly ChildNode[],
  paragraph: (words: ChildNode[]) => ChildNode[],
  always = true,
): ChildNode[] {
  const result: ChildNode[] = [];
  let run: ChildNode[] = [];
  const flush = () => {
    const found = split(run)
      .map(trimmed)
      .filter((words) => !words.every(isBlank));
    result.push(...(always || found.length > 1 ? found.flatMap(paragraph) : found.flat()));
    run = [];
  };
  for (const node of nodes) {
    if (!isBlock(node)) run.push(node);
    else {
      flush();
      result.push(node);
    }
  }
  flush();
  return result;
}

/** Maximum number of elements around an empty line that are repeated before and after it. */
const mostAround = 8;

/** Splits words at empty lines. */
function split(nodes: readonly ChildNode[], depth = 0): ChildNode[][] {
  const parts: ChildNode[][] = [[]];
  for (const node of nodes) {
    let pieces = [[node]];
    if (isText(node)) pieces = node.data.split(/\n[ \t]*\n[ \t\n]*/).map((text) => [new Text(text)]);
    else if (isTag(node) && node.name !== 'pre' && depth < mostAround)
      pieces = split(node.children, depth + 1).map((inside) => [element(node.name, node.attribs, inside)]);
    for (const [index, piece] of pieces.entries()) {
      if (index > 0) parts.push([]);
      parts.at(-1)?.push(...piece);
    }
  }
  return parts;
}

/** Returns the nodes without white space at their start and end. */
export function trimmed(nodes: ChildNode[]): ChildNode[] {
  const [first, last] = [nodes[0], nodes.at(-1)];
  if (first && isText(first)) first.data = first.data.replace(/^[ \t\n]+/, '');
  if (last && isText(last)) last.data = last.data.replace(/(?<![ \t\n])[ \t\n]+$/, '');
  return nodes;
}

/** Converts line ends to `<br>`, except within blocks. */
export function withBreaks(nodes: readonly ChildNode[]): ChildNode[] {
  return nodes.flatMap((node) => {
    if (isText(node))
      return node.data
        .split(/(?<![ \t])[ \t]*\n/)
        .flatMap((line, number): ChildNode[] => [...(number > 0 ? [element('br')] : []), new Text(line)]);
    return isTag(node) && !isBlock(node)
      ? [element(node.name, node.attribs, withBreaks(node.children))]
      : [node];
  });
}
