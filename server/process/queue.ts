import { AppError } from '../errors.ts';

/** Runs a task when it is its turn. If `signal` fires before that, the task is removed from the queue. */
type Queue = <Value>(task: () => Promise<Value>, signal?: AbortSignal) => Promise<Value>;

interface QueueOptions {
  /** Maximum number of tasks that run at the same time. */
  atOnce: number;
  /** Maximum number of waiting tasks; unlimited by default. */
  waiting?: number;
  /** Creates the error for a task that is refused because the queue is full; by default 503 with Retry-After. */
  full?: () => Error;
  /** Creates the error for a task whose signal fired while it waited; by default the reason of the signal. */
  dropped?: () => Error;
}

const comeBack = () => new AppError('request.failed', 503, { headers: { 'Retry-After': '10' } });

/** Creates a queue with these limits. Tasks start in the order in which they arrived. */
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
    // A task that has finished passes its slot directly to the next waiting task, so that no later task can take the
    // slot. `running` therefore does not change here.
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
