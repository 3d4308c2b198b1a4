import { describe, expect, it } from 'vitest';
import { callPath } from '#shared/contract/call-path.ts';
import { type CallName, contract } from '#shared/contract/index.ts';
import type { Id } from '#shared/id.ts';
import {
  type Message,
  type MessageFolder,
  type MessageStatus,
  messageStatuses,
} from '#shared/schemas/message.ts';
import { withEngines } from '../../support/engines.ts';
import { makeMessage, shownContact, shownDeletion } from './cases/messages.ts';

const dayMs = 24 * 60 * 60 * 1000;

withEngines((engine) => {
  const post = (call: CallName, id: Id, json: object = {}) =>
    engine.admin.post(callPath(contract[call], { id })).send(json);
  const inbox = async (query = '') => {
    const answer = await engine.admin.get(callPath(contract.getMessages) + query);
    expect(answer.status, answer.text).toBe(200);
    return answer.body.data as {
      data: Message[];
      total: number;
      last_page: number;
      counts: Record<string, number>;
      unread: number;
    };
  };

  it('keeps what was written, with a due date of thirty days for an account', async () => {
    const contact = await makeMessage(engine, 'contact', { name: '  Gul\tMeena ' });
    expect(contact).toMatchObject(shownContact);
    const deletion = await makeMessage(engine, 'account_deletion');
    expect(deletion).toMatchObject(shownDeletion);
    expect(Date.parse(deletion.due_at ?? '')).toBeCloseTo(Date.parse(deletion.created_at) + 30 * dayMs, -3);
  });

  describe('the inbox', () => {
    it('counts every status of the type, and what is new of all types', async () => {
      const before = await inbox('?type=contact');
      const { id } = await makeMessage(engine);
      await makeMessage(engine, 'account_deletion');
      const between = await inbox('?type=contact&status=read');
      expect(between.counts.new).toBe((before.counts.new ?? 0) + 1);
      expect(between.unread).toBe(before.unread + 2);
      await post('updateMessageStatus', id, { status: 'read' });
      const after = await inbox('?type=contact');
      expect(after.counts).toMatchObject({
        new: before.counts.new ?? 0,
        read: (before.counts.read ?? 0) + 1,
      });
      expect(after.unread).toBe(before.unread + 1);
    });

    it('shows spam only to who asks for it', async () => {
      const { id } = await makeMessage(engine);
      const before = await inbox();
      expect((await post('updateMessageStatus', id, { status: 'spam' })).status).toBe(200);
      const after = await inbox();
      expect(after.total).toBe(before.total - 1);
      expect(after.counts.spam).toBe((before.counts.spam ?? 0) + 1);
      expect(after.data.map((message) => message.id)).not.toContain(id);
      expect((await inbox('?status=spam')).data.map((message) => message.id)).toContain(id);
    });

    it('a folder is a list of its own: the inbox is what is new, read and replied', async () => {
      const made = new Map<MessageStatus, Id>();
      for (const status of messageStatuses) {
        const { id } = await makeMessage(engine);
        if (status !== 'new') await post('updateMessageStatus', id, { status });
        made.set(status, id);
      }
      const ours = async (folder: MessageFolder, query = '') => {
        const { data } = await inbox(`?folder=${folder}${query}`);
        const ids = [...made.values()];
        return data.filter(({ id }) => ids.includes(id)).map(({ status }) => status);
      };
      // Newest first, in one list.
      expect(await ours('inbox')).toEqual(['replied', 'read', 'new']);
      expect(await ours('archive')).toEqual(['archived']);
      expect(await ours('spam')).toEqual(['spam']);
      expect(await ours('inbox', '&status=read&type=contact')).toEqual(['read']);
      expect(await ours('inbox', '&status=spam')).toEqual([]);
      expect(await ours('inbox', '&type=account_deletion')).toEqual([]);
      const { total, counts } = await inbox('?folder=inbox');
      expect(total).toBe((counts.new ?? 0) + (counts.read ?? 0) + (counts.replied ?? 0));
    });

    it('by due date, what is due first comes first, and what is done comes last', async () => {
      const first = await makeMessage(engine, 'account_deletion');
      const done = await makeMessage(engine, 'account_deletion');
      await post('updateMessageStatus', done.id, { status: 'replied' });
      const last = await makeMessage(engine, 'account_deletion');
      const all: Message[] = [];
      for (let page = 1, end = 1; page <= end; page += 1) {
        const answer = await inbox(`?folder=inbox&type=account_deletion&order=due&page=${page}`);
        all.push(...answer.data);
        end = answer.last_page;
      }
      const at = ({ id }: Message) => all.findIndex((each) => each.id === id);
      expect(at(first)).toBeGreaterThanOrEqual(0);
      expect(at(first)).toBeLessThan(at(last));
      expect(at(last)).toBeLessThan(at(done));
    });
  });

  it('stamps when a message was handled, and takes the stamp back when it is open again', async () => {
    const { id } = await makeMessage(engine, 'account_deletion');
    const set = async (status: MessageStatus): Promise<Message> =>
      (await post('updateMessageStatus', id, { status })).body.data;
    expect((await set('read')).handled_at).toBeNull();
    const { handled_at: handled } = await set('replied');
    expect(Date.parse(handled ?? '')).toBeGreaterThan(Date.now() - 60_000);
    expect((await set('archived')).handled_at).toBe(handled);
    expect((await set('new')).handled_at).toBeNull();
  });
});
