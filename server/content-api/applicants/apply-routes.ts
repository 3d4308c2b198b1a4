import type { Id } from '#shared/id.ts';
import { limits } from '#shared/limits.ts';
import { type Application, applicationSchema, closedStatuses } from '#shared/schemas/applicant.ts';
import { isoAfter, shownId } from '../../database/rows.ts';
import { fold, searchTextOf } from '../../database/search.ts';
import type { Db, RowId } from '../../database/types.ts';
import { assertThat } from '../../errors.ts';
import { displayName } from '../../forms/file-types.ts';
import { newReference } from '../../forms/reference.ts';
import {
  type EngineCall,
  FieldErrors,
  type Form,
  type Handlers,
  type Receipt,
  type ReceivedFile,
} from '../calls.ts';
import { findOpenJob } from '../jobs/repository.ts';
import type { MediaStore } from '../media/store.ts';
import { createFormDesk, type FormDependencies, runOnce } from '../visitors/forms.ts';
import { insertEvent } from './repository.ts';
import { retainSpamUntil, retainUntil } from './retention.ts';

interface ApplyDependencies extends FormDependencies {
  media: MediaStore;
}

/**
 * Handles the application form. A first application, a further one and spam get the same answer after the same work,
 * so that robots learn nothing, and strangers cannot find out who has applied; only the mails differ.
 */
export function applyHandlers(deps: ApplyDependencies): Handlers {
  const { media, outbox, now = Date.now } = deps;
  const receive = createFormDesk('engine-application', deps);

  async function apply(call: EngineCall, findJob: (tx: Db) => Promise<NewApplication['job']>) {
    const read = async () => {
      const form = await call.form();
      const guards = { website: form.text('website'), form_token: form.text('form_token') };
      const { texts, cv } = readApplication(form);
      return { ...guards, email: texts.email, texts, cv };
    };
    return receive(call, read, ({ texts, cv }, { isSpam, isConfirmed }) =>
      media.change([cv], async ({ tx, addressOf, drop }) => {
        const form = { row: call.row, key: call.receipt.key, now: new Date(now()) };
        const { answer, isRepeated } = await runOnce(tx, form, async () => {
          const job = await findJob(tx);
          const { applicant, reference, retainUntil } = await storeApplication(
            tx,
            {
              texts,
              cv: { file: addressOf(cv), name: displayName(cv.name, cv.type), mime: cv.type, size: cv.size },
              job,
              isSpam,
            },
            call.receipt,
          );
          if (!isSpam) await enqueueMails(tx, { texts, job, applicant, reference, retainUntil, isConfirmed });
          return { data: { reference }, message: 'applicant.received' };
        });
        // A repeated form: the CV of the first attempt is stored already, so this copy is removed.
        if (isRepeated) drop(addressOf(cv));
        return answer;
      }),
    );
  }

  async function enqueueMails(
    tx: Db,
    mail: {
      texts: NewApplication['texts'];
      job: NewApplication['job'];
      applicant: Id;
      reference: string;
      retainUntil: string;
      isConfirmed: boolean;
    },
  ) {
    const { applicant: id, reference, retainUntil, job, isConfirmed } = mail;
    const { name, email } = mail.texts;
    const jobTitle = job?.title ?? null;
    if (isConfirmed) {
      const confirmation = { to: email, name, reference, jobTitle, retainUntil };
      await outbox.enqueue(tx, { kind: 'applicant.confirmation', ...confirmation });
    }
    await outbox.enqueue(tx, { kind: 'studio.newApplicant', id, name, email, reference, jobTitle });
  }

  return {
    applyJob: (call) => apply(call, async () => null),
    // The job is checked in the transaction that stores the application, so a job that is closed in the meantime gets
    // no further application.
    applyJobFor: (call) =>
      apply(call, async (tx) => {
        const { id, title } = await findOpenJob(tx, call.id);
        return { id, title };
      }),
  };
}

/** Returns the form's texts and its CV, or throws 422 with all errors. */
function readApplication(form: Form): { texts: Omit<Application, 'consent'>; cv: ReceivedFile } {
  const fields = Object.keys(applicationSchema.shape);
  const parsed = applicationSchema.safeParse(
    Object.fromEntries(fields.map((name) => [name, form.text(name)])),
  );
  const [cv] = form.files('cv');
  const errors = new FieldErrors();
  for (const { path, message } of parsed.error?.issues ?? []) errors.addText(String(path[0]), message);
  if (!cv) errors.add('cv', 'applicant.cvRequired');
  errors.throwIfAny();
  assertThat(cv && parsed.data, 'applicant.cvRequired', 422);
  const { consent: _given, ...texts } = parsed.data;
  return { texts, cv };
}

/** An application that is to be stored: the texts of the form, and where its CV is stored. */
interface NewApplication {
  texts: Omit<Application, 'consent'>;
  cv: { file: string; name: string; mime: string; size: number };
  /** Null for an application without a job. */
  job: { id: RowId; title: string } | null;
  isSpam: boolean;
}

interface StoredApplication {
  /** The applicant, as the contract shows the id. */
  applicant: Id;
  reference: string;
  retainUntil: string;
}

/**
 * Stores an application. The first application creates an applicant. A further one with the same email address for
 * the same job becomes another submission of that applicant, and overwrites nothing, unless the earlier application has
 * ended: then it is a new applicant. Spam always creates an applicant
 * of its own: it must not touch the applicant whose email address a robot uses. An applicant with
 * `limits.submissions` submissions gets no more of them; the next application creates a new applicant. Needs a
 * transaction: writing transactions run one after another (docs/decisions/0039), so the second of two concurrent
 * applications finds the applicant that the first one created.
 */
export async function storeApplication(
  tx: Db,
  application: NewApplication,
  { reference: wanted, receivedAt: now = new Date() }: Pick<Receipt, 'reference' | 'receivedAt'> = {},
) {
  const reference = await freeReference(tx, wanted);
  const known = application.isSpam ? undefined : await findSame(tx, application);
  const kept = { reference, retainUntil: (application.isSpam ? retainSpamUntil : retainUntil)(now) };
  const id = known
    ? await touchApplicant(tx, known, application, kept, now)
    : await insertApplicant(tx, application, kept, now);
  await insertSubmission(tx, id, (known?.submissions_count ?? 0) + 1, application, reference, now);
  await insertEvent(tx, {
    applicant_id: id,
    type: 'submitted',
    from_status: null,
    to_status: known?.status ?? (application.isSpam ? 'spam' : 'new'),
    who: null,
    created_at: now.toISOString(),
  });
  return { ...kept, applicant: known ? shownId(known) : id };
}

/** Normalises an email address, so that all spellings of one address give the same text. */
export function emailKey(email: string) {
  return email.normalize('NFKC').toLowerCase();
}

function findSame(tx: Db, { texts, job }: NewApplication) {
  return tx
    .selectFrom('applicants')
    .select(['id', 'public_id', 'status', 'search_text', 'submissions_count', 'updated_at', 'retain_until'])
    .where('email_key', '=', emailKey(texts.email))
    .where('job_id', job ? '=' : 'is', job?.id ?? null)
    .where('deleted_at', 'is', null)
    .where('status', 'not in', closedStatuses)
    .where('submissions_count', '<', limits.submissions)
    .orderBy('id')
    .executeTakeFirst();
}

async function insertApplicant(
  tx: Db,
  { texts, job, isSpam }: NewApplication,
  stored: Omit<StoredApplication, 'applicant'>,
  now: Date,
) {
  const at = now.toISOString();
  const { id } = await tx
    .insertInto('applicants')
    .values({
      job_id: job?.id ?? null,
      job_title: job?.title ?? null,
      reference: stored.reference,
      name: texts.name,
      sort_name: searchTextOf(texts.name),
      email: texts.email,
      email_key: emailKey(texts.email),
      search_text: searchedTextOf(texts, stored.reference),
      status: isSpam ? 'spam' : 'new',
      reject_reason: null,
      rating: 0,
      is_read: 0,
      submissions_count: 1,
      last_submitted_at: at,
      retain_until: stored.retainUntil,
      deleted_at: null,
      created_at: at,
      updated_at: at,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

/**
 * Adds a submission to an applicant. The applicant becomes unread again, the search also finds the new texts, and the
 * retention is extended to that of the newest submission.
 */
async function touchApplicant(
  tx: Db,
  known: NonNullable<Awaited<ReturnType<typeof findSame>>>,
  { texts }: NewApplication,
  stored: Omit<StoredApplication, 'applicant'>,
  now: Date,
) {
  await tx
    .updateTable('applicants')
    .set({
      search_text: `${known.search_text}\n${searchedTextOf(texts, stored.reference)}`,
      is_read: 0,
      submissions_count: known.submissions_count + 1,
      last_submitted_at: now.toISOString(),
      retain_until: known.retain_until > stored.retainUntil ? known.retain_until : stored.retainUntil,
      updated_at: isoAfter(known.updated_at),
    })
    .where('id', '=', known.id)
    .execute();
  return known.id;
}

/** Returns the search text of an applicant. A phone number is added a second time as digits only. */
export function searchedTextOf(
  texts: Pick<NewApplication['texts'], 'name' | 'email' | 'phone' | 'cover_letter'>,
  reference: string,
) {
  const digits = texts.phone === null ? null : fold(texts.phone).replace(/\D/g, '');
  return searchTextOf(texts.name, texts.email, texts.phone, digits, reference, texts.cover_letter);
}

async function insertSubmission(
  tx: Db,
  applicantId: RowId,
  number: number,
  { texts, cv }: NewApplication,
  reference: string,
  now: Date,
) {
  const at = now.toISOString();
  await tx
    .insertInto('applicant_submissions')
    .values({
      applicant_id: applicantId,
      number,
      reference,
      ...texts,
      cv_file: cv.file,
      cv_name: cv.name,
      cv_mime: cv.mime,
      cv_size: cv.size,
      consent_at: at,
      created_at: at,
    })
    .execute();
}

/**
 * Returns the reference `wanted`, which may have been shown to the visitor already. If it is in use, or none is
 * wanted, returns a new one.
 */
async function freeReference(tx: Db, wanted?: string) {
  for (let reference = wanted ?? newReference(); ; reference = newReference()) {
    const taken = await tx
      .selectFrom('applicant_submissions')
      .select('id')
      .where('reference', '=', reference)
      .executeTakeFirst();
    if (!taken) return reference;
  }
}
