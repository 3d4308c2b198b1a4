import type { Logger } from 'pino';
import type { MayErase } from './clock-guard.ts';

/** Work that is due every day. `run` gives what it removed, by kind; it may be run again at any time. */
export interface Chore {
  name: string;
  run(now: Date): Promise<Record<string, number>>;
}

/** The chores going on day by day. */
export interface Housekeeping {
  /** Resolves when no chore runs any more; none begins after it. */
  stop(): Promise<void>;
}

const dayMs = 24 * 60 * 60 * 1000;

/** Runs the chores now and then every 24 hours, one after another and never two rounds at once; not while the clock is in doubt. */
export function startHousekeeping(chores: readonly Chore[], log: Logger, mayErase?: MayErase): Housekeeping {
  const stopping = new AbortController();
  let timer: NodeJS.Timeout | undefined;
  let round: Promise<void>;
  const begin = () => {
    round = runChores(chores, log, stopping.signal, mayErase).then(() => {
      if (stopping.signal.aborted) return;
      // The next round is set only when this one is over, so that a slow one is never overtaken.
      timer = setTimeout(begin, dayMs);
      timer.unref();
    });
  };
  begin();
  return {
    async stop() {
      stopping.abort();
      clearTimeout(timer);
      await round;
    },
  };
}

/** Runs each chore once. One that fails is logged and does not keep the others from running; never rejects. */
export async function runChores(
  chores: readonly Chore[],
  log: Logger,
  signal?: AbortSignal,
  mayErase?: MayErase,
): Promise<void> {
  const now = new Date();
  try {
    if (mayErase && !(await mayErase(now))) return;
  } catch (error) {
    log.error({ err: error }, 'content API: housekeeping failed');
    return;
  }
  for (const chore of chores) {
    if (signal?.aborted) return;
    try {
      // One time for all of a round: the clock was looked at for this one.
      const removed = await chore.run(now);
      const any = Object.values(removed).some((count) => count > 0);
      log[any ? 'info' : 'debug']({ chore: chore.name, removed }, 'content API: housekeeping');
    } catch (error) {
      log.error({ err: error, chore: chore.name }, 'content API: housekeeping failed');
    }
  }
}
