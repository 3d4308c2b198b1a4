import { expect, test } from 'vitest';
import { applicantStatuses } from '#shared/schemas/applicant.ts';
import { shortcutOf } from '../../../../../client/admin/applicants/shortcuts.ts';

const press = (key: string, more: object = {}) =>
  shortcutOf({ ctrlKey: false, metaKey: false, altKey: false, isComposing: false, key, ...more });

test('digits move to the statuses in their order, and nothing is done with a modifier or while a script is composed', () => {
  expect(applicantStatuses.map((_, at) => press(String(at + 1)))).toEqual(
    applicantStatuses.map((to) => ({ kind: 'move', to })),
  );
  expect([press('0'), press('Enter'), press('U')]).toEqual([undefined, undefined, { kind: 'unread' }]);
  for (const modifier of ['ctrlKey', 'metaKey', 'altKey', 'isComposing'])
    expect(press('u', { [modifier]: true }), modifier).toBeUndefined();
});
