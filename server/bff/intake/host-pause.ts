import { backoff } from '../../background-worker.ts';

/**
 * How long a host is left alone that takes nothing, by a monotonic clock, and which form asks next. That a host answers and takes nothing may
 * mean one form alone, and who sent it, so some other one is to find out (docs/architecture.md §5, Intake).
 */
export interface HostPause {
  /** Milliseconds until the host may be asked again; 0 or less when it may. */
  readonly leftMs: number;
  readonly isOn: boolean;
  /** The turn is that of the first form behind this one, if there is any. */
  readonly behind: number;
  /** The host has just not taken a form: it is left alone for so long, or for twice as long as before. */
  lengthen(ms?: number): void;
  /** The host has answered this form without taking it now. True when it is to step aside: others were taken meanwhile. */
  notTaken(id: number, retryAfterMs?: number): boolean;
  /**
   * The host answers again; the order is that of receipt. When it has taken a form, those that had their turn get one more each. `id`: the
   * form that it has taken, or has refused.
   */
  end(hasTakenForm: boolean, id?: number): void;
}

const firstPauseMs = 1_000;
/** A form that has to wait longer lets another one ask. */
const longestPauseMs = 60_000;

/** `maxFailures`: so often the host may fail at one form before the next one asks. */
export function createHostPause(maxFailures: number): HostPause {
  let until = 0;
  let pauses = 0;
  let behind = 0;
  /** How often the host has failed at the form whose turn it is, and which forms have had their turn that way. */
  let failures = 0;
  const hadTurn = new Set<number>();
  /** Those of them that the host, which has taken another one since, gets once more. */
  const doubtful = new Set<number>();
  return {
    get leftMs() {
      return until - performance.now();
    },
    get isOn() {
      return until > 0;
    },
    get behind() {
      return behind;
    },
    lengthen(ms) {
      pauses += 1;
      until = performance.now() + (ms ?? backoff(pauses, firstPauseMs, longestPauseMs));
    },
    notTaken(id, retryAfterMs = 0) {
      if (doubtful.delete(id)) return true;
      failures += 1;
      if (failures < maxFailures && retryAfterMs < longestPauseMs) return false;
      failures = 0;
      behind = id;
      hadTurn.add(id);
      return false;
    },
    end(hasTakenForm, id) {
      until = 0;
      pauses = 0;
      behind = 0;
      failures = 0;
      if (id !== undefined) {
        hadTurn.delete(id);
        doubtful.delete(id);
      }
      if (!hasTakenForm) return;
      for (const each of hadTurn) doubtful.add(each);
      hadTurn.clear();
    },
  };
}
