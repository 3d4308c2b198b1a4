import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { chromium, type Page } from '@playwright/test';
import { routes } from '#shared/routes.ts';
import { localFlagKey } from '../../client/api/local-flag.ts';
import { launchOptions } from '../browser/chromium.ts';
import { signIn } from '../support/sign-in.ts';
import { sitemapOf } from '../support/sitemap.ts';
import { startTestApp } from '../support/start-test-app.ts';

// `npm run lab -- screenshots FOLDER`: every page of the sample and of its admin area, whole, at three widths, light and dark.
const [folder = 'screenshots'] = process.argv.slice(2);

/** Takes the page when it has not changed for half a second: what loads late is there, and the focus is at rest. */
async function take(page: Page, path: string, file: string): Promise<void> {
  await page.goto(path, { waitUntil: 'networkidle' });
  await page.evaluate(async () => {
    for (const image of document.images) image.loading = 'eager';
    await Promise.all([...document.images].map((image) => image.decode().catch(() => undefined)));
    await document.fonts.ready;
  });
  let last: Buffer = Buffer.alloc(0);
  for (let tries = 0; tries < 10; tries += 1) {
    const now = await page.screenshot({ path: file, fullPage: true, animations: 'disabled', caret: 'hide' });
    if (now.equals(last)) return;
    last = now;
    await page.waitForTimeout(500);
  }
  throw new Error(`${path} does not come to rest`);
}

const browser = await chromium.launch(await launchOptions());
const app = await startTestApp({ SAMPLE_CONTENT: 'on' });
try {
  await mkdir(folder, { recursive: true });
  const { cookie } = await signIn(app, app.firstAdmin ?? { email: '', password: '' });
  const [name = '', value = ''] = cookie.split(/=(.*)/s);
  const listed = [...(await sitemapOf(app)).map(({ pathname }) => decodeURI(pathname)), '/nowhere'];
  // Of pages that differ in their last part alone, one.
  const kinds = new Map(listed.map((path) => [path.replace(/(?<=\/.+\/)[^/]+$/, ''), path]));
  const admin = Object.values(routes).filter((path) => /^\/admin\/(?!login)/.test(path));
  for (const colorScheme of ['light', 'dark'] as const)
    for (const width of [1440, 768, 360])
      for (const [paths, isAdmin] of [
        [[...kinds.values()], false],
        [admin.map((path) => path.replace(/:\w+/, '1')), true],
      ] as const) {
        const context = await browser.newContext({
          baseURL: app.url,
          viewport: { width, height: 900 },
          colorScheme,
          reducedMotion: 'reduce',
          // A phone has no scrollbar that takes space from the page.
          ...(width < 600 && { isMobile: true, hasTouch: true }),
        });
        if (isAdmin) {
          await context.addCookies([{ name, value, url: app.url }]);
          await context.addInitScript((key) => localStorage.setItem(key, 'true'), localFlagKey);
        }
        const page = await context.newPage();
        for (const path of paths)
          await take(
            page,
            path,
            join(folder, `${path.replace(/[^\p{L}\d]+/gu, '-')}-${width}-${colorScheme}.png`),
          );
        await context.close();
      }
} finally {
  await browser.close();
  await app.close();
}
