import { AppError } from './errors.ts';

/** Runs a task when its turn comes. A `signal` that fires before takes the task out of the queue. */
export type Queue = <Value>(task: () => Promise<Value>, signal?: AbortSignal) => Promise<Value>;

export interface QueueOptions {
  /** Tasks that run at the same time. */
  atOnce: number;
  /** Tasks that may wait for their turn; any number unless given. */
  waiting?: number;
  /** The error of a task that comes when as many wait already; unless given, 503 with Retry-After. */
  full?: () => Error;
  /** The error of a task whose signal fired while it waited; unless given, the reason of the signal. */
  dropped?: () => Error;
}

const comeBack = () => new AppError('request.failed', 503, { headers: { 'Retry-After': '10' } });

/** A bounded queue, first in, first out. */
export function createQueue({ atOnce, waiting = Number.POSITIVE_INFINITY, ...errors }: QueueOptions): Queue {
  const { full = comeBack, dropped } = errors;
  let running = 0;
  const turns = new Set<() => void>();

  const myTurn = (signal: AbortSignal | undefined) =>
    new Promise<void>((resolve, reject) => {
      const leave = () => {
        turns.delete(turn);
        reject(dropped ? dropped() : signal?.reason);
      };
      const turn = () => {
        turns.delete(turn);
        signal?.removeEventListener('abort', leave);
        resolve();
      };
      turns.add(turn);
      signal?.addEventListener('abort', leave, { once: true });
    });

  return async (task, signal) => {
    if (signal?.aborted) throw dropped ? dropped() : signal.reason;
    if (running < atOnce) running += 1;
    else if (turns.size >= waiting) throw full();
    // A finished task hands its place on, so that nobody who came later can step in between: `running` stays.
    else await myTurn(signal);
    try {
      return await task();
    } finally {
      const [next] = turns;
      if (next) next();
      else running -= 1;
    }
  };
}
