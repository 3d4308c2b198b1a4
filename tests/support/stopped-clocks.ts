import { createRequire } from 'node:module';
import { vi } from 'vitest';

/** undici's own coarse timers are one list for all of the process, which must not be left with a clock that stands. */
const undiciTimers = createRequire(import.meta.url)('undici/lib/util/timers.js') as { reset(): void };

/** Clocks that stand, of timers and of performance.now(), while connections go on; they run again when it is disposed of. */
export interface StoppedClocks extends Disposable {
  /** Lets so much time pass, and what is due happen. */
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
