import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from 'playwright-core';
import { expect } from 'vitest';

/**
 * axe finds nothing on the page as it stands; in the dark scheme its rules on colours are asked again, the others would
 * say the same. Frames of other sites are theirs to mend. Colours change over a moment: axe looks when it is over.
 */
export async function expectAccessible(page: Page, name: string): Promise<void> {
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    await page.evaluate(async () => {
      // One that is cancelled, as by a pointer that has left, is over too.
      await Promise.allSettled(
        document.getAnimations().map((each) => (isEndless(each) ? undefined : each.finished)),
      );
      function isEndless(animation: Animation): boolean {
        return animation.effect?.getComputedTiming().endTime === Number.POSITIVE_INFINITY;
      }
    });
    const axe = new AxeBuilder({ page }).exclude('iframe');
    if (colorScheme === 'dark') axe.withRules(['color-contrast', 'link-in-text-block']);
    const { violations } = await axe.analyze();
    const found = violations.map(
      ({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target.join(' ')).join(', ')}`,
    );
    expect(found, `${name}, ${colorScheme}`).toEqual([]);
  }
}
