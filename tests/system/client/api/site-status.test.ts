import { QueryClient } from '@tanstack/react-query';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { ApiError } from '../../../../client/api/api-error.ts';
import { readApi } from '../../../../client/api/call.ts';
import { queryClient } from '../../../../client/api/query-client.ts';
import { onCallFailed, setUnauthorizedHandler } from '../../../../client/api/request.ts';
import { fetchSession } from '../../../../client/api/session.ts';
import { siteStatusQuery } from '../../../../client/api/site-status.ts';
import { json, startApi } from './http-fixture.ts';

const allWell = {
  host: { state: 'up', since: null, oldest_page_at: null },
  intake: { waiting: 0, needs_person: 0, oldest_at: null, is_full: false },
  backup: null,
};
let api: Awaited<ReturnType<typeof startApi>>;
beforeEach(async () => {
  vi.spyOn(console, 'error').mockImplementation(() => {});
  api = await startApi(json(200, { status: 1 }));
});
afterEach(async () => {
  vi.useRealTimers();
  setUnauthorizedHandler(undefined);
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
  await api.close();
});

test('nobody is asked to sign in because a timer has found the session ended', async () => {
  const beginSession = async () => {
    api.answer = json(200, { status: 1, data: { authenticated: true, expires_in: 60 } });
    await fetchSession();
    api.seen.length = 0;
  };
  await beginSession();
  const signIn = vi.fn(async () => true);
  setUnauthorizedHandler(signIn);
  api.answer = json(401, { status: 0, code: 'session.required' });
  const queries = new QueryClient();
  await expect(queries.fetchQuery(siteStatusQuery)).rejects.toMatchObject({ status: 401 });
  expect(signIn).not.toHaveBeenCalled();
  // The call is not repeated until there is a session.
  await expect(queries.fetchQuery(siteStatusQuery)).rejects.toMatchObject({ status: 401 });
  expect(api.seen.map(({ url }) => url)).toEqual(['/api/siteStatus']);
  // A user's own call does lead to a sign-in.
  await expect(readApi('getMessages', { query: { page: 1 } })).rejects.toMatchObject({ status: 401 });
  expect(signIn).toHaveBeenCalledTimes(1);
  await beginSession();
  api.answer = json(200, { status: 1, data: allWell });
  await expect(queries.fetchQuery(siteStatusQuery)).resolves.toEqual(allWell);
  // The session ends while the user is away.
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 60_000 });
  api.seen.length = 0;
  await expect(queries.fetchQuery({ ...siteStatusQuery, staleTime: 0 })).rejects.toMatchObject({
    status: 401,
  });
  expect(api.seen).toEqual([]);
});

test('it is asked every half minute, also after a failure, but not of a server that does not know the call', () => {
  const everyMs = (error: Error | null) =>
    (siteStatusQuery.refetchInterval as (query: unknown) => number | false)({ state: { error } });
  expect(everyMs(null)).toBe(30_000);
  expect(everyMs(new ApiError('network.failed', 0))).toBe(30_000);
  expect(everyMs(new ApiError('upstream.failed', 502))).toBe(30_000);
  expect(everyMs(new ApiError('request.notFound', 404))).toBe(false);
});

test('offline it is not asked, and nothing is written to the console; a call that somebody makes is sent', async () => {
  vi.stubGlobal('navigator', { onLine: false });
  const asked = new QueryClient().fetchQuery({ ...siteStatusQuery, staleTime: 0 });
  await expect(asked).rejects.toMatchObject({ code: 'network.failed' });
  expect(api.seen).toEqual([]);
  expect(console.error).not.toHaveBeenCalled();
  await readApi('team').catch(() => {});
  expect(api.seen.map(({ url }) => url)).toEqual(['/api/team']);
});

test('a screen asks again when the network is back, and not at a focus without one', () => {
  const { refetchOnReconnect, refetchOnWindowFocus } = queryClient.getDefaultOptions().queries ?? {};
  expect(refetchOnReconnect).toBe(true);
  const onFocus = () => (refetchOnWindowFocus as () => boolean)();
  expect(onFocus()).toBe(true);
  vi.stubGlobal('navigator', { onLine: false });
  expect(onFocus()).toBe(false);
});

test('whoever listens hears of each call that failed, until they stop', async () => {
  const heard = vi.fn();
  const stop = onCallFailed(heard);
  api.answer = json(503, { status: 0, code: 'upstream.down' });
  await readApi('team').catch(() => {});
  expect(heard.mock.calls.map(([error]) => error.code)).toEqual(['upstream.down']);
  stop();
  await readApi('team').catch(() => {});
  expect(heard).toHaveBeenCalledTimes(1);
});
