import type { Page } from 'playwright-core';

/** Longest wait for anything visible, in milliseconds; two busy cores sometimes need it. */
export const patienceMs = 60_000;

/**
 * Makes `goto` wait until React has taken over the page. A page from the server is readable before its scripts have
 * loaded; a person presses buttons later than that, but a test does not. A page whose chunk is lost is never taken
 * over.
 */
export function waitForScripts(page: Page): void {
  const goto = page.goto.bind(page);
  page.goto = async (url, options) => {
    const answer = await goto(url, options);
    // A test that does not wait for the load needs the page before its scripts run.
    if (options?.waitUntil !== 'commit') await takenOver(page, 15_000).catch(() => undefined);
    return answer;
  };
}

/** Resolves when React has taken over the server-rendered page. */
async function takenOver(page: Page, timeout = patienceMs): Promise<void> {
  await page.evaluate(
    (end) =>
      new Promise<void>((resolve, reject) => {
        const look = () => {
          const root = document.getElementById('root');
          const rendered = document.getElementById('page-state') !== null;
          if (!rendered || (root && Object.keys(root).some((key) => key.startsWith('__reactContainer'))))
            resolve();
          else if (performance.now() > end) reject(new Error('Nothing has taken the page over.'));
          else setTimeout(look, 20);
        };
        look();
      }),
    timeout,
  );
}
