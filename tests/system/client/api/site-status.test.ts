import { QueryClient } from '@tanstack/react-query';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { readApi } from '../../../../client/api/call.ts';
import { setUnauthorizedHandler } from '../../../../client/api/request.ts';
import { fetchSession } from '../../../../client/api/session.ts';
import { siteStatusQuery } from '../../../../client/api/site-status.ts';
import { json, startApi } from './http-fixture.ts';

let api: Awaited<ReturnType<typeof startApi>>;
const log = vi.spyOn(console, 'error').mockImplementation(() => {});
beforeEach(async () => {
  log.mockClear();
  api = await startApi(json(200, { status: 1 }));
});
afterEach(async () => {
  vi.useRealTimers();
  setUnauthorizedHandler(undefined);
  await api.close();
});

const ask = () => new QueryClient().fetchQuery(siteStatusQuery);
const beginSession = async () => {
  api.answer = json(200, { status: 1, data: { authenticated: true, expires_in: 60 } });
  await fetchSession();
  api.seen.length = 0;
};

test('nobody is asked to sign in because a timer has found the session ended, and it is not asked again until there is one', async () => {
  const signIn = vi.fn(async () => true);
  setUnauthorizedHandler(signIn);
  await beginSession();
  api.answer = json(401, { status: 0, code: 'session.required' });
  for (let each = 0; each < 2; each += 1) await expect(ask()).rejects.toMatchObject({ status: 401 });
  expect([api.seen.map(({ url }) => url), signIn.mock.calls.length]).toEqual([['/api/siteStatus'], 0]);
  // A user's own call does lead to a sign-in.
  await expect(readApi('getMessages', { query: { page: 1 } })).rejects.toMatchObject({ status: 401 });
  expect(signIn).toHaveBeenCalledTimes(1);
  await beginSession();
  const host = { state: 'up', since: null, oldest_page_at: null };
  const intake = { waiting: 0, needs_person: 0, oldest_at: null, is_full: false };
  api.answer = json(200, { status: 1, data: { host, intake, backup: null } });
  await expect(ask()).resolves.toMatchObject({ host });
  // The session ends while the user is away.
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 60_000 });
  api.seen.length = 0;
  await expect(ask()).rejects.toMatchObject({ status: 401 });
  expect(api.seen).toEqual([]);
});
