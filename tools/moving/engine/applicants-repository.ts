import type { Selectable } from 'kysely';
import { limits } from '#shared/limits.ts';
import { emailKey, searchedTextOf } from '../../../server/content-api/applicants/applications-repository.ts';
import { dayOf, retainUntil } from '../../../server/content-api/applicants/retention.ts';
import { cvFilesOf } from '../../../server/content-api/applicants/retention-repository.ts';
import { typeOfAddress } from '../../../server/content-api/media/addresses.ts';
import { isoNow } from '../../../server/database/clock.ts';
import { publicIdAt, shownId } from '../../../server/database/public-ids.ts';
import type { RowId } from '../../../server/database/row-id.ts';
import { searchTextOf } from '../../../server/database/search.ts';
import type { Db, Tables } from '../../../server/database/types.ts';
import type { ArchiveRecords, MediaReference } from '../../archive/records.ts';
import { movedRows } from './moved-rows.ts';
import { partIds, type Writing } from './rows-repository.ts';

type Applicant = ArchiveRecords['applicants'];
type Submission = Applicant['submissions'][number];

export const movedApplicants = movedRows('applicants', {
  batch: 50,
  async problem(db, record, id) {
    if ((record.rating ?? 0) > limits.rating) return `rating: is at most ${limits.rating}`;
    const until = retainedUntil(record);
    if (until < dayOf(new Date())) return `retain_until: the retention ends on ${until} at the latest`;
    const numbers = record.submissions.map(({ number }) => number);
    if (new Set(numbers).size < numbers.length) return 'submissions: two have the same number';
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
      taken && `reference: applicant ${taken.public_id ?? taken.applicant_id} already has ${taken.reference}`
    );
  },
  made: madeOf,
  chosen: { is_read: () => 0, retain_until: (_tx, record) => retainedUntil(record) },
  belonging: { read: readParts, files: (tx, id) => cvFilesOf(tx, [id]), write: writeParts },
});

async function writeParts(tx: Db, record: Applicant, { id, place, sizeOf }: Writing): Promise<void> {
  const known = await tx
    .deleteFrom('applicant_submissions')
    .where('applicant_id', '=', id)
    .returning(['number', 'cv_file', 'cv_name', 'cv_mime', 'cv_size'])
    .execute();
  for (const submission of record.submissions) {
    const { number, cv } = submission;
    const file = cv && place(cv);
    // If no file was fetched for a CV this time, the stored CV stays. A `cv` of null means that, according to the
    // archive, the submission has none.
    const here = cv === null ? undefined : known.find((each) => each.number === number);
    const columns = file ? cvAt(file, cv, sizeOf(cv)) : (here ?? noCv);
    await insertSubmission(tx, id, submission, columns);
  }
  if (record.notes) await writeNotes(tx, id, record.notes);
  if (record.events) await writeEvents(tx, id, record.events);
}

async function readParts(db: Db, ids: readonly RowId[]): Promise<(id: RowId) => Partial<Applicant>> {
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
  return (id) => {
    const isOf = ({ applicant_id }: { applicant_id: RowId }) => applicant_id === id;
    return {
      submissions: submissions
        .filter(isOf)
        .map(({ id: _, applicant_id: _of, cv_file, cv_name, cv_mime: _mime, cv_size: _size, ...sent }) => ({
          ...sent,
          cv: cv_file === '' ? null : { file: null, address: cv_file, name: cv_name },
        })),
      notes: notes
        .filter(isOf)
        .map(({ id, public_id, applicant_id: _of, deleted_at: _deleted, updated_at, ...said }) => ({
          ...said,
          id: shownId({ id, public_id }),
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
    };
  };
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

/** Returns the columns that are derived from the submissions: name, contact data and text for the search. */
function madeOf(record: Applicant) {
  const first = firstOf(record);
  const sent = record.submissions.toSorted((one, other) => one.number - other.number);
  const searched = sent.map((one) =>
    searchedTextOf(
      {
        name: one.name,
        email: one.email,
        phone: one.phone ?? null,
        cover_letter: one.cover_letter ?? null,
      },
      one.reference,
    ),
  );
  return {
    reference: first.reference,
    name: first.name,
    sort_name: searchTextOf(first.name),
    email: first.email,
    email_key: emailKey(first.email),
    search_text: searched.join('\n'),
    submissions_count: record.submissions.length,
    last_submitted_at: lastSentOf(record),
  };
}

type CvColumns = Pick<
  Selectable<Tables['applicant_submissions']>,
  'cv_file' | 'cv_name' | 'cv_mime' | 'cv_size'
>;

/** Columns of a submission without a CV. Other products accept applications without one, or do not export it. */
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
