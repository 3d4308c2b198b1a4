import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { ApiError } from '../../../../client/api/api-error.ts';
import { apiRequest, setUnauthorizedHandler } from '../../../../client/api/request.ts';
import { json, startApi } from './http-fixture.ts';

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
