import type { Id } from '#shared/id.ts';
import type { Blog } from '#shared/schemas/blog.ts';
import type { Project } from '#shared/schemas/project.ts';
import type { RowId } from '../../database/row-id.ts';
import type { Db } from '../../database/types.ts';
import { placeOfAddress } from '../media/addresses.ts';
import { withDetailsOf } from '../pictures/details.ts';

/** The parts of a draft that show pictures. */
type Shown = { id: Id } & Partial<Pick<Blog, 'blog_image' | 'picture_details'> & Pick<Project, 'images'>>;

/**
 * A draft as it is stored. `picture_ids` contains the library ids of its pictures; the keys are the addresses that
 * the pictures had when the draft was stored.
 */
type Kept = Shown & { picture_ids?: Record<string, RowId> };

/**
 * Returns the draft with the library ids of its pictures, for storing. If a picture is replaced everywhere
 * (docs/product.md §23), its address changes, but its id stays.
 */
export async function withPictureIds(db: Db, draft: Shown): Promise<Kept> {
  const files = filesOf(draft);
  if (files.length === 0) return draft;
  const rows = await db.selectFrom('pictures').select(['id', 'file']).where('file', 'in', files).execute();
  return { ...draft, picture_ids: Object.fromEntries(rows.map(({ id, file }) => [file, id])) };
}

/** Returns a stored draft for visitors: with the present addresses and details of its pictures. */
export async function withPictures(db: Db, { picture_ids = {}, ...draft }: Kept): Promise<Shown> {
  const files = await filesById(db, Object.values(picture_ids));
  const now = (image: string) => files.get(picture_ids[image] ?? 0) ?? image;
  const { blog_image, images } = draft;
  const shown = {
    ...draft,
    ...(blog_image && { blog_image: now(blog_image) }),
    ...(images && { images: images.map((each) => ({ ...each, image: now(each.image) })) }),
  };
  return withDetailsOf(db, shown, filesOf(shown));
}

async function filesById(db: Db, ids: RowId[]): Promise<Map<RowId, string>> {
  if (ids.length === 0) return new Map();
  const rows = await db.selectFrom('pictures').select(['id', 'file']).where('id', 'in', ids).execute();
  return new Map(rows.map(({ id, file }) => [id, file]));
}

/**
 * Returns the stored files of a draft. Chosen files that were not saved yet are inline data of megabytes, and are
 * left out.
 */
function filesOf({ blog_image, images = [] }: Shown): string[] {
  const all = [blog_image, ...images.map(({ image }) => image)];
  return all.filter((image) => typeof image === 'string').filter((image) => placeOfAddress(image));
}
