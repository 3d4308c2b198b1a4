import { beforeEach, describe, expect, it } from 'vitest';
import { contract } from '#shared/contract/index.ts';
import { callPath } from '#shared/contract/row.ts';
import { withEngines } from '../../support/engines.ts';
import { signIn, visit } from '../../support/sign-in.ts';
import { otherPassword, resetPassword } from './cases.ts';

withEngines((engine) => {
  it('lists where somebody is signed in, and what is ended is signed out at once', async () => {
    const sessions = async () =>
      (await engine.read('getAccount')).sessions as {
        id: string;
        current: boolean;
        agent: string | null;
        address: string | null;
      }[];
    const signInFrom = async (agent: string) => {
      const browser = visit(engine.app).set('User-Agent', agent);
      await browser.call('login', engine.credentials).expect(200);
      return browser;
    };
    await engine.read('endOtherSessions');
    const [one, two] = [await signInFrom('Kept/1'), await signInFrom('Ended/2')];
    const listed = await sessions();
    expect(listed.filter(({ current }) => current)).toHaveLength(1);
    expect(listed).toHaveLength(3);
    const ended = listed.find(({ agent }) => agent === 'Ended/2');
    expect(ended).toMatchObject({ current: false, address: expect.stringMatching(/127\.0\.0\.1|::1/) });

    await engine.read('endSession', { id: ended?.id });
    await two.call('getAccount').expect(401);
    await one.read('getAccount');
    await engine.call('endSession', { id: ended?.id }).expect(404);
    await engine.call('endSession', { id: '%' }).expect(422);

    await one.read('endOtherSessions');
    await engine.call('getAccount').expect(401);
    await one.read('getAccount');
    await engine.read('login', engine.credentials);
  });

  describe('a changed password', () => {
    beforeEach(() => resetPassword(engine));

    const change = (json: object, agent = engine.admin) => agent.call('changePassword', json);
    const good = () => ({ current_password: engine.credentials.password, new_password: otherPassword });

    it('ends the other sessions and keeps this one, and only the new password is good', async () => {
      const { agent: other } = await signIn(engine.app, engine.credentials);
      const { agent: own } = await signIn(engine.app, engine.credentials);
      const inbox = callPath(contract.getMessages);
      await other.get(inbox).expect(200);
      expect((await change(good(), own)).status).toBe(200);
      await other.get(inbox).expect(401);
      await own.get(inbox).expect(200);
      await expect(signIn(engine.app, engine.credentials)).rejects.toThrow('401');
      const { agent: again } = await signIn(engine.app, { ...engine.credentials, password: otherPassword });
      expect((await again.get(inbox)).status).toBe(200);
    });
  });
});
