import type { Id } from '#shared/id.ts';
import { type Application, applicationSchema } from '#shared/schemas/applicant.ts';
import type { Db } from '../../database/types.ts';
import { assertThat } from '../../errors.ts';
import { displayName } from '../../forms/file-types.ts';
import type { EngineAnswer, EngineCall, Handlers } from '../calls.ts';
import { findOpenJob } from '../jobs/repository.ts';
import type { Form, ReceivedFile } from '../media/form.ts';
import type { MediaStore } from '../media/store.ts';
import { FieldErrors } from '../validation/field-errors.ts';
import { createFormDesk, type FormDependencies, runOnce } from '../visitors/forms.ts';
import { type NewApplication, storeApplication } from './applications-repository.ts';

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
      media.change([cv], async ({ tx, addressOf, drop }): Promise<EngineAnswer> => {
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
