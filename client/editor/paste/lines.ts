import { blocks, proseTexts, unwrap } from './dom.ts';

/**
 * Replaces each run of spaces that contains a non-breaking one with one space: programs write indentation and runs of
 * spaces in this way.
 */
export function plainSpaces(text: string): string {
  return text.replace(/[ \u00a0]+/g, (run) => (run.includes('\u00a0') ? ' ' : run));
}

/** Normalises spaces in all prose; code is not changed. */
export function removeSpaceNoise(doc: Document): void {
  for (const node of proseTexts(doc.body)) {
    const plain = plainSpaces(node.data);
    if (plain !== node.data) node.data = plain;
  }
}

/** Elements that make a line count as not empty even without text. */
const content = 'img, iframe, hr';

/**
 * Removes empty paragraphs, which programs use to make space between lines; the page has its own spacing. Also
 * removes a break that only ends or separates blocks, and all but one of several consecutive breaks.
 */
export function dropEmptyLines(doc: Document): void {
  for (const line of doc.body.querySelectorAll('br')) {
    if (line.closest('pre')) continue;
    const before = neighbour(line, 'previousSibling');
    if (isEdge(neighbour(line, 'nextSibling')) || (isEdge(before) && !isBreak(before))) line.remove();
  }
  // Inner blocks first: a block that contains only empty blocks is empty as well.
  for (const block of [...doc.body.querySelectorAll(blocks)].reverse()) {
    if (!block.closest('pre') && isEmpty(block)) block.remove();
  }
  // A paragraph that is the only content of an item or a quotation becomes the item's line.
  for (const inner of doc.body.querySelectorAll('li > p:only-child, blockquote > p:only-child')) {
    if (inner.parentElement?.textContent.trim() === inner.textContent.trim()) unwrap(inner);
  }
}

function isEmpty(block: Element): boolean {
  return block.textContent.trim() === '' && !block.matches(content) && !block.querySelector(content);
}

/** Returns true at the edge of a line: at a block, a video, a line break, or where there is no further node. */
function isEdge(node: Node | null): boolean {
  return node === null || (node instanceof Element && node.matches(`${blocks}, br, iframe`));
}

function isBreak(node: Node | null): boolean {
  return node instanceof Element && node.localName === 'br';
}

/**
 * Returns the next node of the line in this direction, through inline elements and past blanks; null where the block
 * ends.
 */
function neighbour(from: Node, side: 'nextSibling' | 'previousSibling'): Node | null {
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

/** Trims each line, and collapses the line ends and indentation of the HTML source, which were never visible. */
export function trimLines(doc: Document): void {
  for (const node of proseTexts(doc.body)) {
    let text = node.data.replace(/[ \t\r\n\f]+/g, ' ');
    if (text.startsWith(' ') && isEdge(neighbour(node, 'previousSibling'))) text = text.slice(1);
    if (text.endsWith(' ') && isEdge(neighbour(node, 'nextSibling'))) text = text.slice(0, -1);
    if (text !== node.data) node.data = text;
  }
}
