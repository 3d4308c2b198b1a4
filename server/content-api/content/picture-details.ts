import { type Entity, namesWhere } from '#shared/entities/entity.ts';
import type { PictureDetail } from '#shared/schemas/picture-details.ts';
import type { Db } from '../../database/types.ts';

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
