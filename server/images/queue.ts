import { ConversionError } from '../image-files/conversion-error.ts';

/** Runs a task when its turn comes. Rejects with ConversionError: `busy` when too many wait, `dropped` when `signal` fires first. */
export type InTurn = <Value>(task: () => Promise<Value>, signal?: AbortSignal) => Promise<Value>;

/**
 * One task at a time, and at most `waiting` behind it. Who leaves while waiting gives the place free: work that nobody waits for
 * is never begun.
 */
export function createQueue(waiting: number): InTurn {
  let running = false;
  const turns: (() => void)[] = [];

  function myTurn(signal: AbortSignal | undefined): Promise<void> {
    return new Promise((resolve, reject) => {
      const leave = () => {
        turns.splice(turns.indexOf(turn), 1);
        reject(new ConversionError('dropped'));
      };
      const turn = () => {
        signal?.removeEventListener('abort', leave);
        resolve();
      };
      turns.push(turn);
      signal?.addEventListener('abort', leave, { once: true });
    });
  }

  return async (task, signal) => {
    if (signal?.aborted) throw new ConversionError('dropped');
    if (!running) running = true;
    else if (turns.length >= waiting) throw new ConversionError('busy');
    // Whoever ends hands the turn on: `running` stays.
    else await myTurn(signal);
    try {
      return await task();
    } finally {
      const next = turns.shift();
      if (next) next();
      else running = false;
    }
  };
}
