import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import type axe from 'axe-core';
import type { Page } from 'playwright-core';
import { expect } from 'vitest';

/** Every page that is looked at reads it anew: the small one takes half the time. */
const axeSource = await readFile(fileURLToPath(import.meta.resolve('axe-core/axe.min.js')), 'utf8');

/**
 * axe finds nothing on the page as it stands; in the dark scheme its rules on colours are asked again, the others would
 * say the same. Frames of other sites are theirs to mend. Colours change over a moment: axe looks when it is over.
 */
export async function expectAccessible(page: Page, name: string): Promise<void> {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axeSource);
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    const found = await page.evaluate(
      async (rules) => {
        // One that is cancelled, as by a pointer that has left, is over too.
        await Promise.allSettled(
          document.getAnimations().map((each) => (isEndless(each) ? undefined : each.finished)),
        );
        const { violations } = await (window as unknown as { axe: typeof axe }).axe.run(
          { exclude: [['iframe']] },
          { resultTypes: ['violations'], ...(rules && { runOnly: rules }) },
        );
        return violations.map(
          ({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target.join(' ')).join(', ')}`,
        );
        function isEndless(animation: Animation): boolean {
          return animation.effect?.getComputedTiming().endTime === Number.POSITIVE_INFINITY;
        }
      },
      colorScheme === 'dark' ? ['color-contrast', 'link-in-text-block'] : undefined,
    );
    expect(found, `${name}, ${colorScheme}`).toEqual([]);
  }
}
