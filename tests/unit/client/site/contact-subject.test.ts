import { expect, test } from 'vitest';
import { contactFormPath } from '#shared/paths.ts';
import { subjectOf } from '../../../../client/site/contact/ContactForm.tsx';

test('a message about a work begins with its title, as one short line of plain text', () => {
  expect(contactFormPath()).toBe('/contact#write');
  expect(contactFormPath('Salt & Road')).toBe('/contact?about=Salt%20%26%20Road#write');
  expect(subjectOf(null)).toBe('');
  expect(subjectOf(' <b>\u0000Salt\r\n\tRoad ')).toBe('<b> Salt Road');
  expect(subjectOf('🌊'.repeat(200))).toBe('🌊'.repeat(120));
});
