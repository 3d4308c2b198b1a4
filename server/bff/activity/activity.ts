import { randomBytes } from 'node:crypto';
import type { Logger } from 'pino';
import { createWorker } from '../../background-worker.ts';
import { storageError } from '../../database/errors.ts';
import type { SiteDb } from '../../database/site-types.ts';
import { withTimeout } from '../../database/timeout.ts';
import { createWindow } from '../../limiter.ts';
import { type Erasure, eraseFrom, insertLines, type NewLine } from './store.ts';

/**
 * Maximum number of log lines in memory that wait to be written, some hundred bytes each. Beyond it, further lines
 * are lost.
 */
const maxWaiting = 2_000;
/** Maximum number of lines per transaction. */
const batchSize = 100;
/** How long lines wait to be written together with others, in milliseconds. */
const gatherMs = 200;
/** Milliseconds until a failed write is retried. */
const retryMs = 5_000;
/**
 * Milliseconds after which a write without an answer counts as failed: the database is then treated as unavailable.
 */
const patienceMs = 7_000;
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
 * request.
 */
export interface Activity {
  readonly db: SiteDb;
  note(line: Omit<NewLine, 'key' | 'at'>): void;
  /**
   * Queues an erasure behind the lines that were noted before it, so that it erases the details in these lines too.
   */
  erase(erasure: Erasure): void;
  /** For metrics: numbers of lines written and lost since the process started, and of lines that wait now. */
  stats(): { written: number; lost: number; waiting: number };
  /** Tries once to write the waiting lines; resolves after the attempt. */
  flush(): Promise<void>;
  /** Writes the waiting lines, for three seconds at most. */
  close(): Promise<void>;
}

interface ActivityOptions {
  db: SiteDb;
  log: Logger;
  now?: () => number;
  clocks?: { patienceMs?: number; retryMs?: number };
}

/**
 * Creates the activity log of a process. Lines wait in memory and are written in small batches. If too many lines
 * wait, further lines are lost, so that no request has to wait.
 */
export function createActivity({ db, log, now = Date.now, clocks = {} }: ActivityOptions): Activity {
  const { patienceMs: patience = patienceMs, retryMs: retry = retryMs } = clocks;
  const waiting: (NewLine | { erasure: Erasure })[] = [];
  const prefix = randomBytes(6).toString('base64url');
  const counted = { written: 0, lost: 0, serial: 0 };
  let isTold = false;
  const worker = createWorker({
    round: work,
    failed(error) {
      if (!isTold) log.warn({ err: error }, 'the activity log could not be written; retrying');
      isTold = true;
    },
    retryMs: retry,
  });
  const refused = createWindow(refusedPerHour, hourMs, now);

  function lose(error?: unknown): void {
    counted.lost += 1;
    if (isTold) return;
    isTold = true;
    log.warn(
      { err: error },
      'the activity log drops lines: its database rejects writes, or too many lines arrive at once',
    );
  }

  function put(item: NewLine | { erasure: Erasure }): void {
    waiting.push(item);
    worker.wakeIn(waiting.length >= batchSize ? 0 : gatherMs);
  }

  /** Writes the first waiting item, together with the following ones that fit into the same transaction. */
  async function writeNext(): Promise<void> {
    const [first] = waiting;
    if (first && 'erasure' in first) {
      await withTimeout(patience, eraseFrom(db, first.erasure));
      waiting.shift();
      return;
    }
    const end = waiting.findIndex((item) => 'erasure' in item);
    const batch = waiting.slice(0, Math.min(batchSize, end < 0 ? waiting.length : end)) as NewLine[];
    await withTimeout(patience, insertLines(db, batch));
    waiting.splice(0, batch.length);
    counted.written += batch.length;
  }

  /**
   * Drops the first waiting items, which the database has rejected although it is available. It would reject them
   * each time, and the items behind them must not wait.
   */
  function skip(error: unknown): void {
    const [first] = waiting;
    const end = waiting.findIndex((item) => 'erasure' in item);
    const isErasure = first !== undefined && 'erasure' in first;
    const gone = waiting.splice(0, isErasure ? 1 : Math.min(batchSize, end < 0 ? waiting.length : end));
    if (isErasure)
      log.error(
        { err: error },
        'a person could not be erased from the activity log; the daily chore retries',
      );
    else for (const _line of gone) lose(error);
  }

  async function work(): Promise<undefined> {
    while (waiting.length > 0)
      await writeNext().catch((error: unknown) => {
        if (storageError(error)) throw error;
        skip(error);
      });
    isTold = false;
  }

  function flush(): Promise<void> {
    worker.wake();
    return worker.idle();
  }

  return {
    db,
    note(line) {
      if (waiting.length >= maxWaiting) return lose();
      if (line.outcome === 'refused') {
        if (refused.waitMs() > 0) return lose();
        refused.count();
      }
      counted.serial += 1;
      const key = `${prefix}${counted.serial.toString(36).padStart(8, '0')}`;
      put({ ...line, key, at: now() });
    },
    erase(erasure) {
      // If the queue is full, this erasure is skipped. The details then stay until `startRetention` (retention.ts)
      // erases them.
      if (waiting.length < maxWaiting) put({ erasure });
    },
    stats: () => ({ written: counted.written, lost: counted.lost, waiting: waiting.length }),
    flush,
    async close() {
      await withTimeout(drainMs, flush()).catch(() => {});
      void worker.stop();
      const left = waiting.splice(0).filter((item) => !('erasure' in item)).length;
      counted.lost += left;
      if (left > 0) log.warn({ lines: left }, 'lines of the activity log were lost when the process ended');
    },
  };
}
