import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { expectAccessible } from './axe.ts';
import { brokenImages } from './posts.ts';

/**
 * A public page as it must stand when everything is there: that of `expectStill`, and axe finds nothing in both themes. The
 * light theme is on afterwards.
 */
export async function expectSettled(page: Page, name: string): Promise<void> {
  await expectStill(page, name);
  await expectAccessible(page, name);
  await page.emulateMedia({ colorScheme: 'light' });
}

/** No picture of a public page is missing, it is no wider than its window, and nothing has moved on its own. */
export async function expectStill(page: Page, name: string): Promise<void> {
  expect(await brokenImages(page), `pictures of ${name}`).toEqual([]);
  const [wide, wider] = await page.evaluate(() => [
    document.documentElement.clientWidth,
    document.documentElement.scrollWidth,
  ]);
  expect(wider, `width of ${name}`).toBe(wide);
  expect(await layoutShift(page), `${name} moved`).toBeLessThan(0.02);
}

/**
 * Opens a page that has its fonts already. Machines of tests have no Arial, which the fallbacks are measured for: what moves while
 * the first font of a visit comes says nothing of the page.
 */
export async function openWithFonts(page: Page, path: string): Promise<void> {
  await page.goto(path);
  await page.evaluate(() => document.fonts.ready.then(() => undefined));
  await page.goto(path);
}

/** The sum of all layout shifts of the page so far that nobody caused by a press. */
export function layoutShift(page: Page): Promise<number> {
  return page.evaluate(
    () =>
      new Promise<number>((done) => {
        let sum = 0;
        new PerformanceObserver((list) => {
          for (const entry of list.getEntries() as (PerformanceEntry & {
            value: number;
            hadRecentInput: boolean;
          })[]) {
            if (!entry.hadRecentInput) sum += entry.value;
          }
        }).observe({ type: 'layout-shift', buffered: true });
        requestAnimationFrame(() => requestAnimationFrame(() => done(sum)));
      }),
  );
}
