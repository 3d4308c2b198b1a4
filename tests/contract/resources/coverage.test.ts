import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { type CallName, type ContractRow, contract, rows } from '#shared/contract/index.ts';
import { withEngine } from '../../support/engines.ts';
import type { GoodCall } from './cases/good-call.ts';
import { dropFactors, passkeySite } from './cases/second-step.ts';
import { goodCalls, resources } from './cases.ts';
import { sentFields } from './saved-fields.ts';

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

/** Fields that a good call cannot send, with the reason. */
const notSent: Record<string, string> = {
  'addJob updated_at': 'a new job has no version',
  'secondStep ticket': 'the BFF puts it in',
  'secondStep code': 'one of code, recovery_code and passkey is sent',
  'secondStep passkey': 'one of code, recovery_code and passkey is sent',
};

// Only the engine has every call.
withEngine(
  'embedded',
  (engine) => {
    it('a good call sends every field that its row takes', async () => {
      const left: string[] = [];
      for (const [name, makeCall] of Object.entries(goodCalls)) {
        const row: ContractRow = contract[name as CallName];
        if (row.method === 'GET' || row.pageOnly) continue;
        const call = await makeCall(engine);
        left.push(...fieldsLeftOut(row, call).map((field) => `${name} ${field}`));
        // The next call signs in without a second step.
        await dropFactors(engine);
      }
      expect(left.sort()).toEqual(Object.keys(notSent).sort());
    });
  },
  { environment: passkeySite },
);

/** Returns the fields of the row's form or body that the call does not send. */
function fieldsLeftOut({ upload, body }: ContractRow, call: GoodCall): string[] {
  const sent = sentFields(call).map(({ name }) => name);
  const taken = [
    ...(upload ? [...upload.texts, ...upload.files].map(({ name }) => name) : []),
    ...(body instanceof z.ZodObject ? Object.keys(body.shape) : []),
  ];
  return taken.filter((name) => !sent.includes(name));
}
