import { expect, test } from 'vitest';
import type { Message } from '#shared/schemas/message.ts';
import { replyLink } from '../../../../../client/admin/messages/reply-link.ts';

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

function fieldsOf(link: string): Record<string, string> {
  const query = link.slice(link.indexOf('?') + 1);
  return Object.fromEntries(query.split('&').map((pair) => pair.split('=').map(decodeURIComponent)));
}
