import { Quill } from 'react-quill';
import type { QuillClass } from './quill-class.ts';

const Cell = Quill.import('formats/table') as unknown as QuillClass;
const { Attributor, Scope } = Quill.import('parchment') as unknown as {
  Attributor: new (name: string, attribute: string, options: object) => unknown;
  Scope: { BLOCK: number };
};

/**
 * Attribute of a cell that is a heading, whose `scope` is its value: in the editor, tables have only one kind of cell.
 */
export const headAttribute = 'data-head';

/** Formats that a cell can have. Others, such as a heading or a list, would break it out of its table. */
const ofCells = ['table', headAttribute, 'align'];

/** A cell of a table. The editor keeps and pastes tables, but has no tools to make them (docs/product.md §2). */
class PolicyCell extends Cell {
  override format(name: string, value: unknown): void {
    if (ofCells.includes(name)) super.format(name, value);
  }
}

export const tableFormats: Record<string, unknown> = {
  'formats/table': PolicyCell,
  [`formats/${headAttribute}`]: new Attributor(headAttribute, headAttribute, {
    scope: Scope.BLOCK,
    whitelist: ['col', 'row'],
  }),
};

/** Returns the cell at this position of the text. */
export function cellAt(quill: Quill, index: number): HTMLTableCellElement | undefined {
  const node = quill.getLine(index)[0]?.domNode;
  return node instanceof HTMLTableCellElement ? node : undefined;
}

/** Returns the position after the table in which this position is; undefined outside of tables. */
export function afterTable(quill: Quill, index: number) {
  const table = cellAt(quill, index)?.closest('table');
  const blot = table && Quill.find(table);
  return blot && !(blot instanceof Quill) ? quill.getIndex(blot) + blot.length() : undefined;
}
