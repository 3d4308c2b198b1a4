import { AppError } from '../errors.ts';

const comeBack = () => new AppError('request.failed', 503, { headers: { 'Retry-After': '10' } });

/**
 * Runs at most `atOnce` tasks; up to `waiting` more wait for their turn, and whoever comes then is refused, by default told to come
 * back (503).
 */
export function createSlots(
  atOnce: number,
  waiting: number,
  refusal: () => Error = comeBack,
): <Value>(task: () => Promise<Value>) => Promise<Value> {
  let running = 0;
  const queue: (() => void)[] = [];
  return async (task) => {
    if (running < atOnce) running += 1;
    else {
      if (queue.length >= waiting) throw refusal();
      // Whoever ends hands the slot on: `running` stays.
      await new Promise<void>((turn) => queue.push(turn));
    }
    try {
      return await task();
    } finally {
      const next = queue.shift();
      if (next) next();
      else running -= 1;
    }
  };
}
