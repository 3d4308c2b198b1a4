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

/**
 * Another page of the site, as by a link: the document stays, and axe in it. The entry of the history has the number that the router
 * gives its own: a form that is just closing would warn of one without.
 */
export async function follow(page: Page, path: string): Promise<void> {
  await page.evaluate((to) => {
    history.pushState({ idx: (history.state?.idx ?? 0) + 1 }, '', to);
    dispatchEvent(new PopStateEvent('popstate'));
  }, path);
}
