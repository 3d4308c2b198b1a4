import {
  type ApplicantChange,
  type ApplicantStatus,
  type BulkAction,
  closedStatuses,
} from '#shared/schemas/applicant.ts';
import { isoAfter } from '../../database/clock.ts';
import type { RowId } from '../../database/row-id.ts';
import type { Db } from '../../database/types.ts';
import { type Admin, nameOf } from '../auth/repository.ts';
import { softDeleteRow } from '../content/trash-repository.ts';
import { noteEdit } from '../edits/repository.ts';
import { insertMove } from './events-repository.ts';
import type { ApplicantRow } from './repository.ts';
import { retainUntil } from './retention.ts';

/** Marks an applicant as read. `updated_at` does not change, since the data of the applicant stays the same. */
export async function markRead(db: Db, id: RowId) {
  await db.updateTable('applicants').set({ is_read: 1 }).where('id', '=', id).execute();
}

/**
 * Changes only the fields that were sent; a new status is added to the history, and one that ends the application marks
 * the applicant as read. Needs a transaction.
 */
export async function changeApplicant(
  tx: Db,
  before: ApplicantRow,
  change: Omit<ApplicantChange, 'updated_at'>,
  who: string,
) {
  const status = change.status ?? before.status;
  const reason = change.reject_reason ?? before.reject_reason;
  const isClosed = status !== before.status && closedStatuses.includes(status);
  const after = await tx
    .updateTable('applicants')
    .set({
      status,
      // An applicant who returns to the pipeline loses the old reason for rejection.
      reject_reason: (status === 'rejected' && reason) || null,
      rating: change.rating ?? before.rating,
      is_read: change.is_read ?? (isClosed ? 1 : before.is_read),
      retain_until: change.retain_until ?? retentionAfter(before, status),
      updated_at: isoAfter(before.updated_at),
    })
    .where('id', '=', before.id)
    .returningAll()
    .executeTakeFirstOrThrow();
  await noteEdit(tx, 'applicants', after, who);
  if (status !== before.status) {
    await insertMove(tx, before.id, { from_status: before.status, to_status: status, who });
  }
  return after;
}

/**
 * Makes the same change to many applicants. Returns the previous state of the changed applicants; applicants that no
 * longer exist are left out. `reason` is the reason for rejection. Needs a transaction.
 */
export async function changeApplicants(
  tx: Db,
  ids: readonly RowId[],
  action: BulkAction,
  admin: Admin | undefined,
  reason: string | null = null,
) {
  const who = nameOf(admin);
  const changed: ApplicantRow[] = [];
  for (const before of await findAll(tx, ids)) {
    if (action === 'delete') await softDeleteRow(tx, 'applicants', before.id, admin?.id);
    else if (action === 'read' || action === 'unread') {
      const isRead = action === 'read' ? 1 : 0;
      if (before.is_read === isRead) continue;
      await changeApplicant(tx, before, { ...nothing, is_read: isRead }, who);
    } else {
      if (before.status === action) continue;
      await changeApplicant(tx, before, { ...nothing, status: action, reject_reason: reason }, who);
    }
    changed.push(before);
  }
  return changed;
}

const nothing = { status: null, reject_reason: null, rating: null, is_read: null, retain_until: null };

function findAll(tx: Db, ids: readonly RowId[]) {
  return tx
    .selectFrom('applicants')
    .selectAll()
    .where('id', 'in', ids)
    .where('deleted_at', 'is', null)
    .orderBy('id')
    .execute();
}

/**
 * Returns the retention after a change of status: an applicant who was marked as spam by mistake gets the normal
 * retention of an application.
 */
function retentionAfter(before: ApplicantRow, status: ApplicantStatus) {
  if (before.status !== 'spam' || status === 'spam') return before.retain_until;
  const usual = retainUntil(new Date(before.last_submitted_at));
  return before.retain_until > usual ? before.retain_until : usual;
}
