import { blocks, proseTexts, unwrap } from './dom.ts';

/**
 * Replaces each run of spaces that contains a non-breaking space by a single space, in all text except code, because
 * programs write indentation and wide gaps in this way.
 */
export function removeSpaceNoise(doc: Document): void {
  for (const node of proseTexts(doc.body)) {
    const plain = node.data.replace(/[ \u00a0]+/g, (run) => (run.includes('\u00a0') ? ' ' : run));
    if (plain !== node.data) node.data = plain;
  }
}

/** Selector of elements that make a line count as not empty, even without text. */
const content = 'img, iframe, hr';

/**
 * Removes empty paragraphs. Other programs use them as space between lines, but our page has its own spacing. Also
 * removes line breaks at the end of blocks and between them, and reduces several line breaks in a row to one.
 */
export function dropEmptyLines(doc: Document): void {
  for (const line of doc.body.querySelectorAll('br')) {
    if (line.closest('pre')) continue;
    const before = neighbour(line, 'previousSibling');
    if (isEdge(neighbour(line, 'nextSibling')) || (isEdge(before) && !isBreak(before))) line.remove();
  }
  // Inner blocks are removed first, so that a block that contained only empty blocks counts as empty.
  for (const block of [...doc.body.querySelectorAll(blocks)].reverse()) {
    if (!block.closest('pre') && !block.matches('td, th') && isEmpty(block)) block.remove();
  }
  // A paragraph that is the whole content of a list item or a quotation is unwrapped, because the list item or
  // quotation itself is a line.
  for (const inner of doc.body.querySelectorAll(
    'li > p:only-child, li > div:only-child, blockquote > p:only-child',
  )) {
    if (inner.parentElement?.textContent.trim() === inner.textContent.trim()) unwrap(inner);
  }
}

function isEmpty(block: Element): boolean {
  return block.textContent.trim() === '' && !block.matches(content) && !block.querySelector(content);
}

/** Returns true if a line ends at this node: at a block, a video or a line break, or if there is no node. */
function isEdge(node: Node | null): boolean {
  return node === null || (node instanceof Element && node.matches(`${blocks}, br, iframe`));
}

function isBreak(node: Node | null): boolean {
  return node instanceof Element && node.localName === 'br';
}

/**
 * Returns the nearest node of the same line in this direction. Skips blank texts; at the end of an inline element,
 * goes on outside it. Null at the edge of the block.
 */
function neighbour(from: Node, side: 'nextSibling' | 'previousSibling'): Node | null {
  let node: Node | null = from;
  while (node) {
    let next: Node | null = node[side];
    while (next && !isSeen(next)) next = next[side];
    if (next) return next;
    const { parentNode }: Node = node;
    node = parentNode instanceof Element && !parentNode.matches(`${blocks}, body`) ? parentNode : null;
  }
  return null;
}

/** Returns false for blank texts and for comments. */
function isSeen(node: Node): boolean {
  return node instanceof Element || (node instanceof Text && node.data.trim() !== '');
}

/** Trims each line. Also collapses line breaks and indentation of the HTML source, which are not visible. */
export function trimLines(doc: Document): void {
  for (const node of proseTexts(doc.body)) {
    let text = node.data.replace(/[ \t\r\n\f]+/g, ' ');
    if (text.startsWith(' ') && isEdge(neighbour(node, 'previousSibling'))) text = text.slice(1);
    if (text.endsWith(' ') && isEdge(neighbour(node, 'nextSibling'))) text = text.slice(0, -1);
    if (text !== node.data) node.data = text;
  }
}
