import { randomBytes } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import type { Logger } from 'pino';
import { storageError } from '../../database/errors.ts';
import type { SiteDb } from '../../database/site-types.ts';
import { withTimeout } from '../../database/timeout.ts';
import { createWindow } from '../../limiter.ts';
import { type Erasure, eraseFrom, insertLines, type NewLine } from './store.ts';

/** Maximum number of log lines that wait to be written, some hundred bytes each. Beyond it, further lines are lost. */
const maxWaiting = 2_000;
/**
 * Milliseconds after which a write without an answer counts as failed: the database is then treated as unavailable.
 */
const patienceMs = 7_000;
/** How long a reader of the log waits for the lines of this process, in milliseconds. */
const readerMs = 1_000;
/** How long a stopping process waits for the last lines, in milliseconds. */
const drainMs = 3_000;
/**
 * Maximum number of failed sign-ins that a process records per hour. There is a limit because anyone can cause failed
 * sign-ins.
 */
const refusedPerHour = 500;
const hourMs = 3_600_000;

/**
 * Records actions in the admin area. `note` and `erase` only queue their work, so they neither fail nor delay a
 * request. The work is done in its order; while the database is unavailable, all of it waits.
 */
export type Activity = ReturnType<typeof createActivity>;

interface ActivityOptions {
  db: SiteDb;
  log: Pick<Logger, 'warn'>;
  /** Milliseconds until a failed write is retried. */
  retryMs?: number;
}

export function createActivity({ db, log, retryMs = 5_000 }: ActivityOptions) {
  const prefix = randomBytes(6).toString('base64url');
  const refused = createWindow(refusedPerHour, hourMs, Date.now);
  const closing = new AbortController();
  const counted = { written: 0, lost: 0, waiting: 0 };
  let serial = 0;
  let isTold = false;
  let last = Promise.resolve();

  function warn(error: unknown, text: string): void {
    if (!isTold) log.warn({ err: error }, text);
    isTold = true;
  }

  function lose(lines: number, error?: unknown): void {
    counted.lost += lines;
    warn(
      error,
      'the activity log drops lines: its database rejects writes, or too many lines arrive at once',
    );
  }

  async function attempt(work: () => Promise<void>, lines: number): Promise<void> {
    while (!closing.signal.aborted) {
      try {
        await withTimeout(patienceMs, work());
        counted.written += lines;
        isTold = false;
        return;
      } catch (error) {
        // A database that is available would reject the work each time.
        if (!storageError(error)) {
          lose(lines, error);
          return;
        }
        warn(error, 'the activity log could not be written; retrying');
        await pause(retryMs, undefined, { ref: false, signal: closing.signal }).catch(() => {});
      }
    }
  }

  function queue(work: () => Promise<void>, lines: number): void {
    counted.waiting += lines;
    last = last
      .then(() => attempt(work, lines))
      .finally(() => {
        counted.waiting -= lines;
      });
  }

  return {
    db,
    /** Writes the lines of one call in one transaction. */
    note(lines: readonly Omit<NewLine, 'key' | 'at'>[]): void {
      const isRefused = lines[0]?.outcome === 'refused';
      if (counted.waiting + lines.length > maxWaiting || (isRefused && refused.waitMs() > 0)) {
        lose(lines.length);
        return;
      }
      if (isRefused) refused.count();
      const at = Date.now();
      const keyed = lines.map((line) => {
        serial += 1;
        return { ...line, at, key: `${prefix}${serial.toString(36).padStart(8, '0')}` };
      });
      queue(() => insertLines(db, keyed), keyed.length);
    },
    /**
     * Queues an erasure behind the lines that were noted before it, so that it erases the details in these lines too.
     * If it fails, `startRetention` (retention.ts) erases them.
     */
    erase(erasure: Erasure): void {
      queue(() => eraseFrom(db, erasure), 0);
    },
    /** For metrics: numbers of lines written and lost since the process started, and of lines that wait now. */
    stats: () => ({ ...counted }),
    /** Waits until the lines that were noted so far are written, for a second at most. */
    flush: () => withTimeout(readerMs, last).catch(() => {}),
    /** Writes the waiting lines, for three seconds at most. */
    async close() {
      await withTimeout(drainMs, last).catch(() => {});
      closing.abort();
      const { waiting: lines } = counted;
      if (lines > 0) log.warn({ lines }, 'lines of the activity log were lost when the process ended');
    },
  };
}
