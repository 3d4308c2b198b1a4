import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { ApiError } from '../../../../client/api/api-error.ts';
import { callApi, readApi } from '../../../../client/api/call.ts';
import { apiRequest, setUnauthorizedHandler } from '../../../../client/api/request.ts';

import {
  isMarkedSignedIn,
  localFlagKey,
  onSignedOut,
  signInBy,
  signOut,
} from '../../../../client/api/session.ts';

import { closeServer, listening } from '../../../support/free-port.ts';
import { storageOf } from '../../../support/memory-storage.ts';

/** A request as the server received it. */
interface Seen {
  method: string;
  url: string;
  headers: IncomingMessage['headers'];
  body: string;
}

type Answer = (seen: Seen, res: ServerResponse) => void;

/**
 * A real HTTP server for `fetch`, which accepts paths of its own origin as in the browser. `answer` may be replaced
 * between calls.
 */
async function startApi(answer: Answer) {
  const seen: Seen[] = [];
  const api = { seen, answer };
  const server = createServer(async (req, res) => {
    let body = '';
    for await (const chunk of req.setEncoding('utf8')) body += chunk;
    const one = { method: req.method ?? '', url: req.url ?? '', headers: req.headers, body };
    seen.push(one);
    api.answer(one, res);
  });
  const origin = await listening(server);
  const realFetch = globalThis.fetch;
  const inits: RequestInit[] = [];
  vi.stubGlobal('fetch', (path: string, init: RequestInit) => {
    inits.push(init);
    return realFetch(new URL(path, origin), init);
  });
  return Object.assign(api, {
    inits,
    close: () => {
      vi.unstubAllGlobals();
      return closeServer(server);
    },
  });
}

function json(status: number, body: unknown): Answer {
  return (_seen, res) => {
    res.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
  };
}

let api: Awaited<ReturnType<typeof startApi>>;
const log = vi.spyOn(console, 'error').mockImplementation(() => {});

beforeEach(async () => {
  api = await startApi(json(200, { status: 1 }));
  log.mockClear();
});
afterEach(async () => {
  setUnauthorizedHandler(undefined);
  await api.close();
});

describe('what comes back', () => {
  test('an HTTP failure is logged under "API call error:" and thrown with code, words and field texts', async () => {
    const said = { code: 'fields.invalid', message: 'Please check the marked fields.' };
    api.answer = json(422, { status: 0, ...said, errors: { blog_title: ['Too long.', 'Too dull.'] } });
    const error = await apiRequest('POST', '/api/saveBlog', {}).catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(ApiError);
    expect(error).toMatchObject({ ...said, status: 422, fieldErrors: { blog_title: 'Too long. Too dull.' } });
    expect(log).toHaveBeenCalledExactlyOnceWith('API call error:', error);
  });

  test.each([
    [200, '<!doctype html>', 'upstream.badAnswer'],
    [200, '', 'upstream.badAnswer'],
    [502, '<h1>Bad gateway</h1>', 'request.failed'],
    // No answer, and a body that is cut.
    [0, undefined, 'network.failed'],
    [0, '{"status":', 'network.failed'],
  ])('%i with %j is a failure in words', async (status, body, code) => {
    api.answer = (_seen, res) => {
      if (status) res.writeHead(status).end(body);
      else if (body) res.writeHead(200, { 'content-length': 100 }).write(body, () => res.destroy());
      else res.destroy();
    };
    await expect(apiRequest('GET', '/api/blogs')).rejects.toMatchObject({ status, code });
    expect(log).toHaveBeenCalledTimes(1);
  });
});

describe('a lost session', () => {
  let isBack: boolean;
  const signIn = vi.fn();
  beforeEach(() => {
    isBack = false;
    api.answer = (seen, res) => {
      const answer = isBack
        ? json(200, { status: 1, data: seen.url })
        : json(401, { message: 'Unauthenticated.' });
      answer(seen, res);
    };
    signIn.mockReset().mockImplementation(async () => {
      isBack = true;
      return true;
    });
    setUnauthorizedHandler(signIn);
  });

  test('asks for sign-in, then sends the same form again, file and all', async () => {
    const form = new FormData();
    form.append('description', '<p>typed</p>');
    form.append('blog_image', new File(['bytes'], 'a.png', { type: 'image/png' }));
    await expect(apiRequest('POST', '/api/saveBlog', form)).resolves.toMatchObject({ status: 1 });
    expect(api.seen[1]?.body).toContain('<p>typed</p>');
    expect(api.seen[1]?.body).toContain('bytes');
    expect(log).not.toHaveBeenCalled();
  });

  test('calls that fail together share one prompt', async () => {
    const prompt = Promise.withResolvers<boolean>();
    signIn.mockReturnValue(prompt.promise);
    const calls = Promise.all(
      ['/api/blogs', '/api/team', '/api/jobs'].map((path) => apiRequest('GET', path)),
    );
    await expect.poll(() => api.seen).toHaveLength(3);
    isBack = true;
    prompt.resolve(true);
    await expect(calls).resolves.toHaveLength(3);
    expect([signIn.mock.calls.length, api.seen.length]).toEqual([1, 6]);
  });

  test('a 401 that arrives after the sign-in, to a call that was sent before it, prompts nobody', async () => {
    const late = Promise.withResolvers<() => void>();
    const other = api.answer;
    api.answer = (seen, res) => {
      if (seen.url !== '/api/slow' || isBack) return other(seen, res);
      late.resolve(() => json(401, {})(seen, res));
    };
    const slow = apiRequest('GET', '/api/slow');
    const answer = await late.promise;
    await apiRequest('GET', '/api/blogs');
    answer();
    await expect(slow).resolves.toMatchObject({ data: '/api/slow' });
    expect(signIn).toHaveBeenCalledTimes(1);
  });

  test.each([
    ['declined', async () => false],
    ['broken', () => Promise.reject(new Error('no dialog'))],
    ['in vain', async () => true],
  ])('a sign-in that is %s throws the 401, and asks no more', async (_what, handler) => {
    signIn.mockImplementation(handler);
    await expect(apiRequest('GET', '/api/blogs')).rejects.toMatchObject({ status: 401 });
    expect([signIn.mock.calls.length, log.mock.calls.length]).toEqual([1, 1]);
  });
});

const post = {
  id: 7,
  blog_title: 'T',
  description: '<p>x</p>',
  is_active: 1,
  created_at: '2026-11-21T00:00:00.000Z',
};
const readPost = (more: object = {}) => readApi('singlePost', { params: { id: 7 }, ...more });

test('a text that will be edited is not taken as visitors get it: sign-in is asked for, and it is read again', async () => {
  const image =
    '<img src="/img/inline/post/7/abcdefghijklmnop/960" srcset="/img/inline/post/7/abcdefghijklmnop/960 1x" />';
  const answerOf = (description: string) => json(200, { status: 1, data: { ...post, description } });
  const read = async (asStored: boolean) => (await readPost({ asStored })).description;
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

test('an answer without success is no error and carries no data; a success of another shape is thrown and logged', async () => {
  api.answer = json(200, { status: 0, message: 'Not today', data: { half: true } });
  const answer = await callApi('singlePost', { params: { id: 7 } });
  expect(answer).toEqual({ status: 0, message: 'Not today', data: undefined });
  expect(log).not.toHaveBeenCalled();
  await expect(readPost()).rejects.toThrow('Not today');
  // The other fields of a refusal have not been checked.
  api.answer = json(200, { status: 0, fieldErrors: 'x' });
  await expect(readPost()).rejects.toHaveProperty('fieldErrors', {});
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
    vi.stubGlobal('localStorage', storageOf(storage));
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
