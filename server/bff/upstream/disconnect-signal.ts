import type { ServerResponse } from 'node:http';
import type { GiveUpSignal } from './upstream.ts';

/**
 * Fires when the browser leaves before its answer is whole. Without it visitors who close a tab would go on holding
 * connections to the API host, until there are none left.
 */
export function disconnectSignal(res: ServerResponse): AbortSignal {
  const controller = new AbortController();
  res.once('close', () => {
    if (!res.writableFinished) controller.abort();
  });
  return controller.signal;
}

/** The same for a single call, at a fraction of the cost of an AbortSignal. */
export function leavingOf(res: ServerResponse): GiveUpSignal {
  let listeners: (() => void)[] = [];
  let aborted = false;
  res.on('close', () => {
    if (res.writableFinished) return;
    aborted = true;
    for (const listener of listeners.splice(0)) listener();
  });
  return {
    get aborted() {
      return aborted;
    },
    addEventListener(_type, listener) {
      listeners.push(listener);
    },
    removeEventListener(_type, listener) {
      if (listeners.length === 1 && listeners[0] === listener) listeners.length = 0;
      else listeners = listeners.filter((each) => each !== listener);
    },
  };
}
