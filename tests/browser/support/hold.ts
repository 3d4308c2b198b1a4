import type { BrowserContext, Page } from 'playwright-core';

/**
 * Holds the next call to `path` (without its query) on its way to the server, so that what people see meanwhile can be
 * looked at.
 */
export async function hold(page: Page | BrowserContext, path: string | RegExp) {
  const letGo = Promise.withResolvers<void>();
  const reached = Promise.withResolvers<void>();
  const matches = ({ pathname }: URL) => (typeof path === 'string' ? pathname === path : path.test(pathname));
  await page.route(
    matches,
    async (route) => {
      reached.resolve();
      await letGo.promise;
      await route.continue();
    },
    { times: 1 },
  );
  return {
    /** Resolves when the call has been sent. */
    reached: reached.promise,
    release: () => letGo.resolve(),
  };
}
