import type { Fields } from '#shared/entities/entity.ts';
import { limits } from '#shared/limits.ts';
import { richTextSummary } from '#shared/rich-text-summary.ts';

/** Kinds of fields whose values `answeredFields` does not copy from a column: the caller adds them to the answer. */
const addedByHand = ['id', 'rich', 'pictures', 'parts', 'derived'];

/**
 * Returns the columns of a row that an answer contains, by the descriptor of its entity. In a list, columns that the
 * query has not read and fields that the descriptor excludes from lists (`not`) are left out. An extension field
 * without a value is left out, since few records have one.
 */
export function answeredFields<Answer>(
  fields: Fields,
  row: object,
  where: 'alone' | 'in a list',
): Omit<Answer, 'id' | 'description'> {
  const columns = row as Readonly<Record<string, unknown>>;
  const answered = Object.entries(fields).filter(
    ([name, { kind, extension, not }]) =>
      columns[name] !== undefined &&
      !addedByHand.includes(kind) &&
      !(where === 'in a list' && not?.includes('lists')) &&
      !(extension && !columns[name]),
  );
  return Object.fromEntries(answered.map(([name]) => [name, columns[name]])) as Omit<
    Answer,
    'id' | 'description'
  >;
}

/** Returns the description of a row in lists: its excerpt, else the beginning of the text. Safe HTML. */
export function summaryOf({ excerpt, summary }: { excerpt: string | null; summary: string }): string {
  if (!excerpt) return summary;
  const text = excerpt.slice(0, limits.summary).replaceAll('&', '&amp;').replaceAll('<', '&lt;');
  return richTextSummary(`<p>${text}</p>`);
}
