import type { Page } from 'playwright-core';
import type { StubbedSite } from '../support/stubbed-site.ts';

/** A part of the site, and every state of it that axe looks at. */
export interface Area {
  name: string;
  by: 'visitor' | 'admin';
  /** Brings the page from one state to the next, and names each once it is there. */
  states(page: Page, site: StubbedSite): AsyncGenerator<string>;
  /** What the browser writes on its console on the way. */
  console?: readonly string[];
}

/** Another page of the site, as by a link: the document stays, and axe in it. */
export async function follow(page: Page, path: string): Promise<void> {
  await page.evaluate((to) => {
    history.pushState(null, '', to);
    dispatchEvent(new PopStateEvent('popstate'));
  }, path);
}
