import { afterEach, expect, it } from 'vitest';
import { callPath } from '#shared/contract/call-path.ts';
import { contract } from '#shared/contract/index.ts';
import type { Id } from '#shared/id.ts';
import { type Engine, withEngine } from '../../support/engines.ts';
import { type Agent, signIn, visit } from '../../support/sign-in.ts';
import { joinTeam, linkTo, password, postForm, publicUrl } from '../resources/support/account-links.ts';
import { adminRead, probe, renewal, siteStatus } from './calls.ts';
import { follow, leaveStreams } from './follow.ts';

// A client that retained its cookie and sends it although an answer made the browser drop it.

afterEach(leaveStreams);

/** Calls that the BFF would answer itself, by the role in the cookie. */
const ownCalls: [what: string, ask: (engine: Engine, cookie: string) => PromiseLike<{ status: number }>][] = [
  ['getHistory', ({ app }, cookie) => history(app.url, cookie)],
  ['renewSession', ({ app }, cookie) => renewal(app.url, cookie)],
  ['siteStatus', ({ app }, cookie) => siteStatus(app.url, cookie)],
  ['live', async ({ app }, cookie) => ({ status: (await follow(app.url, cookie)).response.statusCode ?? 0 })],
];

function history(url: string, cookie: string) {
  const path = `${callPath(contract.getHistory)}?resource=admin&id=1`;
  return visit({ url }).get(path).set('Cookie', cookie);
}

async function isOver(engine: Engine, cookie: string): Promise<void> {
  const answers = [];
  for (const [what, ask] of ownCalls) answers.push([what, (await ask(engine, cookie)).status]);
  expect(answers).toEqual(ownCalls.map(([what]) => [what, 401]));
  expect((await probe(engine.app.url, cookie)).body.data).toEqual({ authenticated: false });
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
      const { body } = await other.call('getAccount');
      const { id } = body.data.sessions.find(({ current }: { current: boolean }) => !current);
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
        expect((await history(engine.app.url, cookie)).status).toBe(200);

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
    expect((await adminRead(engine.app.url, cookie)).status).toBe(401);
    await isOver(engine, cookie);
    await stream.ended;
  });
});
