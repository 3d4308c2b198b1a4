import type { Browser, BrowserContext, BrowserContextOptions, Page } from 'playwright-core';
import { localFlagKey } from '../../../client/api/local-flag.ts';
import type { Engine } from '../../support/engines.ts';
import { signIn } from '../../support/sign-in.ts';
import { type Watch, watchContext } from './watch.ts';

/** Somebody in front of a fresh browser profile. */
export interface Visitor {
  context: BrowserContext;
  page: Page;
  watch: Watch;
  /** Addresses of video frames that pages opened. The browser of the tests finds no other host, so that none answers. */
  videos: string[];
  close(): Promise<void>;
}

export interface VisitorOptions {
  width?: number;
  height?: number;
  colorScheme?: 'light' | 'dark';
  /** The sealed cookie of a session, as `name=value`. */
  cookie?: string;
  /** Whether `watch.exchanges()` is asked for. */
  keepsExchanges?: boolean;
}

const videoHosts = /^https:\/\/(www\.youtube(-nocookie)?\.com|player\.vimeo\.com)\//;

/** Longest wait for anything that people see; two busy cores need it at times. */
const patienceMs = 30_000;

export async function openVisitor(
  browser: Browser,
  site: { url: string },
  options: VisitorOptions = {},
): Promise<Visitor> {
  const { keepsExchanges = false } = options;
  const context = await browser.newContext(contextOptions(site, options));
  context.setDefaultTimeout(patienceMs);
  const videos: string[] = [];
  const isVideo = (url: string) => videoHosts.test(url);
  // Seen, not routed: a context with a route has no cache, and each of its requests waits for the test process.
  context.on('request', (request) => {
    if (isVideo(request.url())) videos.push(request.url());
  });
  const watch = await watchContext(context, { origin: site.url, isVideo, keepsExchanges });
  const page = await context.newPage();
  waitForScripts(page);
  // From now on pickers are taken over: switched on by the wait itself, that could come later than the press of a key.
  page.on('filechooser', () => {});
  return { context, page, watch, videos, close: () => context.close() };
}

/** The browser profile of a visitor: window, theme, and the session that `cookie` is. */
export function contextOptions(
  site: { url: string },
  { width = 1440, height = width < 600 ? 800 : 900, colorScheme = 'light', cookie }: VisitorOptions,
): BrowserContextOptions {
  const [name = '', value = ''] = cookie?.split(/=(.*)/s) ?? [];
  return {
    baseURL: site.url,
    viewport: { width, height },
    // A phone has no scrollbar beside the page, and a finger.
    ...(width < 600 && { isMobile: true, hasTouch: true }),
    colorScheme,
    ...(cookie && {
      storageState: {
        cookies: [
          {
            name,
            value,
            domain: new URL(site.url).hostname,
            path: '/',
            expires: -1,
            httpOnly: true,
            secure: false,
            sameSite: 'Strict',
          },
        ],
        origins: [{ origin: site.url, localStorage: [{ name: localFlagKey, value: 'true' }] }],
      },
    }),
  };
}

/** A visitor with a session of their own, past the login page. */
export async function openAdmin(
  browser: Browser,
  { app, credentials }: Pick<Engine, 'app' | 'credentials'>,
  options: VisitorOptions = {},
): Promise<Visitor> {
  const { cookie } = await signIn(app, credentials);
  return openVisitor(browser, app, { ...options, cookie });
}

/**
 * A page that came from the server can be read before its scripts are there. Whoever presses a button is later than that; a
 * test is not, so its `goto` waits until React has taken the page over. A page whose chunk is lost never gets there.
 */
function waitForScripts(page: Page): void {
  const goto = page.goto.bind(page);
  page.goto = async (url, options) => {
    const answer = await goto(url, options);
    // Whoever does not wait for the page itself wants to see it before its scripts are there.
    if (options?.waitUntil !== 'commit') await takenOver(page, 5_000).catch(() => undefined);
    return answer;
  };
}

/** Resolves when React has taken over the page that the server rendered. */
export async function takenOver(page: Page, timeout = patienceMs): Promise<void> {
  await page.waitForFunction(
    () => {
      const root = document.getElementById('root');
      const rendered = document.getElementById('page-state') !== null;
      return !rendered || (root && Object.keys(root).some((key) => key.startsWith('__reactContainer')));
    },
    undefined,
    { timeout },
  );
}
