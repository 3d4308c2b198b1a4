import { unwrap } from './dom.ts';

/**
 * Selector of content that does not fit into one line. A table with such content counts as layout, not as a table of
 * values.
 */
const large = 'table, ul, ol, pre, h1, h2, h3, h4, h5, h6, blockquote, img, iframe';

/** Maximum number of characters of a value in a table. A table with a longer cell counts as layout. */
const longestValue = 300;

/**
 * Makes tables as plain as those of the editor: a grid of cells with one line each. A table for layout is replaced by
 * its content.
 */
export function fitTables(doc: Document) {
  // Inner tables are replaced first.
  for (const table of [...doc.body.querySelectorAll('table')].reverse()) {
    const rows = [...table.rows];
    const arranges =
      table.getAttribute('role') === 'presentation' ||
      table.querySelector(large) ||
      rows.every(({ cells }) => cells.length < 2) ||
      rows.some(({ cells }) => [...cells].some((cell) => cell.textContent.length > longestValue));
    if (arranges) table.replaceWith(...content(table));
    else makePlain(table, rows);
  }
}

function content(table: HTMLTableElement) {
  const cells = [...table.rows].flatMap((row) => [...row.cells]);
  return [...(table.caption ? [table.caption] : []), ...cells].map((cell) => blockOf(cell, 'div'));
}

function blockOf(from: Element, name: string) {
  const block = from.ownerDocument.createElement(name);
  block.append(...from.childNodes);
  return block;
}

function makePlain(table: HTMLTableElement, rows: HTMLTableRowElement[]) {
  const doc = table.ownerDocument;
  const grid = gridOf(rows).map((cells) => cells.map((cell) => plainCell(doc, cell)));
  const filled = grid.filter((cells) => cells.some(({ textContent }) => textContent.trim() !== ''));
  const width = Math.max(0, ...filled.map((cells) => cells.length));
  const body = doc.createElement('tbody');
  for (const cells of filled) {
    const row = doc.createElement('tr');
    row.append(...Array.from({ length: width }, (_, at) => cells[at] ?? doc.createElement('td')));
    body.append(row);
  }
  if (table.caption) table.before(blockOf(table.caption, 'p'));
  // The editor would take two adjacent tables for one.
  if (table.previousElementSibling?.localName === 'table') table.before(doc.createElement('p'));
  table.replaceChildren(body);
  if (filled.length === 0) table.remove();
}

/** Returns the cells of each row. A cell over several columns or rows is in the first of its places only. */
function gridOf(rows: HTMLTableRowElement[]) {
  const grid: (HTMLTableCellElement | null | undefined)[][] = rows.map(() => []);
  for (const [at, row] of rows.entries()) {
    for (const cell of row.cells) {
      const places = grid[at] ?? [];
      let column = 0;
      while (places[column] !== undefined) column += 1;
      for (const below of grid.slice(at, at + Math.min(cell.rowSpan || 1, rows.length))) {
        for (let over = 0; over < Math.min(cell.colSpan, 50); over += 1) below[column + over] = null;
      }
      places[column] = cell;
    }
  }
  return grid.map((places) => Array.from(places, (cell) => cell ?? undefined));
}

function plainCell(doc: Document, cell: HTMLTableCellElement | undefined) {
  if (!cell) return doc.createElement('td');
  const plain = doc.createElement(cell.localName);
  const aligned = [cell, ...cell.querySelectorAll<HTMLElement>('p, div')].map(
    ({ style, attributes }) => style.textAlign || attributes.getNamedItem('align')?.value,
  );
  plain.style.textAlign = aligned.find(Boolean) ?? '';
  joinLines(cell);
  if (cell.localName === 'th') plain.setAttribute('scope', scopeOf(cell));
  for (const name of cell.classList) if (name.startsWith('ql-align-')) plain.classList.add(name);
  plain.append(...cell.childNodes);
  return plain;
}

function scopeOf(cell: HTMLTableCellElement) {
  const isRow =
    cell.scope === 'row' || (!cell.scope && [...(cell.parentElement?.children ?? [])].some(isValue));
  return isRow && !cell.closest('thead') ? 'row' : 'col';
}

const isValue = ({ localName }: Element) => localName === 'td';

/** Joins the paragraphs and line breaks of a cell into one line. */
function joinLines(cell: Element) {
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
