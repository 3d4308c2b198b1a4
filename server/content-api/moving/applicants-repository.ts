import type { Selectable } from 'kysely';
import { limits } from '#shared/limits.ts';
import type { ArchiveRecords, MediaReference } from '../../archive/records.ts';
import { isoNow } from '../../database/clock.ts';
import { publicIdAt, rowIdOf, shownId } from '../../database/public-ids.ts';
import type { RowId } from '../../database/row-id.ts';
import { searchTextOf } from '../../database/search.ts';
import type { Db, Tables } from '../../database/types.ts';
import { emailKey, searchedTextOf } from '../applicants/applications-repository.ts';
import { dayOf, retainUntil } from '../applicants/retention.ts';
import { cvFilesOf } from '../applicants/retention-repository.ts';
import { typeOfAddress } from '../media/addresses.ts';
import { commonOf, extraOf, type MovedRows, momentsOf, partIds } from './rows-repository.ts';

type Applicant = ArchiveRecords['applicants'];
type Submission = Applicant['submissions'][number];

export const movedApplicants: MovedRows<'applicants'> = {
  table: 'applicants',
  batch: 50,
  read: readApplicants,
  async problem(db, record, id) {
    if ((record.rating ?? 0) > limits.rating) return `rating: is at most ${limits.rating}`;
    const until = retainedUntil(record);
    if (until < dayOf(new Date())) return `retain_until: they were to be kept until ${until} only`;
    const numbers = record.submissions.map(({ number }) => number);
    if (new Set(numbers).size < numbers.length) return 'submissions: two have one number';
    const taken = await db
      .selectFrom('applicant_submissions')
      .select(['reference', 'applicant_id'])
      .select(publicIdAt('applicants', 'applicant_submissions.applicant_id').as('public_id'))
      .where(
        'reference',
        'in',
        record.submissions.map(({ reference }) => reference),
      )
      .where('applicant_id', '<>', id)
      .executeTakeFirst();
    return (
      taken && `reference: applicant ${taken.public_id ?? taken.applicant_id} has ${taken.reference} already`
    );
  },
  async write(tx, record, { id, isThere, place, sizeOf }) {
    const before = isThere ? await cvFilesOf(tx, [id]) : [];
    const moments = await momentsOf(tx, 'applicants', record, { id, isThere });
    const job_id = record.job_id == null ? record.job_id : (await rowIdOf(tx, 'jobs', record.job_id)) || null;
    const values = { ...columnsOf(record), ...moments, job_id };
    if (isThere) await tx.updateTable('applicants').set(values).where('id', '=', id).execute();
    else
      await tx
        .insertInto('applicants')
        .values({
          ...values,
          id,
          rating: values.rating ?? 0,
          is_read: values.is_read ?? 0,
          retain_until: values.retain_until ?? retainedUntil(record),
        })
        .execute();
    const known = await tx
      .deleteFrom('applicant_submissions')
      .where('applicant_id', '=', id)
      .returning(['number', 'cv_file', 'cv_name', 'cv_mime', 'cv_size'])
      .execute();
    for (const submission of record.submissions) {
      const { number, cv } = submission;
      const file = cv && place(cv);
      // One that could not be had this time is the one that is here.
      const here = cv === null ? undefined : known.find((each) => each.number === number);
      const columns = file ? cvAt(file, cv, sizeOf(cv)) : (here ?? noCv);
      await insertSubmission(tx, id, submission, columns);
    }
    if (record.notes) await writeNotes(tx, id, record.notes);
    if (record.events) await writeEvents(tx, id, record.events);
    return before;
  },
};

async function readApplicants(db: Db, ids: readonly RowId[]): Promise<Applicant[]> {
  const rows = await db
    .selectFrom('applicants')
    .selectAll()
    .select(publicIdAt('jobs', 'applicants.job_id').as('job_public_id'))
    .where('id', 'in', ids)
    .where('deleted_at', 'is', null)
    .orderBy('id')
    .execute();
  const submissions = await db
    .selectFrom('applicant_submissions')
    .selectAll()
    .where('applicant_id', 'in', ids)
    .orderBy('number')
    .execute();
  const notes = await db
    .selectFrom('applicant_notes')
    .selectAll()
    .where('applicant_id', 'in', ids)
    .where('deleted_at', 'is', null)
    .orderBy('id')
    .execute();
  const events = await db
    .selectFrom('applicant_events')
    .selectAll()
    .where('applicant_id', 'in', ids)
    .orderBy('id')
    .execute();
  return rows.map((row) => {
    const isOf = ({ applicant_id }: { applicant_id: RowId }) => applicant_id === row.id;
    return {
      id: shownId(row),
      created_at: row.created_at,
      updated_at: row.updated_at,
      job_id: row.job_public_id ?? row.job_id,
      job_title: row.job_title,
      status: row.status,
      reject_reason: row.reject_reason,
      rating: row.rating,
      is_read: row.is_read === 1 ? 1 : 0,
      retain_until: row.retain_until,
      submissions: submissions
        .filter(isOf)
        .map(({ id: _, applicant_id: _of, cv_file, cv_name, cv_mime: _mime, cv_size: _size, ...sent }) => ({
          ...sent,
          cv: cv_file === '' ? null : { file: null, address: cv_file, name: cv_name },
        })),
      notes: notes.filter(isOf).map(({ note, who, created_at, updated_at, ...row }) => ({
        ...{ id: shownId(row), note, who, created_at },
        ...(updated_at !== null && { updated_at }),
      })),
      events: events.filter(isOf).map((event) => ({
        id: shownId(event),
        type: event.type,
        from: event.from_status,
        to: event.to_status,
        who: event.who,
        when: event.created_at,
      })),
      ...extraOf(row),
    };
  });
}

function firstOf({ submissions }: Applicant): Submission {
  const [first] = submissions.toSorted((one, other) => one.number - other.number);
  if (!first) throw new Error('firstOf: an applicant without a submission');
  return first;
}

function lastSentOf({ submissions }: Applicant): string {
  return (
    submissions
      .map(({ created_at }) => created_at)
      .toSorted()
      .at(-1) ?? isoNow()
  );
}

function retainedUntil(record: Applicant): string {
  return record.retain_until ?? retainUntil(new Date(lastSentOf(record)));
}

/** Who they are, and what they are found by, is in what they sent. */
function columnsOf(record: Applicant) {
  const first = firstOf(record);
  const sent = record.submissions.toSorted((one, other) => one.number - other.number);
  const searched = sent.map((one) =>
    searchedTextOf({ name: one.name, email: one.email, phone: one.phone ?? null }, one.reference),
  );
  return {
    ...commonOf(record),
    job_title: record.job_title,
    reference: first.reference,
    name: first.name,
    sort_name: searchTextOf(first.name),
    email: first.email,
    email_key: emailKey(first.email),
    search_text: searched.join('\n'),
    status: record.status,
    reject_reason: record.reject_reason,
    rating: record.rating,
    is_read: record.is_read,
    submissions_count: record.submissions.length,
    last_submitted_at: lastSentOf(record),
    retain_until: record.retain_until,
  };
}

type CvColumns = Pick<
  Selectable<Tables['applicant_submissions']>,
  'cv_file' | 'cv_name' | 'cv_mime' | 'cv_size'
>;

/** Other products take applications without one, or do not give it out. */
const noCv: CvColumns = { cv_file: '', cv_name: '', cv_mime: '', cv_size: 0 };

function cvAt(file: string, { name = 'CV' }: MediaReference, size: number): CvColumns {
  return { cv_file: file, cv_name: name, cv_mime: typeOfAddress(file), cv_size: size };
}

async function insertSubmission(
  tx: Db,
  applicant: RowId,
  { cv: _, ...columns }: Submission,
  cv: CvColumns,
): Promise<void> {
  await tx
    .insertInto('applicant_submissions')
    .values({
      ...columns,
      ...cv,
      applicant_id: applicant,
    })
    .execute();
}

async function writeNotes(tx: Db, applicant: RowId, notes: NonNullable<Applicant['notes']>): Promise<void> {
  await tx
    .deleteFrom('applicant_notes')
    .where('applicant_id', '=', applicant)
    .where('deleted_at', 'is', null)
    .execute();
  const ids = await partIds(tx, 'applicant_notes', notes);
  for (const [at, { id: _, updated_at, ...note }] of notes.entries()) {
    await tx
      .insertInto('applicant_notes')
      .values({
        ...note,
        ...ids[at],
        applicant_id: applicant,
        updated_at: updated_at ?? note.created_at,
      })
      .execute();
  }
}

async function writeEvents(
  tx: Db,
  applicant: RowId,
  events: NonNullable<Applicant['events']>,
): Promise<void> {
  await tx.deleteFrom('applicant_events').where('applicant_id', '=', applicant).execute();
  const ids = await partIds(tx, 'applicant_events', events);
  for (const [at, event] of events.entries()) {
    await tx
      .insertInto('applicant_events')
      .values({
        ...ids[at],
        applicant_id: applicant,
        type: event.type,
        from_status: event.from,
        to_status: event.to,
        who: event.who,
        created_at: event.when,
      })
      .execute();
  }
}
