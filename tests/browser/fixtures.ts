import { mkdtemp, readFile, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import {
  type BrowserContext,
  type BrowserContextOptions,
  test as base,
  expect,
  type Page,
} from '@playwright/test';
import type axe from 'axe-core';
import type { Role } from '#shared/roles.ts';
import { localFlagKey } from '../../client/api/session.ts';
import { joinTeam } from '../contract/resources/support/account-links.ts';
import type { Engine } from '../support/engines.ts';
import { setQuickScrypt } from '../support/quick-scrypt.ts';
import { signIn, visit } from '../support/sign-in.ts';
import { startTestApp } from '../support/start-test-app.ts';
import { type StubUpstream, startStubUpstream } from '../support/stub-upstream.ts';

export { expect };

setQuickScrypt();

/** The product in front of a host that behaves as the test says. */
export type HostSite = Engine & { stub: StubUpstream };

interface PageOptions extends BrowserContextOptions {
  /** Signed in with this role. */
  as?: Role;
  /** A window of this width; a phone's below 600. */
  width?: number;
}

export type Open = (site: Engine, options?: PageOptions) => Promise<Page>;

interface ForTest {
  /** Role of `admin`. */
  role: Role;
  /** `site`'s own product in front of the stub host, whose content and behaviour are new for each test. */
  host: HostSite;
  /** Opens pages in a profile of their own. The fixture watches them (see `allow`), and closes them. */
  open: Open;
  visitor: Page;
  admin: Page;
  /** Starts another product: `company` is its site.json, beside `files`. */
  start: typeof startSite;
  /** Names what a test provokes: parts of lines of the console, or of failed requests. */
  allow: (...lines: (string | RegExp)[]) => void;
  allowed: (string | RegExp)[];
}

interface ForWorker {
  /** Variables of the environment (docs/configuration.md) and site.json of `site`, and the variables of `host`. */
  settings: Record<string, string>;
  company: object | undefined;
  /** The product on the embedded engine with the sample content. Tests share it: they find what they made by its name. */
  site: Engine;
  hostOfWorker: HostSite;
}

export const test = base.extend<ForTest, ForWorker>({
  settings: [{}, { option: true, scope: 'worker' }],
  company: [undefined, { option: true, scope: 'worker' }],
  role: ['owner', { option: true }],
  site: [
    async ({ settings, company }, use) => {
      const site = await startSite(settings, company);
      await use(site);
      await site.app.close();
    },
    { scope: 'worker', timeout: 120_000 },
  ],
  hostOfWorker: [
    async ({ settings }, use) => {
      const stub = await startStubUpstream({ formMinSeconds: 0 });
      const site = await engineOf({ UPSTREAM_URL: stub.url, ...settings }, stub);
      await use(site);
      await site.app.close();
      await stub.close();
    },
    { scope: 'worker', timeout: 120_000 },
  ],
  host: async ({ hostOfWorker }, use) => {
    hostOfWorker.stub.reset();
    await use(hostOfWorker);
  },
  start: async ({ browserName: _ }, use) => {
    const started: Engine[] = [];
    await use(async (...given) => {
      const site = await startSite(...given);
      started.push(site);
      return site;
    });
    await Promise.all(started.map(({ app }) => app.close()));
  },
  allowed: async ({ browserName: _ }, use) => use([]),
  allow: async ({ allowed }, use) => use((...lines) => void allowed.push(...lines)),
  open: async ({ browser, browserName, allowed }, use, info) => {
    const contexts: BrowserContext[] = [];
    const noise: string[] = [];
    await use(async (site, { as, width = 1440, ...options } = {}) => {
      const context = await browser.newContext({
        baseURL: site.app.url,
        // A site takes a few forms an hour from one address: each profile has its own.
        extraHTTPHeaders: { 'x-forwarded-for': `10.0.${info.workerIndex % 256}.${++addresses % 256}` },
        viewport: { width, height: width < 600 ? 740 : 900 },
        ...(width < 600 && browserName !== 'firefox' && { isMobile: true, hasTouch: true }),
        // Frames of animations cost a journey processor time. Visitors, and who signs in by the form, see them all.
        ...(as && { storageState: await sessionOf(site, as), reducedMotion: 'reduce' }),
        ...options,
      });
      contexts.push(context);
      listen(context, browserName === 'chromium' ? /error|warning/ : /error/, noise);
      if (options.javaScriptEnabled !== false) context.on('page', waitForScripts);
      const page = await context.newPage();
      // Chromium hands over its dialog of files only from the first listener on, which must not come with the press itself.
      page.on('filechooser', () => {});
      return page;
    });
    if (info.errors.length === 0) {
      for (const page of contexts.flatMap((context) => context.pages())) await expectNoOverflow(page);
      const isAllowed = (line: string) =>
        allowed.some((part) => (typeof part === 'string' ? line.includes(part) : part.test(line)));
      expect(
        noise.filter((line) => !isAllowed(line)),
        'console and failed requests',
      ).toEqual([]);
    } else await info.attach('console and failed requests', { body: noise.join('\n') });
    await Promise.all(contexts.map((context) => context.close()));
  },
  visitor: async ({ open, site }, use) => use(await open(site)),
  admin: async ({ open, site, role }, use) => use(await open(site, { as: role })),
});

let addresses = 0;

async function startSite(
  settings: Record<string, string> = {},
  company?: object,
  files: Record<string, string | Buffer> = {},
): Promise<Engine> {
  const folder = await mkdtemp(join(tmpdir(), 'studio-test-'));
  if (company) await writeFile(join(folder, 'site.json'), JSON.stringify(company));
  for (const [name, content] of Object.entries(files)) await writeFile(join(folder, name), content);
  return engineOf({ SAMPLE_CONTENT: 'on', DATA_DIR: folder, ...settings });
}

async function engineOf(settings: Record<string, string>, stub?: StubUpstream): Promise<HostSite> {
  const credentials = { email: 'admin@studio.example', password: 'correct horse battery' };
  const { email, password } = credentials;
  const app = await startTestApp({
    ADMIN_EMAIL: email,
    ADMIN_PASSWORD: password,
    TRUST_PROXY: 'loopback',
    ...settings,
  });
  // A page waits for its reads for five seconds, and the first of a process may take longer on a busy machine.
  const isWarm = async () =>
    (await fetch(`${app.url}/careers/apply`, { headers: { accept: 'text/html' } })).ok;
  await expect.poll(isWarm).toBe(true);
  const { agent: admin } = await signIn(app, credentials);
  return {
    admin,
    call: admin.call,
    read: admin.read,
    name: stub ? 'stub' : 'embedded',
    isOnPostgres: false,
    database: undefined,
    app,
    credentials,
    visitor: visit(app),
    stub: stub as StubUpstream,
  };
}

async function sessionOf(site: Engine, role: Role) {
  const credentials = role === 'owner' ? site.credentials : await joinTeam(site, { role });
  const { cookie } = await signIn(site.app, credentials);
  const [name = '', value = ''] = cookie.split(/=(.*)/s);
  const { hostname: domain, origin } = new URL(site.app.url);
  const manners = { path: '/', expires: -1, httpOnly: true, secure: false, sameSite: 'Strict' as const };
  return {
    cookies: [{ name, value, domain, ...manners }],
    origins: [{ origin, localStorage: [{ name: localFlagKey, value: 'true' }] }],
  };
}

/**
 * Preloads are told of after some seconds, used or not: on a busy machine before the first line of text is drawn. The
 * recorder of traces looks into the frames of previews, which run no scripts.
 */
const ofTheBrowser = /was preloaded using link preload|Blocked script execution in 'about:srcdoc'/;
const videoHosts = /^https:\/\/(www\.youtube(-nocookie)?\.com|player\.vimeo\.com)\//;

/** Collects errors and warnings of the console (CSP reports are among them), uncaught errors, and requests that failed. */
function listen(context: BrowserContext, kinds: RegExp, noise: string[]) {
  context.on('console', (message) => {
    if (!kinds.test(message.type()) || ofTheBrowser.test(message.text())) return;
    noise.push(`${message.type()}: ${message.text().split('\n', 1)[0]} [${message.location().url}]`);
  });
  context.on('weberror', (error) => void noise.push(String(error.error())));
  context.on('requestfailed', (request) => {
    // A page that was left, a read that is no longer needed, or the frame of a video: no other host resolves here.
    const reason = request.failure()?.errorText ?? '';
    if (!/ABORTED|cancelled/i.test(reason) && !videoHosts.test(request.url()))
      noise.push(`${reason} [${request.url()}]`);
  });
}

/**
 * Makes `goto` and `reload` wait until React has taken the page over: a page from the server can be read before its scripts
 * have come, and a press until then does nothing. A test that wants that state passes `waitUntil: 'commit'`.
 */
function waitForScripts(page: Page) {
  for (const name of ['goto', 'reload'] as const) {
    const go = page[name].bind(page) as (...given: unknown[]) => Promise<null>;
    page[name] = async (...given: unknown[]) => {
      const answer = await go(...given);
      const isEarly = given.some(
        (each) => (each as { waitUntil?: string } | undefined)?.waitUntil === 'commit',
      );
      if (!isEarly) await takenOver(page);
      return answer;
    };
  }
}

export async function takenOver(page: Page) {
  await expect
    .poll(() =>
      page.evaluate(() => {
        const root = document.getElementById('root');
        const isFromServer = document.getElementById('page-state') !== null;
        return !isFromServer || Object.keys(root ?? {}).some((key) => key.startsWith('__reactContainer'));
      }),
    )
    .toBe(true);
}

/** The scripts of the pages, for `hold`. */
export const scripts = /\/assets\/.*\.js$/;

/**
 * Holds requests until the returned function is called. Then they go on, or break off if they are to fail; those of a page
 * that was left are forgotten.
 */
export async function hold(
  page: Page,
  url: string | RegExp,
  { times, fails = false }: { times?: number; fails?: boolean } = {},
) {
  const release = Promise.withResolvers<void>();
  await page.route(
    url,
    async (route) => {
      await release.promise;
      await (fails ? route.abort('connectionreset') : route.continue()).catch(() => {});
    },
    { times },
  );
  return release.resolve;
}

/** Answers the next request to a call in place of the server; without a `status` field in `json` it is no success. */
export const answerOnce = (page: Page, path: string, status: number, json: object = {}) =>
  page.route(`**${path}`, (route) => route.fulfill({ status, json: { status: 0, ...json } }), { times: 1 });

/** Expects the page to be no wider than its window. */
async function expectNoOverflow(page: Page) {
  const wide = () =>
    page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
  await expect.poll(wide, `${page.url()} is wider than its window`).toBeLessThanOrEqual(0);
}

/** Resolves when nothing on the page moves. A paused animation is still, such as the bar of a toast under the pointer. */
export function atRest(page: Page) {
  return page.evaluate(async () => {
    const isMoving = ({ playState, effect }: Animation) =>
      playState === 'running' && effect?.getComputedTiming().endTime !== Number.POSITIVE_INFINITY;
    while (document.getAnimations().some(isMoving))
      await new Promise((shown) => requestAnimationFrame(shown));
  });
}

const axeSource = await readFile(fileURLToPath(import.meta.resolve('axe-core/axe.min.js')), 'utf8');

/**
 * Expects axe to find nothing on the page, light and dark. Behind a dialog nothing can be reached: there axe looks at the
 * uppermost dialog alone, which has to have the focus. Frames of other sites are left out.
 */
export async function expectAccessible(page: Page, name = page.url()) {
  await atRest(page);
  const dialog = page.locator('dialog[open]').last();
  if (await dialog.count())
    await expect.poll(() => dialog.evaluate((top) => top.contains(document.activeElement)), name).toBe(true);
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axeSource);
  for (const colorScheme of ['dark', 'light'] as const) {
    await page.emulateMedia({ colorScheme });
    await atRest(page);
    // The other rules would find the same in the other scheme.
    const rules = colorScheme === 'dark' && ['color-contrast', 'link-in-text-block'];
    const found = await page.evaluate(async (runOnly) => {
      const { violations } = await (window as unknown as { axe: typeof axe }).axe.run(
        {
          include: [[...document.querySelectorAll('dialog[open]')].at(-1) ?? document],
          exclude: [['iframe']],
        },
        { resultTypes: ['violations'], ...(runOnly && { runOnly }) },
      );
      return violations.map(
        ({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target.join(' ')).join(', ')}`,
      );
    }, rules);
    expect(found, `${name}, ${colorScheme}`).toEqual([]);
  }
}
