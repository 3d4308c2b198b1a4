import { describe, expect, it } from 'vitest';
import { textOf } from '#shared/desk-messages.ts';
import type { Id } from '#shared/id.ts';
import { limits } from '#shared/limits.ts';
import type { OtherApplication } from '#shared/schemas/desk.ts';
import type { KeptLetter } from '#shared/schemas/letter.ts';
import { type Message, type MessageStatus, messageStatuses } from '#shared/schemas/message.ts';
import { withEngines } from '../../support/engines.ts';
import { runSql } from '../../support/run-sql.ts';
import {
  firstColleague,
  goodAnswer,
  makeApplicant,
  makeJob,
  makeMessage,
  makeSavedAnswer,
  newEmail,
  shownContact,
  shownDeletion,
} from './cases.ts';

withEngines((engine) => {
  const { call, read } = engine;
  const inbox = (query: object = {}) => read('getMessages', query);
  const idsIn = async (query: object) => (await inbox(query)).data.map(({ id }: Message) => id);
  const set = (id: Id, status: MessageStatus): Promise<Message> =>
    read('updateMessageStatus', id, { status });

  it('keeps what was written, with a due date of thirty days for an account', async () => {
    expect(await makeMessage(engine, 'contact', { name: '  Gul\tMeena ' })).toMatchObject(shownContact);
    const deletion = await makeMessage(engine, 'account_deletion');
    expect(deletion).toMatchObject(shownDeletion);
    const days = (Date.parse(deletion.due_at ?? '') - Date.parse(deletion.created_at)) / 86_400_000;
    expect(days).toBeCloseTo(30, 3);
  });

  it('the inbox counts every status of the type, and what is new of all types, and shows spam only to who asks', async () => {
    const before = await inbox({ type: 'contact' });
    const count = (status: MessageStatus, more: number) => (before.counts[status] ?? 0) + more;
    const { id } = await makeMessage(engine);
    await makeMessage(engine, 'account_deletion');
    expect(await inbox({ type: 'contact', status: 'read' })).toMatchObject({
      counts: { new: count('new', 1) },
      unread: before.unread + 2,
    });
    await set(id, 'read');
    expect(await inbox({ type: 'contact' })).toMatchObject({
      counts: { new: count('new', 0), read: count('read', 1) },
      unread: before.unread + 1,
    });
    await set(id, 'spam');
    const { total, counts } = await inbox({ type: 'contact' });
    expect([total, counts.spam]).toEqual([before.total, count('spam', 1)]);
    expect(await idsIn({})).not.toContain(id);
    expect(await idsIn({ status: 'spam' })).toContain(id);
  });

  it('a folder is a list of its own: the inbox is what is new, read and replied, the newest first', async () => {
    const made: Id[] = [];
    for (const status of messageStatuses) {
      const { id } = await makeMessage(engine);
      if (status !== 'new') await set(id, status);
      made.push(id);
    }
    const ours = async (folder: string, query: object = {}) => {
      const { data } = await inbox({ folder, ...query });
      return data.filter(({ id }: Message) => made.includes(id)).map(({ status }: Message) => status);
    };
    expect(await ours('inbox')).toEqual(['replied', 'read', 'new']);
    expect(await ours('archive')).toEqual(['archived']);
    expect(await ours('spam')).toEqual(['spam']);
    expect(await ours('inbox', { status: 'read', type: 'contact' })).toEqual(['read']);
    expect(await ours('inbox', { status: 'spam' })).toEqual([]);
    expect(await ours('inbox', { type: 'account_deletion' })).toEqual([]);
    const { total, counts } = await inbox({ folder: 'inbox' });
    expect(total).toBe((counts.new ?? 0) + (counts.read ?? 0) + (counts.replied ?? 0));
  });

  it('by due date, what is due first comes first, and what is done comes last', async () => {
    const first = await makeMessage(engine, 'account_deletion');
    const done = await makeMessage(engine, 'account_deletion');
    await set(done.id, 'replied');
    const last = await makeMessage(engine, 'account_deletion');
    const all: Id[] = [];
    const query = { folder: 'inbox', type: 'account_deletion', order: 'due' };
    for (let page = 1, end = 1; page <= end; page += 1) {
      const answer = await inbox({ ...query, page });
      all.push(...answer.data.map(({ id }: Message) => id));
      end = answer.last_page;
    }
    const ours = all.filter((id) => [first.id, done.id, last.id].includes(id));
    expect(ours).toEqual([first.id, last.id, done.id]);
  });

  it('stamps when a message was handled, and takes the stamp back when it is open again', async () => {
    const { id } = await makeMessage(engine, 'account_deletion');
    expect((await set(id, 'read')).handled_at).toBeNull();
    const { handled_at: handled } = await set(id, 'replied');
    expect(Date.parse(handled ?? '')).toBeGreaterThan(Date.now() - 60_000);
    expect((await set(id, 'archived')).handled_at).toBe(handled);
    expect((await set(id, 'new')).handled_at).toBeNull();
  });

  describe('what answers a message', () => {
    it('keeps saved answers as text, and refuses an old version and one too many', async () => {
      const { id, updated_at } = await makeSavedAnswer(engine);
      await read('updateSavedAnswer', id, { title: 'A', text: 'B', updated_at });
      const late = await call('updateSavedAnswer', id, { title: 'C', text: 'D', updated_at });
      expect([late.status, late.body.code]).toEqual([409, 'conflict.newer']);
      for (const title of ['b', 'C']) await read('addSavedAnswer', { title, text: 'x' });
      const titles = (await read('getSavedAnswers')).map(({ title }: { title: string }) => title);
      expect(titles.filter((title: string) => title.length === 1)).toEqual(['A', 'b', 'C']);
      // The limit does not depend on the database, so one test suffices.
      if (engine.isOnPostgres) return;
      const { length } = await read('getSavedAnswers');
      const rows = Array(limits.savedAnswers - length).fill(
        `('Full', 'x', '${updated_at}', '${updated_at}')`,
      );
      await runSql(engine, `insert into saved_answers (title, text, created_at, updated_at) values ${rows}`);
      const { status, body } = await call('addSavedAnswer', goodAnswer);
      expect([status, body.message]).toEqual([409, textOf('desk.tooManyAnswers', { limit: 100 })]);
      await read('deleteSavedAnswer', id);
      await read('addSavedAnswer', goodAnswer);
    });

    it('assigns a message, lists mine with their counts, and takes it back', async () => {
      const me = await firstColleague(engine);
      const { id, assigned_to, updated_at } = await makeMessage(engine, 'contact', { subject: 'Mine' });
      const other = await makeMessage(engine, 'contact', { subject: 'Nobody’s' });
      expect(assigned_to).toBeNull();
      const assigned = await read('assignMessage', id, { admin_id: me.id, updated_at });
      expect(assigned).toMatchObject({ assigned_to: me, status: 'new' });
      const mine = async () =>
        (await read('getMessages', { assigned: 'me' })).data.map((each: Message) => each.id);
      expect(await mine()).toContain(id);
      expect((await read('getMessages', { assigned: 'me' })).counts).toEqual({ new: 1 });
      expect(await mine()).not.toContain(other.id);
      await call('assignMessage', id, { admin_id: null, updated_at }).expect(409);
      await read('updateMessageStatus', id, { status: 'read' });
      expect(await read('getSingleMessage', id)).toMatchObject({ assigned_to: me, status: 'read' });
      await read('assignMessage', id, { admin_id: null });
      expect(await mine()).not.toContain(id);
    });

    it('answers a message once for each form, and shows the newest answer first', async () => {
      const { id } = await makeMessage(engine);
      for (const text of ['One', 'Two', 'Two']) await read('answerMessage', id, { text, key: text });
      const { name: who } = await firstColleague(engine);
      const all: KeptLetter[] = await read('getAnswers', id);
      expect(all.map((each) => [each.body, each.who, each.can_undo])).toEqual([
        ['Two', who, 0],
        ['One', who, 0],
      ]);
      expect(await read('getSingleMessage', id)).toMatchObject({ status: 'replied' });
    });

    it('finds the other applications of a person, and neither deleted ones nor spam', async () => {
      const email = newEmail();
      const made: Id[] = [];
      for (const title of ['Editor', 'Animator', 'Deleted', 'Spam']) {
        const job = await makeJob(engine, { status: 'open', title });
        made.push((await makeApplicant(engine, { email: email.toUpperCase() }, job.id)).id);
      }
      const [editor = 0, animator = 0, deleted = 0, spam = 0] = made;
      const open = await makeApplicant(engine, { email });
      await makeApplicant(engine);
      await read('deleteApplicant', deleted);
      await read('updateApplicantStatus', spam, { status: 'spam' });
      await read('updateApplicantStatus', editor, { status: 'rejected' });
      const others: { data: OtherApplication[]; total: number } = await read('getOtherApplications', open.id);
      expect(others.data.map(({ id, job_title, status }) => [id, job_title, status])).toEqual([
        [animator, 'Animator', 'new'],
        [editor, 'Editor', 'rejected'],
      ]);
      expect(others.total).toBe(2);
      expect((await read('getOtherApplications', editor)).data[0]).toMatchObject({
        id: open.id,
        job_id: null,
      });
      // Looking at other applications does not mark them as read; who is rejected counts as read.
      expect((await read('getApplicants', { search: email, is_read: 0 })).total).toBe(2);
    });
  });
});
