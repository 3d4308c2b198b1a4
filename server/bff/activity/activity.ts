import { randomBytes } from 'node:crypto';
import type { Logger } from 'pino';
import type { Id } from '#shared/id.ts';
import { storageError } from '../../database/errors.ts';
import { createWindow } from '../../database/site/limiter.ts';
import type { SiteDb } from '../../database/site-types.ts';
import { createWorker } from '../../process/background-worker.ts';
import { withTimeout } from '../../process/with-timeout.ts';
import { eraseRecords, insertLines, type NewLine } from './store.ts';

/**
 * Maximum number of log lines that wait to be written, some hundred bytes each. Beyond it, further lines are lost. One
 * statement can write them all.
 */
const maxWaiting = 2_000;
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
  const queue: { lines: NewLine[]; erase?: () => Promise<void> }[] = [];
  let serial = 0;
  let waiting = 0;
  let isTold = false;

  function lose(error?: unknown): void {
    if (!isTold)
      log.warn(
        { err: error },
        'the activity log drops lines: its database rejects writes, or too many lines arrive at once',
      );
    isTold = true;
  }

  const worker = createWorker({
    async round() {
      for (let next = queue.shift(); next; next = queue.shift()) {
        const { lines, erase } = next;
        try {
          await (erase ? erase() : insertLines(db, lines));
          isTold = false;
        } catch (error) {
          if (storageError(error)) {
            queue.unshift(next);
            throw error;
          }
          // A database that is available would reject the work each time. Of several lines it may have rejected one.
          if (lines.length > 1) {
            queue.unshift(...lines.map((line) => ({ lines: [line] })));
            continue;
          }
          lose(error);
        }
        waiting -= lines.length;
      }
      return undefined;
    },
    failed: (err, failures) => {
      if (failures === 1) log.warn({ err }, 'the activity log could not be written; retrying');
    },
    retryMs,
  });

  return {
    db,
    /**
     * Queues the lines of one call. Those of the calls that wait are written in one transaction: over a network, one for
     * each call would be slower than the calls.
     */
    note(lines: readonly Omit<NewLine, 'key' | 'at'>[]): void {
      const isRefused = lines[0]?.outcome === 'refused';
      if (waiting + lines.length > maxWaiting || (isRefused && refused.waitMs() > 0)) {
        lose();
        return;
      }
      if (isRefused) refused.count();
      const at = Date.now();
      const keyed = lines.map((line) => {
        serial += 1;
        return { ...line, at, key: `${prefix}${serial.toString(36).padStart(8, '0')}` };
      });
      const last = queue.at(-1);
      if (last && !last.erase) last.lines.push(...keyed);
      else queue.push({ lines: keyed });
      waiting += keyed.length;
      worker.wake();
    },
    /**
     * Queues the erasure of records behind the lines that were noted before it, so that it empties these lines too.
     */
    erase(resource: string, ids: readonly Id[]): void {
      queue.push({ lines: [], erase: () => eraseRecords(db, resource, ids) });
      worker.wake();
    },
    /** Waits until the lines that were noted so far are written, for a second at most. */
    flush: () => withTimeout(readerMs, worker.idle()).catch(() => {}),
    /** Writes the waiting lines, for three seconds at most. */
    async close() {
      worker.wake();
      await withTimeout(drainMs, worker.idle()).catch(() => {});
      void worker.stop();
      if (waiting > 0)
        log.warn({ lines: waiting }, 'lines of the activity log were lost when the process ended');
    },
  };
}
