import type { Logger } from 'pino';
import { createWorker } from '../../background-worker.ts';
import { dialectOf, timeOf } from '../../database/dialect.ts';
import type { Db } from '../../database/types.ts';
import { carryOut } from './carry-out.ts';

/** Carries out schedules when they are due. */
export interface Scheduler {
  /** Starts the scheduler. Schedules that fell due while no process ran are carried out first. */
  start(): void;
  /** Call it after this process has made or changed a schedule. */
  planned(): void;
  /** Stops; resolves when no work is in progress any more. */
  stop(): Promise<void>;
}

/** The longest sleep, in milliseconds: the clock may be set, and on PostgreSQL another process may make a schedule. */
const longestSleepMs = { sqlite: 60_000, postgres: 3_000 };
/** The wait after a failure of the database. */
const againMs = 5_000;

interface SchedulerOptions {
  /** Called when content that visitors see has changed: cached copies are out of date. */
  changed: () => void;
  /**
   * Returns the time in milliseconds since 1970; by default, of the database's clock on PostgreSQL and of this
   * machine's clock on SQLite.
   */
  time?: () => Promise<number>;
}

/**
 * Sleeps until the next schedule is due. Every process of a site has such a scheduler, and the first one to wake
 * carries the schedule out.
 */
export function createScheduler(db: Db, log: Logger, options: SchedulerOptions): Scheduler {
  const { changed, time = () => timeOf(db) } = options;
  const longest = longestSleepMs[dialectOf(db)];
  const { wake, stop } = createWorker({
    async round() {
      // The time is read once for the whole run. A schedule that falls due during the run is carried out in the next
      // round, which follows immediately.
      const now = await time();
      const done = await carryOut(db, () => new Date(now).toISOString());
      if (done.changed > 0) {
        log.info({ changed: done.changed }, 'content API: published or unpublished on schedule');
        changed();
      }
      return Math.min(done.next === undefined ? longest : Date.parse(done.next) - now, longest);
    },
    failed: (error) => log.error({ err: error }, 'content API: schedules cannot be carried out'),
    retryMs: againMs,
  });

  return { start: wake, planned: wake, stop };
}
