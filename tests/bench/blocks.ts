import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Started } from './stage.ts';

/** Measures how long a server blocks its event loop. */
export interface Blocks {
  /** Environment with which the server has to be started. */
  environment: Record<string, string>;
  /** Returns the CPU milliseconds of the longest turn of the server's event loop during `work`. */
  longestDuring(started: Started, work: () => Promise<unknown>): Promise<number>;
}

const probe = join(import.meta.dirname, 'block-probe.ts');
const patienceMs = 10_000;

/** Prepares the measurement; `folder` is a temporary folder of this server alone. */
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

/** Nothing has been reported yet, or the file is being written. */
function read(file: string): [number, number] {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as [number, number];
  } catch {
    return [0, 0];
  }
}
