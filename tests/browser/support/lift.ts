import type { Locator, Page } from 'playwright-core';

/**
 * Lifts an item of a sortable list by its handle and the keyboard. `told` is what a screen reader hears then. The list
 * listens to the arrow keys from a timer that it set when it said so: a key that comes in the same instant, as no hand can
 * press it, would be lost.
 */
export async function lift(page: Page, handle: Locator, told: string | RegExp): Promise<void> {
  await handle.focus();
  await page.keyboard.press('Space');
  await page.getByText(told).waitFor({ state: 'attached' });
  await page.evaluate(() => new Promise((done) => setTimeout(done)));
}
