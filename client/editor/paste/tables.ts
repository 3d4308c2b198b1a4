import { unwrap } from './dom.ts';

/**
 * Selector of content that does not fit into one line. A table with such content counts as layout, not as a table of
 * values.
 */
const large = 'table, ul, ol, pre, h1, h2, h3, h4, h5, h6, blockquote, img, iframe';

/** Maximum number of characters of a value in a table. A table with a longer cell counts as layout. */
const longestValue = 300;

/**
 * Replaces tables, which the editor does not support. The rows of a table of values become lines such as "Camera | 2
 * | 400", with the head row in bold. A table for layout is replaced by its content.
 */
export function tablesToLines(doc: Document): void {
  // Inner tables are replaced first.
  for (const table of [...doc.body.querySelectorAll('table')].reverse()) {
    const rows = [...table.rows];
    const arranges =
      table.querySelector(large) ||
      rows.every(({ cells }) => cells.length < 2) ||
      rows.some(({ cells }) => [...cells].some((cell) => cell.textContent.length > longestValue));
    table.replaceWith(...(arranges ? content(table) : lines(rows)));
  }
}

function content(table: HTMLTableElement): Node[] {
  return [...(table.caption ? [table.caption] : []), ...[...table.rows].flatMap((row) => [...row.cells])].map(
    (cell) => {
      const block = cell.ownerDocument.createElement('div');
      block.append(...cell.childNodes);
      return block;
    },
  );
}

function lines(rows: HTMLTableRowElement[]): Node[] {
  const caption = rows[0]?.closest('table')?.caption;
  const named = caption ? [paragraph(caption)] : [];
  return [...named, ...rows.filter((row) => row.textContent.trim() !== '').map(line)];
}

function line(row: HTMLTableRowElement): Node {
  const doc = row.ownerDocument;
  const text = doc.createElement('p');
  const isHead = [...row.cells].every(({ localName }) => localName === 'th');
  for (const [at, cell] of [...row.cells].entries()) {
    if (at > 0) text.append(' | ');
    joinLines(cell);
    if (cell.textContent.trim() === '') text.append('–');
    else if (isHead) text.append(Object.assign(doc.createElement('strong'), { textContent: words(cell) }));
    else text.append(...cell.childNodes);
  }
  return text;
}

function paragraph(from: Element): Element {
  const text = from.ownerDocument.createElement('p');
  text.append(...from.childNodes);
  return text;
}

/** Joins the paragraphs and line breaks of a cell into one line. */
function joinLines(cell: Element): void {
  for (const node of cell.querySelectorAll('br')) node.replaceWith(' ');
  for (const block of cell.querySelectorAll('p, div')) {
    block.prepend(' ');
    block.append(' ');
    unwrap(block);
  }
  cell.normalize();
  const { firstChild, lastChild } = cell;
  if (firstChild instanceof Text) firstChild.data = firstChild.data.trimStart();
  if (lastChild instanceof Text) lastChild.data = lastChild.data.trimEnd();
}

function words(cell: Element): string {
  return cell.textContent.replace(/\s+/g, ' ').trim();
}
