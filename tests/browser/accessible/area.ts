import type { Locator, Page } from 'playwright-core';
import { test } from 'vitest';
import { expectAccessible } from '../support/axe.ts';
import { expectLargeTextFits } from '../support/fits.ts';
import { expectFocus } from '../support/focus.ts';
import type { launchBrowser } from '../support/launch.ts';
import type { StubbedSite } from '../support/stubbed-site.ts';
import { openAdmin, openVisitor, type Visitor } from '../support/visitor.ts';
import { expectQuiet } from '../support/watch.ts';

/** A part of the site, and every state of it that axe checks. */
export interface Area {
  name: string;
  by: 'visitor' | 'admin';
  /** Brings the page from one state to the next, and yields the name of each state once it is reached. */
  states(page: Page, site: StubbedSite): AsyncGenerator<string>;
  /** Expected console lines of the browser. */
  console?: readonly string[];
}

interface Manner {
  browser: ReturnType<typeof launchBrowser>;
  site: StubbedSite;
  /** The only colour scheme that is checked. */
  colorScheme: 'light' | 'dark';
}

/**
 * Runs one test for each area, all in one visit, so that document and axe are loaded once. A state is checked when
 * nothing moves any more: with reduced motion that is at once. States that need a longer journey, a phone or the
 * embedded engine are checked by the tests of that journey.
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
      for await (const state of states(page, site)) {
        await expectAccessible(page, state, { inOneScheme: true });
        if (by === 'visitor' && colorScheme === 'light') await expectLargeTextFits(page, state);
      }
      expectQuiet(watch, console);
      watch.consoleLines.length = 0;
    } catch (error) {
      // After a failure the next area starts with a new visitor, not in the middle of this area.
      delete visitors[by];
      await close();
      throw error;
    }
  });
}

/**
 * Goes to another page of the site as a link does: the document stays, with axe in it. The first page is loaded from
 * the server. The history entry gets the number that the router gives its own entries: a form that is just closing
 * would warn of an entry without one.
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

/** Presses Escape to close what is open, and expects the focus on the element that opened it. */
export async function pressEscape(page: Page, opener: Locator): Promise<void> {
  await page.keyboard.press('Escape');
  await expectFocus(opener);
}
