import type { Browser, Page } from 'playwright-core';
import { beforeAll } from 'vitest';

/** A window of 360 px. */
export const phone = { width: 360, height: 740 };

/** The page of a browser without scripts, on a phone, which is there before the first test. It keeps nothing from one test to the next. */
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
