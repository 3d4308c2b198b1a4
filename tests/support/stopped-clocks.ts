import { createRequire } from 'node:module';
import { vi } from 'vitest';

/**
 * undici keeps its coarse timers in one list for the whole process; the list must not be left with a stopped clock.
 */
const undiciTimers = createRequire(import.meta.url)('undici/lib/util/timers.js') as { reset(): void };

/**
 * Stopped clocks, of timers and of performance.now(), while connections work; they run again when the object is
 * disposed of.
 */
export interface StoppedClocks extends Disposable {
  /** Advances the clocks by this time and runs the timers that are due. */
  turn(ms: number): Promise<void>;
}

export function stopClocks(): StoppedClocks {
  vi.useFakeTimers({
    toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'performance'],
  });
  return {
    async turn(ms) {
      await vi.advanceTimersByTimeAsync(ms);
    },
    [Symbol.dispose]() {
      vi.useRealTimers();
      undiciTimers.reset();
    },
  };
}
