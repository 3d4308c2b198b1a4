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

const signedOut = json(401, { status: 0, code: 'session.required', message: 'Please sign in to continue.' });

describe('what is sent', () => {
  test('a GET carries the CSRF header, our own cookies only, and no body or content type', async () => {
    await apiRequest('GET', '/api/blogs?page=2');
    expect(api.seen[0]).toMatchObject({ method: 'GET', url: '/api/blogs?page=2', body: '' });
    expect(api.seen[0]?.headers['x-csrf']).toBe('1');
    expect(api.seen[0]?.headers['content-type']).toBeUndefined();
    expect(api.inits[0]?.credentials).toBe('same-origin');
  });

  test('a body is sent as JSON with its content type', async () => {
    await apiRequest('POST', '/api/login', { email: 'a@b.co' });
    expect(api.seen[0]?.headers['content-type']).toBe('application/json');
    expect(api.seen[0]?.body).toBe('{"email":"a@b.co"}');
  });

  test('a FormData is sent as multipart with a boundary of its own', async () => {
    const form = new FormData();
    form.append('blog_title', 'Naqsh');
    await apiRequest('POST', '/api/saveBlog', form);
    expect(api.seen[0]?.headers['content-type']).toMatch(/^multipart\/form-data; boundary=/);
    expect(api.seen[0]?.body).toContain('name="blog_title"');
  });

  test('further headers go along', async () => {
    await apiRequest('GET', '/api/session', undefined, { 'x-extra': 'yes' });
    expect(api.seen[0]?.headers['x-extra']).toBe('yes');
    expect(api.seen[0]?.headers['x-csrf']).toBe('1');
  });
});

describe('what comes back', () => {
  test('the parsed body, also when its status is not 1', async () => {
    api.answer = json(200, { status: 0, message: 'No' });
    await expect(apiRequest('POST', '/api/deleteBlog/3')).resolves.toEqual({ status: 0, message: 'No' });
    expect(log).not.toHaveBeenCalled();
  });

  test('an HTTP failure is logged under "API call error:" and thrown with code, words and field texts', async () => {
    api.answer = json(422, {
      status: 0,
      code: 'fields.invalid',
      message: 'Please check the marked fields.',
      errors: { blog_title: ['Too long.', 'Too dull.'] },
    });
    const error = await apiRequest('POST', '/api/saveBlog', {}).catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(ApiError);
    expect(error).toMatchObject({
      status: 422,
      code: 'fields.invalid',
      message: 'Please check the marked fields.',
      fieldErrors: { blog_title: 'Too long. Too dull.' },
    });
    expect(log).toHaveBeenCalledExactlyOnceWith('API call error:', error);
  });

  test.each([
    ['an HTML page with 200', 200, '<!doctype html>', 'upstream.badAnswer'],
    ['an empty body with 200', 200, '', 'upstream.badAnswer'],
    ['an HTML page with 502', 502, '<h1>Bad gateway</h1>', 'request.failed'],
  ])('%s is a failure in words', async (_what, status, body, code) => {
    api.answer = (_seen, res) => res.writeHead(status).end(body);
    await expect(apiRequest('GET', '/api/blogs')).rejects.toMatchObject({ status, code });
    expect(log).toHaveBeenCalledTimes(1);
  });

  test.each([
    ['no answer', (res: { destroy(): void }) => res.destroy()],
    [
      'a body that is cut',
      (res: {
        destroy(): void;
        writeHead(status: number, headers: object): { write(text: string, then: () => void): void };
      }) => res.writeHead(200, { 'content-length': 100 }).write('{"status":', () => res.destroy()),
    ],
  ])('%s is a network failure with status 0', async (_what, fail) => {
    api.answer = (_seen, res) => fail(res as never);
    await expect(apiRequest('GET', '/api/blogs')).rejects.toMatchObject({
      status: 0,
      code: 'network.failed',
    });
    expect(log).toHaveBeenCalledTimes(1);
  });

  test('a call that its signal ended rejects with the reason and is not logged', async () => {
    const leaving = new AbortController();
    api.answer = () => leaving.abort();
    await expect(apiRequest('GET', '/api/blogs', undefined, undefined, leaving.signal)).rejects.toMatchObject(
      {
        name: 'AbortError',
      },
    );
    expect(log).not.toHaveBeenCalled();
  });

  test('a call that ends because the page goes is not logged; one that fails on a page that stays is', async () => {
    const page = new EventTarget();
    vi.stubGlobal('addEventListener', page.addEventListener.bind(page));
    vi.stubGlobal('removeEventListener', page.removeEventListener.bind(page));
    vi.useFakeTimers({ toFake: ['setTimeout'] });
    const failed = vi.fn();
    const leave = async () => {
      api.answer = (_seen, res) => {
        page.dispatchEvent(new Event('beforeunload'));
        res.destroy();
      };
      void apiRequest('GET', '/api/blogs').catch(failed);
      // Until the timer ends, the page counts as left and shows no failure.
      await vi.waitUntil(() => vi.getTimerCount() > 0, { interval: 5 });
      expect(failed).not.toHaveBeenCalled();
      expect(log).not.toHaveBeenCalled();
    };
    try {
      await leave();
      page.dispatchEvent(new Event('pagehide'));
      // The Back button restores the page.
      await vi.runAllTimersAsync();
      expect(failed).toHaveBeenCalledOnce();
      expect(log).not.toHaveBeenCalled();
      failed.mockClear();

      await leave();
      await vi.runAllTimersAsync();
      expect(failed).toHaveBeenCalledOnce();
      expect(log).toHaveBeenCalledOnce();
    } finally {
      vi.useRealTimers();
      vi.unstubAllGlobals();
    }
  });
});

describe('a lost session', () => {
  /** Answers 401 until `back()` is called. */
  function sessionThatIsGone() {
    let gone = true;
    api.answer = (seen, res) => (gone ? signedOut : json(200, { status: 1, data: seen.url }))(seen, res);
    return {
      back: () => {
        gone = false;
      },
    };
  }

  test('asks for sign-in, then sends the same form again, file and all', async () => {
    const session = sessionThatIsGone();
    setUnauthorizedHandler(async () => {
      session.back();
      return true;
    });
    const form = new FormData();
    form.append('description', '<p>typed</p>');
    form.append('blog_image', new File(['bytes'], 'a.png', { type: 'image/png' }));
    await expect(apiRequest('POST', '/api/saveBlog', form)).resolves.toMatchObject({ status: 1 });
    expect(api.seen).toHaveLength(2);
    expect(api.seen[1]?.body).toContain('<p>typed</p>');
    expect(api.seen[1]?.body).toContain('bytes');
    expect(log).not.toHaveBeenCalled();
  });

  test('calls that fail together share one prompt', async () => {
    const session = sessionThatIsGone();
    let prompts = 0;
    let answer: (signedIn: boolean) => void = () => {};
    setUnauthorizedHandler(() => {
      prompts += 1;
      return new Promise((resolve) => {
        answer = resolve;
      });
    });
    const calls = Promise.all(
      ['/api/blogs', '/api/getProjectCategory', '/api/team'].map((path) => apiRequest('GET', path)),
    );
    await expect.poll(() => api.seen).toHaveLength(3);
    session.back();
    answer(true);
    await expect(calls).resolves.toHaveLength(3);
    expect(prompts).toBe(1);
    expect(api.seen).toHaveLength(6);
  });

  test('a 401 that arrives after the sign-in, to a call that was sent before it, prompts nobody', async () => {
    const session = sessionThatIsGone();
    const late: (() => void)[] = [];
    const answer401 = api.answer;
    api.answer = (seen, res) =>
      seen.url === '/api/slow' && late.length === 0
        ? void late.push(() => signedOut(seen, res))
        : answer401(seen, res);
    let prompts = 0;
    setUnauthorizedHandler(async () => {
      prompts += 1;
      session.back();
      return true;
    });
    const slow = apiRequest('GET', '/api/slow');
    await expect.poll(() => late).toHaveLength(1);
    await apiRequest('GET', '/api/blogs');
    late[0]?.();
    await expect(slow).resolves.toMatchObject({ data: '/api/slow' });
    expect(prompts).toBe(1);
  });

  test.each([
    ['declined', async () => false],
    ['broken', () => Promise.reject(new Error('no dialog'))],
  ])('a sign-in that is %s throws the 401, logged once', async (_what, handler) => {
    sessionThatIsGone();
    setUnauthorizedHandler(handler);
    await expect(apiRequest('GET', '/api/blogs')).rejects.toMatchObject({
      status: 401,
      code: 'session.required',
    });
    expect(api.seen).toHaveLength(1);
    expect(log).toHaveBeenCalledTimes(1);
  });

  test('a second 401 after the sign-in is thrown and asks no more', async () => {
    sessionThatIsGone();
    const handler = vi.fn(async () => true);
    setUnauthorizedHandler(handler);
    await expect(apiRequest('GET', '/api/blogs')).rejects.toMatchObject({ status: 401 });
    expect(handler).toHaveBeenCalledTimes(1);
  });

  test('a host that says 401 without a code of ours counts as a lost session', async () => {
    let first = true;
    api.answer = (seen, res) => {
      (first ? json(401, { message: 'Unauthenticated.' }) : json(200, { status: 1 }))(seen, res);
      first = false;
    };
    setUnauthorizedHandler(async () => true);
    await expect(apiRequest('GET', '/api/blogs')).resolves.toEqual({ status: 1 });
  });

  test('a wrong password at sign-in asks for no sign-in', async () => {
    api.answer = json(401, { status: 0, message: 'No.' });
    const handler = vi.fn(async () => true);
    setUnauthorizedHandler(handler);
    await expect(apiRequest('POST', '/api/login', {})).rejects.toMatchObject({ status: 401 });
    expect(handler).not.toHaveBeenCalled();
  });
});
