import { type CallName, contract } from '#shared/contract/index.ts';
import { mayCall } from '#shared/contract/may-call.ts';
import { messageText } from '#shared/messages.ts';
import type { LiveSite } from '#shared/schemas/site.ts';
import {
  type KeptResource,
  type ListedVersion,
  type VersionedResource,
  versionedResources,
} from '#shared/schemas/versions.ts';
import type { Db } from '../../database/types.ts';
import { AppError, assertThat } from '../../errors.ts';
import { nameOf } from '../auth/name-of.ts';
import type { EngineCall, Handlers } from '../calls.ts';
import { noteEdit } from '../edits/repository.ts';
import { saveVersion } from '../row-records/save-version.ts';
import { type Fields, versioned } from '../row-records/version-states.ts';
import { wholeText, wordsOf } from '../row-records/version-texts.ts';
import {
  findVersion,
  type ListedVersionRow,
  pageOfVersions,
  previousVersion,
} from '../row-records/versions-repository.ts';
import { assertNotNewer } from '../validation/concurrency.ts';
import { restoreFields } from './restore.ts';

/**
 * Versions of posts, projects and jobs (docs/product.md §18). Listing and reading versions needs the right to read
 * the record; restoring needs the right to change it.
 */
export function versionHandlers(db: Db, site: LiveSite): Handlers {
  return {
    async getVersions(call) {
      const { id } = call.query;
      const resource = versionedHere(call.query.resource);
      assertMay(call, 'getVersions', resource);
      const found = await pageOfVersions(db, resource, id, call.page);
      return { data: { ...found, data: found.data.map(presentListedVersion) } };
    },
    async getVersion(call) {
      const data = await db
        .transaction()
        .setAccessMode('read only')
        .execute(async (tx) => {
          const version = await findVersion(tx, call.id);
          assertThat(version, 'version.notFound', 404);
          const { fields: stored, text_hash, seen: _seen, resource, row_id, ...listed } = version;
          assertMay(call, 'getVersion', resource);
          const fields: Fields = JSON.parse(stored);
          const row = await tx
            .selectFrom(versioned[resource].table)
            .select('public_id')
            .where('id', '=', row_id)
            .executeTakeFirst();
          return {
            ...presentListedVersion(listed),
            resource,
            row_id: row?.public_id ?? row_id,
            fields: 'category_id' in fields ? { ...fields, ...(await categoryOf(tx, fields)) } : fields,
            text: await wordsOf(tx, text_hash),
          };
        });
      return { data };
    },
    async restoreVersion(call) {
      const { updated_at: sent } = await call.body();
      const data = await db.transaction().execute(async (tx) => {
        const version = await findVersion(tx, call.id);
        assertThat(version, 'version.notFound', 404);
        const { resource, row_id: id } = version;
        assertMay(call, 'restoreVersion', resource);
        const { table, read } = versioned[resource];
        const now = await read(tx, id);
        assertThat(now, 'version.thingGone', 404);
        await assertNotNewer(tx, table, sent, { id, updated_at: now.updated_at });
        const keep = await saveVersion(tx, resource, id);
        const then = { ...JSON.parse(version.fields), description: await wholeText(tx, version.text_hash) };
        const { row, kept } = await restoreFields[resource]({ tx, zone: site().time_zone, id, now, then });
        await noteEdit(tx, table, row, nameOf(call.admin));
        const made = await keep(call.admin, version.number);
        const before = made === undefined ? undefined : await previousVersion(tx, resource, id, made);
        return {
          resource,
          row_id: now.public_id ?? id,
          updated_at: row.updated_at,
          before: before ?? null,
          kept,
        };
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

function assertMay({ admin }: Pick<EngineCall, 'admin'>, name: CallName, resource: VersionedResource): void {
  assertThat(mayCall(admin?.role, contract[name], resource), 'role.notAllowed', 403);
}

/**
 * Returns the public id and the present title of a version's category. If the category no longer exists, the title is
 * null and `category_id` is returned unchanged.
 */
async function categoryOf(tx: Db, { category_id = null }: Fields): Promise<Fields> {
  const found = await tx
    .selectFrom('categories')
    .select(['public_id', 'title'])
    .where('id', '=', Number(category_id))
    .executeTakeFirst();
  return { category_id: found?.public_id ?? category_id, category: found?.title ?? null };
}

function presentListedVersion({ changed, ...row }: ListedVersionRow): ListedVersion {
  return { ...row, changed: JSON.parse(changed) };
}
