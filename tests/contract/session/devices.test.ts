// @module-tag deep/again: known browsers case by case; throttle.test.ts tries that others are locked out, unit tests that devices are known
import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import request, { type Response } from 'supertest';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { callPath } from '#shared/contract/call-path.ts';
import { contract } from '#shared/contract/index.ts';
import { accountOf, createDevices } from '../../../server/bff/session/devices.ts';
import { sealPasswords } from '../../../server/bff/session/secrets.ts';
import { startTestApp, type TestApp } from '../../support/start-test-app.ts';
import { type StubUpstream, startStubUpstream } from '../../support/stub-upstream.ts';
import { callResponse } from '../../unit/bff/session/response.ts';
import { adminRead, cookieOf, setCookies, signIn, signOut, visible } from './calls.ts';

const admin = { email: 'admin@studio.example', password: 'correct horse battery' };
const day = 24 * 3_600_000;

/** Returns the device cookie of an answer, as a browser sends it back; empty if it sets none. */
function deviceOf(answer: Response): string {
  const line = setCookies(answer).find((each) => /^(__Host-)?studio_device=/.test(each));
  return line?.split(';', 1)[0] ?? '';
}

let app: TestApp;
const right = (cookie = '') => signIn(app.url, admin, cookie);
const wrong = (cookie = '', email = admin.email) => signIn(app.url, { email, password: 'wrong' }, cookie);
async function statuses(count: number, attempt: () => PromiseLike<Response>): Promise<number[]> {
  const all: number[] = [];
  for (let at = 0; at < count; at += 1) all.push((await attempt()).status);
  return all;
}
/** Uses up the tries of account and address, as an attacker or other people behind the same proxy would. */
const lockOut = () => statuses(6, () => wrong());
const changePassword = (cookie: string, wanted: string, current = admin.password) =>
  request(app.url)
    .post(callPath(contract.changePassword))
    .set('X-CSRF', '1')
    .set('Cookie', cookie)
    .send({ current_password: current, new_password: wanted });

describe('a device cookie', () => {
  let stub: StubUpstream;
  beforeEach(async () => {
    stub = await startStubUpstream();
    app = await start();
  });
  afterEach(async () => {
    await app.close();
    await stub.close();
  });

  function start(more: Record<string, string> = {}): Promise<TestApp> {
    return startTestApp({ UPSTREAM_URL: stub.url, ...more });
  }

  it('comes with the right password only, for 180 days, and no script reads it', async () => {
    const answer = await right();
    expect(setCookies(answer)).toHaveLength(2);
    expect(setCookies(answer)[1]).toMatch(
      /^studio_device=[\w*.~-]+; Max-Age=15552000; Path=\/; HttpOnly; SameSite=Strict$/,
    );
    expect(visible(answer).split('studio_device')).toHaveLength(2);
    expect(deviceOf(await wrong())).toBe('');
    expect(deviceOf(await adminRead(app.url, cookieOf(answer)))).toBe('');
    expect(deviceOf(await right(deviceOf(answer)))).not.toBe(deviceOf(answer));
  });

  it('lets its browser in while everybody else is locked out', async () => {
    const device = deviceOf(await right());
    expect(await lockOut()).toEqual([401, 401, 401, 401, 401, 429]);
    const stranger = await right();
    expect(stranger.status).toBe(429);
    expect(Number(stranger.headers['retry-after'])).toBeGreaterThan(590);
    expect((await right(device)).status).toBe(200);
    expect((await right()).status).toBe(429);
  });

  it('has five tries of its own, and then counts as absent', async () => {
    const device = deviceOf(await right());
    expect(await statuses(5, () => wrong(device))).toEqual([401, 401, 401, 401, 401]);
    // Now the tries of account and address count; the device's tries have not used them.
    expect(await statuses(6, () => wrong(device))).toEqual([401, 401, 401, 401, 401, 429]);
    expect((await right(device)).status).toBe(429);
  });

  it('begins anew with the right password, and leaves the account locked for others', async () => {
    let device = deviceOf(await right());
    await lockOut();
    for (let round = 0; round < 3; round += 1) {
      expect(await statuses(4, () => wrong(device))).toEqual([401, 401, 401, 401]);
      device = deviceOf(await right(device));
    }
    expect((await right()).status).toBe(429);
  });

  it('parallel guesses with it cannot pass its five and the five of the others', async () => {
    const device = deviceOf(await right());
    const answers = await Promise.all(Array.from({ length: 20 }, async () => (await wrong(device)).status));
    expect(answers.filter((status) => status === 401)).toHaveLength(10);
    expect(answers.filter((status) => status === 429)).toHaveLength(10);
  });

  it('stays after a sign-out', async () => {
    const answer = await right();
    const out = await signOut(app.url, `${cookieOf(answer)}; ${deviceOf(answer)}`);
    expect(setCookies(out)).toEqual(['studio_session=; Max-Age=0; Path=/; HttpOnly; SameSite=Strict']);
    await lockOut();
    expect((await right(deviceOf(answer))).status).toBe(200);
  });

  it('holds after a restart on the same data', async () => {
    const device = deviceOf(await right());
    await app.close({ keepData: true });
    app = await start({ DATA_DIR: app.dataDir });
    await lockOut();
    expect((await right(device)).status).toBe(200);
  });

  it.each<[string, (device: string, session: string) => string]>([
    ['forged', () => 'studio_device=forged'],
    ['cut', (device) => device.slice(0, -20)],
    ['changed', (device) => device.replace(/.(?=.{40}$)/, (letter) => (letter === 'A' ? 'B' : 'A'))],
    ['under the https name', (device) => `__Host-${device}`],
    ['JSON for cookie-parser', () => 'studio_device=j:{"id":"1","account":"a","provedAt":9e15}'],
    ['of 8 KB', () => `studio_device=Fe26.2*1*${'a'.repeat(8000)}`],
    ['the seal of a session', (_device, session) => session.replace('session', 'device')],
  ])('that is %s counts as absent', async (_what, forge) => {
    const answer = await right();
    const forged = forge(deviceOf(answer), cookieOf(answer));
    await lockOut();
    expect((await right(forged)).status).toBe(429);
  });

  it('is no session, and a session is no device', async () => {
    const device = deviceOf(await right());
    expect((await adminRead(app.url, device.replace('device', 'session'))).status).toBe(401);
  });

  it('of another account counts as absent', async () => {
    const device = deviceOf(await right());
    expect(await statuses(6, () => wrong(device, 'other@studio.example'))).toEqual([
      401, 401, 401, 401, 401, 429,
    ]);
    // The device's own tries are not used up either.
    expect(await statuses(5, () => wrong(device))).toEqual([401, 401, 401, 401, 401]);
  });

  it('is over after 180 days', async () => {
    const cookieOfAge = async (age: number) => {
      const passwords = await sealPasswords({ SESSION_SECRET: undefined, DATA_DIR: app.dataDir }, 'device');
      const none = { devicesVoidUntil: async () => 0, voidDevices: async () => {} };
      const res = callResponse();
      const devices = createDevices(passwords, new URL(app.url), none, Date.now);
      await devices.remember(res, accountOf(admin.email), Date.now() - age);
      return String(res.getHeader('set-cookie')).split(';', 1)[0] ?? '';
    };
    await lockOut();
    expect((await right(await cookieOfAge(180 * day + 1))).status).toBe(429);
    expect((await right(await cookieOfAge(179 * day))).status).toBe(200);
  });

  it('opens with a rotated secret, and with no other', async () => {
    const secrets = ['o', 'n', 'x'].map((letter) => letter.repeat(32));
    const restart = async (given: string[]) => {
      await app.close({ keepData: true });
      app = await start({ DATA_DIR: app.dataDir, SESSION_SECRET: given.join(',') });
    };
    await restart([secrets[0] ?? '']);
    const device = deviceOf(await right());
    await restart([secrets[1] ?? '', secrets[0] ?? '']);
    await lockOut();
    expect((await right(device)).status).toBe(200);
    await restart([secrets[2] ?? '']);
    await lockOut();
    expect((await right(device)).status).toBe(429);
  });

  describe('after a password change', () => {
    const next = { ...admin, password: 'another horse entirely' };

    it('is void on every browser, also after a restart; the one that changed it gets a new one', async () => {
      const elsewhere = deviceOf(await right());
      const here = await right();
      const changed = await changePassword(cookieOf(here), next.password);
      expect(changed.status).toBe(200);
      const fresh = deviceOf(changed);
      for (const restart of [false, true]) {
        if (restart) {
          await app.close({ keepData: true });
          app = await start({ DATA_DIR: app.dataDir });
        }
        await lockOut();
        for (const device of [elsewhere, deviceOf(here)]) {
          expect((await signIn(app.url, next, device)).status).toBe(429);
        }
        expect((await signIn(app.url, next, fresh)).status).toBe(200);
      }
    });

    it('that was refused it is as before', async () => {
      const answer = await right();
      const refused = await changePassword(cookieOf(answer), next.password, 'not the right one');
      expect(refused.status).toBe(422);
      expect(deviceOf(refused)).toBe('');
      await lockOut();
      expect((await right(deviceOf(answer))).status).toBe(200);
    });
  });

  it('of one account is not void because another changed its password', async () => {
    const device = deviceOf(await right());
    stub.admin = { email: 'second@studio.example', password: 'second horse battery' };
    const second = await signIn(app.url, stub.admin);
    const changed = await changePassword(cookieOf(second), 'third horse battery', 'second horse battery');
    expect(changed.status).toBe(200);
    stub.admin = admin;
    await lockOut();
    expect((await right(device)).status).toBe(200);
  });
});

/** The engine's password check is slow, more so on a busy machine. */
const slow = { timeout: 240_000 };

describe('a device cookie on the embedded engine', () => {
  beforeEach(async () => {
    app = await startTestApp({ ADMIN_EMAIL: admin.email, ADMIN_PASSWORD: admin.password });
  });
  afterEach(() => app.close());

  it('lets its browser in while others are locked out, until the password changes', slow, async () => {
    const elsewhere = deviceOf(await right());
    await lockOut();
    expect((await right()).status).toBe(429);
    const here = await right(elsewhere);
    expect(here.status).toBe(200);

    const next = 'another horse entirely';
    const changed = await changePassword(cookieOf(here), next);
    expect(changed.status).toBe(200);
    for (const device of [elsewhere, deviceOf(here)]) {
      expect((await signIn(app.url, { ...admin, password: next }, device)).status).toBe(429);
    }
    expect((await signIn(app.url, { ...admin, password: next }, deviceOf(changed))).status).toBe(200);
  });

  it('is void when the admin command has reset the password beside the running server', {
    ...slow,
    tags: ['deep/process'],
  }, async () => {
    const device = deviceOf(await right());
    const script = join(import.meta.dirname, '../../../scripts/studio.ts');
    const env = { PATH: process.env.PATH, DATA_DIR: app.dataDir };
    const { stdout } = await promisify(execFile)(process.execPath, [script, 'admin', 'reset-password'], {
      env,
    });
    const password = /^Password: (\S+)$/m.exec(stdout)?.[1] ?? '';
    await lockOut();
    expect((await signIn(app.url, { ...admin, password }, device)).status).toBe(429);
  });
});

describe('where PUBLIC_URL is https', () => {
  it('the device cookie has the __Host- name and is Secure', async () => {
    const stub = await startStubUpstream();
    const https = await startTestApp({ UPSTREAM_URL: stub.url, PUBLIC_URL: 'https://studio.example' });
    try {
      const answer = await signIn(https.url, admin);
      expect(setCookies(answer)[1]).toMatch(
        /^__Host-studio_device=[\w*.~-]+; Max-Age=15552000; Path=\/; HttpOnly; Secure; SameSite=Strict$/,
      );
    } finally {
      await https.close();
      await stub.close();
    }
  });
});

describe('an account that is typed otherwise', () => {
  let stub: StubUpstream;
  // A new product, so that no earlier tries count.
  beforeAll(async () => {
    stub = await startStubUpstream();
    app = await startTestApp({ UPSTREAM_URL: stub.url, TRUST_PROXY: '1' });
  });
  afterAll(async () => {
    await app.close();
    await stub.close();
  });
  let address = 0;
  const from = (email: string) =>
    signIn(app.url, { email, password: 'wrong' }).set('X-Forwarded-For', `203.0.113.${++address}`);

  it.each([
    ['NUL', '\0'],
    ['another control character', '\x01'],
    ['DEL', '\x7f'],
    ['a variation selector', '\ufe0f'],
    ['a Hangul filler', '\u3164'],
    ['half a surrogate pair', '\ud800'],
    ['private use', '\ue000'],
  ])('with %s is refused, names the field, and is no try', async (_what, character) => {
    const answer = await signIn(app.url, { email: `ad${character}min@studio.example`, password: 'wrong' });
    expect([answer.status, answer.body.code]).toEqual([422, 'fields.invalid']);
    expect(Object.keys(answer.body.errors)).toEqual(['email']);
    expect(stub.requests).toEqual([]);
  });

  it('is one account: case, accents, width, characters that cannot be seen, compatibility, letters that hosts compare as others', async () => {
    const spellings = [
      'Admin@Studio.Example',
      'ádmin@studio.example',
      'ａdmin@studio.example',
      ' ad\u200bmin@studio.example ',
    ];
    for (const email of [...spellings, 'ađmin@studio.example']) expect((await from(email)).status).toBe(401);
    expect((await from('admin@studio.example')).status).toBe(429);
  });
});

describe('X-Forwarded-For while no proxy is trusted', () => {
  it.each([
    [{ TRUST_PROXY: 'off' }, 1],
    [{ TRUST_PROXY: '1' }, 0],
    [{ TRUST_PROXY: 'loopback' }, 0],
  ])('with %j warns so many times, and names no address: %i', async (environment, times) => {
    const stub = await startStubUpstream();
    app = await startTestApp({ UPSTREAM_URL: stub.url, ...environment });
    try {
      await request(app.url).get('/healthz');
      for (let count = 0; count < 3; count += 1) {
        await request(app.url).get('/api/session').set('X-Forwarded-For', '203.0.113.9');
      }
      const told = app.logLines.filter(({ msg }) => String(msg).includes('X-Forwarded-For'));
      expect(told).toHaveLength(times);
      if (times > 0)
        expect(told[0]).toMatchObject({ level: 40, msg: expect.stringContaining('TRUST_PROXY') });
      expect(JSON.stringify(told)).not.toContain('203.0.113.9');
    } finally {
      await app.close();
      await stub.close();
    }
  });
});
