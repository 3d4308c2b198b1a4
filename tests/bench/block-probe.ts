import { writeFileSync } from 'node:fs';
import { isMainThread } from 'node:worker_threads';

/**
 * Loaded into a server before its own code (`blocks.ts` does): measures how long its event loop was blocked at a
 * time. The unit is CPU time of its thread, so that the machine's other work does not count. A signal requests the
 * longest block since the last signal.
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
    // A block that began before the signal is counted in the next turn of the loop.
    setTimeout(() => {
      told += 1;
      writeFileSync(report, JSON.stringify([told, longest]));
      longest = 0;
    }, 3);
  });
}
