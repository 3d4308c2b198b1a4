import type { Page } from 'playwright-core';

/** Waits until nothing on the page moves any more. A movement that is cancelled, as by a pointer that has left, is over too. */
export function atRest(page: Page): Promise<void> {
  return page.evaluate(async () => {
    await Promise.allSettled(
      document
        .getAnimations()
        .filter((each) => each.effect?.getComputedTiming().endTime !== Number.POSITIVE_INFINITY)
        .map((each) => each.finished),
    );
  });
}
