import { blocks, proseTexts } from './dom.ts';

/** True at the edge of a line: a block or a video, a line break, or nothing more. */
export function isEdge(node: Node | null): boolean {
  return node === null || (node instanceof Element && node.matches(`${blocks}, br, iframe`));
}

export function isBreak(node: Node | null): boolean {
  return node instanceof Element && node.localName === 'br';
}

/** The next thing in the line to this side, through inline elements and over blanks; null where the block ends. */
export function neighbour(from: Node, side: 'nextSibling' | 'previousSibling'): Node | null {
  let node: Node | null = from;
  while (node) {
    let next: Node | null = node[side];
    while (next && next.nodeType === Node.TEXT_NODE && next.textContent?.trim() === '') next = next[side];
    if (next) return next;
    const { parentNode }: Node = node;
    node = parentNode instanceof Element && !parentNode.matches(`${blocks}, body`) ? parentNode : null;
  }
  return null;
}

/** A line begins and ends with a word; line ends and indentation of the source are nothing that a reader saw. */
export function trimLines(doc: Document): void {
  for (const node of proseTexts(doc.body)) {
    let text = node.data.replace(/[ \t\r\n\f]+/g, ' ');
    if (text.startsWith(' ') && isEdge(neighbour(node, 'previousSibling'))) text = text.slice(1);
    if (text.endsWith(' ') && isEdge(neighbour(node, 'nextSibling'))) text = text.slice(0, -1);
    if (text !== node.data) node.data = text;
  }
}
