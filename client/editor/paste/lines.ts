import { blocks, proseTexts, unwrap } from './dom.ts';

/** Non-breaking spaces are how programs write indentation and runs of spaces: each run of them is one space. */
export function plainSpaces(text: string): string {
  return text.replace(/[ \u00a0]+/g, (run) => (run.includes('\u00a0') ? ' ' : run));
}

/** Plain spaces in all prose; code keeps what it has. */
export function removeSpaceNoise(doc: Document): void {
  for (const node of proseTexts(doc.body)) {
    const plain = plainSpaces(node.data);
    if (plain !== node.data) node.data = plain;
  }
}

/** What makes a line count as not empty although it has no words. */
const content = 'img, iframe, hr';

/**
 * Programs make space between lines with empty paragraphs; the page has its own spacing. A break that only ends or separates
 * blocks is removed, and of several in a row one stays.
 */
export function dropEmptyLines(doc: Document): void {
  for (const line of doc.body.querySelectorAll('br')) {
    if (line.closest('pre')) continue;
    const before = neighbour(line, 'previousSibling');
    if (isEdge(neighbour(line, 'nextSibling')) || (isEdge(before) && !isBreak(before))) line.remove();
  }
  // Inner ones first: what holds only empty blocks is empty as well.
  for (const block of [...doc.body.querySelectorAll(blocks)].reverse()) {
    if (!block.closest('pre') && isEmpty(block)) block.remove();
  }
  // A paragraph alone in an item or a quotation is that item's line.
  for (const inner of doc.body.querySelectorAll('li > p:only-child, blockquote > p:only-child')) {
    if (inner.parentElement?.textContent.trim() === inner.textContent.trim()) unwrap(inner);
  }
}

function isEmpty(block: Element): boolean {
  return block.textContent.trim() === '' && !block.matches(content) && !block.querySelector(content);
}

/** True at the edge of a line: a block or a video, a line break, or nothing more. */
function isEdge(node: Node | null): boolean {
  return node === null || (node instanceof Element && node.matches(`${blocks}, br, iframe`));
}

function isBreak(node: Node | null): boolean {
  return node instanceof Element && node.localName === 'br';
}

/** The next thing in the line to this side, through inline elements and over blanks; null where the block ends. */
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

/** Trims each line, and collapses the line ends and indentation of the HTML source, which nobody saw. */
export function trimLines(doc: Document): void {
  for (const node of proseTexts(doc.body)) {
    let text = node.data.replace(/[ \t\r\n\f]+/g, ' ');
    if (text.startsWith(' ') && isEdge(neighbour(node, 'previousSibling'))) text = text.slice(1);
    if (text.endsWith(' ') && isEdge(neighbour(node, 'nextSibling'))) text = text.slice(0, -1);
    if (text !== node.data) node.data = text;
  }
}
