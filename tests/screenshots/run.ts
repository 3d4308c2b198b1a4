import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { chromium, type Page } from '@playwright/test';
import sharp, { type OverlayOptions } from 'sharp';
import { routes } from '#shared/routes.ts';
import { localFlagKey } from '../../client/api/local-flag.ts';
import { launchOptions } from '../browser/chromium.ts';
import { signIn } from '../support/sign-in.ts';
import { sitemapOf } from '../support/sitemap.ts';
import { startTestApp, type TestApp } from '../support/start-test-app.ts';
import { companies } from './companies/index.ts';
import { startCompany } from './companies/start-company.ts';

// `npm run lab -- screenshots FOLDER [NAME…]`: whole pages of each company at three widths, light and dark, and for the
// sample the admin area too. NAME.webp shows the first screens of each public page, a row for a page.
const [folder, ...names] = process.argv.slice(2);
const screens = [
  { width: 1440, height: 900 },
  { width: 768, height: 1024 },
  { width: 360, height: 800 },
];
const all = ['sample', ...Object.keys(companies)];

/** One page of each kind: of pages that differ in their last part alone, the first. */
async function publicPaths(app: TestApp): Promise<string[]> {
  const listed = (await sitemapOf(app)).map(({ pathname }) => decodeURI(pathname));
  const kinds = new Map(
    [...listed, routes.apps, routes.deleteAccount, '/nowhere']
      .toReversed()
      .map((path) => [path.replace(/(?<=\/.+\/)[^/]+$/, ''), path]),
  );
  return [...kinds.values()].toReversed();
}

const adminPaths = Object.values(routes)
  .filter((path) => /^\/admin\/(?!login)/.test(path))
  .map((path) => path.replace(/:\w+/, '1'));

/** Takes the page when it has not changed for half a second: what loads late is there, and the focus is at rest. */
async function take(page: Page, path: string): Promise<Buffer> {
  await page.goto(path, { waitUntil: 'networkidle' });
  await page.evaluate(async () => {
    for (const image of document.images) image.loading = 'eager';
    await Promise.all([...document.images].map((image) => image.decode().catch(() => undefined)));
    await document.fonts.ready;
  });
  let last: Buffer = Buffer.alloc(0);
  for (let tries = 0; tries < 10; tries += 1) {
    const now = await page.screenshot({ fullPage: true, animations: 'disabled', caret: 'hide' });
    if (now.equals(last)) return now;
    last = now;
    await page.waitForTimeout(500);
  }
  throw new Error(`${path} does not come to rest`);
}

const browser = await chromium.launch(await launchOptions());
async function takeCompany(app: TestApp, name: string, to: string): Promise<void> {
  const paths = await publicPaths(app);
  const cookie = name === 'sample' && app.firstAdmin ? (await signIn(app, app.firstAdmin)).cookie : undefined;
  const tiles: OverlayOptions[] = [];
  const size = 140;
  let left = 10;
  for (const { width, height } of screens) {
    for (const colorScheme of ['light', 'dark'] as const) {
      for (const [views, session] of [
        [paths, undefined],
        [cookie ? adminPaths : [], cookie],
      ] as const) {
        const context = await browser.newContext({
          baseURL: app.url,
          viewport: { width, height },
          // A phone has touch input and no scrollbar that takes space from the page.
          ...(width < 600 && { isMobile: true, hasTouch: true }),
          colorScheme,
          reducedMotion: 'reduce',
        });
        if (session) {
          const [name = '', value = ''] = session.split(/=(.*)/s);
          await context.addCookies([{ name, value, url: app.url }]);
          await context.addInitScript((key) => localStorage.setItem(key, 'true'), localFlagKey);
        }
        const page = await context.newPage();
        for (const [row, path] of views.entries()) {
          const picture = sharp(await take(page, path));
          await picture.toFile(
            join(to, name, `${path.replace(/[^\p{L}\d]+/gu, '-')}-${width}-${colorScheme}.png`),
          );
          if (session) continue;
          const first = picture.clone().extract({ left: 0, top: 0, width, height }).resize({ height: size });
          tiles.push({ input: await first.png().toBuffer(), left, top: 10 + row * (size + 10) });
        }
        await context.close();
      }
      left += Math.round((width / height) * size) + 10;
    }
  }
  const sheet = {
    width: left,
    height: paths.length * (size + 10) + 10,
    channels: 3 as const,
    background: '#808080',
  };
  await sharp({ create: sheet })
    .composite(tiles)
    .webp({ quality: 40, effort: 6 })
    .toFile(join(to, `${name}.webp`));
}

try {
  const unknown = names.filter((name) => !all.includes(name));
  if (folder === undefined || unknown.length > 0)
    throw new Error(`screenshots FOLDER [NAME…]; a name is one of ${all.join(', ')}`);
  for (const name of names.length > 0 ? names : all) {
    const app = await (name === 'sample'
      ? startTestApp({ SAMPLE_CONTENT: 'on' })
      : startCompany(companies[name as keyof typeof companies]));
    await mkdir(join(folder, name), { recursive: true });
    await takeCompany(app, name, folder).finally(app.close);
  }
} finally {
  await browser.close();
}
