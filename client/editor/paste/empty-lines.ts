import { blocks, unwrap } from './dom.ts';
import { isBreak, isEdge, neighbour } from './line-edges.ts';

/** Of a line that says something without a word. */
const content = 'img, iframe, hr';

/**
 * Empty paragraphs are how programs make space between lines; the reader's page has its own. A break that only ends or
 * separates blocks goes, and of several in a row one stays.
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
