import type { Logger } from 'pino';
import { type BackgroundWorker, createWorker } from '../../background-worker.ts';
import { type Chore, dayMs } from '../chore.ts';
import type { MayErase } from './clock-guard.ts';

/** Runs what is due, and begins nothing more once `stopping` aborts; gives when to do so again, in milliseconds. */
export type Round = (stopping: AbortSignal) => Promise<number>;

/** After the database has failed. */
const againMs = 60_000;

/** Of a process that has the database to itself: all of them, at every start and a day after that; not while the clock is in doubt. */
export function ownRounds(chores: readonly Chore[], log: Logger, mayErase?: MayErase): Round {
  return async (signal) => {
    await runChores(chores, log, { signal, mayErase });
    return dayMs;
  };
}

/** Makes rounds, the first one now. */
export function startHousekeeping(makeRound: Round, log: Logger): Pick<BackgroundWorker, 'stop'> {
  const worker = createWorker({
    round: ({ stopping }) => makeRound(stopping),
    failed: (error) => log.error({ err: error }, 'content API: housekeeping failed'),
    retryMs: againMs,
  });
  worker.wake();
  return worker;
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
