import { type CallName, contract } from '#shared/contract/index.ts';
import { mayCall } from '#shared/contract/row.ts';
import { isSingleFile, namesWhere } from '#shared/entities/entity.ts';
import type { ContentEntity } from '#shared/entities/index.ts';
import { entities } from '#shared/entities/index.ts';
import { limits } from '#shared/limits.ts';
import { messageText } from '#shared/messages.ts';
import { jobInputSchema } from '#shared/schemas/job.ts';
import type { LiveSite } from '#shared/schemas/site.ts';
import { type KeptResource, type VersionedResource, versionedResources } from '#shared/schemas/versions.ts';
import { assertNotNewer, noteEdit, pageOf, reading, restoreRow, shownId } from '../../database/rows.ts';
import type { Db, RowId } from '../../database/types.ts';
import { AppError, assertThat } from '../../errors.ts';
import { nameOf } from '../auth/accounts.ts';
import { type EngineCall, type Handlers, parseFields } from '../calls.ts';
import { type Chore, dayMs, inBatches } from '../chore.ts';
import { inputOf, textsOf } from '../content/handlers.ts';
import type { ContentTable } from '../content/table.ts';
import { categories, jobs, tables } from '../content/tables.ts';
import {
  eraseVersions,
  type Fields,
  type State,
  saveVersion,
  stateOf,
  versionsOf,
  wholeText,
  wordsOf,
} from '../content/versions.ts';
import { assertCanOpen, updateJob } from '../jobs/repository.ts';

/** The columns of a version in lists. */
const listed = ['id', 'number', 'kind', 'at', 'who_id', 'who', 'title', 'changed', 'restored'] as const;

/**
 * Versions of posts, projects and jobs (docs/product.md §18). Listing and reading versions needs the right to read
 * the record; restoring needs the right to change it.
 */
export function versionHandlers(db: Db, site: LiveSite): Handlers {
  /** Finds the version that a call names. */
  async function find(tx: Db, { id, admin }: EngineCall, name: CallName) {
    const version = await tx.selectFrom('versions').selectAll().where('id', '=', id).executeTakeFirst();
    assertThat(version, 'version.notFound', 404);
    assertMay(admin, name, version.resource);
    return { version, fields: JSON.parse(version.fields) as Fields };
  }

  return {
    async getVersions(call) {
      const resource = versionedHere(call.query.resource);
      assertMay(call.admin, 'getVersions', resource);
      const found = await pageOf(db, call.page, (tx) =>
        versionsOf(tx, resource, [call.query.id]).select(listed).orderBy('number', 'desc'),
      );
      const data = found.data.map((row) => ({ ...row, changed: JSON.parse(row.changed) }));
      return { data: { ...found, data } };
    },
    async getVersion(call) {
      const data = await reading(db, async (tx) => {
        const { version, fields } = await find(tx, call, 'getVersion');
        const { text_hash, seen: _seen, changed, ...told } = version;
        const { table } = entities[told.resource];
        const row = tx.selectFrom(table).select('public_id').where('id', '=', told.row_id);
        return {
          ...told,
          changed: JSON.parse(changed),
          row_id: (await row.executeTakeFirst())?.public_id ?? told.row_id,
          fields: 'category_id' in fields ? { ...fields, ...(await categoryOf(tx, fields)) } : fields,
          text: await wordsOf(tx, text_hash),
        };
      });
      return { data };
    },
    async restoreVersion(call) {
      const { updated_at: sent } = await call.body();
      const data = await db.transaction().execute(async (tx) => {
        const { version, fields } = await find(tx, call, 'restoreVersion');
        const { resource, row_id: id, number, text_hash } = version;
        const { table } = entities[resource];
        const now = await stateOf(tx, resource, id);
        assertThat(now, 'version.thingGone', 404);
        await assertNotNewer(tx, table, sent, { id, updated_at: now.updated_at });
        const keep = await saveVersion(tx, resource, id);
        const then = { ...fields, description: await wholeText(tx, text_hash) };
        const { row, kept } = await restoreFields(tx, resource, { zone: site().time_zone, id, now, then });
        await noteEdit(tx, table, row, nameOf(call.admin));
        const before = (await keep(call.admin, number)) ?? null;
        return { resource, row_id: shownId({ ...now, id }), updated_at: row.updated_at, before, kept };
      });
      return { data, message: 'version.restored' };
    },
  };
}

/** Throws 422 for a resource that has versions only at an API host. */
function versionedHere(resource: KeptResource): VersionedResource {
  const found = versionedResources.find((each) => each === resource);
  if (found) return found;
  const reason = messageText('field.notOneOf', { list: versionedResources.join(', ') });
  throw new AppError('fields.invalid', 422, { fields: { resource: [reason] } });
}

function assertMay(admin: EngineCall['admin'], name: CallName, resource: VersionedResource) {
  assertThat(mayCall(admin?.role, contract[name], resource), 'role.notAllowed', 403);
}

/**
 * Returns the public id and the present title of a version's category. If the category no longer exists, the title is
 * null and `category_id` is returned unchanged.
 */
async function categoryOf(tx: Db, { category_id = null }: Fields): Promise<Fields> {
  const [found] = await categories.listed(tx, [Number(category_id)]);
  return { category_id: found?.public_id ?? category_id, category: found?.title ?? null };
}

interface Restoring {
  /** The company's time zone. */
  zone: string;
  id: RowId;
  now: State;
  /** The contents of the version, its text included. */
  then: Fields & { description: string };
}

/**
 * Restores texts and fields, validated by the rules of a save. The position of a record and its visibility do not
 * change. Images of a project are restored from the trash. Other pictures and videos are not restored, because
 * replaced files no longer exist: the present ones stay, and their fields are returned as `kept`.
 */
export async function restoreFields(
  tx: Db,
  resource: VersionedResource,
  { zone, id, now, then }: Restoring,
): Promise<{ row: { id: RowId; updated_at: string }; kept: string[] }> {
  const { fields } = entities[resource];
  const apart = namesWhere(fields, (field) => field.apart === true);
  const values = { ...then, ...Object.fromEntries(apart.map((name) => [name, now.fields[name] ?? null])) };
  const kept = namesWhere(fields, isSingleFile).filter(
    (name) => (then[name] ?? null) !== (now.fields[name] ?? null),
  );
  const before = { id, updated_at: now.updated_at };
  if (resource === 'job') {
    const job = await jobs.find(tx, id);
    assertThat(job, 'job.notFound', 404);
    const input = parseFields(jobInputSchema, values);
    assertCanOpen(job.status, input, zone, job);
    return { row: await updateJob(tx, job, input, zone), kept };
  }
  const { [resource]: rows } = tables;
  const read = textsOf(rows.noun, parseFields(inputOf(rows.noun), values));
  if ('category_id' in read) {
    const category_id = Number(read.category_id);
    assertThat(await categories.exists(tx, category_id), 'project.categoryGone', 409);
    if (!(await bringImagesBack(tx, id, then.images, now.fields.images))) kept.unshift('images');
  }
  return { row: await (rows as ContentTable<ContentEntity>).update(tx, before, read), kept };
}

/**
 * Restores images of a project from the trash where there is room; returns false when an image could not be restored.
 */
async function bringImagesBack(tx: Db, id: RowId, then: unknown, now: unknown) {
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

/** Number of versions that are erased in one transaction. */
const batch = 50;

/** Erases versions that are too old, except the newest `limits.versionsKept` of each record. */
export function versionsChore(db: Db): Chore {
  return {
    name: 'versions that are too old',
    run(now) {
      const end = new Date(now.getTime() - limits.versionDays * dayMs).toISOString();
      return inBatches(batch, () =>
        db.transaction().execute(async (tx) => {
          const old = await tx
            .selectFrom('versions as version')
            .select('version.id')
            .where('version.at', '<', end)
            .where('version.number', '<=', (select) =>
              select
                .selectFrom('versions as newest')
                .select((part) => part(part.fn.max('newest.number'), '-', limits.versionsKept).as('number'))
                .whereRef('newest.resource', '=', 'version.resource')
                .whereRef('newest.row_id', '=', 'version.row_id'),
            )
            .orderBy('version.at')
            .orderBy('version.id')
            .limit(batch)
            .execute();
          await eraseVersions(tx, old);
          return { versions: old.length };
        }),
      );
    },
  };
}
