import { expect, it } from 'vitest';
import { callPath } from '#shared/contract/call-path.ts';
import { contract } from '#shared/contract/index.ts';
import { withEngines } from '../../support/engines.ts';
import { visit } from '../../support/sign-in.ts';
import { resources } from './cases.ts';
import { describeCall } from './every-call.ts';

withEngines((engine) => {
  for (const row of Object.values(resources.account)) describeCall(row, engine);

  it('lists where somebody is signed in, and what is ended is signed out at once', async () => {
    const sessions = async () =>
      (await engine.admin.get(callPath(contract.getAccount))).body.data.sessions as {
        id: string;
        current: boolean;
        agent: string | null;
        address: string | null;
      }[];
    const signInFrom = async (agent: string) => {
      const browser = visit(engine.app).set('User-Agent', agent);
      await browser.post(callPath(contract.login)).send(engine.credentials).expect(200);
      return browser;
    };
    await engine.admin.post(callPath(contract.endOtherSessions)).expect(200);
    const [one, two] = [await signInFrom('Kept/1'), await signInFrom('Ended/2')];
    const listed = await sessions();
    expect(listed.filter(({ current }) => current)).toHaveLength(1);
    expect(listed).toHaveLength(3);
    const ended = listed.find(({ agent }) => agent === 'Ended/2');
    expect(ended).toMatchObject({ current: false, address: expect.stringMatching(/127\.0\.0\.1|::1/) });

    await engine.admin.post(callPath(contract.endSession)).send({ id: ended?.id }).expect(200);
    await two.get(callPath(contract.getAccount)).expect(401);
    await one.get(callPath(contract.getAccount)).expect(200);
    const again = await engine.admin.post(callPath(contract.endSession)).send({ id: ended?.id });
    expect(again.status).toBe(404);
    await engine.admin.post(callPath(contract.endSession)).send({ id: '%' }).expect(422);

    await one.post(callPath(contract.endOtherSessions)).expect(200);
    await engine.admin.get(callPath(contract.getAccount)).expect(401);
    await one.get(callPath(contract.getAccount)).expect(200);
    await engine.admin.post(callPath(contract.login)).send(engine.credentials).expect(200);
  });
});
