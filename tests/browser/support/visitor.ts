import type { Browser, BrowserContext, Page } from 'playwright-core';
import { localFlagKey } from '../../../client/api/local-flag.ts';
import type { Engine } from '../../support/engines.ts';
import { signIn } from '../../support/sign-in.ts';
import { openProfile, type ProfileOptions } from './profile.ts';
import { type Watch, watchProfile } from './watch.ts';

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
  /** Whether nobody has used the profile before, so that the browser keeps nothing of the site yet. */
  isNew?: boolean;
  /** Whether `watch.requests` is asked for. */
  keepsRequests?: boolean;
  /** Whether `watch.exchanges()` is asked for. */
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
  // Seen, not routed: a context with a route has no cache, and each of its requests waits for the test process.
  context.on('requestfailed', (request) => {
    if (isVideo(request.url())) videos.push(request.url());
  });
  const watch = watchProfile(profile, { origin: site.url, isVideo, keepsRequests, keepsExchanges });
  // From now on pickers are taken over: switched on by the wait itself, that could come later than the press of a key.
  page.on('filechooser', () => {});
  return { context, page, watch, videos, close: profile.release };
}

/** The browser profile of a visitor: window, theme, and the session that `cookie` is. */
export function contextOptions(
  site: { url: string },
  { width = 1440, height = width < 600 ? 800 : 900, colorScheme = 'light', cookie }: VisitorOptions,
): ProfileOptions {
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
