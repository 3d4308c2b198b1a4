import type { Logger } from 'pino';
import { createWorker } from '../../background-worker.ts';
import { dialectOf, timeOf } from '../../database/dialect.ts';
import type { Signals } from '../../database/signals.ts';
import type { Db } from '../../database/types.ts';
import { carryOut } from './carry-out.ts';

/** Carries out what is planned, when it is due. */
export interface Scheduler {
  /** Begins, with what fell due while nobody ran. */
  start(): void;
  /** A plan has been made or changed by this process. */
  planned(): void;
  /** Resolves when nothing is under way; nothing begins after it. */
  stop(): Promise<void>;
}

/** So often is looked whether a clock was set or word of another process was lost, in milliseconds. */
const longestSleepMs = 60_000;
/** After the database has failed. */
const againMs = 5_000;

interface SchedulerOptions {
  signals: Signals;
  /** What visitors see has changed: whatever is kept of it is old. */
  changed: () => void;
  /** Milliseconds since 1970; the database's own where processes share it. */
  time?: () => Promise<number>;
}

/**
 * Sleeps until the next plan is due. Each process of a site does so, and whoever is first carries a plan out; by `schedule` they tell
 * each other that there is a new one.
 */
export function createScheduler(db: Db, log: Logger, options: SchedulerOptions): Scheduler {
  const { signals, changed, time = () => timeOf(db) } = options;
  const { wake, stop } = createWorker({
    async round() {
      // Asked once: what is due while this runs is due in the next round, which comes at once.
      const now = await time();
      const done = await carryOut(db, () => new Date(now).toISOString());
      if (done.changed > 0) {
        log.info({ changed: done.changed }, 'content API: published or taken back as planned');
        changed();
      }
      return Math.min(done.next === undefined ? longestSleepMs : Date.parse(done.next) - now, longestSleepMs);
    },
    failed: (error) => log.error({ err: error }, 'content API: what is planned cannot be carried out'),
    retryMs: againMs,
  });

  const forget = signals.on('schedule', wake);
  return {
    start: wake,
    planned() {
      wake();
      if (dialectOf(db) === 'sqlite') return;
      // Who does not hear it looks within a minute all the same.
      signals.publish('schedule').catch((error: unknown) => log.debug({ err: error }, 'no word of a plan'));
    },
    async stop() {
      forget();
      await stop();
    },
  };
}
