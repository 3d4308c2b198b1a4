import type { Fields } from '#shared/entities/entity.ts';
import { limits } from '#shared/limits.ts';
import { richTextSummary } from '#shared/rich-text-summary.ts';

/** Fields that are more than a column, or another one: whoever answers adds them. */
const addedByHand = ['id', 'rich', 'pictures', 'parts', 'derived'];

/**
 * The columns of a row that answers have, by the descriptor of its noun; of a list those that its query reads and that `not` does not
 * leave out. An extension that says nothing is left out: most pages have none of it, and are no longer for it.
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

/** The description of a row in lists: its excerpt, else the beginning of the text. Safe HTML. */
export function summaryOf({ excerpt, summary }: { excerpt: string | null; summary: string }): string {
  if (!excerpt) return summary;
  const text = excerpt.slice(0, limits.summary).replaceAll('&', '&amp;').replaceAll('<', '&lt;');
  return richTextSummary(`<p>${text}</p>`);
}
