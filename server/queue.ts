import { AppError } from './errors.ts';

/** Runs a task when its turn comes. If `signal` fires before, the task leaves the queue. */
export type Queue = <Value>(task: () => Promise<Value>, signal?: AbortSignal) => Promise<Value>;

export interface QueueOptions {
  /** Maximum number of tasks that run at the same time. */
  atOnce: number;
  /** Maximum number of tasks that wait for their turn. Default: no limit. */
  waiting?: number;
  /** Creates the error for a task that arrives when the queue is full. Default: 503 with Retry-After. */
  full?: () => Error;
  /** Creates the error for a task whose signal fired while it waited. Default: the reason of the signal. */
  dropped?: () => Error;
}

const comeBack = () => new AppError('request.failed', 503, { headers: { 'Retry-After': '10' } });

/** Creates a bounded queue, first in, first out. */
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
    // A finished task passes its slot to the next one directly, so that no later task can take it: `running` does not
    // change.
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
