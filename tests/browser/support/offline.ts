import type { BrowserContext } from 'playwright-core';

/**
 * Runs `doing` without a network. Lists refetch at times of their own, and it is chance which of these reads falls
 * into that time: `expectQuiet` checks the console lines of reads that fail here only where a test expects them.
 */
export async function offline(context: BrowserContext, doing: () => Promise<void>): Promise<void> {
  await context.setOffline(true);
  await doing();
  await context.setOffline(false);
}
