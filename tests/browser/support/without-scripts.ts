import type { Browser, Page } from 'playwright-core';
import { beforeAll } from 'vitest';

/** Size of a phone's window, 360 px wide. */
export const phone = { width: 360, height: 740 };

/** Opens the page of a browser without scripts, on a phone, before the first test. */
export function openWithoutScripts(
  browser: { readonly current: Browser },
  site: { readonly app: { url: string } },
): () => Page {
  let page: Page | undefined;
  beforeAll(async () => {
    const context = await browser.current.newContext({
      baseURL: site.app.url,
      javaScriptEnabled: false,
      viewport: phone,
    });
    page = await context.newPage();
  });
  return () => page as Page;
}
