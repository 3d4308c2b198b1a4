import type { Locator, Page } from 'playwright-core';
import { test } from 'vitest';
import { expectAccessible } from '../support/axe.ts';
import { expectFocus } from '../support/focus.ts';
import type { launchBrowser } from '../support/launch.ts';
import type { StubbedSite } from '../support/stubbed-site.ts';
import { openAdmin, openVisitor, type Visitor } from '../support/visitor.ts';
import { expectQuiet } from '../support/watch.ts';

/** A part of the site, and every state of it that axe looks at. */
export interface Area {
  name: string;
  by: 'visitor' | 'admin';
  /** Brings the page from one state to the next, and names each once it is there. */
  states(page: Page, site: StubbedSite): AsyncGenerator<string>;
  /** What the browser writes on its console on the way. */
  console?: readonly string[];
}

interface Manner {
  browser: ReturnType<typeof launchBrowser>;
  site: StubbedSite;
  /** The one colour scheme that is looked at. */
  colorScheme: 'light' | 'dark';
}

/**
 * One test an area, all in one visit: a document is loaded once, and axe into it. States are looked at when nothing moves any more: for
 * somebody who wants no motion that is at once. What takes a journey, a phone or the embedded engine is looked at by that journey.
 */
export function expectAccessibleAreas(areas: readonly Area[], { browser, site, colorScheme }: Manner): void {
  const visitors: Partial<Record<Area['by'], Visitor>> = {};
  test.each(areas)('axe finds nothing on $name', async ({ by, states, console }) => {
    visitors[by] ??= await (by === 'admin'
      ? openAdmin(browser.current, site, { colorScheme })
      : openVisitor(browser.current, site.app, { colorScheme }));
    const { page, watch, close } = visitors[by];
    try {
      await page.emulateMedia({ reducedMotion: 'reduce' });
      for await (const state of states(page, site))
        await expectAccessible(page, state, { inOneScheme: true });
      expectQuiet(watch, console);
      watch.consoleLines.length = 0;
    } catch (error) {
      // The next area begins where somebody begins, and not in the middle of this one.
      delete visitors[by];
      await close();
      throw error;
    }
  });
}

/**
 * Another page of the site, as by a link: the document stays, and axe in it. The first page comes from the server. The entry of the history has
 * the number that the router gives its own: a form that is just closing would warn of one without.
 */
export async function follow(page: Page, path: string): Promise<void> {
  if (page.url() === 'about:blank' || page.url().endsWith('/robots.txt')) {
    await page.goto(path);
    return;
  }
  await page.evaluate((to) => {
    history.pushState({ idx: (history.state?.idx ?? 0) + 1 }, '', to);
    dispatchEvent(new PopStateEvent('popstate'));
  }, path);
}

/** Closes what is open by Escape: the focus is back on what opened it. */
export async function pressEscape(page: Page, opener: Locator): Promise<void> {
  await page.keyboard.press('Escape');
  await expectFocus(opener);
}
