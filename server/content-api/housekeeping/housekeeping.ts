import type { Logger } from 'pino';
import type { Db } from '../../database/types.ts';
import { createTaskWorker, Tasks } from '../../tasks.ts';
import { type Chore, dayMs } from '../chore.ts';
import { createClockGuard } from './clock-guard.ts';

/** The wait after a failure of the database, and between rounds while the clock is doubted. */
const hourMs = 60 * 60_000;
const waits = { firstMs: hourMs, longestMs: hourMs };

/**
 * Starts the chores. A round of all of them is one task, due every day, which one process at a time does
 * (docs/decisions/0043): if that process dies, another one runs all of them again.
 */
export async function startHousekeeping(db: Db, chores: readonly Chore[], log: Logger) {
  const tasks = new Tasks(db, 'tasks');
  const mayErase = createClockGuard(db, log);
  const worker = createTaskWorker({
    ...{ tasks, state: 'chores', backoff: waits, longestMs: dayMs, pause: waits },
    // A stop waits for the chore in progress, and starts no other.
    graceMs: 0,
    async run(_round, cut) {
      const now = new Date(await tasks.now());
      if (!(await mayErase(now))) return { change: {}, waitMs: hourMs };
      await runChores(chores, log, now, cut);
      // A round that was cut off goes on at the next start.
      return { change: {}, waitMs: cut.aborted ? 0 : dayMs };
    },
    failed: (error) => log.error({ err: error }, 'content API: housekeeping failed'),
  });
  const due = { run_at: 0, created_at: 0, payload: Buffer.alloc(0) };
  await tasks.ensure({ kind: 'chores', key: 'chores', state: 'chores', ...due });
  worker.wake();
  return worker;
}

/**
 * Runs each chore once, until `cut` fires. Every chore gets the same time, the one that the check of the clock has
 * accepted. A failure is logged and does not stop the other chores.
 */
export async function runChores(chores: readonly Chore[], log: Logger, now: Date, cut: AbortSignal) {
  for (const { name, run } of chores) {
    if (cut.aborted) return;
    try {
      const removed = await run(now);
      const any = Object.values(removed).some((count) => count > 0);
      log[any ? 'info' : 'debug']({ chore: name, removed }, 'content API: housekeeping');
    } catch (error) {
      log.error({ err: error, chore: name }, 'content API: housekeeping failed');
    }
  }
}
