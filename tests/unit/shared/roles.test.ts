import { describe, expect, it } from 'vitest';
import { rows } from '#shared/contract/index.ts';
import { mayDo, rights, roles } from '#shared/roles.ts';

describe('the rows of the contract', () => {
  it.each(rows.map((row) => [row.name, row] as const))(
    '%s says which right an admin needs, if any',
    (_name, row) => {
      if (row.access === 'admin') expect(rights).toContain(row.needs);
      else expect(row.needs).toBeUndefined();
    },
  );
});

describe('mayDo', () => {
  it('lets owners do everything, and others what is theirs', () => {
    const allowed = Object.fromEntries(
      roles.map((role) => [role, rights.filter((right) => mayDo(role, right)).join(' ')]),
    );
    expect(allowed).toEqual({
      owner: rights.join(' '),
      editor: 'own content.read content.write jobs.read messages.read messages.write',
      recruiter:
        'own content.read jobs.read jobs.write applicants.read applicants.write messages.read messages.write',
      reader: 'own content.read jobs.read',
    });
  });

  it('lets everybody do everything where there are no roles', () => {
    for (const right of rights) expect(mayDo(undefined, right)).toBe(true);
  });
});
