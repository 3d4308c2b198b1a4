import type { Id } from '#shared/id.ts';
import type { Blog } from '#shared/schemas/blog.ts';
import type { Project } from '#shared/schemas/project.ts';
import type { RowId } from '../../database/row-id.ts';
import type { Db } from '../../database/types.ts';
import { placeOfAddress } from '../media/addresses.ts';
import { withDetailsOf } from '../pictures/details.ts';

/** What of a draft shows pictures. */
type Shown = { id: Id } & Partial<Pick<Blog, 'blog_image' | 'picture_details'> & Pick<Project, 'images'>>;

/** A draft as it is kept: with the ids of its pictures in the library, by the addresses that they had when it was kept. */
type Kept = Shown & { picture_ids?: Record<string, RowId> };

/**
 * A draft that is to be kept. A picture that is replaced everywhere (docs/product.md §23) has another address from then on, and its id
 * stays.
 */
export async function withPictureIds(db: Db, draft: Shown): Promise<Kept> {
  const files = filesOf(draft);
  if (files.length === 0) return draft;
  const rows = await db.selectFrom('pictures').select(['id', 'file']).where('file', 'in', files).execute();
  return { ...draft, picture_ids: Object.fromEntries(rows.map(({ id, file }) => [file, id])) };
}

/** A kept draft as visitors see it: its pictures as they are by now, with what is said of them. */
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

/** The stored files that it shows. What was chosen and not saved yet stands in it inline, and has megabytes. */
function filesOf({ blog_image, images = [] }: Shown): string[] {
  const all = [blog_image, ...images.map(({ image }) => image)];
  return all.filter((image) => typeof image === 'string').filter((image) => placeOfAddress(image));
}
