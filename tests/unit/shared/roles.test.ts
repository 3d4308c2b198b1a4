import { expect, it } from 'vitest';
import { contract, rows } from '#shared/contract/index.ts';
import { mayCall, withoutWithheld } from '#shared/contract/row.ts';
import { mayDo, roles } from '#shared/roles.ts';

const rights = [...new Set(rows.flatMap(({ needs }) => needs ?? []))].sort();

it('every row for admins, and no other, says which right it needs', () => {
  expect(rows.filter(({ access, needs }) => (access === 'admin') !== (needs !== undefined))).toEqual([]);
});

it('owners may do everything, and others what is theirs', () => {
  const allowed = (role?: (typeof roles)[number]) => rights.filter((right) => mayDo(role, right)).join(' ');
  expect(Object.fromEntries(roles.map((role) => [role, allowed(role)]))).toEqual({
    owner: rights.join(' '),
    editor: 'content.read content.write jobs.read messages.read messages.write own',
    recruiter:
      'applicants.read applicants.write content.read jobs.read jobs.write messages.read messages.write own',
    reader: 'content.read jobs.read own',
  });
  // A host may have no roles.
  expect(allowed()).toBe(rights.join(' '));
});

it('a call about several kinds is judged by the kind, or by any of them; one that does not say what it needs is for owners', () => {
  expect(
    ['job', 'blog', undefined, 'of no kind'].map((kind) =>
      mayCall('recruiter', contract.restoreVersion, kind),
    ),
  ).toEqual([true, false, true, false]);
  expect(mayCall('reader', contract.restoreVersion)).toBe(false);
  expect(roles.filter((role) => mayCall(role, { access: 'admin' }))).toEqual(['owner']);
});

it('fields are left out for who lacks their right, wherever they stand', () => {
  const row = { withheld: { needs: 'people', fields: ['secret'] } } as const;
  const data = { list: [{ id: 1, secret: 2 }], secret: null };
  expect(withoutWithheld(data, row, 'reader')).toEqual({ list: [{ id: 1 }] });
  expect(withoutWithheld(data, row, 'owner')).toBe(data);
});
