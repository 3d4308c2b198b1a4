import type { Logger } from 'pino';
import type { Deliver } from './delivery.ts';

/** Runs the deliveries, never two at once. */
export interface MailWorker {
  /** Something may be new in the outbox. */
  wake(): void;
  /** Begins no further mail; waits for the one under way, and cuts it off when it takes too long. */
  stop(): Promise<void>;
}

/** How long a stop waits for the mail under way, in milliseconds; the process has 10 s in all (docs/architecture.md §5). */
const graceMs = 2_000;
/** When to try again after the database has failed. */
const afterErrorMs = 60_000;
/** setTimeout takes no more than 24 days, and a clock may be set: look at least this often while something waits. */
const longestSleepMs = 60 * 60_000;

interface WorkerOptions {
  /** Milliseconds since 1970. */
  now?: () => number;
  /** It looks at least so often, in milliseconds, also when nothing waits: other processes may leave something behind. */
  lookMs?: number | undefined;
}

/** It begins with the first `wake`. */
export function createMailWorker(
  deliver: Deliver,
  log: Logger,
  { now = Date.now, lookMs }: WorkerOptions = {},
): MailWorker {
  const stopping = new AbortController();
  const cut = new AbortController();
  let timer: NodeJS.Timeout | undefined;
  let running: Promise<void> | undefined;
  let again = false;

  function wake(): void {
    if (stopping.signal.aborted) return;
    again = true;
    running ??= run();
  }

  async function run(): Promise<void> {
    clearTimeout(timer);
    let sleepMs: number | undefined;
    while (again && !stopping.signal.aborted) {
      again = false;
      try {
        const next = await deliver({ stopping: stopping.signal, cut: cut.signal });
        sleepMs = next === undefined ? lookMs : Math.min(Math.max(0, next - now()), lookMs ?? longestSleepMs);
      } catch (error) {
        log.error({ err: error }, 'content API: the outbox cannot be processed');
        sleepMs = afterErrorMs;
      }
    }
    running = undefined;
    if (sleepMs === undefined || stopping.signal.aborted) return;
    timer = setTimeout(wake, sleepMs);
    timer.unref();
  }

  return {
    wake,
    async stop() {
      stopping.abort();
      clearTimeout(timer);
      const grace = setTimeout(() => cut.abort(), graceMs);
      await running;
      clearTimeout(grace);
    },
  };
}
