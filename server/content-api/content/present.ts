import type { Entity, Fields } from '#shared/entities/entity.ts';
import { limits } from '#shared/limits.ts';
import { richTextSummary } from '#shared/rich-text-summary.ts';
import { shownId } from '../../database/public-ids.ts';
import type { RowId } from '../../database/row-id.ts';
import type { ListedPicture } from './table.ts';

type Columns = Readonly<Record<string, unknown>>;

/**
 * Returns the columns of a row that an answer contains, by the descriptor of its entity. In a list, columns that the
 * query has not read and fields that the descriptor excludes from lists (`not`) are left out. An extension field
 * without a value is left out, since few records have one.
 */
export function presentRow<Answer>(
  { fields }: Pick<Entity, 'fields'>,
  row: { id: RowId; public_id: string | null },
  where: 'alone' | 'in a list',
): Answer {
  const columns = row as unknown as Columns;
  const answer: Record<string, unknown> = { id: shownId(row) };
  for (const [name, field] of Object.entries(fields)) {
    const value = answerOf(columns, name, field, where);
    if (value !== undefined) answer[name] = value;
  }
  return answer as Answer;
}

function answerOf(
  columns: Columns,
  name: string,
  { kind, extension, not }: Fields[string],
  where: 'alone' | 'in a list',
): unknown {
  const value = columns[name];
  if (kind === 'pictures')
    return (value as ListedPicture[]).map((row) => ({ id: shownId(row), image: row.image }));
  if (kind === 'rich') return where === 'alone' ? value : summaryOf(columns);
  if (['id', 'parts', 'derived'].includes(kind)) return undefined;
  if (kind === 'reference') return columns[`${name.slice(0, -'_id'.length)}_public_id`] ?? value;
  const isLeftOut = (where === 'in a list' && not?.includes('lists')) || (extension && !value);
  return isLeftOut ? undefined : value;
}

/** Returns the description of a row in lists: its excerpt, else the beginning of the text. Safe HTML. */
function summaryOf({ excerpt, summary }: Columns): unknown {
  if (!excerpt) return summary;
  const text = String(excerpt).slice(0, limits.summary).replaceAll('&', '&amp;').replaceAll('<', '&lt;');
  return richTextSummary(`<p>${text}</p>`);
}
