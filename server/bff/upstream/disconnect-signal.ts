import type { Response } from 'express';

/**
 * Fires when the browser leaves before its answer is whole. Without it visitors who close a tab would go on holding
 * connections to the API host, until there are none left.
 */
export function disconnectSignal(res: Response): AbortSignal {
  const controller = new AbortController();
  res.once('close', () => {
    if (!res.writableFinished) controller.abort();
  });
  return controller.signal;
}
