import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { contract } from '#shared/contract/index.ts';
import { createBreaker } from '../../../../server/bff/upstream/breaker.ts';
import { AppError } from '../../../../server/errors.ts';

const read = { method: 'GET', path: '/api/blogs', row: contract.blogs, headers: {} };
const write = { method: 'POST', path: '/api/changePassword', row: contract.changePassword, headers: {} };
const upload = { method: 'POST', path: '/api/saveBlog', row: contract.saveBlog, headers: {} };
const media = { method: 'GET', path: '/storage/a.png', headers: {} };
const exported = contract.exportApplicants;
const download = { method: 'GET', path: exported.path, row: exported, headers: {} };
type Call = Parameters<typeof breaker.answered>[0];

const unreachable = () => new AppError('upstream.unreachable', 502);
const silent = () => new AppError('upstream.timeout', 504);

let breaker: ReturnType<typeof createBreaker>;
let asked: string[];
let hostSays: () => Promise<number>;
let changes: string[];

beforeEach(() => {
  vi.useFakeTimers();
  asked = [];
  changes = [];
  hostSays = () => Promise.reject(unreachable());
  breaker = createBreaker({
    ask(path) {
      asked.push(path);
      return hostSays();
    },
    onChange: (change) => changes.push(change),
  });
});
afterEach(() => {
  breaker.close();
  vi.useRealTimers();
});

const passed = () => vi.advanceTimersByTimeAsync(0);
async function times(count: number, happens: () => void) {
  for (let i = 0; i < count; i++) happens();
  await passed();
}
const fails = (call: Call, error: AppError) => () => breaker.failed(call, error);
const answers =
  (call: Call, status: number, tookMs = 10) =>
  () =>
    breaker.answered(call, status, tookMs);
const admit = () => breaker.admit();

test.each([
  ['no connection', fails(write, unreachable())],
  ['silence', fails(read, silent())],
  ['503', answers(write, 503)],
  ['504', answers(media, 504)],
])('five in a row of %s, and a failed call of ours, are an outage', async (_name, happens) => {
  await times(4, happens);
  answers(media, 404)();
  await times(4, happens);
  expect(asked).toEqual([]);
  expect(admit).not.toThrow();
  await times(1, happens);
  expect(asked).toEqual(['/']);
  expect(admit).toThrow(
    expect.objectContaining({ code: 'upstream.down', status: 503, headers: { 'Retry-After': '2' } }),
  );
  expect(changes).toEqual(['down']);
});

test.each([
  ['500', answers(write, 500)],
  ['a call limit', answers(media, 429)],
  ['a browser that leaves', fails(read, new AppError('request.aborted', 499))],
  ['unusable answers', fails(read, new AppError('upstream.badAnswer', 502))],
  ['slow uploads', fails(upload, silent())],
  ['slow exports', answers(download, 504)],
])('%s is no outage', async (_name, happens) => {
  await times(9, happens);
  expect(asked).toEqual([]);
});

test('a visitor who knows an address at which the host fails takes it from nobody', async () => {
  hostSays = async () => 404;
  answers(read, 200)();
  answers({ ...read, path: '/api/of-an-admin', headers: { authorization: 'Bearer x' } }, 200)();
  await times(30, answers(media, 502));
  expect(asked.length).toBeGreaterThan(0);
  expect(new Set(asked)).toEqual(new Set([read.path]));
  expect(changes).toEqual([]);
  asked = [];
  answers({ ...read, path: '/api/slow' }, 200, 4_000)();
  answers({ ...read, path: '/api/jobs?search=x' }, 200)();
  await times(5, answers(media, 502));
  expect(new Set(asked)).toEqual(new Set([read.path]));
});

test('the host is tried ever less often, and is back by itself', async () => {
  const back = vi.fn();
  breaker.host.onBack(back);
  await times(9, fails(media, unreachable()));
  for (const seconds of [2, 4, 8, 16, 30, 30]) {
    asked = [];
    await vi.advanceTimersByTimeAsync(seconds * 1000 - 1);
    expect(asked).toEqual([]);
    // An answer to a call from before the outage says nothing.
    answers(read, 200)();
    hostSays = seconds < 8 ? () => Promise.reject(silent()) : async () => 503;
    await vi.advanceTimersByTimeAsync(1);
    expect(asked).toHaveLength(1);
    expect(breaker.host).toMatchObject({ state: 'open', downSince: expect.any(Date) });
  }
  hostSays = async () => 404;
  await vi.advanceTimersByTimeAsync(30_000);
  expect(breaker.host).toMatchObject({ state: 'closed', downSince: undefined });
  expect(back).toHaveBeenCalledOnce();
  await times(5, fails(media, unreachable()));
  expect(changes).toEqual(['down', 'back']);
  hostSays = () => Promise.reject(unreachable());
  await times(5, fails(media, unreachable()));
  expect(admit).toThrow(expect.objectContaining({ headers: { 'Retry-After': '2' } }));
  expect(changes).toEqual(['down', 'back', 'down']);
});

test('an address that fails alone does not keep a host down that is back', async () => {
  answers({ ...read, path: '/api/jobs' }, 200)();
  answers(read, 200)();
  await times(5, fails(media, unreachable()));
  expect(breaker.host.state).toBe('open');
  hostSays = () => (asked.at(-1) === read.path ? Promise.reject(silent()) : Promise.resolve(200));
  await vi.advanceTimersByTimeAsync(2_000);
  expect(breaker.host.state).toBe('closed');
});
