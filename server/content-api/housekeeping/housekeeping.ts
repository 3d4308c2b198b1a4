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

/** Runs what is due, and begins nothing more once `stopping` aborts; gives when to do so again, in milliseconds. Never rejects. */
export type Round = (stopping: AbortSignal) => Promise<number>;

export const dayMs = 24 * 60 * 60 * 1000;

/** Of a process that has the database to itself: all of them, at every start and a day after that; not while the clock is in doubt. */
export function ownRounds(chores: readonly Chore[], log: Logger, mayErase?: MayErase): Round {
  return async (signal) => {
    await runChores(chores, log, { signal, mayErase });
    return dayMs;
  };
}

/** Makes rounds, the first one now, and never two at once. */
export function startHousekeeping(makeRound: Round): Housekeeping {
  const stopping = new AbortController();
  let timer: NodeJS.Timeout | undefined;
  let round: Promise<void>;
  const begin = () => {
    round = makeRound(stopping.signal).then((againMs) => {
      if (stopping.signal.aborted) return;
      // The next round is set only when this one is over, so that a slow one is never overtaken.
      timer = setTimeout(begin, againMs);
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

interface RoundOptions {
  signal?: AbortSignal;
  mayErase?: MayErase | undefined;
  now?: Date;
  /** Is told of each chore that has run, whatever came of it. */
  ran?: (chore: Chore) => Promise<void>;
}

/**
 * Runs each chore once. One that fails is logged and does not keep the others from running; never rejects. False when the clock is in
 * doubt, or the database does not say: none ran then.
 */
export async function runChores(
  chores: readonly Chore[],
  log: Logger,
  { signal, mayErase, now = new Date(), ran }: RoundOptions = {},
): Promise<boolean> {
  try {
    if (mayErase && !(await mayErase(now))) return false;
  } catch (error) {
    log.error({ err: error }, 'content API: housekeeping failed');
    return false;
  }
  for (const chore of chores) {
    if (signal?.aborted) return true;
    try {
      // One time for all of a round: the clock was looked at for this one.
      const removed = await chore.run(now);
      const any = Object.values(removed).some((count) => count > 0);
      log[any ? 'info' : 'debug']({ chore: chore.name, removed }, 'content API: housekeeping');
    } catch (error) {
      log.error({ err: error, chore: chore.name }, 'content API: housekeeping failed');
    }
    await ran?.(chore).catch((error: unknown) => {
      log.error({ err: error, chore: chore.name }, 'content API: housekeeping failed');
    });
  }
  return true;
}
