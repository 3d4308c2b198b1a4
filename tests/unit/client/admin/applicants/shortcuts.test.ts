import { expect, test } from 'vitest';
import { applicantStatuses } from '#shared/schemas/applicant.ts';
import { shortcutLabels, shortcutOf } from '../../../../../client/admin/applicants/shortcuts.ts';

const plain = { ctrlKey: false, metaKey: false, altKey: false, isComposing: false };

test('the digits stand for the statuses in their order', () => {
  const targets = [1, 2, 3, 4, 5, 6, 7, 8, 9].map((digit) => shortcutOf({ ...plain, key: String(digit) }));
  expect(targets).toEqual(applicantStatuses.map((to) => ({ kind: 'move', to })));
  expect(shortcutOf({ ...plain, key: '0' })).toBeUndefined();
});

test('nothing is done together with Ctrl, the command key or Alt, or while a script is composed', () => {
  for (const modifier of ['ctrlKey', 'metaKey', 'altKey', 'isComposing']) {
    expect(shortcutOf({ ...plain, key: 'u', [modifier]: true }), modifier).toBeUndefined();
  }
  expect(shortcutOf({ ...plain, key: 'U' })).toEqual({ kind: 'unread' });
  expect(shortcutOf({ ...plain, key: 'Enter' })).toBeUndefined();
});

test('every key that does something is listed', () => {
  for (const [key] of shortcutLabels) {
    if (key !== 'Esc') expect(shortcutOf({ ...plain, key }), key).toBeDefined();
  }
  const letters = [...'abcdefghijklmnopqrstuvwxyz0123456789/?'];
  const known = letters.filter((key) => shortcutOf({ ...plain, key }));
  expect(
    shortcutLabels
      .map(([key]) => key)
      .filter((key) => key !== 'Esc')
      .sort(),
  ).toEqual(known.sort());
});
