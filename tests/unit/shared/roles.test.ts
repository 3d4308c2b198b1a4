import { describe, expect, it } from 'vitest';
import { contract, rows } from '#shared/contract/index.ts';
import { mayCall, withoutWithheld } from '#shared/contract/may-call.ts';
import { mayDo, roles } from '#shared/roles.ts';

const rights = [...new Set(rows.flatMap(({ needs }) => needs ?? []))].sort();

describe('the rows of the contract', () => {
  it.each(rows.map((row) => [row.name, row] as const))(
    '%s says which right an admin needs, if any',
    (_name, row) => {
      if (row.access === 'admin') expect(row.needs).toBeDefined();
      else expect(row.needs).toBeUndefined();
    },
  );
});

describe('mayCall', () => {
  it('judges a call about several kinds by the kind, or by any of them', () => {
    expect(mayCall('recruiter', contract.restoreVersion, 'job')).toBe(true);
    expect(mayCall('recruiter', contract.restoreVersion, 'blog')).toBe(false);
    expect(mayCall('recruiter', contract.restoreVersion)).toBe(true);
    expect(mayCall('reader', contract.restoreVersion)).toBe(false);
    expect(mayCall('recruiter', contract.restoreVersion, 'of no kind')).toBe(false);
  });

  it('keeps calls that do not say what they need for owners', () => {
    expect(roles.filter((role) => mayCall(role, { access: 'admin' }))).toEqual(['owner']);
  });
});

describe('withoutWithheld', () => {
  it('leaves fields out for who lacks their right, wherever they stand', () => {
    const row = { withheld: { needs: 'people', fields: ['secret'] } } as const;
    const data = { list: [{ id: 1, secret: 2 }], secret: null };
    expect(withoutWithheld(data, row, 'reader')).toEqual({ list: [{ id: 1 }] });
    expect(withoutWithheld(data, row, 'owner')).toBe(data);
    expect(withoutWithheld(data, {}, 'reader')).toBe(data);
  });
});

describe('mayDo', () => {
  it('lets owners do everything, and others what is theirs', () => {
    const allowed = Object.fromEntries(
      roles.map((role) => [role, rights.filter((right) => mayDo(role, right)).join(' ')]),
    );
    expect(allowed).toEqual({
      owner: rights.join(' '),
      editor: 'content.read content.write jobs.read messages.read messages.write own',
      recruiter:
        'applicants.read applicants.write content.read jobs.read jobs.write messages.read messages.write own',
      reader: 'content.read jobs.read own',
    });
  });

  it('lets everybody do everything where there are no roles', () => {
    for (const right of rights) expect(mayDo(undefined, right)).toBe(true);
  });
});
