import { expect, it } from 'vitest';
import type { Id } from '#shared/id.ts';
import { type Message, type MessageStatus, messageStatuses } from '#shared/schemas/message.ts';
import { withEngines } from '../../support/engines.ts';
import { makeMessage, shownContact, shownDeletion } from './cases/messages.ts';

withEngines((engine) => {
  const { read } = engine;
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
});
