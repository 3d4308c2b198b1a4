import { writeFileSync } from 'node:fs';
import { isMainThread } from 'node:worker_threads';

/**
 * Loaded into a server before its own code (`blocks.ts` does): how long its event loop was held at a time, as CPU of its thread, so
 * that what else the machine does is no part of it. A signal asks for the longest since the last one.
 */
const report = process.env.BENCH_BLOCKS;
if (isMainThread && report !== undefined) {
  let longest = 0;
  let told = 0;
  let before = process.threadCpuUsage();
  setInterval(() => {
    const { user, system } = process.threadCpuUsage(before);
    before = process.threadCpuUsage();
    longest = Math.max(longest, (user + system) / 1000);
  }, 1).unref();
  process.on('SIGWINCH', () => {
    // What was begun before the signal is counted when the next turn has come.
    setTimeout(() => {
      told += 1;
      writeFileSync(report, JSON.stringify([told, longest]));
      longest = 0;
    }, 3);
  });
}
