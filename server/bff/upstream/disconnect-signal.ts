import type { ServerResponse } from 'node:http';

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
