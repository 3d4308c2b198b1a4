import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Started } from './stage.ts';

/** Whether a server holds up its event loop. */
export interface Blocks {
  /** What the server has to be started with. */
  environment: Record<string, string>;
  /** CPU milliseconds of the longest turn of its event loop during `work`. */
  longestDuring(started: Started, work: () => Promise<unknown>): Promise<number>;
}

const probe = join(import.meta.dirname, 'block-probe.ts');
const patienceMs = 10_000;

/** `folder` is a temporary one of this server's own. */
export function watchBlocks(folder: string): Blocks {
  const file = join(folder, 'blocks');
  let told = 0;

  async function longest({ pid }: Started): Promise<number> {
    process.kill(pid, 'SIGWINCH');
    const end = performance.now() + patienceMs;
    while (performance.now() < end) {
      await sleep(5);
      const [number, milliseconds] = read(file);
      if (number <= told) continue;
      told = number;
      return milliseconds;
    }
    throw new Error('The server does not tell how long its event loop was held.');
  }

  return {
    environment: { NODE_OPTIONS: `--import ${probe}`, BENCH_BLOCKS: file },
    async longestDuring(started, work) {
      await longest(started);
      await work();
      return longest(started);
    },
  };
}

/** Nothing was told yet, or it is being written. */
function read(file: string): [number, number] {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as [number, number];
  } catch {
    return [0, 0];
  }
}
