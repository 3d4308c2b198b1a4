import type { Browser, BrowserContext, BrowserContextOptions, CDPSession, Page } from 'playwright-core';
import { patienceMs, waitForScripts } from './taken-over.ts';

/** How a profile is opened: what `browser.newContext` takes, and the site. */
export type ProfileOptions = BrowserContextOptions & { baseURL: string };

/** A browser profile and its page, both without a trace of anybody. */
export interface Profile {
  context: BrowserContext;
  page: Page;
  /** Is told of every CSP violation, from the first document on. */
  onViolation: (text: string) => void;
  /** Empties the profile for the next visitor, or closes it when it can no longer be emptied. */
  release(): Promise<void>;
}

/** Profiles that nobody uses now, by what cannot be changed once they are open. They end with the browser of their test file. */
const idle = new WeakMap<Browser, Map<string, Profile[]>>();

/**
 * A profile with the session and the storage that `options` name. The first page of a new profile costs a browser four times
 * what the next one does, so one that was emptied is used again: all that remains in it are the files of the site that a
 * visitor may keep, and what the browser has compiled of them. `isNew` asks for one without these.
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
  // A page is told of its violations by an event; the console line of the browser is caught by the watch as well.
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
 * With SLOW_PAGES=6 every page has a sixth of the processor and answers that take 100 ms more: what a journey takes for granted on a quick
 * machine shows (CONTRIBUTING.md).
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

/** Whether something was done to the profile that cannot be undone: it is closed then, and never used again. */
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
  // A page may store something when it is left, so that the storage is emptied from a page of the same origin that is nobody's.
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
