import { expect, it } from 'vitest';
import { securityTxt } from '../../../server/pages/machine-files/security-txt.ts';

it('security.txt has the fields of RFC 9116, and expires in half a year', () => {
  const now = new Date('2026-11-22T23:59:59.999Z');
  expect(securityTxt('https://studio.example', 'hello@studio.example', 'en', now)).toBe(
    [
      'Contact: mailto:hello@studio.example',
      'Expires: 2027-05-21T00:00:00Z',
      'Preferred-Languages: en',
      'Canonical: https://studio.example/.well-known/security.txt',
      '',
    ].join('\n'),
  );
});

it('it names no address of http, and no address breaks its lines', () => {
  const text = securityTxt('http://localhost:3000', 'a\nContact: mailto:evil@example.com', 'ur', new Date(0));
  expect(text).not.toContain('Canonical');
  expect(text.match(/^Contact:/gm)).toHaveLength(1);
});
