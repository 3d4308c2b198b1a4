import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { contract } from '#shared/contract/index.ts';
import { createGuard, type GuardedRequest } from '../../../../server/bff/upstream/guard.ts';
import { AppError } from '../../../../server/errors.ts';

const read = { method: 'GET', path: '/api/blogs', row: contract.blogs, headers: {} };
const write = { method: 'POST', path: '/api/saveBlog', row: contract.changePassword, headers: {} };
const upload = { method: 'POST', path: '/api/saveBlog', row: contract.saveBlog, headers: {} };
const media = { method: 'GET', path: '/storage/a.png', headers: {} };
const exported = contract.exportApplicants;
const download = { method: 'GET', path: exported.path, row: exported, headers: {} };

const unreachable = () => new AppError('upstream.unreachable', 502);
const silent = () => new AppError('upstream.timeout', 504);
const left = () => new AppError('request.aborted', 499);
const cut = Object.assign(new Error('other side closed'), { code: 'UND_ERR_SOCKET' });

let guard: ReturnType<typeof createGuard>;
let asked: string[];
let hostSays: () => Promise<number>;
let changes: string[];

beforeEach(() => {
  vi.useFakeTimers({ now: new Date('2026-11-22T03:00:00Z') });
  asked = [];
  changes = [];
  hostSays = () => Promise.reject(unreachable());
  guard = createGuard({
    ask(path) {
      asked.push(path);
      return hostSays();
    },
    onChange: (change) => changes.push(change),
  });
});
afterEach(() => {
  guard.close();
  vi.useRealTimers();
});

async function fails(request: GuardedRequest, error: AppError, times = 1): Promise<void> {
  for (let i = 0; i < times; i++) await guard.enter(request).failed(error);
}

async function answers(request: GuardedRequest, status: number, times = 1): Promise<void> {
  for (let i = 0; i < times; i++) {
    const watch = guard.enter(request);
    watch.bodyOver();
    await watch.answered(status);
  }
}

/** Returns the immediate refusal of a request; undefined if the host is called. */
function refusal(request: GuardedRequest = media): AppError | undefined {
  try {
    guard.enter(request);
    return undefined;
  } catch (error) {
    return error as AppError;
  }
}

describe('the host', () => {
  test.each([
    ['no connection', () => fails(read, unreachable(), 5)],
    ['silence', () => fails(write, silent(), 5)],
    ['504', () => answers(media, 504, 5)],
  ])('is down after five in a row of %s', async (_name, happens) => {
    await happens();
    expect(guard.host.state).toBe('open');
    expect(refusal()).toMatchObject({ code: 'upstream.down', status: 503, headers: { 'Retry-After': '2' } });
    expect(changes).toEqual(['down']);
  });

  test.each([
    ['500, which is its row’s', () => answers(write, 500, 9)],
    ['a browser that leaves', () => fails(read, left(), 9)],
    ['slow uploads', () => fails(upload, silent(), 9)],
    ['slow exports', () => fails(download, silent(), 9)],
    ['a call limit', () => answers(media, 429, 9)],
  ])('is not down for %s', async (_name, happens) => {
    await happens();
    expect(guard.host.state).toBe('closed');
    expect(refusal()).toBeUndefined();
  });

  test('is not down when something succeeds in between, nor when the failures lie far apart', async () => {
    await fails(media, unreachable(), 4);
    await answers(media, 200);
    await fails(media, unreachable(), 4);
    vi.advanceTimersByTime(2 * 60_000 + 1);
    await fails(media, unreachable(), 4);
    expect(guard.host.state).toBe('closed');
    await fails(media, unreachable());
    expect(guard.host.state).toBe('open');
  });

  test('is tried by one small call of ours, at a path that it has answered before, ever less often, and is back by itself', async () => {
    await answers(read, 200);
    const back = vi.fn();
    guard.host.onBack(back);
    await fails(media, unreachable(), 5);
    for (const seconds of [2, 4, 8, 16, 30, 30]) {
      expect(guard.host.retryAfterSeconds).toBe(seconds);
      asked = [];
      await vi.advanceTimersByTimeAsync(seconds * 1000 - 1);
      expect(asked).toEqual([]);
      await vi.advanceTimersByTimeAsync(1);
      expect(asked).toEqual(['/api/blogs']);
      expect(guard.host.state).toBe('open');
    }
    hostSays = async () => 404;
    await vi.advanceTimersByTimeAsync(30_000);
    expect(guard.host.state).toBe('closed');
    expect(back).toHaveBeenCalledOnce();
    expect(changes).toEqual(['down', 'back']);
    // The next outage begins with a wait of two seconds again.
    await fails(media, unreachable(), 5);
    expect(guard.host.retryAfterSeconds).toBe(2);
  });

  test('that answers our small call with 503 is tried by the next read of anybody, and never by a write', async () => {
    await fails(media, unreachable(), 5);
    hostSays = async () => 503;
    await vi.advanceTimersByTimeAsync(2_000);
    expect(guard.host.state).toBe('open');
    expect(refusal(write)).toBeDefined();
    expect(refusal(download)).toBeDefined();
    const watch = guard.enter(read);
    expect(refusal(read)).toBeDefined();
    watch.bodyOver();
    await watch.answered(200);
    expect(guard.host.state).toBe('closed');
  });
});

describe('a visitor who knows an address at which the host fails', () => {
  test.each([
    ['with 502', () => answers(media, 502, 5)],
    [
      'by the end of the connection',
      () => fails(media, new AppError('upstream.unreachable', 502, { cause: cut }), 5),
    ],
  ])('%s, takes the host from everybody once, for two seconds, and not again', async (_how, happens) => {
    await answers(read, 200);
    hostSays = async () => 200;
    await happens();
    expect(guard.host.state).toBe('open');
    await vi.advanceTimersByTimeAsync(2_000);
    expect(guard.host.state).toBe('closed');
    asked = [];
    for (let i = 0; i < 20; i++) {
      await happens();
      await vi.advanceTimersByTimeAsync(0);
      expect(guard.host.state).toBe('closed');
    }
    expect(asked).toContain('/api/blogs');
  });
});

describe('a row', () => {
  const ends = async (times: number, error: Error) => {
    for (let i = 0; i < times; i++) {
      const watch = guard.enter(read);
      await watch.answered(200);
      watch.bodyOver(error);
      await vi.advanceTimersByTimeAsync(0);
    }
  };
  const outOfTime = { ...read, signal: AbortSignal.abort(new DOMException('late', 'TimeoutError')) };

  test.each([
    ['500', () => answers(read, 500, 5)],
    ['an unusable answer', () => fails(read, new AppError('upstream.badAnswer', 502), 5)],
    ['a page that has no more time for it', () => fails(outOfTime, left(), 5)],
    ['a body that is cut', () => ends(5, cut)],
  ])('rests alone after five in a row of %s', async (_name, happens) => {
    await happens();
    expect(guard.host.state).toBe('closed');
    expect(refusal(read)).toMatchObject({ code: 'upstream.down', headers: { 'Retry-After': '2' } });
    expect(refusal({ ...read, row: contract.jobs })).toBeUndefined();
    expect(refusal({ ...read, headers: { authorization: 'Bearer token' } })).toBeUndefined();
    expect(guard.stats().rowsOpen).toEqual(['blogs']);
    // The first request after the wait is the probe; only one at a time.
    await vi.advanceTimersByTimeAsync(2_000);
    const watch = guard.enter(read);
    expect(refusal(read)).toBeDefined();
    watch.bodyOver();
    await watch.answered(200);
    expect(refusal(read)).toBeUndefined();
    expect(asked).toEqual([]);
  });

  test.each([
    ['writes that fail', () => answers(write, 500, 9), write],
    ['refusals', () => answers(read, 404, 9), read],
    ['slow uploads', () => fails(upload, silent(), 9), upload],
    ['readers who leave in the middle', () => ends(9, new Error('the reader left')), read],
  ])('goes on through %s', async (_name, happens, request) => {
    await happens();
    expect(refusal(request)).toBeUndefined();
  });
});
