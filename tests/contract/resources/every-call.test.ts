import { afterEach, expect, it } from 'vitest';
import { type ContractRow, rows } from '#shared/contract/index.ts';
import { withEngines } from '../../support/engines.ts';
import { dropFactors, passkeySite, resetPassword } from './cases.ts';
import { describeCall } from './every-call.ts';
import { goodCalls } from './good-calls.ts';

withEngines((engine) => {
  // A call may leave another password, or a second step, behind.
  afterEach(async () => {
    await resetPassword(engine);
    await dropFactors(engine);
  });
  for (const row of rows) {
    const makeCall = goodCalls[row.name];
    if (makeCall) describeCall(row, makeCall, engine);
  }

  it('each opening of a form has a token of its own, and nobody keeps it', async () => {
    const [one, two] = [await engine.visitor.call('formToken'), await engine.visitor.call('formToken')];
    expect(one.body.data.form_token).not.toBe(two.body.data.form_token);
    expect(one.headers['cache-control']).toMatch(/no-store|no-cache/);
  });
}, passkeySite);

it('there is a good call for every row that goes to the engine, but those that sign in or that only pages make', () => {
  const forwarded = (rows as readonly ContractRow[]).filter(
    ({ origin, signsIn, pageOnly }) => origin !== 'session' && !signsIn && !pageOnly,
  );
  expect(Object.keys(goodCalls).sort()).toEqual(forwarded.map(({ name }) => name).sort());
});
