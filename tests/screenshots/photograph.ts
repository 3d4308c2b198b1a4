import type { Page } from 'playwright-core';
import { pathTo } from '#shared/paths.ts';
import type { TestApp } from '../support/start-test-app.ts';
import type { View } from './views.ts';

/** Returns the public addresses of the sitemap, and those that it leaves out: at most `most` of a kind. */
export async function publicViews(app: TestApp, left: readonly string[], most: number): Promise<View[]> {
  const sitemap = await (await fetch(`${app.url}/sitemap.xml`)).text();
  const listed = [...sitemap.matchAll(/<loc>([^<]*)<\/loc>/g)].map(([, url = '']) =>
    decodeURI(new URL(url).pathname),
  );
  const always = [pathTo('deleteAccount'), '/nowhere'];
  const ofKind = new Map<string, number>();
  return [...new Set([...listed, ...left, ...always])]
    .filter((path) => {
      const kind = kindOf(path);
      ofKind.set(kind, (ofKind.get(kind) ?? 0) + 1);
      return (ofKind.get(kind) ?? 0) <= most;
    })
    .map((path) => ({ path }));
}

/** Returns the address without its last part: pages of one kind have the same. */
export function kindOf(path: string): string {
  return path.replace(/(?<=\/.+\/)[^/]+$/, '*');
}

/** Returns the name of a view's picture; `who` begins it. */
export function nameOf({ path, name = '' }: View, who: string): string {
  return `${who}${`${path} ${name}`.trim().replace(/[^\p{L}\d]+/gu, '-')}`;
}

/** Opens a view, with all that it loads lazily. */
export async function openView(page: Page, { path, open }: View): Promise<void> {
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
}

/**
 * Returns a picture of the whole page that has not changed for half a second: lazy content has loaded, and the focus
 * no longer moves.
 */
export async function stillPicture(page: Page): Promise<Buffer> {
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
