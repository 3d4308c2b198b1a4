import { limits } from '#shared/limits.ts';
import type { ApplicantChange, SingleApplicant } from '#shared/schemas/applicant.ts';
import type { Db } from '../../database/types.ts';
import { assertThat } from '../../errors.ts';
import { nameOf } from '../auth/repository.ts';
import type { Handlers } from '../calls.ts';
import { deletes } from '../content/handlers.ts';
import { softDeleteRow } from '../content/trash-repository.ts';
import { assertNotNewer } from '../edits/repository.ts';
import type { MediaStore } from '../media/store.ts';
import { badField, FieldErrors } from '../validation/field-errors.ts';
import { exportApplicants } from './export-repository.ts';
import {
  presentApplicant,
  presentEvent,
  presentListed,
  presentMovedFrom,
  presentNote,
  presentSubmission,
} from './present.ts';
import {
  type ApplicantRow,
  changeApplicant,
  changeApplicants,
  eventsOf,
  findApplicant,
  findNote,
  findSubmission,
  idsOfApplicants,
  insertNote,
  markRead,
  notesOf,
  pageOfApplicants,
  submissionsOf,
  updateNote,
  withFirst,
} from './repository.ts';
import { dayOf, retainUntil } from './retention.ts';

/** The admin calls about applicants. */
export function applicantHandlers(db: Db, media: MediaStore): Handlers {
  return {
    async getApplicants(call) {
      const { page: _page, per_page: perPage, sort, ...filters } = call.query;
      const found = await pageOfApplicants(db, call.page, filters, sort, perPage);
      return { data: { ...found, data: found.data.map(presentListed) } };
    },
    async matchingApplicants(call) {
      return { data: { ids: await idsOfApplicants(db, call.query, limits.bulkIds) } };
    },
    async getSingleApplicant(call) {
      const data = await db.transaction().execute(async (tx) => {
        const applicant = await findApplicant(tx, call.id);
        assertThat(applicant, 'applicant.notFound', 404);
        if (!call.head && !applicant.is_read) await markRead(tx, call.id);
        return wholeApplicant(tx, { ...applicant, is_read: call.head ? applicant.is_read : 1 });
      });
      return { data };
    },
    async downloadCv(call) {
      const submission = await findSubmission(db, call.id, call.query.submission ?? 1);
      assertThat(submission, 'applicant.notFound', 404);
      const { cv_name: name, cv_mime: type, cv_file: file } = submission;
      return { file: { name, type, content: media.contentOf(file) } };
    },
    async exportApplicants(call) {
      const name = `applicants-${dayOf(new Date())}.csv`;
      const chunks = () => exportApplicants(db, call.query);
      return { file: { name, type: 'text/csv; charset=utf-8', content: { chunks } } };
    },
    async updateApplicantStatus(call) {
      const { updated_at: version, ...change } = await call.body();
      const data = await db.transaction().execute(async (tx) => {
        const before = await findApplicant(tx, call.id);
        assertThat(before, 'applicant.notFound', 404);
        await assertNotNewer(tx, 'applicants', version, before);
        assertFits(change, before);
        const after = await changeApplicant(tx, before, change, nameOf(call.admin));
        return (await withFirst(tx, [after])).map(presentApplicant)[0];
      });
      return { data, message: 'applicant.updated' };
    },
    async addApplicantNote(call) {
      const { note } = await call.body();
      const added = await db.transaction().execute(async (tx) => {
        assertThat(await findApplicant(tx, call.id), 'applicant.notFound', 404);
        return insertNote(tx, call.id, { note, who: nameOf(call.admin) });
      });
      return { data: presentNote(added), message: 'applicant.noteAdded' };
    },
    async updateApplicantNote(call) {
      const { note } = await call.body();
      const updated = await db.transaction().execute(async (tx) => {
        const before = await findNote(tx, call.id);
        assertThat(before, 'applicant.noteNotFound', 404);
        return updateNote(tx, before, note);
      });
      return { data: presentNote(updated), message: 'applicant.noteUpdated' };
    },
    async deleteApplicantNote(call) {
      await db.transaction().execute(async (tx) => {
        assertThat(await findNote(tx, call.id), 'applicant.noteNotFound', 404);
        await softDeleteRow(tx, 'applicant_notes', call.id, call.admin?.id);
      });
      return { data: null, message: 'applicant.noteDeleted' };
    },
    async bulkApplicants(call) {
      const { ids, action, reject_reason: reason } = await call.body();
      if (reason && action !== 'rejected') throw badField('reject_reason', 'applicant.reasonOnlyRejected');
      const changed = await db
        .transaction()
        .execute((tx) => changeApplicants(tx, ids, action, call.admin, reason || null));
      const isMove = !['delete', 'read', 'unread'].includes(action);
      return {
        data: { changed: changed.length, before: isMove ? changed.map(presentMovedFrom) : undefined },
        message: 'applicants.changed',
      };
    },
    deleteApplicant: deletes(db, 'applicants', 'applicant'),
  };
}

async function wholeApplicant(tx: Db, applicant: ApplicantRow): Promise<SingleApplicant> {
  const [row] = await withFirst(tx, [applicant]);
  assertThat(row, 'applicant.notFound', 404);
  return {
    ...presentApplicant(row),
    submissions: (await submissionsOf(tx, applicant.id)).map(presentSubmission),
    notes: (await notesOf(tx, applicant.id)).map(presentNote),
    events: (await eventsOf(tx, applicant.id)).map(presentEvent),
  };
}

/** Checks the rules that depend on the applicant or the day; throws 422. */
function assertFits(change: Omit<ApplicantChange, 'updated_at'>, before: ApplicantRow): void {
  const errors = new FieldErrors();
  const { reject_reason: reason, retain_until: retain } = change;
  if (reason && (change.status ?? before.status) !== 'rejected') {
    errors.add('reject_reason', 'applicant.reasonOnlyRejected');
  }
  const now = new Date();
  if (retain && (retain < dayOf(now) || retain > retainUntil(now, 12 * limits.retentionYears))) {
    errors.add('retain_until', 'applicant.badRetention', { years: limits.retentionYears });
  }
  errors.throwIfAny();
}
