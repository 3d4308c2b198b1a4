import { expect, it } from 'vitest';
import { callPath } from '#shared/contract/call-path.ts';
import { contract } from '#shared/contract/index.ts';
import { withEngines } from '../../support/engines.ts';
import { resources } from './cases.ts';
import { describeCall } from './every-call.ts';

withEngines((engine) => {
  for (const row of Object.values(resources['form-tokens'])) describeCall(row, engine);

  it('each opening of a form has a token of its own, and nobody keeps it', async () => {
    const open = () => engine.visitor.get(callPath(contract.formToken));
    const [one, two] = [await open(), await open()];
    expect(one.body.data.form_token).not.toBe(two.body.data.form_token);
    expect(one.headers['cache-control']).toMatch(/no-store|no-cache/);
  });
});
