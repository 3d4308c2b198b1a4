import { beforeEach, describe, expect, it } from 'vitest';
import { deskMessages } from '#shared/desk-messages.ts';
import type { ActivityLine } from '#shared/schemas/activity.ts';
import type { Person } from '#shared/schemas/person.ts';
import { type Engine, withEngines } from '../../support/engines.ts';
import { passkeyDevice } from '../../support/passkey-device.ts';
import { type Agent, signIn, visit } from '../../support/sign-in.ts';
import {
  addPasskey,
  addTotp,
  codeOf,
  currentPassword,
  dropFactors,
  passkeyOrigin,
  passkeySite,
} from './cases.ts';
import { joinTeam, mailsTo } from './support/account-links.ts';

let addresses = 0;

/** Returns a client with a new address, so that failed tries of other tests do not count. */
function stranger({ app }: Pick<Engine, 'app'>) {
  addresses += 1;
  return visit(app).set('X-Forwarded-For', `203.0.113.${addresses}`);
}

withEngines(
  (engine) => {
    beforeEach(() => dropFactors(engine));
    const { call, read } = engine;

    const rightPassword = async (agent: Agent, credentials = engine.credentials) => {
      const answer = await agent.call('login', credentials);
      expect([answer.status, answer.body.code]).toEqual([401, 'login.secondStep']);
      return answer;
    };
    /** Returns a stranger who has said the right password. */
    const halfway = async () => {
      const agent = stranger(engine);
      await rightPassword(agent);
      return agent;
    };
    const isSignedIn = async (agent: Agent): Promise<boolean> => (await agent.read('session')).authenticated;
    const ask = (agent: Agent) => agent.read('passkeyOptions');

    describe('an account with an app', () => {
      it('is opened by password and code, once, and no answer has ticket or token', async () => {
        const { key } = await addTotp(engine);
        const one = stranger(engine);
        const { text, headers, body } = await rightPassword(one);
        expect(body.data).toEqual({ methods: ['totp', 'recovery'] });
        expect(text).not.toMatch(/ticket|token/);
        const line = String(headers['set-cookie']);
        expect(line).toMatch(/^studio_second_step=.*Max-Age=300; Path=\/; HttpOnly; SameSite=Strict$/);
        expect(await isSignedIn(one)).toBe(false);
        await one.call('accountSecurity').expect(401);
        // The cookie is also refused under the name of the session cookie.
        const forged = line.split(';', 1)[0]?.replace('studio_second_step', 'studio_session') ?? '';
        await stranger(engine).call('accountSecurity').set('Cookie', forged).expect(401);

        const two = await halfway();
        const code = codeOf(key);
        const answers = await Promise.all([one, two].map((agent) => agent.call('secondStep', { code })));
        const [good, used] = answers.sort((a, b) => a.status - b.status);
        expect([good?.status, used?.status, used?.body.code]).toEqual([200, 401, 'secondStep.used']);
        expect(good?.text).not.toMatch(/token|ticket/);
        await two.call('secondStep', { code }).expect(401);
        expect([await isSignedIn(one), await isSignedIn(two)].sort()).toEqual([false, true]);
      });

      it('takes the code of a clock that is a step off, and of no older one', async () => {
        const { key } = await addTotp(engine);
        const agent = await halfway();
        const old = await agent.call('secondStep', { code: codeOf(key, -2) });
        expect([old.status, old.body.code]).toEqual([401, 'secondStep.wrong']);
        await agent.read('secondStep', { code: ` ${codeOf(key).replace(/^.../, '$& ')}` });
        await (await halfway()).read('secondStep', { code: codeOf(key, 1) });
      });

      it('is opened by a recovery code once, in any spelling, by one of two', async () => {
        const { codes } = await addTotp(engine);
        const both = [await halfway(), await halfway()];
        const spelt = { recovery_code: ` ${String(codes[3]).toUpperCase().replaceAll('-', ' ')}` };
        const answers = await Promise.all(both.map((agent) => agent.call('secondStep', spelt)));
        expect(answers.map(({ status }) => status).sort()).toEqual([200, 401]);
        expect((await read('accountSecurity')).recovery_codes).toBe(9);
        const { recovery_codes: renewed } = await read('newRecoveryCodes', currentPassword(engine));
        const [made] = await mailsTo(engine, engine.credentials.email);
        expect(made).toContain('New recovery codes were made');
        const third = await halfway();
        await third.call('secondStep', { recovery_code: codes[4] }).expect(401);
        await third.read('secondStep', { recovery_code: renewed[4] });
      });

      it('asks nobody any more after it was taken off, and its password is asked for that', async () => {
        await addTotp(engine);
        const { status, body } = await call('removeTotp', { current_password: 'not it' });
        const errors = { current_password: ['This is not your current password.'] };
        expect([status, body.errors]).toEqual([422, errors]);
        await read('removeTotp', currentPassword(engine));
        const [removed, added] = await mailsTo(engine, engine.credentials.email);
        expect(removed).toContain('The authenticator app was removed');
        expect(added).toContain('An authenticator app was added');
        await stranger(engine).read('login', engine.credentials);
        expect(await read('accountSecurity')).toMatchObject({ totp: null, recovery_codes: 0 });
      });
    });

    it.each([
      ['without the cookie', () => ''],
      [
        'with a session in its place',
        async () =>
          (await signIn(engine.app, engine.credentials)).cookie.replace(/^\w+/, 'studio_second_step'),
      ],
      ['with a forged one', () => 'studio_second_step=Fe26.2*1*forged'],
    ])('a second step %s is refused as expired', async (_how, cookie) => {
      const given = await cookie();
      await addTotp(engine);
      const answer = await stranger(engine).call('secondStep', { code: '123456' }).set('Cookie', given);
      expect([answer.status, answer.body.code]).toEqual([401, 'secondStep.expired']);
    });

    describe('a colleague with an app', () => {
      const join = async () => {
        const person = await joinTeam(engine, { role: 'reader' });
        const { agent } = await signIn(engine.app, person);
        return { ...person, ...(await addTotp({ ...engine, admin: agent, credentials: person })) };
      };
      const find = async (email: string) =>
        (await read('getPeople')).data.find((each: Person) => each.email === email.toLowerCase());

      it('who has lost it is freed by an owner who says their own password, and is told by mail', async () => {
        const person = await join();
        const own = await find(engine.credentials.email);
        expect(own).toMatchObject({ has_second_step: false });
        expect(await find(person.email)).toMatchObject({ has_second_step: true });
        const wrong = await call(
          'removeSecondStep',
          person.id,
          currentPassword({ ...engine, credentials: person }),
        );
        expect([wrong.status, Object.keys(wrong.body.errors)]).toEqual([422, ['current_password']]);
        const refused = await call('removeSecondStep', own.id, currentPassword(engine));
        expect([refused.status, refused.body.message]).toEqual([409, deskMessages['secondStep.ownAccount']]);
        await rightPassword(stranger(engine), person);
        await read('removeSecondStep', person.id, currentPassword(engine));
        expect(await find(person.email)).toMatchObject({ has_second_step: false });
        const [mail] = await mailsTo(engine, person.email.toLowerCase());
        expect(mail).toContain('An owner has removed the second step of your account');
        await stranger(engine).read('login', person);
      });

      it('is locked by wrong codes and wrong passwords alike, five of them, from wherever they come', async () => {
        const refused = async (action: string) =>
          (await read('getActivity', { action })).data.filter(
            ({ outcome }: ActivityLine) => outcome === 'refused',
          ).length;
        const [steps, logins] = [await refused('secondStep'), await refused('login')];
        const person = await join();
        for (let wrong = 0; wrong < 3; wrong += 1)
          await stranger(engine)
            .call('login', { ...person, password: 'not it' })
            .expect(401);
        const guesser = stranger(engine);
        await rightPassword(guesser, person);
        for (let wrong = 0; wrong < 2; wrong += 1)
          await guesser.call('secondStep', { code: codeOf(person.key, -9) }).expect(401);
        const late = await guesser.call('secondStep', { code: codeOf(person.key) });
        expect([late.status, late.body.code]).toEqual([429, 'login.throttled']);
        expect(Number(late.headers['retry-after'])).toBeGreaterThan(500);
        await stranger(engine).call('login', person).expect(429);
        // Each wrong code is in the log; throttled tries, which are not checked, are not.
        await expect.poll(() => refused('secondStep')).toBe(steps + 2);
        await expect.poll(() => refused('login')).toBe(logins + 3);
      });
    });

    describe('a passkey', () => {
      it('signs in alone, and is the second step of its account only', async () => {
        const { device } = await addPasskey(engine);
        const agent = stranger(engine);
        const { text } = await agent
          .call('passkeyLogin', { passkey: device.get(await ask(agent)) })
          .expect(200);
        expect(text).not.toMatch(/token/);
        expect(await isSignedIn(agent)).toBe(true);
        const other = stranger(engine);
        expect((await rightPassword(other)).body.data.methods).toEqual(['passkey', 'recovery']);
        await other.read('secondStep', { passkey: device.get(await ask(other)) });
        const person = await joinTeam(engine, { role: 'reader' });
        const { agent: colleague } = await signIn(engine.app, person);
        const foreign = await addPasskey({ ...engine, admin: colleague, credentials: person });
        const thief = await halfway();
        const refused = await thief.call('secondStep', { passkey: foreign.device.get(await ask(thief)) });
        expect([refused.status, refused.body.code]).toEqual([401, 'passkey.wrong']);
        const [passkey] = (await read('accountSecurity')).passkeys;
        expect(passkey).toMatchObject({ name: 'My phone', last_used_at: expect.any(String) });
      });

      it('is refused once it was used, changed, copied, made for another site, unknown, or with a challenge that nobody gave', async () => {
        const { device } = await addPasskey(engine);
        const agent = stranger(engine);
        const attempt = async (passkey: object, by = agent) => {
          const { status, body } = await by.call('passkeyLogin', { passkey });
          return status === 401 ? body.code : status;
        };
        const used = device.get(await ask(agent));
        const twice = await Promise.all([attempt(used), attempt(used)]);
        expect(twice.sort()).toEqual([200, 'passkey.wrong']);
        for (const [passkey, change] of [
          [device, { counter: 2 }],
          [device, { counter: 9, verified: false }],
          [device, { counter: 10, origin: 'https://evil.example' }],
          [device, { challenge: Buffer.from('mine.own').toString('base64url') }],
          [passkeyDevice(passkeyOrigin), {}],
        ] as const) {
          const by = stranger(engine);
          expect(await attempt(passkey.get(await ask(by), change), by)).toMatch(/^passkey\./);
        }
      });

      it('is added once, under a name, with the challenge of this account', async () => {
        const device = passkeyDevice(passkeyOrigin);
        await addPasskey(engine, device);
        const [added] = await mailsTo(engine, engine.credentials.email);
        expect(added).toContain('A passkey was added');
        const options = await read('startPasskey', currentPassword(engine));
        expect(options.excludeCredentials).toMatchObject([{ id: device.id }]);
        expect(Buffer.from(options.challenge, 'base64url').toString()).not.toContain('scrypt');
        const { status, body } = await call('addPasskey', { name: 'x', passkey: device.create(options) });
        const message = 'This device already has a passkey for your account.';
        expect([status, body.message]).toEqual([409, message]);
        const foreign = { ...(await ask(stranger(engine))), rp: { id: 'localhost' } };
        const passkey = passkeyDevice(passkeyOrigin).create(foreign);
        await call('addPasskey', { name: 'x', passkey }).expect(422);
      });

      it('takes its recovery codes along when the last one is removed', async () => {
        await addPasskey(engine);
        const { passkeys, recovery_codes } = await read('accountSecurity');
        await read('removePasskey', passkeys[0].id, currentPassword(engine));
        expect([recovery_codes, (await read('accountSecurity')).recovery_codes]).toEqual([10, 0]);
        const [removed] = await mailsTo(engine, engine.credentials.email);
        expect(removed).toContain('A passkey was removed');
      });
    });
  },
  { ...passkeySite, TRUST_PROXY: 'loopback' },
);
