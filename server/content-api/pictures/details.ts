import type { PictureDetail } from '#shared/schemas/picture-details.ts';
import type { Db } from '../../database/types.ts';

type Images = (string | null | undefined)[];
type Shown = { picture_details?: PictureDetail[] };

/**
 * Adds the details of pictures to an answer for visitors (docs/product.md §23). Pictures without details add nothing.
 * One query serves a whole list.
 */
export async function withDetails<Item extends Shown>(
  db: Db,
  items: readonly Item[],
  imagesOf: (item: Item) => Images,
): Promise<Item[]> {
  const details = await detailsOf(db, items.flatMap(imagesOf));
  if (details.length === 0) return [...items];
  return items.map((item) => {
    const images = new Set(imagesOf(item));
    const picture_details = details.filter(({ image }) => images.has(image));
    return picture_details.length > 0 ? { ...item, picture_details } : item;
  });
}

/** As `withDetails`, for a single item. */
export async function withDetailsOf<Item extends Shown>(db: Db, item: Item, images: Images): Promise<Item> {
  const picture_details = await detailsOf(db, images);
  return picture_details.length > 0 ? { ...item, picture_details } : item;
}

async function detailsOf(db: Db, images: Images): Promise<PictureDetail[]> {
  const files = [...new Set(images.filter((image) => typeof image === 'string'))];
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
