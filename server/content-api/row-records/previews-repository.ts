import type { Selectable } from 'kysely';
import type { PreviewResource } from '#shared/schemas/preview.ts';
import type { PreviewsTable } from '../../database/publishing-types.ts';
import type { RowId } from '../../database/row-id.ts';
import type { Db } from '../../database/types.ts';
import type { Admin } from '../auth/repository.ts';

type PreviewRow = Selectable<PreviewsTable>;

/** A link as lists show it, without its draft, which may be megabytes. */
type ListedPreview = Pick<PreviewRow, 'id' | 'who' | 'created_at' | 'updated_at' | 'expires_at'>;

const listed = ['id', 'who', 'created_at', 'updated_at', 'expires_at'] as const;

/**
 * The record that a draft belongs to: the stored row `row_id`. If `row_id` is null, it is a record that the admin
 * `admin_id` has not saved yet.
 */
type DraftOf = Pick<PreviewRow, 'resource' | 'row_id' | 'admin_id'>;

/** Lists the valid links to a draft, newest first. */
export function listLinks(
  db: Db,
  { resource, row_id, admin_id }: DraftOf,
  now: string,
): Promise<ListedPreview[]> {
  return db
    .selectFrom('previews')
    .select(listed)
    .where('resource', '=', resource)
    .where('row_id', row_id === null ? 'is' : '=', row_id)
    .where('expires_at', '>', now)
    .where('own', '=', 0)
    .$if(row_id === null, (query) => query.where('admin_id', '=', admin_id))
    .orderBy('id', 'desc')
    .execute();
}

export function insertPreview(tx: Db, values: Omit<PreviewRow, 'id' | 'updated_at'>): Promise<ListedPreview> {
  return tx
    .insertInto('previews')
    .values({ ...values, updated_at: values.created_at })
    .returning(listed)
    .executeTakeFirstOrThrow();
}

/** Changes the draft that a link shows. */
export function updatePreview(
  tx: Db,
  id: RowId,
  { entity, bytes, now }: { entity: string; bytes: number; now: string },
): Promise<ListedPreview> {
  return tx
    .updateTable('previews')
    .set({ entity, bytes, updated_at: now })
    .where('id', '=', id)
    .returning(listed)
    .executeTakeFirstOrThrow();
}

/** Assigns an admin's links to an unsaved draft to the row that the first save of the draft has created. */
export async function attachLinksToRow(
  tx: Db,
  resource: PreviewResource,
  rowId: RowId,
  admin: Pick<Admin, 'id'> | undefined,
): Promise<void> {
  if (!admin) return;
  await tx
    .updateTable('previews')
    .set({ row_id: rowId })
    .where('resource', '=', resource)
    .where('row_id', 'is', null)
    .where('admin_id', '=', admin.id)
    .execute();
}

/** Revokes a link permanently; false when there is none. An admin's own preview can be revoked only by that admin. */
export async function deletePreview(
  db: Db,
  id: RowId,
  adminId: RowId,
  resources: readonly PreviewResource[],
): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('previews')
    .where('id', '=', id)
    .where('resource', 'in', resources)
    .where((preview) => preview.or([preview('own', '=', 0), preview('admin_id', '=', adminId)]))
    .executeTakeFirst();
  return Number(numDeletedRows) > 0;
}

/** Finds the preview of this secret, while its link is valid. */
export function findPreview(db: Db, secretHash: string, now: string): Promise<PreviewRow | undefined> {
  return db
    .selectFrom('previews')
    .selectAll()
    .where('secret_hash', '=', secretHash)
    .where('expires_at', '>', now)
    .executeTakeFirst();
}

export async function eraseExpired(db: Db, now: string): Promise<number> {
  const { numDeletedRows } = await db
    .deleteFrom('previews')
    .where('expires_at', '<=', now)
    .executeTakeFirst();
  return Number(numDeletedRows);
}
