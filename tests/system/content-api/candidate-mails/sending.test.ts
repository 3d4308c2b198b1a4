// @module-tag deep/process: sends through a mail server; contract/resources/candidate-mails has the calls
import { simpleParser } from 'mailparser';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { textOf } from '#shared/desk-messages.ts';
import type { ApplicantStatus } from '#shared/schemas/applicant.ts';
import {
  type KeptLetter,
  letterLimits,
  type MailTemplate,
  mailTemplateNames,
} from '#shared/schemas/letter.ts';
import { sampleSite } from '#shared/site/sample-site.ts';
import { eraseApplicants } from '../../../../server/content-api/applicants/retention-repository.ts';
import { createOutbox, type Outbox } from '../../../../server/content-api/mail/outbox.ts';
import { restoreRow, softDeleteRow } from '../../../../server/content-api/row-records/trash-repository.ts';
import type { RowId } from '../../../../server/database/row-id.ts';
import { type MailServer, startMailServer } from '../../../support/mail/mail-server.ts';
import { publicUrl } from '../../../support/mail/mails.ts';
import { day, hour, minute, openPostOffice, type PostOffice } from '../../../support/mail/post-office.ts';
import { addCandidate, deskOf, goodMail, omar, sana } from './support/candidates.ts';

let office: PostOffice;
let server: MailServer;
let outbox: Outbox;
let call: ReturnType<typeof deskOf>;

beforeEach(async () => {
  office = await openPostOffice();
  server = await startMailServer();
  const clock = { now: () => office.now, random: () => 0.5 };
  outbox = createOutbox(office.db, office.log, publicUrl, undefined, () => sampleSite, { clock });
  call = deskOf(office.db, outbox);
});
afterEach(async () => {
  await outbox.stop();
  await server.close();
  await office.close();
});

interface Sent {
  mails: { id: RowId; applicant: RowId; state: string; send_at: string }[];
  skipped: { applicant: RowId; reason: string }[];
}

let keys = 0;
function send(ids: RowId[], more: object = {}, admin = sana): Promise<Sent> {
  keys += 1;
  return call<Sent>('sendCandidateMails', { ids, ...goodMail, key: `key-${keys}`, ...more }, admin);
}
const historyOf = (id: RowId) => call<KeptLetter[]>('getCandidateMails', id);
const received = () => Promise.all(server.mails.map((mail) => simpleParser(mail.raw)));

describe('a mail to a candidate', () => {
  it('goes to each of them with their own values, and answers go to who wrote it', async () => {
    const ids = [
      await addCandidate(office.db),
      await addCandidate(office.db, { name: 'عائشہ خان', email: 'urdu@applicant.example', job_title: null }),
    ];
    expect((await send(ids)).mails.map((mail) => mail.state)).toEqual(['waiting', 'waiting']);
    await office.deliver(server.url);
    const [first, second] = await received();
    expect(first).toMatchObject({
      subject: 'Hello Ayesha Khan',
      from: { value: [{ name: sampleSite.name, address: 'mails@studio.example' }] },
      to: { value: [{ name: '', address: 'ayesha@applicant.example' }] },
      replyTo: { value: [{ name: '', address: sana.email }] },
    });
    expect(first?.text).toContain('about Sound designer (REF100).\n\nSana Mir, ');
    expect(first?.headers.has('auto-submitted')).toBe(false);
    expect(second?.subject).toBe('Hello عائشہ خان');
    expect(second?.text).toContain('about a position with us (REF101).');
    expect(second?.html).toContain('<p dir="auto"');
    expect([...new Set(server.mails.flatMap((mail) => mail.to))]).toEqual([
      'ayesha@applicant.example',
      'urdu@applicant.example',
    ]);
  });

  it('has one line in each header, and values that stay text', async () => {
    const name = 'Eve\r\nBcc: all@evil.example\r\n\r\n<img src=x onerror=alert(1)> {job} 🎨 \u202Egpj';
    const id = await addCandidate(office.db, { name });
    await send([id], { subject: 'To {name}\r\nX-Evil: 1', body: `<b>{name}</b> ${'x'.repeat(3000)}` });
    await office.deliver(server.url);
    const [mail] = await received();
    expect(mail?.subject).toMatch(
      /^To Eve Bcc: all@evil\.example <img src=x onerror=alert\(1\)> \{job\} 🎨 {1,2}gpj X-Evil: 1$/,
    );
    for (const header of ['bcc', 'x-evil', 'cc']) expect(mail?.headers.has(header)).toBe(false);
    expect(server.mails[0]?.to).toEqual(['ayesha@applicant.example']);
    expect(mail?.html).toContain('&lt;b&gt;Eve');
    expect(mail?.html).not.toMatch(/<img|<b>/);
    expect(mail?.text).not.toContain('\u202E');
    const longest = Math.max(...(server.mails[0]?.raw.split('\r\n') ?? []).map((line) => line.length));
    expect(longest).toBeLessThanOrEqual(78);
  });

  it('is held for an hour, also over a restart, and then goes', async () => {
    const id = await addCandidate(office.db);
    const { mails } = await send([id], { hold: 1 });
    expect(mails).toMatchObject([{ state: 'held', send_at: new Date(office.now + hour).toISOString() }]);
    expect(await office.deliver(server.url)).toBe(hour);
    office.pass(hour - 1);
    await office.deliver(server.url);
    expect(server.mails).toEqual([]);
    office.pass(1);
    await office.deliver(server.url);
    expect((await received())[0]?.date?.getTime()).toBe(office.now);
    expect(await historyOf(id)).toMatchObject([{ state: 'sent', can_undo: 0, who: 'Sana Mir' }]);
  });

  it('that is taken back is not sent, and the history says so', async () => {
    const id = await addCandidate(office.db);
    const { mails } = await send([id], { hold: 1 });
    const ids = mails.map((mail) => mail.id);
    const first = await call('undoCandidateMails', { ids });
    expect([first, await call('undoCandidateMails', { ids })]).toEqual([
      { undone: ids, late: [] },
      { undone: ids, late: [] },
    ]);
    office.pass(2 * hour);
    await office.deliver(server.url);
    expect(server.mails).toEqual([]);
    expect(await historyOf(id)).toMatchObject([{ state: 'undone', can_undo: 0 }]);
  });

  it.each([
    { template: 'rejection', from: 'rejected', to: ['new'], heldBack: 'New' },
    { template: 'rejection', from: 'rejected', to: ['new', 'rejected'], heldBack: null },
    { template: 'rejection', from: 'new', to: ['rejected'], heldBack: null },
    { template: 'information', from: 'rejected', to: ['reviewing'], heldBack: 'Reviewing' },
    { template: 'invite', from: 'new', to: ['interview'], heldBack: null },
    { template: 'invite', from: 'interview', to: ['withdrawn'], heldBack: 'Withdrawn' },
    { template: 'offer', from: 'offered', to: ['hired'], heldBack: null },
    { template: 'offer', from: 'offered', to: ['interview'], heldBack: 'Interview' },
  ] as const)('($template) held while $from, moved to $to, is held back: $heldBack', async (each) => {
    const id = await addCandidate(office.db);
    const move = (status: ApplicantStatus) =>
      office.db.updateTable('applicants').set({ status }).where('id', '=', id).execute();
    await move(each.from);
    await send([id], { hold: 1, template: each.template });
    for (const status of each.to) await move(status);
    office.pass(hour);
    await office.deliver(server.url);
    expect(server.mails).toHaveLength(each.heldBack ? 0 : 1);
    const state = { state: each.heldBack ? 'held_back' : 'sent', can_undo: each.heldBack ? 1 : 0 };
    const [mail] = await historyOf(id);
    expect(mail).toMatchObject(state);
    expect(mail?.problem ?? '').toContain(each.heldBack ? `not for ${each.heldBack}.` : '');
  });

  it('that is held back waits until it is sent or discarded, and does not delay others', async () => {
    const [id, other] = [await addCandidate(office.db), await addCandidate(office.db)];
    const { mails } = await send([id], { hold: 1 });
    const [discarded] = (await send([id], { hold: 1, body: 'Another.' })).mails;
    const ids = mails.map((mail) => mail.id);
    await softDeleteRow(office.db, 'applicants', id);
    office.pass(hour);
    await send([other]);
    await office.deliver(server.url);
    expect(server.mails.map(({ to }) => to)).toHaveLength(1);
    await restoreRow(office.db, 'applicants', id, '');
    office.pass(30 * day);
    await outbox.chore.run(new Date(office.now));
    await office.deliver(server.url);
    const heldBack = { state: 'held_back', problem: textOf('letter.heldInTrash') };
    expect(await historyOf(id)).toMatchObject([heldBack, heldBack]);
    await call('undoCandidateMails', { ids: [discarded?.id] });
    expect(await call('releaseCandidateMails', { ids })).toEqual({ released: ids });
    await office.deliver(server.url);
    expect(server.mails).toHaveLength(2);
    expect(await historyOf(id)).toMatchObject([{ state: 'undone' }, { state: 'sent', problem: null }]);
    await expect(call('releaseCandidateMails', { ids })).rejects.toMatchObject({ code: 'letter.notFound' });
  });

  it('that is on its way cannot be taken back', async () => {
    const id = await addCandidate(office.db);
    const { mails } = await send([id]);
    const ids = mails.map((mail) => mail.id);
    const refused: unknown[] = [];
    // While the mail server is called, the attempt is stored, but the mail is not sent yet.
    await office.deliver({
      send: () =>
        call('undoCandidateMails', { ids }).then(
          () => {},
          (error) => void refused.push(error),
        ),
    });
    expect(refused).toMatchObject([{ code: 'letter.tooLate', status: 409 }]);
    expect(await historyOf(id)).toMatchObject([{ state: 'sent' }]);
    await expect(call('undoCandidateMails', { ids: [987_654] })).rejects.toMatchObject({
      code: 'letter.notFound',
    });
  });

  it('is sent once, however often the form or another tab sends it', async () => {
    const id = await addCandidate(office.db);
    const sent = await Promise.all([
      send([id], { key: 'same' }),
      send([id], { key: 'same' }),
      send([id]),
      send([id, id]),
    ]);
    expect(new Set(sent.flatMap(({ mails }) => mails.map((mail) => mail.id))).size).toBe(1);
    await office.deliver(server.url);
    expect(server.mails).toHaveLength(1);
    // The same text again, later: the repeat is intended.
    office.pass((letterLimits.again + 1) * minute);
    await send([id]);
    await office.deliver(server.url);
    expect(server.mails).toHaveLength(2);
  });

  it('tells who has mailed the same person just now, and goes when it is meant', async () => {
    const [id, other] = [await addCandidate(office.db), await addCandidate(office.db, { name: 'Bilal' })];
    await send([id], {}, omar);
    const mailed = [
      { applicant: id, name: 'Ayesha Khan', who: 'Omar Ali', at: new Date(office.now).toISOString() },
    ];
    await expect(send([id, other])).rejects.toMatchObject({
      code: 'letter.justMailed',
      status: 409,
      message: 'Omar Ali has mailed Ayesha Khan in the last 10 minutes. Send yours as well?',
      data: { mailed },
    });
    expect(await historyOf(other)).toEqual([]);
    expect((await send([id, other], { again: 1 })).mails).toHaveLength(2);
    expect((await send([id], { body: 'One more of mine.' }, omar).catch((error) => error)).code).toBe(
      'letter.justMailed',
    );
    office.pass(letterLimits.again * minute + 1);
    expect((await send([id], { body: 'And one more.' }, omar)).mails).toHaveLength(1);
  });

  it('leaves out who is gone or cannot be mailed, and says so', async () => {
    const [id, gone, bad] = [
      await addCandidate(office.db),
      await addCandidate(office.db),
      await addCandidate(office.db, { email: 'no address' }),
    ];
    await softDeleteRow(office.db, 'applicants', gone);
    const { mails, skipped } = await send([id, gone, bad]);
    expect(mails.map((mail) => mail.applicant)).toEqual([id]);
    expect(skipped).toMatchObject([
      { applicant: gone, reason: 'This applicant no longer exists.' },
      { applicant: bad, reason: 'Mails cannot be sent to this email address.' },
    ]);
    expect(await historyOf(bad)).toEqual([]);
  });

  it('stays in the history when the outbox has forgotten it, failed ones with their reason', async () => {
    const id = await addCandidate(office.db);
    await send([id], { body: 'It will be refused.' });
    for (let attempt = 0; attempt < 3; attempt += 1) {
      server.answers = [550];
      await office.deliver(server.url);
      office.pass(day);
    }
    await send([id], { body: 'It will arrive.' });
    await office.deliver(server.url);
    const states = () =>
      historyOf(id).then((mails) => mails.map(({ state, body, problem }) => ({ state, body, problem })));
    const expected = [
      { state: 'sent', body: 'It will arrive.', problem: null },
      { state: 'failed', body: 'It will be refused.', problem: expect.stringContaining('550') },
    ];
    expect(await states()).toEqual(expected);
    await outbox.chore.run(new Date(office.now + 31 * day));
    expect(await office.rows()).toEqual([]);
    expect(await states()).toEqual(expected);
  });

  it('goes with the candidate who is erased, also what still waits to be sent', async () => {
    const [id, other] = [await addCandidate(office.db), await addCandidate(office.db)];
    await send([id, other], { hold: 1 });
    await office.db.transaction().execute((tx) => eraseApplicants(tx, [id]));
    const kept = await office.db.selectFrom('kept_mails').select('applicant_id').execute();
    expect(kept).toEqual([{ applicant_id: other }]);
    expect((await office.rows()).map((row) => row.recipient)).toHaveLength(1);
  });
});

describe('a template', () => {
  it('is filled in for one person, but for values with marks or gaps of their own', async () => {
    const id = await addCandidate(office.db);
    const eve = await addCandidate(office.db, { name: 'Eve {job}', job_title: 'Artist (place)' });
    const of = async (applicant_id: RowId) => {
      const { templates } = await call<{ templates: MailTemplate[] }>('getMailTemplates', {
        applicant_id: String(applicant_id),
      });
      return templates.find(({ name }) => name === 'received');
    };
    const begun = await of(id);
    expect(begun?.subject).toBe(`Your application to ${sampleSite.name} (REF100)`);
    expect(begun?.body).toContain('Hello Ayesha Khan,\n\nThank you for applying for Sound designer.');
    expect(begun?.body).toContain(`Sana Mir\n${sampleSite.name}`);
    expect((await of(eve))?.body).toContain('Hello {name},\n\nThank you for applying for {job}.');
    await expect(of(999)).rejects.toMatchObject({ code: 'applicant.notFound' });
  });

  it('has a text of ours, which is taken once its gaps are filled in, until somebody writes another', async () => {
    const id = await addCandidate(office.db);
    const { templates, sends, reply_to } = await call<{
      templates: MailTemplate[];
      sends: number;
      reply_to: string;
    }>('getMailTemplates', {});
    expect([templates.map(({ name }) => name), sends, reply_to]).toEqual([
      [...mailTemplateNames],
      0,
      sana.email,
    ]);
    await expect(call('previewCandidateMail', { id, ...templates[3] })).rejects.toMatchObject({
      status: 422,
      fields: { body: [textOf('letter.gaps', { gaps: '(date), (amount), (place)' })] },
    });
    for (const { subject, body: text } of templates) {
      const body = text.replace(/\(.*?\)/g, 'ours');
      const preview = await call<{ text: string }>('previewCandidateMail', { id, subject, body });
      expect(preview.text).toContain('Hello Ayesha Khan');
      expect(preview.text).not.toMatch(/[{}]/);
    }
    const [rejection] = templates.slice(-1);
    const text = { name: 'rejection', subject: 'Ours', body: 'Hello {name}' };
    const saved = await call<MailTemplate>('saveMailTemplate', {
      ...text,
      updated_at: rejection?.updated_at,
    });
    expect(saved).toMatchObject({ ...text, is_own: 1, who: 'Sana Mir' });
    await expect(
      call('saveMailTemplate', { ...text, updated_at: rejection?.updated_at }, omar),
    ).rejects.toMatchObject({
      code: 'conflict.newer',
      data: { who: 'Sana Mir' },
    });
    expect(await call('resetMailTemplate', { name: 'rejection' })).toEqual(rejection);
  });

  it.each(['saveMailTemplate', 'previewCandidateMail', 'sendCandidateMails'] as const)(
    'and a mail name the placeholders that there are not (%s)',
    async (name) => {
      const id = await addCandidate(office.db);
      const words = { subject: 'Hi {nmae}', body: '{first name}, {first name}: {} {job} { }' };
      const rest = { name: 'offer', id, ids: [id], key: 'k' };
      await expect(call(name, { ...rest, ...words })).rejects.toMatchObject({
        status: 422,
        fields: {
          subject: [
            'Unknown placeholder: {nmae}. These can be used: {name}, {job}, {company}, {sender}, {reference}.',
          ],
          body: [expect.stringContaining('Unknown placeholder: {first name}, { }.')],
        },
      });
    },
  );
});
