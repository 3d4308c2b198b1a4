import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type CallName, type ContractRow, contract } from '#shared/contract/index.ts';
import { type KeptLetter, letterLimits, type MailTemplate } from '#shared/schemas/letter.ts';
import { sampleSite } from '#shared/site/sample-site.ts';
import type { Admin } from '../../../server/content-api/auth/accounts.ts';
import { type EngineAnswer, type EngineCall, parseFields } from '../../../server/content-api/calls.ts';
import { candidateMailHandlers } from '../../../server/content-api/candidate-mails/routes.ts';
import { eraseRows } from '../../../server/content-api/content/versions.ts';
import type { Outbox } from '../../../server/content-api/mail/outbox.ts';
import type { RowId } from '../../../server/database/types.ts';
import type { MailTransport } from '../../../server/mail/transport.ts';
import { addApplicant } from '../../support/engine/in-memory.ts';
import { hour, minute, openPostOffice, type PostOffice } from '../../support/mail/post-office.ts';

const sana: Admin = { id: 1, email: 'sana@studio.example', name: 'Sana Mir', role: 'owner' };
const omar: Admin = { id: 2, email: 'omar@studio.example', name: 'Omar Ali', role: 'recruiter' };
const words = {
  subject: 'Hello {name}',
  body: 'Hello {name},\n\nabout {job} ({reference}).\n\n{sender}, {company}',
};

let office: PostOffice;
let outbox: Outbox;
let sent: Parameters<MailTransport['send']>[0][];
const transport: MailTransport = { send: async (mail) => void sent.push(mail) };
const deliver = () => office.deliver(transport);

beforeAll(async () => {
  office = await openPostOffice();
  outbox = office.outboxTo();
});
beforeEach(async () => {
  sent = [];
  for (const table of ['tasks', 'kept_mails'] as const) await office.db.deleteFrom(table).execute();
});
afterAll(async () => {
  await office.close();
});

/** A call of an admin; its body is validated as in a request. */
async function call<Data>(name: CallName, input: unknown, admin = sana) {
  const handlers = candidateMailHandlers({ db: office.db, outbox, site: () => sampleSite });
  const handler = handlers[name] as unknown as (call: Partial<EngineCall>) => Promise<EngineAnswer>;
  const row: ContractRow = contract[name];
  const answer = await handler({
    admin,
    id: typeof input === 'number' ? input : 0,
    query: (row.query && parseFields(row.query, input)) as never,
    body: async () => (row.body && parseFields(row.body, input)) as never,
  });
  return answer.data as Data;
}

let people = 100;
async function candidate(columns: object = {}) {
  people += 1;
  const facts = { reference: `REF${people}`, job_title: 'Sound designer', ...columns };
  return (await addApplicant(office.db, {}, facts)).id;
}

interface Sent {
  mails: { id: RowId; applicant: RowId; state: string; send_at: string }[];
  skipped: { applicant: RowId; reason: string }[];
}

let keys = 0;
function send(ids: RowId[], more: object = {}, admin = sana) {
  keys += 1;
  return call<Sent>('sendCandidateMails', { ids, ...words, key: `key-${keys}`, ...more }, admin);
}
const historyOf = (id: RowId) => call<KeptLetter[]>('getCandidateMails', id);
const idsOf = ({ mails }: Sent) => mails.map(({ id }) => id);
/** Moves a candidate to a status, or to the trash. */
const move = (id: RowId, to: string) =>
  office.db
    .updateTable('applicants')
    .set(to === 'trash' ? { deleted_at: new Date().toISOString() } : { status: to as never })
    .where('id', '=', id)
    .execute();

describe('a mail to candidates', () => {
  it('goes to each of them with their own values, as text, and answers go to who wrote it', async () => {
    const [ayesha, other] = [
      await candidate({ reference: 'REF1' }),
      await candidate({ name: '<b>عائشہ</b> {job}', job_title: null, reference: 'REF2' }),
    ];
    await send([ayesha, other]);
    await deliver();
    expect(sent).toMatchObject([
      {
        subject: 'Hello Ayesha Khan',
        replyTo: sana.email,
        byHand: true,
        text: expect.stringContaining('about Sound designer (REF1).\n\nSana Mir, '),
      },
      {
        subject: 'Hello <b>عائشہ</b> {job}',
        text: expect.stringContaining('about a position with us (REF2).'),
        html: expect.stringContaining('&#60;b&#62;عائشہ'),
      },
    ]);
  });

  it('is held for an hour, and not sent when it was taken back', async () => {
    const [id, other] = [await candidate(), await candidate()];
    const { mails } = await send([id], { hold: 1 });
    expect(mails).toMatchObject([{ state: 'held', send_at: new Date(office.now + hour).toISOString() }]);
    const undo = { ids: idsOf(await send([other], { hold: 1 })) };
    for (const _twice of [1, 2])
      expect(await call('undoCandidateMails', undo)).toEqual({ undone: undo.ids, late: [] });
    expect(await deliver()).toBe(hour);
    office.pass(hour - 1);
    await deliver();
    expect(sent).toEqual([]);
    office.pass(1);
    await deliver();
    expect(sent).toHaveLength(1);
    expect(await historyOf(id)).toMatchObject([{ state: 'sent', can_undo: 0, who: 'Sana Mir' }]);
    expect(await historyOf(other)).toMatchObject([{ state: 'undone', can_undo: 0 }]);
    // A mail that was taken back does not count: the same goes now.
    const third = await candidate();
    await call('undoCandidateMails', { ids: idsOf(await send([third], { hold: 1 })) });
    await send([third]);
    await deliver();
    expect(sent).toHaveLength(2);
  });

  it('is begun with the values of its candidate, and goes at once when it is released', async () => {
    const id = await candidate();
    const asked = await call<{ templates: MailTemplate[] }>('getMailTemplates', { applicant_id: String(id) });
    for (const { subject, body } of asked.templates)
      expect(`${subject}\n${body}`).toMatch(/^(?!.*\{(name|job|company|sender)\}).*Ayesha Khan/s);
    expect(asked).toMatchObject({ reply_to: sana.email });
    await call('releaseCandidateMails', { ids: idsOf(await send([id], { hold: 1 })) });
    await deliver();
    expect(sent).toHaveLength(1);
    const late = { name: 'offer', subject: 'a', body: 'b', updated_at: '2026-01-01T00:00:00.000Z' };
    await expect(call('saveMailTemplate', late)).rejects.toMatchObject({
      code: 'conflict.newer',
      status: 409,
    });
  });

  it.each([
    ['rejection', 'rejected', ['new'], 'not for New.'],
    ['rejection', 'rejected', ['new', 'rejected'], null],
    ['information', 'rejected', ['reviewing'], 'not for Reviewing.'],
    ['invite', 'new', ['interview'], null],
    ['invite', 'interview', ['withdrawn'], 'not for Withdrawn.'],
    ['offer', 'offered', ['interview'], 'not for Interview.'],
    ['offer', 'offered', ['trash'], 'in the trash when it was due.'],
  ])('(%s) held while %s, moved to %j, is held back: %s', async (template, from, to, heldBack) => {
    const id = await candidate({ status: from });
    await send([id], { hold: 1, template });
    for (const status of to) await move(id, status);
    office.pass(hour);
    await deliver();
    expect(sent).toHaveLength(heldBack ? 0 : 1);
    // The history of a candidate in the trash answers 404, so each candidate is restored before it is read.
    await office.db.updateTable('applicants').set({ deleted_at: null }).where('id', '=', id).execute();
    const [mail] = await historyOf(id);
    expect(mail).toMatchObject({ state: heldBack ? 'held_back' : 'sent', can_undo: heldBack ? 1 : 0 });
    expect(mail?.problem ?? '').toContain(heldBack ?? '');
  });

  it('that is on its way cannot be taken back', async () => {
    const id = await candidate();
    const ids = idsOf(await send([id]));
    const refused: unknown[] = [];
    const undo = () => call('undoCandidateMails', { ids }).catch((error: unknown) => refused.push(error));
    await office.deliver({ send: async () => void (await undo()) });
    expect(refused).toMatchObject([{ code: 'letter.tooLate', status: 409 }]);
    expect(await historyOf(id)).toMatchObject([{ state: 'sent' }]);
  });

  it('is sent once, however often the form or another tab sends it, and again when it is meant', async () => {
    const id = await candidate();
    const [form, tab] = [{ key: 'same' }, {}];
    const all = await Promise.all([send([id], form), send([id], form), send([id], tab), send([id, id])]);
    expect(new Set(all.flatMap(idsOf)).size).toBe(1);
    await send([id], { body: 'At noon, I meant.' });
    office.pass((letterLimits.again + 1) * minute);
    await send([id]);
    await deliver();
    expect(sent).toHaveLength(3);
  });

  it('tells who has mailed the same person just now, and goes when it is meant', async () => {
    const [id, other] = [await candidate(), await candidate()];
    await send([id], {}, omar);
    await expect(send([id, other])).rejects.toMatchObject({
      code: 'letter.justMailed',
      status: 409,
      message: 'Omar Ali has mailed Ayesha Khan in the last 10 minutes. Send yours as well?',
    });
    expect(await historyOf(other)).toEqual([]);
    expect((await send([id, other], { again: 1 })).mails).toHaveLength(2);
    const more = () => send([id], { body: 'One more of mine.' }, omar);
    await expect(more()).rejects.toMatchObject({ code: 'letter.justMailed' });
    office.pass(letterLimits.again * minute + 1);
    expect((await more()).mails).toHaveLength(1);
  });

  it('stays in the history when the outbox has forgotten it, and goes with the candidate who is erased', async () => {
    const [id, other] = [await candidate(), await candidate()];
    await send([id]);
    await deliver();
    expect(await office.rows()).toEqual([]);
    expect(await historyOf(id)).toMatchObject([{ state: 'sent' }]);
    await send([id, other], { hold: 1, again: 1 });
    await office.db.transaction().execute((tx) => eraseRows(tx, 'applicants', [id]));
    const kept = await office.db.selectFrom('kept_mails').select('applicant_id').execute();
    expect(kept).toEqual([{ applicant_id: other }]);
    office.pass(hour);
    await deliver();
    expect(sent).toHaveLength(2);
  });
});
