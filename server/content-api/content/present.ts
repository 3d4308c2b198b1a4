import { type Entity, type Fields, namesWhere } from '#shared/entities/entity.ts';
import { limits } from '#shared/limits.ts';
import { richTextSummary } from '#shared/rich-text-summary.ts';
import type { PictureDetail } from '#shared/schemas/picture-details.ts';
import { shownId } from '../../database/rows.ts';
import type { Db, RowId } from '../../database/types.ts';
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

type Shown = { picture_details?: PictureDetail[] };

/** Returns the addresses of the pictures in an answer. */
function imagesIn({ fields }: Entity, item: object): unknown[] {
  const values: Readonly<Record<string, unknown>> = { ...item };
  return namesWhere(fields, ({ kind }) => kind === 'picture' || kind === 'pictures').flatMap((name) => {
    const value = values[name];
    return Array.isArray(value) ? value.map(({ image }) => image) : (value ?? []);
  });
}

/**
 * Adds the details of pictures to answers about records of an entity (docs/product.md §23). Pictures without details
 * add nothing. One query serves a whole list.
 */
export async function withDetails<Item extends Shown>(
  db: Db,
  noun: Entity,
  items: readonly Item[],
): Promise<Item[]> {
  const details = await detailsOf(
    db,
    items.flatMap((item) => imagesIn(noun, item)),
  );
  return items.map((item) => {
    const images = new Set(imagesIn(noun, item));
    const picture_details = details.filter(({ image }) => images.has(image));
    return picture_details.length > 0 ? { ...item, picture_details } : item;
  });
}

async function detailsOf(db: Db, images: readonly unknown[]): Promise<PictureDetail[]> {
  const files = [...new Set(images.filter((image): image is string => typeof image === 'string'))];
  if (files.length === 0) return [];
  const rows = await db
    .selectFrom('pictures')
    .select(['file', 'alt', 'focus_x', 'focus_y'])
    .where('file', 'in', files)
    .where((where) =>
      where.or([where('alt', '<>', ''), where('focus_x', '<>', 50), where('focus_y', '<>', 50)]),
    )
    .execute();
  return rows.map(({ file, ...said }) => ({ image: file, ...said }));
}
