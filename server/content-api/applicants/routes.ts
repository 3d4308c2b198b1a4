import type { Selectable } from 'kysely';
import { csvType } from '#shared/csv.ts';
import { applicant, sentFields } from '#shared/entities/applicant.ts';
import { limits } from '#shared/limits.ts';
import type {
  Applicant,
  ApplicantChange,
  ApplicantEvent,
  ApplicantNote,
  ListedApplicant,
  MovedFrom,
  SingleApplicant,
  Submission,
} from '#shared/schemas/applicant.ts';
import { boardStages } from '#shared/schemas/desk.ts';
import {
  assertNotNewer,
  countRows,
  publicIdAt,
  reading,
  shownId,
  softDeleteRow,
} from '../../database/rows.ts';
import type { Db, RowId, Tables } from '../../database/types.ts';
import { assertThat } from '../../errors.ts';
import { nameOf } from '../auth/accounts.ts';
import { badField, FieldErrors, type Handlers } from '../calls.ts';
import { deletes } from '../content/handlers.ts';
import { presentRow } from '../content/table.ts';
import { jobs } from '../content/tables.ts';
import type { MediaStore } from '../media/store.ts';
import {
  type ApplicantRow,
  type ApplicantWithFirst,
  changeApplicant,
  changeApplicants,
  eventsOf,
  exportApplicants,
  findApplicant,
  findNote,
  findSubmission,
  idsOfApplicants,
  insertNote,
  type ListedRow,
  markRead,
  notesOf,
  pageOfApplicants,
  type SubmissionRow,
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
      return { file: { name, type: csvType, content: { chunks } } };
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
function assertFits(change: Omit<ApplicantChange, 'updated_at'>, before: ApplicantRow) {
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

const link = /\b(?:https?:\/\/|www\.)[^\s<>"']/gi;

/** Returns an applicant for lists, with the marks of the row. */
export function presentListed({ isAgain, ...row }: ListedRow): ListedApplicant {
  return {
    ...presentListedApplicant(row),
    applied_again: isAgain ? 1 : 0,
    letter_links: row.first.cover_letter?.match(link)?.length ?? 0,
  };
}

function presentListedApplicant(row: ApplicantWithFirst): ListedApplicant {
  const { cover_letter: _letter, ...listed } = presentApplicant(row);
  return listed;
}

/** Answers never reveal where a CV is stored. */
function presentApplicant(row: ApplicantWithFirst) {
  const { applicant: of, job, first } = row;
  const { submissions_count } = of;
  return {
    ...presentRow<Applicant>(applicant, { ...first, ...of, job_public_id: job } as never, 'alone'),
    submissions_count,
  };
}

function presentMovedFrom(row: ApplicantRow): MovedFrom {
  const { status, reject_reason, is_read } = row;
  return { id: shownId(row), status, reject_reason, is_read };
}

function presentSubmission(row: SubmissionRow): Submission {
  const sent = Object.keys(sentFields).map((name) => [name, row[name as keyof typeof sentFields]]);
  return { number: row.number, ...Object.fromEntries(sent), created_at: row.created_at };
}

function presentNote(row: Selectable<Tables['applicant_notes']>): ApplicantNote {
  return {
    id: shownId(row),
    note: row.note,
    who: row.who ?? '',
    created_at: row.created_at,
    updated_at: row.updated_at,
  };
}

function presentEvent(row: Selectable<Tables['applicant_events']>): ApplicantEvent {
  return {
    id: shownId(row),
    type: row.type,
    from: row.from_status,
    to: row.to_status,
    who: row.who,
    when: row.created_at,
  };
}

/** Calls for the other applications of a person, and for the hidden stages of a job's board (docs/product.md §20). */
export function applicantDeskHandlers(db: Db): Handlers {
  const assertJob = async (tx: Db, id: RowId) => assertThat(await jobs.exists(tx, id), 'job.notFound', 404);
  return {
    async getOtherApplications(call) {
      return { data: await reading(db, (tx) => otherApplications(tx, call.id)) };
    },
    async getHiddenStages(call) {
      const rows = await reading(db, async (tx) => {
        await assertJob(tx, call.id);
        return tx.selectFrom('hidden_stages').select('status').where('job_id', '=', call.id).execute();
      });
      // In the order of the board.
      const hidden = boardStages.filter((stage) => rows.some(({ status }) => status === stage));
      return { data: { hidden } };
    },
    async setHiddenStages(call) {
      const { hidden } = await call.body();
      await db.transaction().execute(async (tx) => {
        await assertJob(tx, call.id);
        await tx.deleteFrom('hidden_stages').where('job_id', '=', call.id).execute();
        const rows = hidden.map((status) => ({ job_id: call.id, status }));
        if (rows.length > 0) await tx.insertInto('hidden_stages').values(rows).execute();
      });
      return { data: { hidden }, message: 'desk.stagesSaved' };
    },
  };
}

/** Returns the other applications with the same email address, newest first, and their number. */
async function otherApplications(tx: Db, id: RowId) {
  const applicant = await findApplicant(tx, id);
  assertThat(applicant, 'applicant.notFound', 404);
  const others = tx
    .selectFrom('applicants')
    .where('email_key', '=', applicant.email_key)
    .where('deleted_at', 'is', null)
    .where('status', '<>', 'spam')
    .where('id', '<>', id);
  const found = await others
    .select(['id', 'public_id', 'job_id', 'job_title', 'name', 'status', 'last_submitted_at'])
    .select(publicIdAt('jobs', 'applicants.job_id').as('job'))
    .orderBy('last_submitted_at', 'desc')
    .orderBy('id', 'desc')
    .limit(limits.otherApplications)
    .execute();
  const data = found.map(({ id, public_id, job_id, job, ...row }) => ({
    ...row,
    id: shownId({ id, public_id }),
    job_id: job ?? job_id,
  }));
  return { data, total: await countRows(others) };
}
