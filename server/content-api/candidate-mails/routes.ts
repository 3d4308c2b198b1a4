import { isEmail } from '#shared/schemas/field-formats.ts';
import {
  letterLimits,
  type MailTemplate,
  type MailTemplateName,
  mailTemplateNames,
} from '#shared/schemas/letter.ts';
import type { LiveSite } from '#shared/schemas/site.ts';
import type { Language } from '#shared/words/language.ts';
import { isoAfter } from '../../database/clock.ts';
import type { Db } from '../../database/types.ts';
import { assertThat } from '../../errors.ts';
import { newerVersion } from '../../newer-version.ts';
import { findApplicant } from '../applicants/repository.ts';
import { type Admin, nameOf } from '../auth/repository.ts';
import type { Handlers } from '../calls.ts';
import type { Outbox } from '../mail/outbox.ts';
import { createWrittenMails } from '../mail/written-mails.ts';
import { defaultTemplates, type TemplateText } from './default-templates.ts';
import { draftFor, fillPlaceholdersFor, sendToEach } from './sending.ts';

/** The `updated_at` of the built-in texts. */
const oursSince = '2000-01-01T00:00:00.000Z';

/**
 * Returns all templates, in the order in which a candidate receives the mails. A template that no admin has changed
 * has its built-in text in `language`.
 */
async function allTemplates(db: Db, language: Language): Promise<MailTemplate[]> {
  const own = new Map(
    (await db.selectFrom('mail_templates').selectAll().execute()).map((row) => [row.name, row]),
  );
  return mailTemplateNames.map((name) => {
    const row = own.get(name);
    return row ? { ...row, is_own: 1 } : ours(name, language);
  });
}

function ours(name: MailTemplateName, language: Language): MailTemplate {
  return { name, ...defaultTemplates[language][name], is_own: 0, who: null, updated_at: oursSince };
}

/** Stores a template. Needs the transaction in which `before` was read. */
async function writeTemplate(
  tx: Db,
  name: MailTemplateName,
  text: TemplateText,
  who: string,
  before: MailTemplate,
): Promise<MailTemplate> {
  const row = { ...text, who, updated_at: isoAfter(before.updated_at) };
  await tx
    .insertInto('mail_templates')
    .values({ name, ...row })
    .onConflict((known) => known.column('name').doUpdateSet(row))
    .execute();
  return { name, ...row, is_own: 1 };
}

/** Deletes the changed text, so that the built-in one applies again. */
async function forgetTemplate(db: Db, name: MailTemplateName) {
  await db.deleteFrom('mail_templates').where('name', '=', name).execute();
}

interface CandidateMailDependencies {
  db: Db;
  outbox: Outbox;
  site: LiveSite;
}

/** Mails to candidates, and their templates (docs/product.md §19). */
export function candidateMailHandlers({ db, outbox, site }: CandidateMailDependencies): Handlers {
  const kept = createWrittenMails(outbox);
  return {
    async getMailTemplates(call) {
      const sender = senderOf(call.admin);
      const { email } = sender;
      const { applicant_id: id } = call.query;
      const person = id === undefined ? undefined : await findApplicant(db, id);
      assertThat(id === undefined || person, 'applicant.notFound', 404);
      const templates = await allTemplates(db, site().language);
      return {
        data: {
          templates: person
            ? templates.map((template) => draftFor(template, person, sender, site()))
            : templates,
          sends: outbox.sends ? 1 : 0,
          reply_to: isEmail(email) ? email : null,
        },
      };
    },
    async saveMailTemplate(call) {
      const { name, updated_at: sent, ...text } = await call.body();
      const data = await db.transaction().execute(async (tx) => {
        const all = await allTemplates(tx, site().language);
        const before = all.find((template) => template.name === name) ?? ours(name, site().language);
        if (sent && sent !== before.updated_at) throw newerVersion(sent, before.updated_at, before.who);
        return writeTemplate(tx, name, text, nameOf(call.admin), before);
      });
      return { data, message: 'letter.templateSaved' };
    },
    async resetMailTemplate(call) {
      const { name } = await call.body();
      await forgetTemplate(db, name);
      return { data: ours(name, site().language), message: 'letter.templateReset' };
    },
    async previewCandidateMail(call) {
      const { id, subject, body } = await call.body();
      const person = await findApplicant(db, id);
      assertThat(person, 'applicant.notFound', 404);
      const sender = senderOf(call.admin);
      const rendered = outbox.render({
        kind: 'candidate.mail',
        to: person.email,
        email: sender.email,
        subject: fillPlaceholdersFor(subject, person, sender, site()),
        body: fillPlaceholdersFor(body, person, sender, site()),
      });
      assertThat(rendered, 'letter.noAddress', 422);
      const { replyTo, recipient: _recipient, ...letter } = rendered;
      return { data: { to: person.email, reply_to: replyTo, ...letter } };
    },
    async sendCandidateMails(call) {
      const input = await call.body();
      const sender = senderOf(call.admin);
      const data = await db
        .transaction()
        .execute(async (tx) =>
          sendToEach(tx, kept, input, sender, { site: site(), now: await outbox.now(tx) }),
        );
      return { data };
    },
    async undoCandidateMails(call) {
      const { ids } = await call.body();
      const data = await db.transaction().execute((tx) => kept.undo(tx, ids));
      assertThat(data.undone.length + data.late.length > 0, 'letter.notFound', 404);
      assertThat(data.undone.length > 0, 'letter.tooLate', 409);
      return { data, message: 'letter.undone' };
    },
    async releaseCandidateMails(call) {
      const { ids } = await call.body();
      const released = await db.transaction().execute((tx) => kept.release(tx, ids));
      assertThat(released.length > 0, 'letter.notFound', 404);
      return { data: { released }, message: 'letter.released' };
    },
    async getCandidateMails(call) {
      assertThat(await findApplicant(db, call.id), 'applicant.notFound', 404);
      return { data: await kept.of(db, { applicant_id: call.id }, letterLimits.shown) };
    },
  };
}

function senderOf(admin: Admin | undefined): Admin {
  assertThat(admin, 'session.required', 401);
  return admin;
}
