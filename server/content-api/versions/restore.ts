import { limits } from '#shared/limits.ts';
import { blogInputSchema } from '#shared/schemas/blog.ts';
import { ownNumber } from '#shared/schemas/id.ts';
import { jobInputSchema } from '#shared/schemas/job.ts';
import { projectInputSchema } from '#shared/schemas/project.ts';
import type { VersionedResource } from '#shared/schemas/versions.ts';
import type { RowId } from '../../database/row-id.ts';
import type { Db } from '../../database/types.ts';
import { assertThat } from '../../errors.ts';
import { categories, jobs, posts, projects } from '../content/tables.ts';
import { assertCanOpen } from '../jobs/assert-can-open.ts';
import { updateJob } from '../jobs/repository.ts';
import { restoreRow } from '../row-records/trash-repository.ts';
import { type Fields, type State, versioned } from '../row-records/version-states.ts';
import { parseFields } from '../validation/field-errors.ts';

interface Restoring {
  tx: Db;
  /** The company's time zone. */
  zone: string;
  id: RowId;
  now: State;
  /** The contents of the version, its text included. */
  then: Fields & { description: string };
}

/** The result of a restore: the row in its new version, and the fields that could not be restored (`kept`). */
type Restored = { row: { id: RowId; updated_at: string }; kept: string[] };

/**
 * Restores texts and fields, validated by the rules of a save. The position of a record and its visibility do not
 * change. Images of a project are restored from the trash. Other pictures and videos are not restored, because
 * replaced files no longer exist: the present ones stay, and their fields are reported as `kept`.
 */
export const restoreFields: Record<VersionedResource, (restoring: Restoring) => Promise<Restored>> = {
  async blog({ tx, id, now, then }) {
    const values = parseFields(blogInputSchema, withApart('blog', now, then));
    const row = await posts.update(tx, { id, updated_at: now.updated_at }, values);
    return { row, kept: notBack('blog', now, then) };
  },
  async project({ tx, id, now, then }) {
    const read = parseFields(projectInputSchema, withApart('project', now, then));
    const values = { ...read, category_id: ownNumber(read.category_id) };
    assertThat(await categories.exists(tx, values.category_id), 'project.categoryGone', 409);
    const areBack = await bringImagesBack(tx, id, then.images, now.fields.images);
    const row = await projects.update(tx, { id, updated_at: now.updated_at }, values);
    const kept = notBack('project', now, then);
    return { row, kept: areBack ? kept : ['images', ...kept] };
  },
  async job({ tx, zone, id, then }) {
    const before = await jobs.find(tx, id);
    assertThat(before, 'job.notFound', 404);
    const values = parseFields(jobInputSchema, { ...then, status: before.status, v_order: before.v_order });
    assertCanOpen(before.status, values, zone, before);
    return { row: await updateJob(tx, before, values, zone), kept: [] };
  },
};

function withApart(resource: VersionedResource, { fields }: State, then: Fields): Fields {
  return {
    ...then,
    ...Object.fromEntries(versioned[resource].apart.map((name) => [name, fields[name] ?? null])),
  };
}

function notBack(resource: VersionedResource, now: State, then: Fields): string[] {
  return versioned[resource].files.filter((name) => (then[name] ?? null) !== (now.fields[name] ?? null));
}

/**
 * Restores images of a project from the trash where there is room; returns false when an image could not be restored.
 */
async function bringImagesBack(tx: Db, id: RowId, then: unknown, now: unknown): Promise<boolean> {
  const shown: unknown[] = Array.isArray(now) ? now : [];
  const missing = (Array.isArray(then) ? then : []).filter((address: string) => !shown.includes(address));
  if (missing.length === 0) return true;
  const trashed = await tx
    .selectFrom('project_images')
    .select('id')
    .where('project_id', '=', id)
    .where('image', 'in', missing)
    .where('deleted_at', 'is not', null)
    .execute();
  const fitting = trashed.slice(0, Math.max(0, limits.projectImages - shown.length));
  // `''` restores a row however long ago it was deleted: as long as it is in the trash, its file exists.
  for (const image of fitting) await restoreRow(tx, 'project_images', image.id, '');
  return fitting.length === missing.length;
}
