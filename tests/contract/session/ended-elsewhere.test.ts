import { afterEach, expect, it } from 'vitest';
import type { Id } from '#shared/id.ts';
import { type Engine, withEngine } from '../../support/engines.ts';
import { type Agent, signIn, visit } from '../../support/sign-in.ts';
import { joinTeam, linkTo, password, postForm, publicUrl } from '../resources/support/account-links.ts';
import { adminRead, probe, renewal, siteStatus } from './calls.ts';
import { follow, leaveStreams } from './follow.ts';

// A client that retained its cookie and sends it although an answer made the browser drop it.

afterEach(leaveStreams);

const history = ({ app }: Engine, cookie: string) =>
  visit(app).call('getHistory', { resource: 'admin', id: 1 }).set('Cookie', cookie);

/** Checks the calls that the BFF would answer itself, by the role in the cookie. */
async function isOver(engine: Engine, cookie: string) {
  const { url } = engine.app;
  for (const asked of [history(engine, cookie), renewal(url, cookie), siteStatus(url, cookie)])
    await asked.expect(401);
  expect((await follow(url, cookie)).response.statusCode).toBe(401);
  expect((await probe(url, cookie)).body.data).toEqual({ authenticated: false });
}

interface Ended {
  engine: Engine;
  /** Another team member, and the browser whose session stays open. */
  person: { id: Id; email: string };
  other: Agent;
}

const ways: [what: string, end: (of: Ended) => Promise<unknown>][] = [
  ['a removal', ({ engine, person: { id } }) => engine.call('removePerson', id)],
  ['another role', ({ engine, person: { id } }) => engine.call('updatePerson', id, { role: 'reader' })],
  [
    'the end of this one session',
    async ({ other }) => {
      const { sessions } = await other.read('getAccount');
      const { id } = sessions.find(({ current }: { current: boolean }) => !current);
      return other.call('endSession', { id });
    },
  ],
  ['the end of all others', ({ other }) => other.call('endOtherSessions')],
  [
    'a new password',
    ({ other }) =>
      other.call('changePassword', { current_password: password, new_password: 'another sound passphrase' }),
  ],
  [
    'a password by link',
    async ({ engine, person: { email } }) => {
      await postForm(engine, '/admin/forgot', { email }).set('Origin', engine.app.url).expect(200);
      await expect.poll(() => linkTo(engine, email, 'reset').catch(() => '')).not.toBe('');
      const path = await linkTo(engine, email, 'reset');
      return postForm(engine, path, { new_password: 'another sound passphrase' });
    },
  ],
];

for (const onPostgres of [false, true]) {
  withEngine(
    'embedded',
    (engine) => {
      it.each(ways)('%s ends the session at once for every call, and its stream', async (_what, end) => {
        const person = await joinTeam(engine, { role: 'owner' });
        const { agent: other } = await signIn(engine.app, person);
        const { cookie } = await signIn(engine.app, person);
        const stream = await follow(engine.app.url, cookie);
        await stream.has('hello');
        await history(engine, cookie).expect(200);

        expect(await end({ engine, person, other })).toMatchObject({ status: 200 });
        // Closed before any call checks the session.
        await expect.poll(() => stream.response.closed, { timeout: 5_000 }).toBe(true);
        await isOver(engine, cookie);
        await engine.call('removePerson', person.id);
      });
    },
    { onPostgres, environment: { PUBLIC_URL: publicUrl } },
  );
}

withEngine('stub', (engine) => {
  it('a 401 of the host ends the session for every call, and its stream', async () => {
    const { cookie } = await signIn(engine.app, engine.credentials);
    const stream = await follow(engine.app.url, cookie);
    await stream.has('hello');
    engine.stub?.tokens.pop();
    await adminRead(engine.app.url, cookie).expect(401);
    await isOver(engine, cookie);
    await stream.ended;
  });
});
