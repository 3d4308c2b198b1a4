import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { pathTo } from '#shared/paths.ts';
import { startTestApp, type TestApp } from '../support/start-test-app.ts';
import { launchBrowser } from './support/launch.ts';
import { openVisitor } from './support/visitor.ts';
import { expectQuiet, failedToLoad } from './support/watch.ts';

const browser = launchBrowser();
const site: { app?: TestApp; paths: string[] } = { paths: [] };

beforeAll(async () => {
  site.app = await startTestApp({ SAMPLE_CONTENT: 'on' });
  const first = async (path: string) =>
    (await (await fetch(`${site.app?.url}/api/${path}`)).json()).data.data[0];
  const category = await first('getProjectCategory');
  site.paths = [
    pathTo('home'),
    pathTo('portfolio'),
    pathTo('portfolioCategory', { fieldTitle: category.title }),
    pathTo('portfolioItem', { id: (await first(`getProjects/${category.id}`)).id }),
    pathTo('publishing'),
    pathTo('viewBlog', { id: (await first('activeBlogs')).id }),
    pathTo('apps'),
    pathTo('team'),
    pathTo('careers'),
    pathTo('careersApply'),
    pathTo('careersApplyJob', { jobId: (await first('jobs')).id }),
    pathTo('contact'),
    pathTo('privacyPolicy'),
    pathTo('termsConditions'),
    pathTo('deleteAccount'),
    '/no/such/page',
  ];
});
afterAll(() => site.app?.close());

test.each([
  ['a wide screen', 1440],
  ['a phone', 360],
])('on %s every public page is taken over in silence and does not move', async (_name, width) => {
  const { page, watch, close } = await openVisitor(browser.current, site.app as TestApp, {
    width,
    keepsRequests: true,
  });
  for (const path of site.paths) {
    const before = watch.requests.length;
    await page.goto(path);
    await hydrated(page);
    expect(await layoutShift(page), path).toBeLessThan(0.02);
    const asked = watch.requests.slice(before).map((each) => new URL(each.url()).pathname);
    // All that the page shows came with it, and all that its form needs.
    expect(
      asked.filter((each) => each.startsWith('/api/')),
      path,
    ).toEqual([]);
    expect(await page.title(), path).not.toBe('');
    const wider = await page.evaluate(
      () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
    );
    expect(wider, path).toBeLessThanOrEqual(0);
  }
  expectQuiet(watch, [failedToLoad(404, '/no/such/page')]);
  await close();
});

test('without JavaScript every public page is read, and its links lead on', async () => {
  const context = await browser.current.newContext({
    baseURL: site.app?.url ?? '',
    javaScriptEnabled: false,
  });
  const page = await context.newPage();
  for (const path of site.paths) {
    await page.goto(path);
    expect((await page.getByRole('heading', { level: 1 }).textContent())?.trim(), path).toBeTruthy();
    expect((await page.getByRole('main').innerText()).length, path).toBeGreaterThan(60);
    // Nothing is left that would wait for a script for ever.
    expect(await page.getByText(/^Loading/).count(), path).toBe(0);
  }
  await page.goto(pathTo('home'));
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Publishing' }).click();
  await page.getByRole('heading', { name: 'Publishing', level: 1 }).waitFor();
  await context.close();
});

/** React has taken the page over when its root carries React's own mark. */
async function hydrated(page: Page): Promise<void> {
  await expect
    .poll(
      () =>
        page.evaluate(() => {
          const root = document.getElementById('root');
          return root !== null && Object.keys(root).some((key) => key.startsWith('__reactContainer'));
        }),
      { timeout: 20_000 },
    )
    .toBe(true);
  await page.evaluate(
    () => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => done(undefined)))),
  );
}

/** The sum of all layout shifts so far that nobody caused by a press. */
function layoutShift(page: Page): Promise<number> {
  return page.evaluate(
    () =>
      new Promise<number>((done) => {
        let sum = 0;
        new PerformanceObserver((list) => {
          for (const entry of list.getEntries() as (PerformanceEntry & {
            value: number;
            hadRecentInput: boolean;
          })[]) {
            if (!entry.hadRecentInput) sum += entry.value;
          }
        }).observe({ type: 'layout-shift', buffered: true });
        requestAnimationFrame(() => requestAnimationFrame(() => done(sum)));
      }),
  );
}
