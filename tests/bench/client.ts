import { Pool } from 'undici';
import { median } from './figures.ts';
import type { Contender } from './load.ts';
import { meterCpu } from './process-cost.ts';
import type { Started } from './stage.ts';

/** One request of a load. */
export interface Call {
  path: string;
  method?: 'GET' | 'HEAD' | 'POST';
  headers?: Record<string, string>;
  /** Body of a POST, created anew for each request. */
  body?: () => string;
  /** Expected status; 200 by default. */
  status?: number;
}

interface Amount {
  /** Number of connections, each with one request in flight. */
  connections?: number;
  /** Maximum number of requests. */
  calls?: number;
  /** A round ends after this time, even if requests are left; a warm-up ends after six times as long. */
  milliseconds?: number;
}

/**
 * Sends rounds of requests over keep-alive connections, the calls in turn. Measures the target's CPU per request,
 * requests a second, and the wait for an answer's head. Several targets receive requests in turn, and their CPU is
 * added up. This process sends the requests: its own CPU limits requests a second, but affects the target's CPU only
 * through smaller batches. Throws if an answer has another status.
 */
export function requests(
  started: Started | readonly Started[],
  calls: readonly Call[],
  amount: Amount = {},
): Required<Pick<Contender, 'round' | 'warmUp'>> {
  const { connections = 8, calls: most = 1000, milliseconds = 500 } = amount;
  const targets = [started].flat();
  const pools = targets.map((target) => {
    const pool = new Pool(target.url, { connections, pipelining: 1 });
    target.onStop(() => pool.destroy());
    return pool;
  });
  let next = 0;
  const sendAll = async (count: number, atMost: number): Promise<number[]> => {
    const waits: number[] = [];
    const begun = performance.now();
    let left = count;
    const sendUntilDone = async () => {
      while (left > 0 && performance.now() - begun < atMost) {
        left -= 1;
        const [call, pool] = [calls[next % calls.length], pools[next % pools.length]];
        next += 1;
        if (call && pool) waits.push(await send(pool, call));
      }
    };
    await Promise.all(Array.from({ length: connections }, sendUntilDone));
    return waits;
  };
  return {
    warmUp: async () => {
      await sendAll(most * 4, milliseconds * 6);
    },
    round: async () => {
      const meters = targets.map(({ pid }) => meterCpu(pid));
      const begun = performance.now();
      const waits = await sendAll(most, milliseconds);
      const seconds = (performance.now() - begun) / 1000;
      const microseconds = meters.reduce((sum, cpu) => sum + cpu(), 0) / waits.length;
      return {
        cpu: microseconds,
        perCpuSecond: 1e6 / microseconds,
        perSecond: waits.length / seconds,
        wait: median(waits),
      };
    },
  };
}

/** Sends a call and reads its answer to the end; returns the milliseconds until its head arrived. */
async function send(
  pool: Pool,
  { path, method = 'GET', headers, body, status = 200 }: Call,
): Promise<number> {
  const begun = performance.now();
  const answer = await pool.request({
    path,
    method,
    ...(headers && { headers }),
    ...(body && { body: body() }),
  });
  const waited = performance.now() - begun;
  await answer.body.dump({ limit: Number.MAX_SAFE_INTEGER });
  if (answer.statusCode !== status)
    throw new Error(`${method} ${path} was answered with ${answer.statusCode}`);
  return waited;
}
