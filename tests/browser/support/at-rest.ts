import type { Page } from 'playwright-core';

/**
 * Waits until nothing on the page moves. A paused animation counts as still, such as the bar of a toast under the
 * pointer.
 */
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
