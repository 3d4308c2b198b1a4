import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { setTimeout } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { contract } from '#shared/contract/index.ts';
import { MIB } from '#shared/limits.ts';
import type { EngineReply, EngineRequest } from '../../server/content-api/exchange.ts';
import { engineUpstream } from '../../server/engine-upstream.ts';

const read = { method: 'GET', path: '/api/getJobs?page=2', row: contract.getJobs, headers: {} };
const never = new Promise<never>(() => {});
const asked = (handle: (request: EngineRequest) => Promise<EngineReply>) => engineUpstream({ handle }, 1_000);

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

describe('the engine as an API host', () => {
  it('is waited for as long as a host elsewhere, and longer for a large form: 504', async () => {
    let signal: AbortSignal | undefined;
    const { request } = asked((wanted) => {
      signal = wanted.signal;
      return never;
    });
    const late = request(read);
    late.catch(() => {});
    await vi.advanceTimersByTimeAsync(999);
    expect(signal?.aborted).toBe(false);
    await vi.advanceTimersByTimeAsync(2);
    await expect(late).rejects.toMatchObject({ code: 'upstream.timeout', status: 504 });
    expect(signal?.aborted).toBe(true);
    const large = request({ ...read, method: 'POST', json: { value: {}, bytes: Buffer.alloc(4 * MIB) } });
    large.catch(() => {});
    await vi.advanceTimersByTimeAsync(2_900);
    expect(signal?.aborted).toBe(false);
    await vi.advanceTimersByTimeAsync(200);
    await expect(large).rejects.toMatchObject({ status: 504 });
  });

  it('is told when the browser leaves, and a file that comes later is let go', async () => {
    const file = new Readable({ read() {} });
    let reply: (reply: EngineReply) => void = () => {};
    const { request } = asked(
      () =>
        new Promise((resolve) => {
          reply = resolve;
        }),
    );
    const browser = new AbortController();
    const left = request({ ...read, signal: browser.signal });
    browser.abort();
    await expect(left).rejects.toMatchObject({ code: 'request.aborted', status: 499 });
    reply({ status: 200, headers: {}, body: file });
    await vi.advanceTimersByTimeAsync(0);
    expect(file.destroyed).toBe(true);
    await expect(request({ ...read, signal: browser.signal })).rejects.toMatchObject({ status: 499 });
  });
});

describe('a file of the engine', () => {
  const fileOf = (body: Readable) =>
    asked(async () => ({ status: 200, headers: { 'content-length': '6' }, body })).request(read);

  it('is cut when its store falls silent, and when it takes too long in all', async () => {
    const silent = new Readable({ read() {} });
    silent.push('abc');
    const { body } = await fileOf(silent);
    const whole = text(body);
    whole.catch(() => {});
    await vi.advanceTimersByTimeAsync(1_100);
    await expect(whole).rejects.toMatchObject({ code: 'upstream.timeout' });
    const dripping = Readable.from(
      (async function* () {
        for (;;) {
          await setTimeout(0);
          yield Buffer.from('x');
          await new Promise((resolve) => globalThis.setTimeout(resolve, 900));
        }
      })(),
    );
    const endless = text((await fileOf(dripping)).body);
    endless.catch(() => {});
    await vi.advanceTimersByTimeAsync(4_500);
    await expect(endless).rejects.toMatchObject({ code: 'upstream.timeout' });
  });
});
