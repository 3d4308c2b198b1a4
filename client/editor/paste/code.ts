import { blocks, rename } from './dom.ts';

const fixedWidth = /mono|consol|courier|menlo|monaco|code/i;

/**
 * Makes what code editors copy a code block, without their colours, or code in a line if it is a part of a line. The
 * font alone makes no code: screenplays and plain mails are written in Courier, too.
 */
export function makeCode(doc: Document): void {
  for (const mail of doc.body.querySelectorAll('pre[wrap], pre[class*="moz-"]'))
    makeLines(rename(mail, 'div'));
  for (const block of doc.body.querySelectorAll<HTMLElement>('pre, div')) {
    const { whiteSpace, fontFamily } = block.style;
    const isWritten = block.localName === 'pre';
    if (!block.isConnected || (!isWritten && !(whiteSpace === 'pre' && fixedWidth.test(fontFamily))))
      continue;
    const text = codeOf(block);
    const name = isWritten || text.includes('\n') ? 'pre' : 'code';
    block.replaceWith(Object.assign(doc.createElement(name), { textContent: text }));
  }
  for (const word of doc.body.querySelectorAll('kbd, samp, tt')) rename(word, 'code');
}

/** Replaces the line ends of a text by line breaks. */
function makeLines(block: Element): void {
  const walker = block.ownerDocument.createTreeWalker(block, NodeFilter.SHOW_TEXT);
  const texts: Text[] = [];
  while (walker.nextNode()) texts.push(walker.currentNode as Text);
  for (const text of texts) {
    const [first = '', ...others] = text.data.split('\n');
    text.replaceWith(first, ...others.flatMap((line) => [block.ownerDocument.createElement('br'), line]));
  }
}

/** Returns the lines of an element, which are text with line ends, line breaks or elements. */
function codeOf(block: Element): string {
  for (const end of block.querySelectorAll('br')) end.replaceWith('\n');
  for (const line of block.querySelectorAll(blocks)) if (line.nextSibling) line.append('\n');
  return block.textContent.replaceAll('\u00a0', ' ').replace(/\n$/, '');
}
