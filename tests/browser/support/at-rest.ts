import type { Page } from 'playwright-core';

/** Waits until nothing on the page moves any more. What is paused does not move, such as the bar of a toast below the pointer. */
export function atRest(page: Page): Promise<void> {
  return page.evaluate(async () => {
    const moves = () =>
      document
        .getAnimations()
        .some(
          ({ playState, effect }) =>
            playState === 'running' && effect?.getComputedTiming().endTime !== Number.POSITIVE_INFINITY,
        );
    while (moves()) await new Promise((shown) => requestAnimationFrame(shown));
  });
}
