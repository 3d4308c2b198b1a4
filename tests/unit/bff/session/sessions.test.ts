import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { callOf } from '../../../../server/bff/call.ts';
import type { Session, Sessions } from '../../../../server/bff/session/session.ts';
import { createSessions } from '../../../../server/bff/session/sessions.ts';
import { callResponse, cookieValue, setCookies } from './response.ts';
import { sessionState } from './session-state.ts';

const hour = 3_600_000;
const minute = 60_000;
let folder: string;
let time: number;
let sessions: Sessions;
let extra: Sessions[];

async function create(given: { secrets?: string[]; idle?: number; max?: number; url?: string } = {}) {
  const state = await sessionState(folder);
  const made = await createSessions(
    {
      SESSION_SECRET: given.secrets ?? ['s'.repeat(32)],
      SESSION_IDLE_HOURS: given.idle ?? 8,
      SESSION_MAX_HOURS: given.max ?? 168,
      DATA_DIR: folder,
    },
    new URL(given.url ?? 'http://localhost:3000'),
    state,
    () => time,
  );
  const { close } = made;
  return Object.assign(made, {
    close: async () => {
      await close();
      await state.close();
    },
  });
}

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'studio-sessions-'));
  time = Date.now();
  sessions = await create();
  extra = [];
});
afterEach(async () => {
  for (const each of [sessions, ...extra]) await each.close();
  vi.restoreAllMocks();
  await rm(folder, { recursive: true, force: true });
});

/** Signs in; returns the session and the cookie's value. */
async function start(token = 'tok', of = sessions): Promise<{ session: Session; sealed: string }> {
  const res = callResponse();
  const session = await of.start(res, token, { email: 'a@studio.example' });
  return { session, sealed: cookieValue(res) };
}

/** Returns the Set-Cookie lines of an answer with this status, to a request with this session. */
async function renewed(
  session: Session,
  status = 200,
  meanwhile: () => unknown = () => {},
): Promise<string[]> {
  const res = callResponse();
  await sessions.renew(res, session);
  await meanwhile();
  res.writeHead(status);
  return setCookies(res);
}

describe('start', () => {
  it('gives each sign-in an id of its own and a cookie for the sliding life', async () => {
    const res = callResponse();
    const first = await sessions.start(res, 'tok');
    expect(setCookies(res)[0]).toContain(`; Max-Age=${8 * 3600};`);
    expect((await start()).session.id).not.toBe(first.id);
    expect(first.id).toMatch(/^[\w-]{22}$/);
  });

  it('never lets the cookie outlive the absolute life', async () => {
    const short = await create({ idle: 3, max: 3 });
    extra.push(short);
    const res = callResponse();
    const session = await short.start(res, 'tok');
    time += 2 * hour;
    const later = callResponse();
    await short.renew(later, session);
    later.writeHead(200);
    expect(setCookies(later)[0]).toContain(`; Max-Age=${3600};`);
  });

  it('sends up to 4096 bytes, and says clearly when the token is larger', async () => {
    let largest = 0;
    for (let length = 2500; length < 3100; length += 16) {
      const res = callResponse();
      const failure = await sessions.start(res, 'x'.repeat(length)).catch((error: unknown) => error);
      const [line = ''] = setCookies(res);
      if (line) {
        largest = length;
        expect(Buffer.byteLength(line)).toBeLessThanOrEqual(4096);
        expect((await sessions.open(cookieValue(res)))?.token).toHaveLength(length);
      } else {
        expect(failure).toMatchObject({ code: 'login.tokenTooLarge', status: 502 });
      }
    }
    expect(largest).toBeGreaterThan(2500);
    expect(largest).toBeLessThan(3080);
  });
});

describe('open', () => {
  it('gives back what was sealed', async () => {
    const { session, sealed } = await start();
    expect(await sessions.open(sealed)).toEqual(session);
  });

  it('pays for opening once, and checks age and revocation each time', async () => {
    const { session, sealed } = await start();
    const decrypt = vi.spyOn(crypto.subtle, 'decrypt');
    await sessions.open(sealed);
    await sessions.open(sealed);
    expect(decrypt).toHaveBeenCalledTimes(1);
    await sessions.revoke(session);
    expect(await sessions.open(sealed)).toBeUndefined();

    const other = await start();
    await sessions.open(other.sealed);
    time += 8 * hour;
    expect(await sessions.open(other.sealed)).toBeUndefined();
  });

  it('keeps memory bounded however many cookies are opened', async () => {
    const decrypt = vi.spyOn(crypto.subtle, 'decrypt');
    const first = await start();
    await sessions.open(first.sealed);
    for (let count = 0; count < 500; count += 1) await sessions.open((await start()).sealed);
    decrypt.mockClear();
    await sessions.open(first.sealed);
    expect(decrypt).toHaveBeenCalledTimes(1);
  });

  it.each([
    undefined,
    null,
    '',
    7,
    {},
    [],
    { toString: () => 'Fe26.2' },
    'Fe26.2',
    'Fe26.2*1*a*b*c*d*e*f~2',
    `Fe26.2*1*${'*'.repeat(500)}`,
    '\0\uffff',
  ])('is nothing for %j', async (value) => {
    expect(await sessions.open(value)).toBeUndefined();
  });

  it('does not even try what is longer than a cookie can be', async () => {
    const { sealed } = await start();
    const importKey = vi.spyOn(crypto.subtle, 'importKey');
    const ofLength = (length: number) => sealed.split('*').with(4, 'a'.repeat(length)).join('*');
    expect(await sessions.open(ofLength(1000))).toBeUndefined();
    expect(importKey).toHaveBeenCalled();
    importKey.mockClear();
    expect(await sessions.open(ofLength(4096))).toBeUndefined();
    expect(importKey).not.toHaveBeenCalled();
  });

  it('is nothing for the cookie of another secret, and opens all secrets of a rotation', async () => {
    const { session, sealed } = await start();
    const stranger = await create({ secrets: ['t'.repeat(32)] });
    const rotated = await create({ secrets: ['t'.repeat(32), 's'.repeat(32)] });
    extra.push(stranger, rotated);
    expect(await stranger.open(sealed)).toBeUndefined();
    expect(await rotated.open(sealed)).toEqual(session);
  });
});

describe('the two lives', () => {
  it('ends after the idle hours without a request, to the millisecond', async () => {
    const { sealed } = await start();
    time += 8 * hour - 1;
    expect(await sessions.open(sealed)).toBeDefined();
    time += 1;
    expect(await sessions.open(sealed)).toBeUndefined();
  });

  it('slides with use, and ends at the absolute hours all the same', async () => {
    let { sealed, session } = await start();
    const begun = time;
    while (time - begun < 168 * hour - 7 * hour) {
      time += 7 * hour;
      session = (await sessions.open(sealed)) ?? expect.fail(`ended after ${(time - begun) / hour} hours`);
      const res = callResponse();
      await sessions.renew(res, session);
      res.writeHead(200);
      sealed = cookieValue(res);
    }
    expect(sessions.lifeOf((await sessions.open(sealed)) as Session).expiresAt).toBe(begun + 168 * hour);
    time = begun + 168 * hour;
    expect(await sessions.open(sealed)).toBeUndefined();
  });
});

it('one that has ended while a request was on its way has no life left', async () => {
  const { session } = await start();
  await sessions.revoke(session);
  expect(sessions.lifeOf(session)).toEqual({ expiresAt: time, left: 0, renewable: false });
});

describe('extend', () => {
  it('begins the sliding life anew also when it has just begun', async () => {
    const { session } = await start();
    time += 1000;
    const res = callResponse();
    const extended = await sessions.extend(res, session);
    res.writeHead(200);
    expect(extended).toEqual({ ...session, renewedAt: time });
    expect(await sessions.open(cookieValue(res))).toEqual(extended);
    expect(sessions.lifeOf(extended)).toEqual({
      expiresAt: time + 8 * hour,
      left: 8 * hour,
      renewable: true,
    });
  });

  it('does not go past the absolute life, and the session says so', async () => {
    const short = await create({ idle: 8, max: 10 });
    extra.push(short);
    const { session } = await start('tok', short);
    expect(short.lifeOf(session).renewable).toBe(true);
    time += 3 * hour;
    const extended = await short.extend(callResponse(), session);
    expect(short.lifeOf(extended)).toEqual({
      expiresAt: session.issuedAt + 10 * hour,
      left: 7 * hour,
      renewable: false,
    });
  });

  it('brings no session back that ends meanwhile', async () => {
    const { session } = await start();
    const res = callResponse();
    await sessions.extend(res, session);
    await sessions.revoke(session);
    res.writeHead(200);
    expect(setCookies(res)).toEqual([]);
  });
});

describe('renew', () => {
  it('sets no cookie before five minutes, and one afterwards that opens with the same id', async () => {
    const { session } = await start();
    time += 5 * minute - 1;
    expect(await renewed(session)).toEqual([]);
    time += 1;
    const [line = ''] = await renewed(session);
    const again = await sessions.open(/=([^;]*)/.exec(line)?.[1]);
    expect(again).toEqual({ ...session, renewedAt: time });
  });

  it('renews a short idle life in good time', async () => {
    const { session } = await start();
    await sessions.close();
    sessions = await create({ idle: 0.1 });
    time += 36_000;
    expect(await renewed(session)).toHaveLength(1);
  });

  it('a sign-out beside it wins: the cookie of a revoked session is never sent', async () => {
    const { session } = await start();
    time += hour;
    expect(await renewed(session, 200, () => sessions.revoke(session))).toEqual([]);
  });

  it('a sign-out after it wins too: the renewed cookie has the id that was revoked', async () => {
    const { session } = await start();
    time += hour;
    const [line = ''] = await renewed(session);
    await sessions.revoke(session);
    expect(await sessions.open(/=([^;]*)/.exec(line)?.[1])).toBeUndefined();
  });

  it.each([401, 403])('a request refused with %i is no sign of life', async (status) => {
    const { session } = await start();
    time += hour;
    expect(await renewed(session, status)).toEqual([]);
  });

  it('does not undo the clearing of the cookie', async () => {
    const { session } = await start();
    time += hour;
    const res = callResponse();
    await sessions.renew(res, session);
    sessions.clear(res);
    res.writeHead(401);
    expect(setCookies(res)).toHaveLength(1);
    expect(setCookies(res)[0]).toContain('Max-Age=0');
  });
});

describe('clear and revoke', () => {
  it('clear drops the cookie with the flags it was set with, and the token from memory', async () => {
    const https = await create({ url: 'https://studio.example' });
    extra.push(https);
    const { sealed } = await start('tok', https);
    const res = callResponse();
    callOf(res).session = await https.open(sealed);
    https.clear(res);
    expect(setCookies(res)).toEqual([
      '__Host-studio_session=; Max-Age=0; Path=/; HttpOnly; Secure; SameSite=Strict',
    ]);
    const decrypt = vi.spyOn(crypto.subtle, 'decrypt');
    await https.open(sealed);
    expect(decrypt).toHaveBeenCalledTimes(1);
  });

  it('revoke holds for sessions made anew on the same folder', async () => {
    const { session, sealed } = await start();
    await sessions.revoke(session);
    await sessions.close();
    sessions = await create();
    expect(await sessions.open(sealed)).toBeUndefined();
    expect(await sessions.open((await start()).sealed)).toBeDefined();
  });
});
