import type { BrowserContext } from 'playwright-core';

/**
 * What somebody does without a network. Lists refetch at times of their own, and which of these reads falls into this moment is chance:
 * `expectQuiet` judges the console lines of reads that fail here only where a journey expects them.
 */
export async function offline(context: BrowserContext, doing: () => Promise<void>): Promise<void> {
  await context.setOffline(true);
  await doing();
  await context.setOffline(false);
}
