import type { Locator, Page } from 'playwright-core';
import { expect } from 'vitest';

function hasFocus(target: Locator): Promise<boolean> {
  return target.evaluate((element) => element === document.activeElement);
}

/** Waits until the target has the focus. */
export async function expectFocus(target: Locator): Promise<void> {
  await expect.poll(() => hasFocus(target), { message: `focus on ${target}` }).toBe(true);
}

/** Presses Tab until `target` has the focus, at most this many times, and expects a visible focus mark. */
export async function tabTo(page: Page, target: Locator, presses = 40, key = 'Tab'): Promise<void> {
  await target.waitFor();
  for (let press = 0; press < presses; press += 1) {
    await page.keyboard.press(key);
    if (await hasFocus(target)) return expectSeenFocus(target);
  }
  expect.fail(`${presses} times ${key} did not reach ${target}`);
}

/** WCAG 2.4.7: expects an outline or a shadow on the element, its `::after` or its parent. */
async function expectSeenFocus(target: Locator): Promise<void> {
  const seen = await target.evaluate((element) => {
    const around = [
      getComputedStyle(element),
      getComputedStyle(element, '::after'),
      getComputedStyle(element.parentElement ?? element),
    ];
    return around.some(
      ({ outlineStyle, outlineWidth, boxShadow }) =>
        (outlineStyle !== 'none' && outlineWidth !== '0px') || boxShadow !== 'none',
    );
  });
  expect(seen, `the focus on ${target} is seen`).toBe(true);
}
