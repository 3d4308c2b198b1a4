import type { Browser, BrowserContext, Page } from 'playwright-core';
import { localFlagKey } from '../../../client/api/local-flag.ts';
import type { Engine } from '../../support/engines.ts';
import { signIn } from '../../support/sign-in.ts';
import { openProfile, type ProfileOptions } from './profile.ts';
import { type Watch, watchProfile } from './watch.ts';

/** A visitor with a fresh browser profile. */
export interface Visitor {
  context: BrowserContext;
  page: Page;
  watch: Watch;
  /**
   * Addresses of video frames that pages opened. The tests' browser resolves no other host, so that none of them
   * answers.
   */
  videos: string[];
  close(): Promise<void>;
}

export interface VisitorOptions {
  width?: number;
  height?: number;
  colorScheme?: 'light' | 'dark';
  /** The sealed cookie of a session, as `name=value`. */
  cookie?: string;
  /** True for an unused profile, in which the browser has cached nothing of the site. */
  isNew?: boolean;
  /** True if the test uses `watch.requests`. */
  keepsRequests?: boolean;
  /** True if the test uses `watch.exchanges()`. */
  keepsExchanges?: boolean;
}

const videoHosts = /^https:\/\/(www\.youtube(-nocookie)?\.com|player\.vimeo\.com)\//;

export async function openVisitor(
  browser: Browser,
  site: { url: string },
  options: VisitorOptions = {},
): Promise<Visitor> {
  const { isNew = false, keepsRequests = false, keepsExchanges = false } = options;
  const profile = await openProfile(browser, contextOptions(site, options), isNew);
  const { context, page } = profile;
  const videos: string[] = [];
  const isVideo = (url: string) => videoHosts.test(url);
  // Observed, not routed: a context with a route has no cache, and each of its requests waits for the test process.
  context.on('requestfailed', (request) => {
    if (isVideo(request.url())) videos.push(request.url());
  });
  const watch = watchProfile(profile, { origin: site.url, isVideo, keepsRequests, keepsExchanges });
  // Intercepts file pickers from now on: if a wait switched this on, it could happen after the key press.
  page.on('filechooser', () => {});
  return { context, page, watch, videos, close: profile.release };
}

/** Returns the options of a visitor's browser profile: window, theme, and the session of `cookie`. */
export function contextOptions(
  site: { url: string },
  { width = 1440, height = width < 600 ? 800 : 900, colorScheme = 'light', cookie }: VisitorOptions,
): ProfileOptions {
  const [name = '', value = ''] = cookie?.split(/=(.*)/s) ?? [];
  return {
    baseURL: site.url,
    viewport: { width, height },
    // A phone has touch input and no scrollbar that takes space from the page.
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

/** Opens a visitor with a session, without the login page. */
export async function openAdmin(
  browser: Browser,
  { app, credentials }: Pick<Engine, 'app' | 'credentials'>,
  options: VisitorOptions = {},
): Promise<Visitor> {
  const { cookie } = await signIn(app, credentials);
  return openVisitor(browser, app, { ...options, cookie });
}
