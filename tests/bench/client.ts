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
  /** Of a POST: what it sends, made anew for each. */
  body?: () => string;
  /** What it has to be answered with: 200 unless told. */
  status?: number;
}

interface Amount {
  /** Connections, each with one request under way. */
  connections?: number;
  /** Requests at most. */
  calls?: number;
  /** A round ends after this, whatever is left; what warms up, after six times as long. */
  milliseconds?: number;
}

/**
 * Rounds of requests over kept connections, the calls in turn: CPU of the target a request, how many a second, and how long they wait
 * for a head. Several targets take requests in turn, and their CPU is added up. The sender is this process: what it takes itself bounds requests a second, and touches CPU of the target only through
 * smaller batches. Throws at an answer of another status.
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

/** Sends a call and reads its answer to the end; gives the milliseconds that its head took. */
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
