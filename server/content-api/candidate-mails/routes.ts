import { isEmail } from '#shared/schemas/field-formats.ts';
import { letterLimits } from '#shared/schemas/letter.ts';
import type { LiveSite } from '#shared/schemas/site.ts';
import type { Db } from '../../database/types.ts';
import { assertThat } from '../../errors.ts';
import { newerVersion } from '../../newer-version.ts';
import { findApplicant } from '../applicants/repository.ts';
import { nameOf } from '../auth/name-of.ts';
import type { Admin } from '../auth/repository.ts';
import type { Handlers } from '../calls.ts';
import type { Outbox } from '../mail/outbox.ts';
import { createWrittenMails } from '../mail/written-mails.ts';
import { draftFor, fillPlaceholdersFor, sendToEach } from './sending.ts';
import { allTemplates, findTemplate, forgetTemplate, ours, writeTemplate } from './templates-repository.ts';

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
        const before = await findTemplate(tx, name, site().language);
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
        .execute((tx) => sendToEach(tx, kept, input, sender, { site: site(), now: outbox.now() }));
      return { data };
    },
    async undoCandidateMails(call) {
      const { ids } = await call.body();
      const data = await db.transaction().execute((tx) => kept.undo(tx, ids, 'applicant'));
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
      return { data: await kept.of(db, { applicant: call.id }, letterLimits.shown) };
    },
  };
}

function senderOf(admin: Admin | undefined): Admin {
  assertThat(admin, 'session.required', 401);
  return admin;
}
