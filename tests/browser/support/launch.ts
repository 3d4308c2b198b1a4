import { type Browser, chromium } from 'playwright-core';
import { afterAll, beforeAll, inject } from 'vitest';
import type { TestProject } from 'vitest/node';
import { launchOptions } from '../chromium.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** Address of the Chromium of this run. */
    chromium: string;
  }
}

/**
 * The global set-up of the browser tests: one Chromium for the whole run, to which every file connects. It is
 * launched if there is a browser test to run, and closed after the last. If it crashes, the remaining tests fail,
 * because no file can connect.
 */
export default async function launchForRun(project: TestProject): Promise<() => Promise<void>> {
  const server = await chromium.launchServer(await launchOptions());
  project.provide('chromium', server.wsEndpoint());
  return () => server.close();
}

/**
 * Returns the browser of a test file, connected before its first test. Contexts that a failed test left open are
 * closed after the last test. Headless Chromium hides its scrollbars; `scrollbars` launches a separate browser for
 * the file that shows desktop scrollbars, which take space from the page.
 */
export function launchBrowser({ scrollbars = false } = {}): { readonly current: Browser } {
  const browser: { current?: Browser } = {};
  beforeAll(async () => {
    browser.current = scrollbars
      ? await chromium.launch(await launchOptions({ scrollbars }))
      : await chromium.connect(inject('chromium'));
  });
  afterAll(() => browser.current?.close());
  return browser as { current: Browser };
}
