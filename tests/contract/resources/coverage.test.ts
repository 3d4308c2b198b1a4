import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { rows } from '#shared/contract/index.ts';
import { goodCalls, resources } from './cases.ts';

describe('the contract tests', () => {
  it('go through every row of the contract', () => {
    const covered = Object.values(resources).flatMap((resource) => Object.keys(resource));
    expect(covered.sort()).toEqual(rows.map((row) => row.name).sort());
  });

  it('have a good call for every row that goes to the engine', () => {
    const forwarded = rows.filter((row) => row.origin !== 'session').map((row) => row.name);
    expect(Object.keys(goodCalls).sort()).toEqual(forwarded.sort());
  });

  it.each(Object.keys(resources))('have a file for %s', (resource) => {
    expect(existsSync(join(import.meta.dirname, `${resource}.test.ts`))).toBe(true);
  });
});
