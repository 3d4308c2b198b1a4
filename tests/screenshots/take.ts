import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { chromium, type Page } from 'playwright-core';
import { pathTo } from '#shared/paths.ts';
import { launchOptions } from '../browser/support/launch.ts';
import { contextOptions, type VisitorOptions } from '../browser/support/visitor.ts';
import { signIn } from '../support/sign-in.ts';
import { startTestApp, type TestApp } from '../support/start-test-app.ts';
import { adminViews, routesWithoutView, type View } from './views.ts';

const widths = [360, 1440];
const themes = ['light', 'dark'] as const;

/**
 * Starts the built product with its sample content and photographs every route as a full page, at 360 and 1440 px,
 * light and dark, and the dialogs of the admin area. Throws if a route of the table has no picture, or a dialog does
 * not open.
 */
export async function takePictures(folder: string): Promise<void> {
  await mkdir(folder, { recursive: true });
  const app = await startTestApp({ SAMPLE_CONTENT: 'on' });
  const browser = await chromium.launch(await launchOptions());
  try {
    const visible = await publicViews(app);
    const missing = routesWithoutView([...visible, ...adminViews]);
    if (missing.length > 0) throw new Error(`No picture of ${missing.join(', ')}`);
    if (!app.firstAdmin) throw new Error('The engine made no first admin.');
    const { cookie } = await signIn(app, app.firstAdmin);
    for (const width of widths) {
      for (const colorScheme of themes) {
        const look = { width, colorScheme };
        const take = async (who: string, views: readonly View[], options: VisitorOptions) => {
          const context = await browser.newContext({
            ...contextOptions(app, options),
            reducedMotion: 'reduce',
          });
          const page = await context.newPage();
          page.setDefaultTimeout(15_000);
          for (const view of views) {
            const name = `${who}${`${view.path} ${view.name ?? ''}`.trim().replace(/[^\p{L}\d]+/gu, '-')}`;
            await photograph(page, view, join(folder, `${name}-${width}-${colorScheme}.png`));
          }
          await context.close();
        };
        await take('visitor', visible, look);
        await take('admin', adminViews, { ...look, cookie });
      }
    }
  } finally {
    await browser.close();
    await app.close();
  }
}

/** Returns the public addresses of the sitemap, two of a kind at most, and those that the sitemap leaves out. */
async function publicViews(app: TestApp): Promise<View[]> {
  const sitemap = await (await fetch(`${app.url}/sitemap.xml`)).text();
  const listed = [...sitemap.matchAll(/<loc>([^<]*)<\/loc>/g)].map(([, url = '']) =>
    decodeURI(new URL(url).pathname),
  );
  const left = [pathTo('careersApply'), pathTo('deleteAccount'), pathTo('adminLogin'), '/nowhere'];
  const ofKind = new Map<string, number>();
  return [...new Set([...listed, ...left])]
    .filter((path) => {
      const kind = path.replace(/(?<=\/.+\/)[^/]+$/, '*');
      ofKind.set(kind, (ofKind.get(kind) ?? 0) + 1);
      return (ofKind.get(kind) ?? 0) <= 2;
    })
    .map((path) => ({ path }));
}

async function photograph(page: Page, { path, open }: View, file: string): Promise<void> {
  await page.goto(path, { waitUntil: 'networkidle' });
  await open?.(page).catch((cause) => {
    throw new Error(`${path}: what should be pressed is not there`, { cause });
  });
  await page.waitForLoadState('networkidle');
  // Waits for lazy pictures and fonts, so that the whole page is drawn with them.
  await page.evaluate(async () => {
    for (const image of document.images) {
      image.loading = 'eager';
      await image.decode().catch(() => undefined);
    }
    await document.fonts.ready;
  });
  await writeFile(file, await stillPicture(page));
}

/**
 * Returns a picture that has not changed for half a second: lazy content has loaded, and the focus no longer moves.
 */
async function stillPicture(page: Page): Promise<Buffer> {
  const shoot = () => page.screenshot({ fullPage: true, animations: 'disabled', caret: 'hide' });
  let last = await shoot();
  for (let tries = 0; tries < 10; tries++) {
    await page.waitForTimeout(500);
    const now = await shoot();
    if (now.equals(last)) return now;
    last = now;
  }
  throw new Error(`${page.url()} does not come to rest`);
}
