import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { ApiError, translateError } from '../../../../client/api/api-error.ts';
import { callApi, readApi, setHostCalls } from '../../../../client/api/call.ts';
import { PageQueryClient, queryClient } from '../../../../client/api/query-client.ts';
import { setUnauthorizedHandler } from '../../../../client/api/request.ts';
import {
  fetchSession,
  isMarkedSignedIn,
  localFlagKey,
  onSignedOut,
  signIn,
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

test('what a host of host.json lacks for certain is not asked for; what it may only seem to lack is', async () => {
  const told = (data: object) => {
    api.answer = json(200, { status: 1, data });
    const answer = readApi('hostCalls');
    setHostCalls(answer);
    return answer;
  };
  void told({ missing: ['getTeam'], by_file: {} });
  // The list of missing calls is still loading; a list of the admin area waits for it.
  await expect(readApi('getTeam')).rejects.toMatchObject({ status: 404, code: 'host.callMissing' });
  expect([api.seen.length, log.mock.calls.length]).toEqual([1, 0]);
  await told({ missing: ['getTeam'] });
  await expect(readApi('getTeam')).rejects.toMatchObject({ code: 'upstream.badAnswer' });
  expect(api.seen).toHaveLength(3);
});

describe('a text that will be edited', () => {
  const image =
    '<img src="/img/inline/post/7/abcdefghijklmnop/960" srcset="/img/inline/post/7/abcdefghijklmnop/960 1x" />';
  const answerOf = (description: string) => json(200, { status: 1, data: { ...post, description } });
  const read = (asStored: boolean) => readApi('singlePost', { params: { id: 7 }, asStored });
  afterEach(() => setUnauthorizedHandler(undefined));

  test('is not taken as visitors get it: sign-in is asked for, and it is read again', async () => {
    api.answer = answerOf(image);
    const stored = '<img src="data:image/png;base64,AAAA">';
    setUnauthorizedHandler(async () => {
      api.answer = answerOf(stored);
      return true;
    });
    expect((await read(true)).description).toBe(stored);
    expect(api.seen).toHaveLength(2);
  });

  test('is an error when nobody signs in', async () => {
    api.answer = answerOf(image);
    setUnauthorizedHandler(async () => false);
    await expect(read(true)).rejects.toMatchObject({ status: 401, code: 'session.required' });
  });

  test('is taken whatever it says of itself; and what is only shown is taken in either form', async () => {
    const own = '<p>srcset="/img/inline/</p><img src="/img/inline/post/7/abcdefghijklmnop/960">';
    api.answer = answerOf(own);
    expect((await read(true)).description).toBe(own);
    api.answer = answerOf(image);
    expect((await read(false)).description).toBe(image);
  });
});

describe('calls of the contract', () => {
  test('method, path with its params and query come from the row', async () => {
    api.answer = json(200, { status: 1, data: { data: [], current_page: 2, last_page: 2 } });
    await callApi('blogs', { query: { page: 2, search: undefined } });
    await callApi('deleteBlog', { params: { id: 5 } });
    expect(api.seen.map(({ method, url }) => `${method} ${url}`)).toEqual([
      'GET /api/blogs?page=2',
      'POST /api/deleteBlog/5',
    ]);
  });

  test('a host that counts in texts is understood', async () => {
    api.answer = json(200, {
      status: '1',
      data: { data: [{ ...post, id: '7', is_active: '1' }], current_page: '1', last_page: '4' },
    });
    const answer = await callApi('blogs');
    expect(answer.status).toBe(1);
    expect(answer.data).toMatchObject({ last_page: 4, data: [{ id: 7, is_active: 1 }] });
  });

  test('an answer without success is no error, and carries no data', async () => {
    api.answer = json(200, { status: 0, message: 'Not today', data: { half: true } });
    await expect(callApi('singlePost', { params: { id: 7 } })).resolves.toEqual({
      status: 0,
      message: 'Not today',
      data: undefined,
    });
  });

  test('a success whose data is not what the contract says is thrown and logged', async () => {
    api.answer = json(200, { status: 1, data: { title: 'another shape' } });
    await expect(callApi('singlePost', { params: { id: 7 } })).rejects.toMatchObject({
      code: 'upstream.badAnswer',
    });
    expect(log).toHaveBeenCalledTimes(1);
  });

  test('readApi gives the data, and throws what the host says when there is none', async () => {
    api.answer = json(200, { status: 1, data: post });
    await expect(readApi('singlePost', { params: { id: 7 } })).resolves.toMatchObject({ blog_title: 'T' });
    api.answer = json(200, { status: 0, message: 'Gone fishing' });
    await expect(readApi('singlePost', { params: { id: 7 } })).rejects.toThrow('Gone fishing');
  });
});

describe('the reads of a page that the server renders', () => {
  const reading = (status: number, body: unknown) => {
    const paths: string[] = [];
    const client = new PageQueryClient(async (path) => {
      paths.push(path);
      return { status, body };
    });
    return { client, paths };
  };

  test('go to the reads of that page: nothing goes over the network', async () => {
    const { client, paths } = reading(200, { status: 1, data: post });
    await expect(readApi('singlePost', { params: { id: 7 }, client })).resolves.toMatchObject({ id: 7 });
    expect(paths).toEqual(['/api/singlePost/7']);
    expect(api.seen).toEqual([]);
  });

  test.each([
    ['a status', 404, { status: 0, code: 'blog.notFound', message: 'Gone.' }, 'blog.notFound'],
    ['no body', 304, undefined, 'request.failed'],
    ['an envelope without success', 200, { status: 0, code: 'host.callMissing' }, 'host.callMissing'],
    ['data of another shape', 200, { status: 1, data: { title: 'another shape' } }, 'upstream.badAnswer'],
  ])('fail as calls do, and the server alone notes why: %s', async (_what, status, body, code) => {
    const { client } = reading(status, body);
    await expect(readApi('singlePost', { params: { id: 7 }, client })).rejects.toMatchObject({ code });
    expect(log).not.toHaveBeenCalled();
  });
});

describe('the translator', () => {
  test('keeps what an ApiError says', () => {
    const error = new ApiError('fields.invalid', 422, { fieldErrors: { email: 'Bad.' } });
    expect(translateError(error)).toEqual({
      code: 'fields.invalid',
      message: 'Please check the marked fields.',
      fieldErrors: { email: 'Bad.' },
    });
  });

  test.each([
    ['a thrown text', 'boom'],
    ['an error of the code', new TypeError('x is not a function')],
  ])('%s becomes words that tell no secrets', (_what, error) => {
    expect(translateError(error)).toEqual({
      code: 'request.failed',
      message: 'Something went wrong on our side. Please try again.',
      fieldErrors: {},
    });
  });

  test('field texts that a host sends in another shape are taken or left out, never shown as objects', async () => {
    api.answer = json(422, { errors: { one: 'Plain text', two: ['A', { b: 1 }], three: 3, four: [] } });
    const error = await callApi('blogs').catch((thrown: unknown) => thrown);
    expect(translateError(error).fieldErrors).toEqual({ one: 'Plain text', two: 'A' });
  });
});

describe('trying again', () => {
  const retry = queryClient.getDefaultOptions().queries?.retry as (failures: number, error: Error) => boolean;

  test.each([
    [0, 0, true],
    [0, 503, true],
    [1, 503, false],
    [0, 404, false],
    [0, 401, false],
    [0, 422, false],
  ])('after %i failures with status %i: %s', (failures, status, again) => {
    expect(retry(failures, new ApiError('request.failed', status))).toBe(again);
  });

  test('an error of the code itself is not tried again', () => {
    expect(retry(0, new TypeError('x'))).toBe(false);
  });
});

describe('session calls and the local flag', () => {
  const storage = new Map<string, string>();
  beforeEach(() => {
    storage.clear();
    vi.stubGlobal('localStorage', {
      getItem: (key: string) => storage.get(key) ?? null,
      setItem: (key: string, value: string) => storage.set(key, value),
      removeItem: (key: string) => storage.delete(key),
    });
  });

  test('sign-in sets the flag and nothing else', async () => {
    api.answer = json(200, { status: 1, data: { user: { name: 'A' } } });
    await signIn({ email: 'a@b.co', password: 'secret' });
    expect([...storage]).toEqual([[localFlagKey, 'true']]);
    expect(isMarkedSignedIn()).toBe(true);
  });

  test.each([
    [
      'a 401',
      json(401, { status: 0, code: 'login.wrong', message: 'This email and password do not match.' }),
    ],
    ['a 200 without success', json(200, { status: 0 })],
  ])('%s at sign-in is thrown as login.wrong and sets no flag', async (_what, answer) => {
    api.answer = answer;
    await expect(signIn({ email: 'a@b.co', password: 'x' })).rejects.toMatchObject({ code: 'login.wrong' });
    expect(isMarkedSignedIn()).toBe(false);
  });

  test('sign-out takes the flag away and tells who keeps things in memory, also when the call fails', async () => {
    storage.set(localFlagKey, 'true');
    api.answer = (_seen, res) => res.destroy();
    const told = vi.fn();
    const stop = onSignedOut(told);
    await expect(signOut()).rejects.toMatchObject({ code: 'network.failed' });
    expect(isMarkedSignedIn()).toBe(false);
    expect(told).toHaveBeenCalledTimes(1);
    stop();
  });

  test('a browser that blocks storage signs in all the same', async () => {
    vi.stubGlobal('localStorage', undefined);
    await expect(signIn({ email: 'a@b.co', password: 'x' })).resolves.toBeUndefined();
    expect(isMarkedSignedIn()).toBe(false);
  });

  test('the session probe gives the state', async () => {
    api.answer = json(200, { status: 1, data: { authenticated: false } });
    await expect(fetchSession()).resolves.toEqual({ authenticated: false });
  });
});
