import { backoff } from '../../background-worker.ts';

/** How long a host is left alone that takes nothing, by a clock that nobody sets. */
export interface Pause {
  /** Milliseconds until it may be asked again; 0 or less when it may. */
  readonly leftMs: number;
  readonly isOn: boolean;
  /** The host has just not taken a form: it is left alone for so long, or for twice as long as before. */
  lengthen(ms?: number): void;
  end(): void;
}

/** A pause of `firstMs`, then of twice as long, and so on up to `longestMs`. */
export function createPause(firstMs: number, longestMs: number): Pause {
  let until = 0;
  let failures = 0;
  return {
    get leftMs() {
      return until - performance.now();
    },
    get isOn() {
      return until > 0;
    },
    lengthen(ms) {
      failures += 1;
      until = performance.now() + (ms ?? backoff(failures, firstMs, longestMs));
    },
    end() {
      until = 0;
      failures = 0;
    },
  };
}
