import type { Page } from 'playwright-core';

/** Longest wait for anything that people see; two busy cores need it at times. */
export const patienceMs = 60_000;

/**
 * A page that came from the server can be read before its scripts are there. Whoever presses a button is later than that; a
 * test is not, so its `goto` waits until React has taken the page over. A page whose chunk is lost never gets there.
 */
export function waitForScripts(page: Page): void {
  const goto = page.goto.bind(page);
  page.goto = async (url, options) => {
    const answer = await goto(url, options);
    // Whoever does not wait for the page itself wants to see it before its scripts are there.
    if (options?.waitUntil !== 'commit') await takenOver(page, 15_000).catch(() => undefined);
    return answer;
  };
}

/** Resolves when React has taken over the page that the server rendered. */
export async function takenOver(page: Page, timeout = patienceMs): Promise<void> {
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
