import type { Browser, BrowserContext, BrowserContextOptions, CDPSession, Page } from 'playwright-core';
import { patienceMs, waitForScripts } from './taken-over.ts';

/** Options for opening a profile: those of `browser.newContext`, and the site. */
export type ProfileOptions = BrowserContextOptions & { baseURL: string };

/** A browser profile and its page, without data of earlier users. */
export interface Profile {
  context: BrowserContext;
  page: Page;
  /** Called for every CSP violation, from the first document on. */
  onViolation: (text: string) => void;
  /** Empties the profile for the next visitor, or closes it if it cannot be emptied. */
  release(): Promise<void>;
}

/**
 * Unused profiles, by the options that cannot change once a profile is open. They are closed with the browser of
 * their test file.
 */
const idle = new WeakMap<Browser, Map<string, Profile[]>>();

/**
 * Opens a profile with the session and the storage that `options` name. The first page of a new profile costs the
 * browser four times as much as the next, so emptied profiles are reused. They keep only files of the site that a
 * visitor may cache, and the browser's compiled code of these files. `isNew` requests a profile without these.
 */
export async function openProfile(
  browser: Browser,
  options: ProfileOptions,
  isNew: boolean,
): Promise<Profile> {
  const { viewport, colorScheme, storageState, ...fixed } = options;
  const unused = idleOf(browser, JSON.stringify(fixed));
  const used = isNew ? undefined : unused.pop();
  if (!used) return newProfile(browser, options, unused);

  const { context, page } = used;
  if (viewport) await page.setViewportSize(viewport);
  await page.emulateMedia({
    media: null,
    colorScheme,
    reducedMotion: null,
    forcedColors: null,
    contrast: null,
  });
  if (typeof storageState === 'object') {
    await context.addCookies(storageState.cookies);
    const stored = storageState.origins.flatMap(({ localStorage }) => localStorage);
    await page.evaluate((items) => {
      for (const { name, value } of items) localStorage.setItem(name, value);
    }, stored);
  }
  return used;
}

function idleOf(browser: Browser, key: string): Profile[] {
  const profiles = idle.get(browser) ?? new Map<string, Profile[]>();
  idle.set(browser, profiles);
  const same = profiles.get(key) ?? [];
  profiles.set(key, same);
  return same;
}

async function newProfile(
  browser: Browser,
  options: ProfileOptions,
  whenEmptied: Profile[],
): Promise<Profile> {
  const context = await browser.newContext(options);
  context.setDefaultTimeout(patienceMs);
  // The page receives its violations as events; the watch also catches the browser's console line.
  await context.exposeBinding('reportCspViolation', (_source, text: string) => profile.onViolation(text));
  await context.addInitScript(() => {
    document.addEventListener('securitypolicyviolation', (event) => {
      const { reportCspViolation } = window as unknown as { reportCspViolation: (text: string) => void };
      reportCspViolation(`${event.effectiveDirective} refused ${event.blockedURI || 'inline'}`);
    });
  });
  const page = await context.newPage();
  waitForScripts(page);
  const devTools = await context.newCDPSession(page);
  await slowDown(devTools);
  const isMarked = markOnUse(context, page);
  const profile: Profile = {
    context,
    page,
    onViolation() {},
    async release() {
      const emptied =
        !isMarked() &&
        !page.isClosed() &&
        (await empty(context, page, devTools).then(
          () => true,
          () => false,
        ));
      if (emptied) whenEmptied.push(profile);
      else await context.close();
    },
  };
  return profile;
}

/**
 * With SLOW_PAGES=6 every page has a sixth of the processor, and answers take 100 ms longer: this reveals what a test
 * takes for granted on a fast machine (CONTRIBUTING.md).
 */
async function slowDown(devTools: CDPSession): Promise<void> {
  const rate = Number(process.env.SLOW_PAGES ?? 1);
  if (rate <= 1) return;
  await devTools.send('Emulation.setCPUThrottlingRate', { rate });
  await devTools.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: 100,
    downloadThroughput: -1,
    uploadThroughput: -1,
  });
}

/**
 * Returns a function that is true once the profile was changed in a way that cannot be undone; such a profile is
 * closed and not reused.
 */
function markOnUse(context: BrowserContext, page: Page): () => boolean {
  let marked = false;
  const watchCalls = <Target extends object>(target: Target, ...methods: (keyof Target & string)[]) => {
    for (const method of methods) {
      const call = target[method] as (...parameters: unknown[]) => unknown;
      target[method] = ((...parameters: unknown[]) => {
        marked = true;
        return call.apply(target, parameters);
      }) as Target[typeof method];
    }
  };
  watchCalls(
    context,
    'addInitScript',
    'exposeBinding',
    'exposeFunction',
    'grantPermissions',
    'newCDPSession',
    'setDefaultTimeout',
    'setExtraHTTPHeaders',
    'setGeolocation',
    'setOffline',
  );
  watchCalls(
    page,
    'addInitScript',
    'exposeBinding',
    'exposeFunction',
    'setExtraHTTPHeaders',
    'setDefaultTimeout',
  );
  watchCalls(context.clock, 'install', 'pauseAt', 'setFixedTime', 'setSystemTime');
  return () => marked;
}

const pageEvents = [
  'close',
  'console',
  'dialog',
  'domcontentloaded',
  'download',
  'filechooser',
  'framenavigated',
  'load',
  'pageerror',
  'popup',
  'request',
  'requestfailed',
  'requestfinished',
  'response',
] as const;
const contextEvents = [
  'console',
  'dialog',
  'page',
  'request',
  'requestfailed',
  'requestfinished',
  'response',
  'weberror',
] as const;

async function empty(context: BrowserContext, page: Page, devTools: CDPSession): Promise<void> {
  await Promise.all(context.pages().map((each) => each !== page && each.close()));
  for (const event of pageEvents) page.removeAllListeners(event);
  await Promise.all([
    context.unrouteAll({ behavior: 'ignoreErrors' }),
    page.unrouteAll({ behavior: 'ignoreErrors' }),
  ]);
  // A page may store data when it is left, so the storage is emptied from a page of the same origin that has no
  // scripts.
  await page.goto('/robots.txt', { waitUntil: 'commit' });
  for (const event of contextEvents) context.removeAllListeners(event);
  await page.evaluate(async () => {
    localStorage.clear();
    sessionStorage.clear();
    window.name = '';
    for (const { name } of await indexedDB.databases()) if (name) indexedDB.deleteDatabase(name);
  });
  await context.clearCookies();
  await devTools.send('Page.resetNavigationHistory');
}
