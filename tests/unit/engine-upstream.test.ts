import { Readable } from 'node:stream';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { contract } from '#shared/contract/index.ts';
import { MIB } from '#shared/limits.ts';
import type { EngineReply, EngineRequest } from '../../server/content-api/exchange.ts';
import { engineUpstream } from '../../server/engine-upstream.ts';

const read = { method: 'GET', path: '/api/getJobs?page=2', row: contract.getJobs, headers: {} };
/** The request that the engine got, and its reply. */
let wanted: EngineRequest | undefined;
let reply: PromiseWithResolvers<EngineReply>;
const handle = (asked: EngineRequest) => {
  wanted = asked;
  return reply.promise;
};
const { request } = engineUpstream({ handle }, 1_000);
const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms);
/** Keeps a promise that is examined later from being an unhandled rejection. */
const later = <T>(promise: Promise<T>) => {
  promise.catch(() => {});
  return promise;
};

beforeEach(() => {
  vi.useFakeTimers();
  reply = Promise.withResolvers();
});
afterEach(() => void vi.useRealTimers());

it('the engine is waited for as long as a host elsewhere, and longer for a large form: 504', async () => {
  const late = later(request(read));
  await pass(999);
  expect(wanted?.signal?.aborted).toBe(false);
  await pass(2);
  await expect(late).rejects.toMatchObject({ code: 'upstream.timeout', status: 504 });
  expect(wanted?.signal?.aborted).toBe(true);
  const large = later(
    request({ ...read, method: 'POST', json: { value: {}, bytes: Buffer.alloc(4 * MIB) } }),
  );
  await pass(2_900);
  expect(wanted?.signal?.aborted).toBe(false);
  await pass(200);
  await expect(large).rejects.toMatchObject({ status: 504 });
});

it('it is told when the browser leaves, and a file that comes later is let go', async () => {
  const body = new Readable({ read() {} });
  const browser = new AbortController();
  const left = request({ ...read, signal: browser.signal });
  browser.abort();
  await expect(left).rejects.toMatchObject({ code: 'request.aborted', status: 499 });
  reply.resolve({ status: 200, headers: {}, body });
  await pass(0);
  expect(body.destroyed).toBe(true);
});
