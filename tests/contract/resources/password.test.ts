import { beforeEach, expect, it } from 'vitest';
import { contract } from '#shared/contract/index.ts';
import { callPath } from '#shared/contract/row.ts';
import { withEngines } from '../../support/engines.ts';
import { signIn } from '../../support/sign-in.ts';
import { otherPassword, resetPassword } from './cases/password.ts';

withEngines((engine) => {
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
