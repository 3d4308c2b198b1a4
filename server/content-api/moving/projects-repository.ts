import { limits } from '#shared/limits.ts';
import { richTextSummary } from '#shared/rich-text-summary.ts';
import { projectInputSchema } from '#shared/schemas/project.ts';
import type { ArchiveRecords } from '../../archive/records.ts';
import { isoNow } from '../../database/clock.ts';
import { publicIdAt, rowIdOf, shownId } from '../../database/public-ids.ts';
import type { RowId } from '../../database/row-id.ts';
import type { Db } from '../../database/types.ts';
import { imagesOf } from '../projects/images-repository.ts';
import { brokenRule } from './form-rules.ts';
import {
  commonOf,
  extraOf,
  fileAt,
  type MovedRows,
  momentsOf,
  optionalFileAt,
  type Place,
  partIds,
} from './rows-repository.ts';

export const movedProjects: MovedRows<'projects'> = {
  table: 'projects',
  batch: 1,
  async read(db, ids) {
    const rows = await db
      .selectFrom('projects')
      .selectAll()
      .select(publicIdAt('categories', 'projects.category_id').as('category_public_id'))
      .where('id', 'in', ids)
      .where('deleted_at', 'is', null)
      .orderBy('id')
      .execute();
    const images = await imagesOf(db, ids);
    return rows.map((row) => ({
      id: shownId(row),
      created_at: row.created_at,
      updated_at: row.updated_at,
      title: row.title,
      description: row.description,
      images: images
        .filter(({ project_id }) => project_id === row.id)
        .map((image) => ({ id: shownId(image), image: fileAt(image.image) })),
      video: optionalFileAt(row.video),
      v_order: row.v_order,
      project_url: row.project_url,
      category_id: row.category_public_id ?? row.category_id,
      excerpt: row.excerpt,
      search_title: row.search_title,
      search_description: row.search_description,
      share_image: optionalFileAt(row.share_image),
      ...extraOf(row),
    }));
  },
  async problem(_db, record) {
    const broken = brokenRule(projectInputSchema, { ...record, v_order: record.v_order ?? 0 }, [
      'description',
    ]);
    if (broken) return broken;
    if ((record.images ?? []).length > limits.projectImages)
      return `images: a project has at most ${limits.projectImages}`;
    return undefined;
  },
  async write(tx, record, { id, isThere, place }) {
    const values = {
      ...commonOf(record),
      ...(await momentsOf(tx, 'projects', record, { id, isThere })),
      title: record.title,
      summary: richTextSummary(record.description),
      description: record.description,
      video: place(record.video),
      v_order: record.v_order,
      project_url: record.project_url,
      category_id: await rowIdOf(tx, 'categories', record.category_id),
      excerpt: record.excerpt,
      search_title: record.search_title,
      search_description: record.search_description,
      share_image: place(record.share_image),
    };
    const before = isThere ? await filesOf(tx, id) : [];
    if (isThere) await tx.updateTable('projects').set(values).where('id', '=', id).execute();
    else
      await tx
        .insertInto('projects')
        .values({ ...values, id, v_order: record.v_order ?? (await nextOrder(tx, values.category_id)) })
        .execute();
    if (record.images) await writeImages(tx, id, record.images, place);
    return before;
  },
};

/** Without those of images in the trash, which keep them. */
async function filesOf(tx: Db, id: RowId): Promise<(string | null)[]> {
  const rows = await tx
    .selectFrom('projects')
    .select(['video', 'share_image'])
    .where('id', '=', id)
    .execute();
  const images = await imagesOf(tx, [id]);
  return [...rows.flatMap((row) => [row.video, row.share_image]), ...images.map(({ image }) => image)];
}

/** Behind the last of its category. */
async function nextOrder(tx: Db, category: RowId): Promise<number> {
  const row = await tx
    .selectFrom('projects')
    .select((select) => select.fn.max('v_order').as('last'))
    .where('category_id', '=', category)
    .executeTakeFirst();
  return Math.min(Number(row?.last ?? 0) + 1, limits.order);
}

type Images = NonNullable<ArchiveRecords['projects']['images']>;

/** Those that are in the trash stay there. */
async function writeImages(tx: Db, project: RowId, images: Images, place: Place): Promise<void> {
  await tx
    .deleteFrom('project_images')
    .where('project_id', '=', project)
    .where('deleted_at', 'is', null)
    .execute();
  const ids = await partIds(tx, 'project_images', images);
  for (const [position, { image }] of images.entries()) {
    const address = place(image);
    if (address === undefined) continue;
    const row = { project_id: project, image: address, position, updated_at: isoNow() };
    await tx
      .insertInto('project_images')
      .values({ ...row, ...ids[position] })
      .execute();
  }
}
