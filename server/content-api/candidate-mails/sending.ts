import type { z } from 'zod';
import { textOf } from '#shared/desk-messages.ts';
import {
  fillPlaceholders,
  letterLimits,
  type letterSendSchema,
  plainValues,
  type sentLettersSchema,
} from '#shared/schemas/letter.ts';
import type { Site } from '#shared/schemas/site.ts';
import { wordsOf } from '#shared/words/all-words.ts';
import { rowIdsOf, shownId } from '../../database/public-ids.ts';
import type { RowId } from '../../database/row-id.ts';
import type { Db } from '../../database/types.ts';
import { AppError } from '../../errors.ts';
import { type Admin, nameOf } from '../auth/repository.ts';
import { asLine } from '../mail/letter.ts';
import type { WrittenMails } from '../mail/written-mails.ts';
import type { TemplateText } from './default-templates.ts';

type Input = z.infer<typeof letterSendSchema>;
type Sent = z.infer<typeof sentLettersSchema>;
/** The company that mails come from. */
type Company = Pick<Site, 'name' | 'language'>;

const minuteMs = 60_000;

/** Fills in the placeholders for one candidate. */
export function fillPlaceholdersFor(text: string, person: Person, sender: Admin, site: Company): string {
  return fillPlaceholders(text, valuesFor(person, sender, site));
}

/**
 * Fills in subject and body of a template for one candidate. A part that would become too long for the form is
 * returned unfilled.
 */
export function draftFor<Words extends TemplateText>(
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
export async function sendToEach(
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

function assertNoColleague(recent: Recent, people: ReadonlyMap<RowId, Addressee>, sender: Admin): void {
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
