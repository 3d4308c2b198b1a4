import type { Logger } from 'pino';
import { type BackgroundWorker, createWorker } from '../../background-worker.ts';
import { type Chore, dayMs } from '../chore.ts';
import type { MayErase } from './clock-guard.ts';

/**
 * Runs the chores that are due, and starts none after `stopping` aborts; returns the time until the next round, in
 * milliseconds.
 */
export type Round = (stopping: AbortSignal) => Promise<number>;

/** The wait after a failure of the database. */
const againMs = 60_000;

/**
 * Rounds for a process that has the database to itself. Each round runs all chores, at every start and then daily; no
 * chore runs while the clock is doubted.
 */
export function ownRounds(chores: readonly Chore[], log: Logger, mayErase?: MayErase): Round {
  return async (signal) => {
    await runChores(chores, log, { signal, mayErase });
    return dayMs;
  };
}

/** Starts the rounds, the first one immediately. */
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
  mayErase?: MayErase;
  now?: Date;
  /** Called after each chore that has run, with or without success. */
  ran?: (chore: Chore) => Promise<void>;
}

/**
 * Runs each chore once. A failure is logged and does not stop the other chores; never rejects. Returns false when no
 * chore ran, because the clock is doubted or the database cannot be read.
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
      // Every chore of the round gets the same time, the one that the check of the clock has accepted.
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
