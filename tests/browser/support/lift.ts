import type { Locator, Page } from '@playwright/test';

/**
 * Lifts an item of a sortable list by its handle, with the keyboard. `told` is the screen reader's announcement. The
 * list starts to listen to the arrow keys in a timer that it sets with the announcement: a key in the same instant,
 * faster than a person can press, would be lost.
 */
export async function lift(page: Page, handle: Locator, told: string | RegExp) {
  await handle.focus();
  await page.keyboard.press('Space');
  await page.getByText(told).waitFor({ state: 'attached' });
  await page.evaluate(() => new Promise((done) => setTimeout(done)));
}
