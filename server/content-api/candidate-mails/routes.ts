import type { z } from 'zod';
import { textOf } from '#shared/desk-messages.ts';
import {
  fillPlaceholders,
  letterLimits,
  type letterSendSchema,
  type MailTemplate,
  type MailTemplateName,
  mailTemplateNames,
  plainValues,
  type sentLettersSchema,
} from '#shared/schemas/letter.ts';
import type { LiveSite, Site } from '#shared/schemas/site.ts';
import { isEmail } from '#shared/text-formats.ts';
import { wordsOf } from '#shared/words/all-words.ts';
import type { Language } from '#shared/words/language.ts';
import { isoAfter, rowIdsOf, shownId } from '../../database/rows.ts';
import type { Db, RowId } from '../../database/types.ts';
import { AppError, assertThat, newerVersion } from '../../errors.ts';
import { findApplicant } from '../applicants/repository.ts';
import { type Admin, nameOf } from '../auth/accounts.ts';
import type { Handlers } from '../calls.ts';
import { asLine } from '../mail/letter.ts';
import type { Outbox } from '../mail/outbox.ts';
import { createWrittenMails, type WrittenMails } from '../mail/written-mails.ts';
import { defaultTemplates, type TemplateText } from './default-templates.ts';

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

function senderOf(admin: Admin | undefined) {
  assertThat(admin, 'session.required', 401);
  return admin;
}

type Input = z.infer<typeof letterSendSchema>;
type Sent = z.infer<typeof sentLettersSchema>;
/** The company that mails come from. */
type Company = Pick<Site, 'name' | 'language'>;

const minuteMs = 60_000;

/** Fills in the placeholders for one candidate. */
function fillPlaceholdersFor(text: string, person: Person, sender: Admin, site: Company) {
  return fillPlaceholders(text, valuesFor(person, sender, site));
}

/**
 * Fills in subject and body of a template for one candidate. A part that would become too long for the form is
 * returned unfilled.
 */
function draftFor<Words extends TemplateText>(
  words: Words,
  person: Person,
  sender: Admin,
  site: Company,
): Words {
  const values = plainValues(valuesFor(person, sender, site));
  const begin = (text: string, limit: number) => {
    const filled = fillPlaceholders(text, values);
    return filled.length > limit ? text : filled;
  };
  const { subject, body } = letterLimits;
  return { ...words, subject: begin(words.subject, subject), body: begin(words.body, body) };
}

type Person = Pick<Addressee, 'name' | 'job_title' | 'reference'>;

/** Returns the values of the placeholders, each a single line. */
function valuesFor(person: Person, sender: Admin, site: Company) {
  return {
    name: asLine(person.name),
    job: asLine(person.job_title ?? wordsOf(site.language)('mail.anyJob')),
    company: asLine(site.name),
    sender: asLine(nameOf(sender)),
    reference: person.reference,
  };
}

/**
 * Sends one mail to each candidate, except those to whom this text was already sent from this form, or by this admin
 * within `letterLimits.again` minutes. If a colleague has mailed one of them within that time, throws 409
 * letter.justMailed, unless `again` is set. Needs a transaction.
 */
async function sendToEach(
  tx: Db,
  kept: WrittenMails,
  { ids: asked, template, subject, body, hold, key, again }: Input,
  sender: Admin,
  { site, now }: { site: Company; now: number },
): Promise<Sent> {
  const known = await rowIdsOf(tx, 'applicants', asked);
  const ids = [...new Set(known.values())];
  const people = new Map((await findAddressees(tx, ids)).map((person) => [person.id, person]));
  const since = new Date(now - letterLimits.again * minuteMs).toISOString();
  const recent = await mailedSince(tx, ids, since);
  // A form that is sent again has mailed these people already.
  const repeated = new Set(recent.filter((mail) => mail.send_key === key).map((mail) => mail.applicant_id));
  if (!again)
    assertNoColleague(
      recent.filter((mail) => !repeated.has(mail.applicant_id)),
      people,
      sender,
    );

  const answer: Sent = { mails: [], skipped: [] };
  for (const [applicant, id] of known) {
    const person = people.get(id);
    if (!person) {
      answer.skipped.push({ applicant, name: '', reason: textOf('letter.gone') });
      continue;
    }
    const words = {
      subject: fillPlaceholdersFor(subject, person, sender, site),
      body: fillPlaceholdersFor(body, person, sender, site),
    };
    // Finds an identical mail: an admin who has the form open in two tabs may send the same mail from both.
    const same = recent.find(
      (mail) =>
        mail.applicant_id === id &&
        mail.admin_id === sender.id &&
        mail.subject === asLine(words.subject) &&
        mail.body === words.body,
    );
    const mail = await kept.queue(tx, {
      kind: 'candidate.mail',
      owner: { applicant_id: id },
      to: person.email,
      ...words,
      sender,
      key: same?.send_key ?? key,
      template,
      status: person.status,
      holdMs: hold === 1 ? letterLimits.holdMinutes * minuteMs : 0,
    });
    if (!mail) {
      answer.skipped.push({ applicant, name: person.name, reason: textOf('letter.noAddress') });
      continue;
    }
    answer.mails.push({ applicant, id: mail.id, to: mail.to, state: mail.state, send_at: mail.send_at });
  }
  return answer;
}

type Recent = Awaited<ReturnType<typeof mailedSince>>;

function assertNoColleague(recent: Recent, people: ReadonlyMap<RowId, Addressee>, sender: Admin) {
  const others = recent.filter((mail) => mail.admin_id !== sender.id);
  const mailed = [...new Map(others.map((mail) => [mail.applicant_id, mail])).values()].flatMap((mail) => {
    const person = people.get(mail.applicant_id ?? 0);
    return person
      ? [{ applicant: shownId(person), name: person.name, who: mail.who, at: mail.created_at }]
      : [];
  });
  const [first] = mailed;
  if (!first) return;
  const minutes = letterLimits.again;
  if (mailed.length === 1) {
    const { who, name } = first;
    throw new AppError('letter.justMailed', 409, { values: { who, name, minutes }, data: { mailed } });
  }
  throw new AppError('letter.severalJustMailed', 409, {
    values: { count: mailed.length, minutes },
    data: { mailed },
  });
}

type Addressee = Awaited<ReturnType<typeof findAddressees>>[number];

/** Reads the data for mails to these candidates; deleted ones are left out. */
function findAddressees(db: Db, ids: readonly RowId[]) {
  return db
    .selectFrom('applicants')
    .select(['id', 'public_id', 'name', 'email', 'job_title', 'reference', 'status'])
    .where('id', 'in', ids)
    .where('deleted_at', 'is', null)
    .execute();
}

/**
 * Returns the mails to these candidates that were created at `since` or later and were not taken back, newest last.
 */
function mailedSince(db: Db, ids: readonly RowId[], since: string) {
  return db
    .selectFrom('kept_mails')
    .select(['applicant_id', 'admin_id', 'who', 'send_key', 'subject', 'body', 'created_at'])
    .where('applicant_id', 'in', ids)
    .where('created_at', '>=', since)
    .where('undone_at', 'is', null)
    .orderBy('id')
    .execute();
}
