import { beforeEach, describe, expect, it } from 'vitest';
import { deskMessages } from '#shared/desk-messages.ts';
import type { ActivityLine } from '#shared/schemas/activity.ts';
import type { Person } from '#shared/schemas/person.ts';
import type { Credentials } from '#shared/schemas/session.ts';
import { type Engine, withEngines } from '../../support/engines.ts';
import { passkeyDevice } from '../../support/passkey-device.ts';
import { runSql } from '../../support/run-sql.ts';
import { type Agent, signIn, visit } from '../../support/sign-in.ts';
import { addPasskey, addTotp, codeOf, dropFactors, passkeyOrigin, passkeySite } from './cases/second-step.ts';
import { joinTeam, mailsTo } from './support/account-links.ts';

let addresses = 0;

/** Returns a client with a new address, so that failed tries of other tests do not count. */
function stranger({ app }: Pick<Engine, 'app'>): Agent {
  addresses += 1;
  return visit(app).set('X-Forwarded-For', `203.0.113.${addresses}`);
}

withEngines(
  (engine) => {
    beforeEach(async () => {
      await dropFactors(engine);
    });

    const rightPassword = async (agent: Agent, credentials: Credentials = engine.credentials) => {
      const answer = await agent.call('login', credentials);
      expect(answer.status, answer.text).toBe(401);
      expect(answer.body.code).toBe('login.secondStep');
      return answer;
    };
    const isSignedIn = async (agent: Agent) => (await agent.read('session')).authenticated as boolean;

    describe('an account with an app', () => {
      it('is opened by password and code, once, and no answer has ticket or token', async () => {
        const { key } = await addTotp(engine);
        const [one, two] = [stranger(engine), stranger(engine)];
        const asked = await rightPassword(one);
        expect(asked.body.data).toEqual({ methods: ['totp', 'recovery'] });
        expect(asked.text).not.toMatch(/ticket|token/);
        const [cookie] = String(asked.headers['set-cookie']).split(';');
        expect(String(asked.headers['set-cookie'])).toMatch(
          /^studio_second_step=.*Max-Age=300; Path=\/; HttpOnly; SameSite=Strict$/,
        );
        expect(await isSignedIn(one)).toBe(false);
        await one.call('accountSecurity').expect(401);
        // The cookie is also refused under the name of the session cookie.
        const forged = String(cookie).replace('studio_second_step', 'studio_session');
        await stranger(engine).call('accountSecurity').set('Cookie', forged).expect(401);

        await rightPassword(two);
        const code = codeOf(key);
        const answers = await Promise.all([one, two].map((agent) => agent.call('secondStep', { code })));
        expect(answers.map(({ status }) => status).sort()).toEqual([200, 401]);
        const [first] = answers.filter(({ status }) => status === 200);
        expect(JSON.stringify(first?.body)).not.toMatch(/token|ticket/);
        expect(answers.find(({ status }) => status === 401)?.body.code).toBe('secondStep.used');
        const late = await two.call('secondStep', { code });
        expect(late.status).toBe(401);
        expect([await isSignedIn(one), await isSignedIn(two)].sort()).toEqual([false, true]);
      });

      it('takes the code of a clock that is a step off, and of no older one', async () => {
        const { key } = await addTotp(engine);
        await runSql(engine, 'update totp_keys set last_step = 0');
        const agent = stranger(engine);
        await rightPassword(agent);
        const old = await agent.call('secondStep', { code: codeOf(key, -4) });
        expect([old.status, old.body.code]).toEqual([401, 'secondStep.wrong']);
        await agent.call('secondStep', { code: ` ${codeOf(key).replace(/^.../, '$& ')}` }).expect(200);
        await rightPassword(agent);
        await agent.call('secondStep', { code: codeOf(key, 1) }).expect(200);
      });

      it('is opened by a recovery code once, in any spelling, by one of two', async () => {
        const { codes } = await addTotp(engine);
        const [one, two] = [stranger(engine), stranger(engine)];
        await Promise.all([rightPassword(one), rightPassword(two)]);
        const spelt = { recovery_code: ` ${String(codes[3]).toUpperCase().replaceAll('-', ' ')}` };
        const answers = await Promise.all([one, two].map((agent) => agent.call('secondStep', spelt)));
        expect(answers.map(({ status }) => status).sort()).toEqual([200, 401]);
        const { body } = await engine.call('accountSecurity');
        expect(body.data.recovery_codes).toBe(9);
        const renewed = await engine.admin.call('newRecoveryCodes', {
          current_password: engine.credentials.password,
        });
        expect(renewed.body.data.recovery_codes).toHaveLength(10);
        const third = stranger(engine);
        await rightPassword(third);
        await third.call('secondStep', { recovery_code: codes[4] }).expect(401);
        await third.call('secondStep', { recovery_code: renewed.body.data.recovery_codes[4] }).expect(200);
      });

      it('asks nobody any more after it was taken off, and its password is asked for that', async () => {
        await addTotp(engine);
        const wrong = await engine.admin.call('removeTotp', { current_password: 'not it' });
        expect([wrong.status, wrong.body.errors]).toEqual([
          422,
          { current_password: ['This is not your current password.'] },
        ]);
        await engine.admin.call('removeTotp', { current_password: engine.credentials.password }).expect(200);
        await stranger(engine).call('login', engine.credentials).expect(200);
        const { body } = await engine.call('accountSecurity');
        expect(body.data).toMatchObject({ totp: null, recovery_codes: 0 });
      });
    });

    describe('a second step', () => {
      it.each([
        ['without the cookie', undefined],
        ['with a session in its place', 'studio_session'],
        ['with one of another site', 'Fe26.2*1*forged'],
      ])('%s is refused in words, and nothing is asked', async (_how, value) => {
        await addTotp(engine);
        const agent = stranger(engine);
        let cookie = value ? `studio_second_step=${value}` : '';
        if (value === 'studio_session') {
          await dropFactors(engine);
          const answer = await agent.call('login', engine.credentials).expect(200);
          cookie =
            String(answer.headers['set-cookie']).split(';')[0]?.replace(value, 'studio_second_step') ?? '';
        }
        const answer = await stranger(engine).call('secondStep', { code: '123456' }).set('Cookie', cookie);
        expect([answer.status, answer.body.code]).toEqual([401, 'secondStep.expired']);
      });
    });

    describe('a colleague with an app', () => {
      const join = async () => {
        const person = await joinTeam(engine, { role: 'reader' });
        const { agent } = await signIn(engine.app, person);
        const theirs = { ...engine, admin: agent, credentials: person };
        return { ...person, ...(await addTotp(theirs)) };
      };
      const find = async (email: string) => {
        const { body } = await engine.call('getPeople').expect(200);
        return (body.data.data as Person[]).find((each) => each.email === email.toLowerCase());
      };

      it('who has lost it is freed by an owner who says their own password, and is told by mail', async () => {
        const person = await join();
        expect(await find(person.email)).toMatchObject({ has_second_step: true });
        expect(await find(engine.credentials.email)).toMatchObject({ has_second_step: false });
        const take = (current_password: string, id = person.id) =>
          engine.call('removeSecondStep', id, { current_password });
        const wrong = await take(person.password);
        expect([wrong.status, Object.keys(wrong.body.errors)]).toEqual([422, ['current_password']]);
        const own = await find(engine.credentials.email);
        const refused = await take(engine.credentials.password, own?.id);
        expect([refused.status, refused.body.message]).toEqual([409, deskMessages['secondStep.ownAccount']]);
        await rightPassword(stranger(engine), person);
        await take(engine.credentials.password).expect(200);
        expect(await find(person.email)).toMatchObject({ has_second_step: false });
        const [mail] = await mailsTo(engine, person.email.toLowerCase());
        expect(mail).toContain('An owner has removed the second step of your account');
        await stranger(engine).call('login', person).expect(200);
      });

      it('is locked by wrong codes and wrong passwords alike, five of them, from wherever they come', async () => {
        const refused = async (action: string) => {
          const log = await engine.call('getActivity', `action=${action}`);
          return log.body.data.data.filter((line: ActivityLine) => line.outcome === 'refused').length;
        };
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
        const elsewhere = await stranger(engine).call('login', person);
        expect(elsewhere.status).toBe(429);
        // Each wrong code is in the log; throttled tries, which are not checked, are not.
        await expect.poll(() => refused('secondStep')).toBe(steps + 2);
        await expect.poll(() => refused('login')).toBe(logins + 3);
      });
    });

    describe('a passkey', () => {
      const ask = async (agent: Agent) => (await agent.call('passkeyOptions').expect(200)).body.data;

      it('signs in alone, and is the second step of its account only', async () => {
        const { device } = await addPasskey(engine);
        const agent = stranger(engine);
        const answer = await agent.call('passkeyLogin', { passkey: device.get(await ask(agent)) });
        expect(answer.status, answer.text).toBe(200);
        expect(answer.text).not.toMatch(/token/);
        expect(await isSignedIn(agent)).toBe(true);
        const other = stranger(engine);
        const asked = await rightPassword(other);
        expect(asked.body.data.methods).toEqual(['passkey', 'recovery']);
        await other.call('secondStep', { passkey: device.get(await ask(other)) }).expect(200);
        const { body } = await engine.call('accountSecurity');
        expect(body.data.passkeys).toMatchObject([{ name: 'My phone', last_used_at: expect.any(String) }]);
      });

      it('is refused once it was used, changed, copied, or made for another site', async () => {
        const { device } = await addPasskey(engine);
        const agent = stranger(engine);
        const attempt = async (passkey: object) => {
          const answer = await agent.call('passkeyLogin', { passkey });
          return answer.status === 401 ? answer.body.code : answer.status;
        };
        const options = await ask(agent);
        const used = device.get(options);
        const twice = await Promise.all([attempt(used), attempt(used)]);
        expect(twice.sort()).toEqual([200, 'passkey.wrong']);
        expect(await attempt(device.get(await ask(agent), { counter: 2 }))).toBe('passkey.wrong');
        expect(await attempt(device.get(await ask(agent), { counter: 9, verified: false }))).toBe(
          'passkey.wrong',
        );
        const elsewhere = { counter: 10, origin: 'https://evil.example' };
        expect(await attempt(device.get(await ask(agent), elsewhere))).toBe('passkey.wrong');
      });

      it('is refused with a challenge that nobody gave, and when nobody knows it', async () => {
        const { device } = await addPasskey(engine);
        const agent = stranger(engine);
        const options = await ask(agent);
        const made = device.get(options, { challenge: Buffer.from('mine.own').toString('base64url') });
        expect((await agent.call('passkeyLogin', { passkey: made })).status).toBe(401);
        const unknown = passkeyDevice(passkeyOrigin).get(options);
        expect((await agent.call('passkeyLogin', { passkey: unknown })).status).toBe(401);
      });

      it('is added once, under a name, with the challenge of this account', async () => {
        const device = passkeyDevice(passkeyOrigin);
        await addPasskey(engine, device);
        const { body } = await engine.admin.call('startPasskey', {
          current_password: engine.credentials.password,
        });
        expect(body.data.excludeCredentials).toMatchObject([{ id: device.id }]);
        expect(Buffer.from(body.data.challenge, 'base64url').toString()).not.toContain('scrypt');
        const again = await engine.admin.call('addPasskey', {
          name: 'x',
          passkey: device.create(body.data),
        });
        expect([again.status, again.body.message]).toEqual([
          409,
          'This device already has a passkey for your account.',
        ]);
        const signIn = await ask(stranger(engine));
        const foreign = passkeyDevice(passkeyOrigin).create({ ...signIn, rp: { id: 'localhost' } });
        await engine.admin.call('addPasskey', { name: 'x', passkey: foreign }).expect(422);
      });
    });
  },
  { ...passkeySite, TRUST_PROXY: 'loopback' },
);
