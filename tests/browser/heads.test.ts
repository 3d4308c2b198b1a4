// @module-tag deep/journey: titles and metadata of pages that home visits; contract/pages/heads has them as they are sent
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { pathTo } from '#shared/paths.ts';
import { startTestApp, type TestApp } from '../support/start-test-app.ts';
import { launchBrowser } from './support/launch.ts';
import { openVisitor } from './support/visitor.ts';
import { expectQuiet } from './support/watch.ts';

const browser = launchBrowser();
const site: { app?: TestApp } = {};
beforeAll(async () => {
  site.app = await startTestApp({ SAMPLE_CONTENT: 'on' });
});
afterAll(() => site.app?.close());

/** Returns what a crawler that runs scripts finds in the document. */
function found(page: Page) {
  return page.evaluate(() => {
    const all = (selector: string) => [...document.querySelectorAll(selector)];
    const content = (element: Element) => element.getAttribute('content');
    return {
      titles: all('head > title').map(({ textContent }) => textContent),
      descriptions: all('meta[name="description"]').length,
      canonical: all('link[rel="canonical"]').map((link) => new URL((link as HTMLLinkElement).href).pathname),
      previews: all('meta[property="og:title"]').map(content),
      images: all('meta[property="og:image"]').map((meta) => new URL(content(meta) ?? '').pathname),
      outside: all('body meta, body link[rel="canonical"], body title').length,
      kinds: all('script[type="application/ld+json"]').map(
        ({ textContent }) => JSON.parse(textContent ?? '')['@type'] as string,
      ),
    };
  });
}

test('a page that was rendered, and those that follow it, say each thing once', async () => {
  const { page, watch, close } = await openVisitor(browser.current, site.app as TestApp);
  await page.goto(pathTo('home'));
  await page.waitForLoadState('networkidle');
  expect(await found(page)).toMatchObject({
    titles: [expect.stringContaining('Naqsh Studio')],
    descriptions: 1,
    canonical: ['/'],
    previews: ['Naqsh Studio'],
    images: ['/share/studio.png'],
    outside: 0,
    kinds: ['Organization', 'WebSite'],
  });

  await page.goto(pathTo('publishing'));
  const link = page.getByRole('main').locator('a[href^="/view-blog/"]').first();
  const path = (await link.getAttribute('href')) ?? '';
  await link.click();
  await page.waitForURL(`**${path}`);
  const heading = page.getByRole('heading', { level: 1 });
  await expect.poll(() => heading.textContent()).not.toBe('Publishing');
  const title = (await heading.textContent()) ?? '';
  await expect
    .poll(() => found(page))
    .toMatchObject({
      titles: [`${title} · Naqsh Studio`],
      descriptions: 1,
      canonical: [path],
      previews: [title],
      images: [`/share/post/${path.split('/').at(-1)}.png`],
      outside: 0,
      kinds: ['BlogPosting', 'BreadcrumbList'],
    });
  expectQuiet(watch);
  await close();
});

test('a page that nobody has rendered says the same', async () => {
  // A visitor with a session cookie gets the shell, and the browser renders the page alone.
  const { page, close } = await openVisitor(browser.current, site.app as TestApp, {
    cookie: 'studio_session=no-seal',
  });
  await page.goto(pathTo('portfolio'));
  await page.getByRole('heading', { level: 1, name: 'Portfolio' }).waitFor();
  await expect
    .poll(() => found(page))
    .toMatchObject({
      titles: ['Portfolio · Naqsh Studio'],
      descriptions: 1,
      canonical: ['/portfolio'],
      previews: ['Portfolio'],
      outside: 0,
      kinds: ['BreadcrumbList'],
    });
  await close();
});
