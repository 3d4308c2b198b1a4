import { expect, test } from 'vitest';
import type { Message } from '#shared/schemas/message.ts';
import { dueOf } from '../../../../../client/admin/messages/due.ts';
import { readAddress, searchAfter } from '../../../../../client/admin/messages/message-address.ts';
import { replyLink } from '../../../../../client/admin/messages/reply-link.ts';

const now = new Date('2026-11-21T15:00:00.000Z');
const open = { handled_at: null, status: 'read' } as const;

const message: Message = {
  id: 1,
  type: 'contact',
  name: 'Ayesha',
  email: 'ayesha+films@example.com',
  subject: 'Film & sound',
  message: 'Hello,\nwhat does it cost?',
  status: 'new',
  created_at: '2026-11-20T10:00:00.000Z',
  updated_at: '2026-11-20T10:00:00.000Z',
};

test.each([
  ['2026-12-21T01:00:00.000Z', '30 days left', 'neutral', false],
  ['2026-11-29T23:00:00.000Z', '8 days left', 'neutral', false],
  ['2026-11-28T00:00:00.000Z', '7 days left', 'signal', true],
  ['2026-11-22T00:00:00.000Z', '1 day left', 'signal', true],
  ['2026-11-21T00:30:00.000Z', 'Due today', 'danger', true],
  ['2026-11-21T23:59:59.000Z', 'Due today', 'danger', true],
  ['2026-11-20T23:59:59.000Z', '1 day overdue', 'danger', true],
  ['2026-11-19T12:00:00.000Z', '2 days overdue', 'danger', true],
])('a request that is due at %s: %s', (due, text, tone, urgent) => {
  expect(dueOf({ ...open, due_at: due }, now)).toMatchObject({ text, tone, urgent });
});

test('what is done is not due any more, and what has no date never is', () => {
  const due = '2026-11-19T12:00:00.000Z';
  const done = dueOf({ due_at: due, handled_at: '2026-11-18T09:00:00.000Z', status: 'archived' }, now);
  expect(done).toMatchObject({ text: 'Done on 18 November 2026', tone: 'success', urgent: false });
  expect(dueOf({ due_at: due, handled_at: null, status: 'replied' }, now)).toMatchObject({ text: 'Done' });
  expect(dueOf({ ...open, due_at: null }, now)).toBeUndefined();
  expect(dueOf({ ...open, due_at: 'soon' }, now)).toBeUndefined();
});

test('a reply quotes what was written, with every character encoded', () => {
  const link = new URL(replyLink(message));
  expect(link.protocol).toBe('mailto:');
  expect(decodeURIComponent(link.pathname)).toBe('ayesha+films@example.com');
  expect(link.pathname).toContain('%2B');
  expect(link.href).not.toMatch(/[ \n&]film/i);
  const { subject, body } = fieldsOf(replyLink(message));
  expect(subject).toBe('Re: Film & sound');
  expect(body).toMatch(/^\r\n\r\nOn .*, Ayesha wrote:\r\n> Hello,\r\n> what does it cost\?$/);
  expect(fieldsOf(replyLink({ ...message, subject: 'RE: Film' })).subject).toBe('RE: Film');
});

test('a mail address cannot add fields of its own to the reply', () => {
  const link = replyLink({ ...message, email: 'a@b.example?bcc=all@b.example&body=x' });
  expect(link.split('?')).toHaveLength(2);
  expect(Object.keys(fieldsOf(link))).toEqual(['subject', 'body']);
});

test.each([
  ['Urdu', 'ایک نئی فلم '.repeat(400)],
  ['emoji', '🎬'.repeat(3000)],
  ['plain words', 'word '.repeat(1000)],
  ['half a pair of surrogates', `\ud83c${'x'.repeat(4000)}`],
])('a long text in %s is quoted as far as a link can be long', (_name, text) => {
  const link = replyLink({ ...message, subject: text, message: text });
  expect(link.length).toBeLessThanOrEqual(1900);
  expect(link.length).toBeGreaterThan(1000);
  expect(() => decodeURIComponent(link)).not.toThrow();
});

test('the address holds folder, kind and the open message, and nothing that is none', () => {
  const address = new URLSearchParams('status=archived&type=contact&message=12&other=1');
  expect(readAddress(address)).toEqual({ folder: 'archived', type: 'contact', message: 12 });
  expect(readAddress(new URLSearchParams('status=gone&type=x&message=-1'))).toEqual({
    folder: 'inbox',
    type: undefined,
    message: undefined,
  });
  expect(searchAfter(address, { folder: 'inbox', message: undefined })).toBe('?type=contact&other=1');
  expect(searchAfter(new URLSearchParams('message=12'), { message: undefined })).toBe('');
});

function fieldsOf(link: string): Record<string, string> {
  const query = link.slice(link.indexOf('?') + 1);
  return Object.fromEntries(query.split('&').map((pair) => pair.split('=').map(decodeURIComponent)));
}
