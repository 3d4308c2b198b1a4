import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { chromium } from 'playwright-core';
import { pathTo } from '#shared/paths.ts';
import { launchOptions } from '../browser/support/launch.ts';
import { contextOptions, type VisitorOptions } from '../browser/support/visitor.ts';
import { signIn } from '../support/sign-in.ts';
import { startTestApp } from '../support/start-test-app.ts';
import { nameOf, openView, publicViews, stillPicture } from './photograph.ts';
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
    const visible = await publicViews(app, [pathTo('careersApply'), pathTo('adminLogin')], 2);
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
            await openView(page, view);
            const file = `${nameOf(view, who)}-${width}-${colorScheme}.png`;
            await writeFile(join(folder, file), await stillPicture(page));
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
