import type { ServerResponse } from 'node:http';
import type { GiveUpSignal } from './upstream.ts';

/**
 * Returns a signal that fires when the browser disconnects before its answer is complete. Without it, visitors who
 * close a tab would hold connections to the API host until none are left.
 */
export function disconnectSignal(res: ServerResponse): AbortSignal {
  const controller = new AbortController();
  res.once('close', () => {
    if (!res.writableFinished) controller.abort();
  });
  return controller.signal;
}

/** Does the same as `disconnectSignal` for a single call, at a fraction of the cost of an AbortSignal. */
export function leavingOf(res: ServerResponse): GiveUpSignal {
  return new Leaving(res);
}

/** A class and not an object literal with a getter, which V8 would retain for long: see `ArrivingAnswer`. */
class Leaving implements GiveUpSignal {
  #aborted = false;
  #listeners: (() => void)[] = [];

  constructor(res: ServerResponse) {
    res.on('close', () => {
      if (!res.writableFinished) this.#leave();
    });
  }

  get aborted(): boolean {
    return this.#aborted;
  }

  addEventListener(_type: 'abort', listener: () => void): void {
    this.#listeners.push(listener);
  }

  removeEventListener(_type: 'abort', listener: () => void): void {
    this.#listeners = this.#listeners.filter((each) => each !== listener);
  }

  #leave(): void {
    this.#aborted = true;
    for (const listener of this.#listeners.splice(0)) listener();
  }
}
