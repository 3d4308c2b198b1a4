import { expect, it } from 'vitest';
import { withDates } from '../../../../server/bff/saved-site/site-calls.ts';

it('dates a legal text that differs from the one before, and no other, and leaves out an empty one', () => {
  const before = { privacy: '<p>A</p>', privacy_updated: '2026-01-01', terms: '<p>T</p>' };
  const after = { privacy: '<p>A</p>', privacy_updated: '1999-01-01', terms: '<p>New</p>' };
  const dated = (legal: object) => withDates({ legal }, { legal: before }, '2026-11-28').legal;
  expect(dated(after)).toEqual({ ...before, terms: '<p>New</p>', terms_updated: '2026-11-28' });
  expect(dated({ ...after, terms: '<p><br></p>' })).toEqual({
    privacy: '<p>A</p>',
    privacy_updated: '2026-01-01',
  });
});
