import type { BrowserContext, Page, Route } from 'playwright-core';

type Matcher = string | RegExp | ((url: URL) => boolean);

/**
 * Handles the next matching call differently; later calls pass. The route stays registered: a call that the browser
 * sends while the last route is being removed is never answered.
 */
async function routeOnce(
  page: Page | BrowserContext,
  matches: Matcher,
  handle: (route: Route) => Promise<void>,
): Promise<void> {
  let used = false;
  await page.route(matches, (route) => {
    if (used) return route.fallback();
    used = true;
    return handle(route);
  });
}

/**
 * Holds the next call to `path` (without its query) before it reaches the server, so that a test can check the state
 * of the page meanwhile.
 */
export async function hold(page: Page | BrowserContext, path: Matcher) {
  const letGo = Promise.withResolvers<void>();
  const reached = Promise.withResolvers<void>();
  const matches =
    typeof path === 'function'
      ? path
      : ({ pathname }: URL) => (typeof path === 'string' ? pathname === path : path.test(pathname));
  await routeOnce(page, matches, async (route) => {
    reached.resolve();
    await letGo.promise;
    await route.continue();
  });
  return {
    /** Resolves when the call has been sent. */
    reached: reached.promise,
    release: () => letGo.resolve(),
  };
}
