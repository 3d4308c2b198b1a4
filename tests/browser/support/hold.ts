import type { BrowserContext, Page, Route } from 'playwright-core';

type Matcher = string | RegExp | ((url: URL) => boolean);

/**
 * Does something else with the next call that matches; later ones go their way. The route stays: a call that the browser sends
 * while the last route is taken away is never answered.
 */
export async function routeOnce(
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
 * Holds the next call to `path` (without its query) on its way to the server, so that what people see meanwhile can be
 * looked at.
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

/** Holds the scripts of the pages to come, as a slow line does, until they are released: those of a page that was left are let go. */
export async function holdScripts(page: Page): Promise<{ release: () => void }> {
  const letGo = Promise.withResolvers<void>();
  await page.route(/\/assets\/.*\.js$/, async (route) => {
    await letGo.promise;
    await route.continue().catch(() => undefined);
  });
  return { release: () => letGo.resolve() };
}
