import { expect, test } from 'vitest';
import { replyLink } from '../../../../../client/admin/messages/OpenMessage.tsx';

const at = '2026-11-20T10:00:00.000Z';
const message = {
  ...({ id: 1, type: 'contact', status: 'new', created_at: at, updated_at: at } as const),
  name: 'Ayesha',
  email: 'ayesha+films@example.com',
  subject: 'Film & sound',
  message: 'Hello,\nwhat does it cost?',
};
const open = (more: object = {}) => {
  const link = replyLink({ ...message, ...more });
  const [address = '', query = '', ...rest] = link.split('?');
  const fields = Object.fromEntries(query.split('&').map((pair) => pair.split('=').map(decodeURIComponent)));
  return { link, address: decodeURIComponent(address), fields, rest };
};

test('a reply quotes what was written, with every character encoded', () => {
  const { link, address, fields } = open();
  expect(address).toBe('mailto:ayesha+films@example.com');
  expect(link).toContain('%2B');
  expect(fields.subject).toBe('Re: Film & sound');
  expect(fields.body).toMatch(/^\r\n\r\nOn .*, Ayesha wrote:\r\n> Hello,\r\n> what does it cost\?$/);
  expect(open({ subject: 'RE: Film' }).fields.subject).toBe('RE: Film');
});

test('a mail address cannot add fields of its own to the reply', () => {
  const { fields, rest } = open({ email: 'a@b.example?bcc=all@b.example&body=x' });
  expect([Object.keys(fields), rest]).toEqual([['subject', 'body'], []]);
});

test('a long message is cut, so that mail programs take the link', () => {
  const { link, fields } = open({ message: 'کتنے میں ہوگا؟\n'.repeat(300) });
  expect(link.length).toBeLessThanOrEqual(1900);
  expect(fields.body).toMatch(/Ayesha wrote:\r\n> کتنے میں ہوگا؟\r\n.*\[…\]$/s);
});
