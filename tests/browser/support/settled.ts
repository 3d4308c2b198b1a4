import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { expectAccessible } from './axe.ts';
import { brokenImages } from './posts.ts';

/**
 * Expects a complete public page: the checks of `expectStill`, and axe finds nothing in either theme. The light theme
 * is on afterwards.
 */
export async function expectSettled(page: Page, name: string): Promise<void> {
  await expectStill(page, name);
  await expectAccessible(page, name);
  await page.emulateMedia({ colorScheme: 'light' });
}

/**
 * Expects that no picture of a public page is missing, that the page is no wider than its window, and that nothing
 * moved without input.
 */
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
 * Opens a page that already has its fonts. Test machines have no Arial, for which the fallback fonts are measured:
 * shifts while the first font of a visit loads mean nothing.
 */
export async function openWithFonts(page: Page, path: string): Promise<void> {
  await page.goto(path);
  await page.evaluate(() => document.fonts.ready.then(() => undefined));
  await page.goto(path);
}

/** Returns the sum of all layout shifts of the page so far that no input caused. */
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
