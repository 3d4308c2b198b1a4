import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createSessions } from '../../../../server/bff/session/sessions.ts';
import { tokenEnd } from '../../../../server/bff/session/token-in-answers.ts';
import { folderForEach } from '../../../support/temp-folder.ts';
import { callResponse, cookieValue, sessionState, setCookies } from './response.ts';

const hour = 3_600_000;
let folder: string;
let time: number;
let state: Awaited<ReturnType<typeof sessionState>>;
let sessions: Awaited<ReturnType<typeof createSessions>>;

folderForEach((made) => (folder = made));
beforeEach(async () => {
  time = Date.now();
  state = await sessionState(folder);
  sessions = await createSessions(
    {
      SESSION_SECRET: ['s'.repeat(32)],
      SESSION_IDLE_HOURS: 8,
      SESSION_MAX_HOURS: 168,
      DATA_DIR: folder,
    },
    new URL('http://localhost:3000'),
    state,
    () => time,
  );
});
afterEach(async () => {
  await sessions.close();
  await state.close();
  vi.restoreAllMocks();
});

async function start(token = 'tok') {
  const res = callResponse();
  const session = await sessions.start(res, { token, user: { email: 'a@studio.example' } });
  return { res, session, sealed: cookieValue(res) };
}

it('sends up to 4096 bytes, and says clearly when the token is larger', async () => {
  let largest = 0;
  for (let length = 2500; length < 3100; length += 16) {
    const res = callResponse();
    const failure = await sessions.start(res, { token: 'x'.repeat(length) }).catch((error: unknown) => error);
    const [line] = setCookies(res);
    if (line) {
      largest = length;
      expect(Buffer.byteLength(line)).toBeLessThanOrEqual(4096);
      expect((await sessions.open(cookieValue(res)))?.token).toHaveLength(length);
    } else expect(failure).toMatchObject({ code: 'login.tokenTooLarge', status: 502 });
  }
  expect([largest > 2500, largest < 3080]).toEqual([true, true]);
});

it('pays for opening once, and checks age and revocation each time', async () => {
  const [one, other] = [await start(), await start()];
  const decrypt = vi.spyOn(crypto.subtle, 'decrypt');
  for (const { sealed, session } of [one, other, one, other])
    expect(await sessions.open(sealed)).toEqual(session);
  expect(decrypt).toHaveBeenCalledTimes(2);
  await sessions.revoke(one.session);
  expect(await sessions.open(one.sealed)).toBeUndefined();
  time += 8 * hour;
  expect(await sessions.open(other.sealed)).toBeUndefined();
});

it('the two lives: slides with use, and ends at the absolute hours all the same', async () => {
  let { sealed, session } = await start();
  const begun = time;
  for (let hours = 7; hours <= 161; hours += 7) {
    time = begun + hours * hour;
    session = (await sessions.open(sealed)) ?? expect.fail(`over: ${hours} h`);
    const res = callResponse();
    await sessions.renew(res, session);
    sealed = cookieValue(res.writeHead(200));
  }
  const last = (await sessions.open(sealed)) ?? expect.fail('over');
  expect(sessions.lifeOf(last).expiresAt).toBe(begun + 168 * hour);
  time = begun + 168 * hour;
  expect(await sessions.open(sealed)).toBeUndefined();
});

it('ends with the token of the host', async () => {
  const jwt = (claims: object) => `e30.${Buffer.from(JSON.stringify(claims)).toString('base64url')}.x`;
  const seconds = Math.ceil(time / 1000);
  for (const [answer, end] of [
    [{ data: { token: jwt({ sub: 1, exp: seconds + 900 }) } }, (seconds + 900) * 1000],
    [{ token: 'tok', expires_in: '60' }, time + 60_000],
    [{ data: { token: 'tok', expires_in: 60 } }, time + 60_000],
    // The clock of one of the two is wrong.
    [{ token: jwt({ exp: seconds - 5 }) }, undefined],
    [{ token: jwt({ iat: seconds - 605, exp: seconds + 295 }) }, time + 900_000],
    [{ token: jwt({ iat: seconds - 905, exp: seconds - 5 }) }, time + 900_000],
    [{ token: jwt({ exp: 'soon' }) }, undefined],
  ] as const)
    expect(tokenEnd(answer, time)).toBe(end);
  const res = callResponse();
  const session = await sessions.start(res, { token: 'tok', tokenEndsAt: time + hour });
  expect(sessions.lifeOf(session)).toMatchObject({ left: hour, renewable: false });
  const next = callResponse();
  await sessions.replaceToken(next, session, 'next', time + 2 * hour);
  next.writeHead(200);
  time += hour;
  expect(await sessions.open(cookieValue(res))).toBeUndefined();
  expect(await sessions.open(cookieValue(next))).toMatchObject({ token: 'next' });
});
