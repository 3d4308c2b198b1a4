import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { callApi, readApi } from '../../../../client/api/call.ts';
import { setUnauthorizedHandler } from '../../../../client/api/request.ts';
import {
  isMarkedSignedIn,
  localFlagKey,
  onSignedOut,
  signInBy,
  signOut,
} from '../../../../client/api/session.ts';
import { json, startApi } from './http-fixture.ts';

let api: Awaited<ReturnType<typeof startApi>>;
const log = vi.spyOn(console, 'error').mockImplementation(() => {});

beforeEach(async () => {
  api = await startApi(json(200, { status: 1 }));
  log.mockClear();
});
afterEach(() => api.close());

const post = {
  id: 7,
  blog_title: 'T',
  description: '<p>x</p>',
  is_active: 1,
  created_at: '2026-11-21T00:00:00.000Z',
};
const readPost = (more: object = {}) => readApi('singlePost', { params: { id: 7 }, ...more });

describe('a text that will be edited', () => {
  const image =
    '<img src="/img/inline/post/7/abcdefghijklmnop/960" srcset="/img/inline/post/7/abcdefghijklmnop/960 1x" />';
  const answerOf = (description: string) => json(200, { status: 1, data: { ...post, description } });
  const read = async (asStored: boolean) => (await readPost({ asStored })).description;
  afterEach(() => setUnauthorizedHandler(undefined));

  test('is not taken as visitors get it: sign-in is asked for, and it is read again', async () => {
    api.answer = answerOf(image);
    setUnauthorizedHandler(async () => {
      api.answer = answerOf('stored');
      return true;
    });
    expect([await read(true), api.seen.length]).toEqual(['stored', 2]);
    api.answer = answerOf(image);
    setUnauthorizedHandler(async () => false);
    await expect(read(true)).rejects.toMatchObject({ status: 401, code: 'session.required' });
    expect(await read(false)).toBe(image);
  });
});

test('an answer without success is no error and carries no data; a success of another shape is thrown and logged', async () => {
  api.answer = json(200, { status: 0, message: 'Not today', data: { half: true } });
  const answer = await callApi('singlePost', { params: { id: 7 } });
  expect(answer).toEqual({ status: 0, message: 'Not today', data: undefined });
  expect(log).not.toHaveBeenCalled();
  await expect(readPost()).rejects.toThrow('Not today');
  log.mockClear();
  api.answer = json(200, { status: 1, data: { title: 'another shape' } });
  await expect(readPost()).rejects.toMatchObject({ code: 'upstream.badAnswer' });
  expect(log).toHaveBeenCalledTimes(1);
});

describe('session calls and the local flag', () => {
  const storage = new Map<string, string>();
  const credentials = { email: 'a@b.co', password: 'secret' };
  beforeEach(() => {
    storage.clear();
    vi.stubGlobal('localStorage', {
      getItem: (key: string) => storage.get(key) ?? null,
      setItem: (key: string, value: string) => storage.set(key, value),
      removeItem: (key: string) => storage.delete(key),
    });
  });

  test('sign-in sets the flag and nothing else, also where the browser blocks storage', async () => {
    api.answer = json(200, { status: 1, data: { user: { name: 'A' } } });
    await signInBy('login', credentials);
    expect([[...storage], isMarkedSignedIn()]).toEqual([[[localFlagKey, 'true']], true]);
    vi.stubGlobal('localStorage', undefined);
    await expect(signInBy('login', credentials)).resolves.toBeUndefined();
  });

  test('sign-out takes the flag away and tells who keeps things in memory, also when the call fails', async () => {
    storage.set(localFlagKey, 'true');
    api.answer = (_seen, res) => res.destroy();
    const told = vi.fn();
    const stop = onSignedOut(told);
    await expect(signOut()).rejects.toMatchObject({ code: 'network.failed' });
    expect([isMarkedSignedIn(), told.mock.calls.length]).toEqual([false, 1]);
    stop();
  });
});
