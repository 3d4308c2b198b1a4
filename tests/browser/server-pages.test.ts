// @module-tag deep/journey: every page of accessible-public as it is sent, taken over and read without scripts
import { afterAll, beforeAll, expect, test } from 'vitest';
import { pathTo } from '#shared/paths.ts';
import { startTestApp, type TestApp } from '../support/start-test-app.ts';
import { launchBrowser } from './support/launch.ts';
import { layoutShift } from './support/settled.ts';
import { takenOver } from './support/taken-over.ts';
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

test('on a phone every public page is taken over in silence and does not move; all of it was there before', async () => {
  const { page, watch, close } = await openVisitor(browser.current, site.app as TestApp, {
    width: 360,
    keepsRequests: true,
  });
  for (const path of site.paths) {
    const before = watch.requests.length;
    const answer = await page.goto(path);
    await takenOver(page);
    expect(await layoutShift(page), path).toBeLessThan(0.02);
    const asked = watch.requests.slice(before).map((each) => new URL(each.url()).pathname);
    // The page contains all its data, and all that its form needs.
    expect(
      asked.filter((each) => each.startsWith('/api/')),
      path,
    ).toEqual([]);
    expect(await page.title(), path).not.toBe('');
    const { isReact, wider, shown, sent } = await page.evaluate(readPage, (await answer?.text()) ?? '');
    expect(isReact, path).toBe(true);
    expect(wider, path).toBeLessThanOrEqual(0);
    // A visitor without scripts reads the sent page, which looks like the shown one.
    for (const { title, text, loading } of [shown, sent]) {
      expect(title, path).toBeTruthy();
      expect(text.length, path).toBeGreaterThan(60);
      // No placeholder waits for a script.
      expect(loading, path).toEqual([]);
    }
  }
  expectQuiet(watch, [failedToLoad(404, '/no/such/page')]);
  await close();
});

test('on a wide screen no public page moves', async () => {
  const { page, watch, close } = await openVisitor(browser.current, site.app as TestApp);
  // The pages of home, portfolio, team and careers are covered by their own tests.
  const own = /^\/$|^\/(portfolio|team|careers$)/;
  for (const path of site.paths.filter((each) => !own.test(each))) {
    await page.goto(path);
    await takenOver(page);
    expect(await layoutShift(page), path).toBeLessThan(0.02);
    const { isReact, wider } = await page.evaluate(readPage, '');
    expect(isReact, path).toBe(true);
    expect(wider, path).toBeLessThanOrEqual(0);
  }
  expectQuiet(watch, [failedToLoad(404, '/no/such/page')]);
  await close();
});

test('without JavaScript pages are read, and their links lead on', async () => {
  const context = await browser.current.newContext({
    baseURL: site.app?.url ?? '',
    javaScriptEnabled: false,
  });
  const page = await context.newPage();
  await page.goto(pathTo('home'));
  const isRead = async () => {
    expect((await page.getByRole('heading', { level: 1 }).textContent())?.trim()).toBeTruthy();
    expect((await page.getByRole('main').innerText()).length).toBeGreaterThan(60);
    expect(await page.getByText(/^Loading/).count()).toBe(0);
  };
  await isRead();
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Publishing' }).click();
  await page.getByRole('heading', { name: 'Publishing', level: 1 }).waitFor();
  await isRead();

  // On a phone the links are in a menu, which opens without scripts too.
  await page.setViewportSize({ width: 360, height: 740 });
  await page.getByRole('button', { name: 'Menu' }).click();
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Careers' }).click();
  await page.getByRole('heading', { name: 'Careers', level: 1 }).waitFor();
  await context.close();
});

/**
 * Reads the page as shown now and, from `html`, as sent by the server. React's own marker is on the root that it has
 * taken over.
 */
function readPage(html: string) {
  const root = document.getElementById('root');
  const { scrollWidth, clientWidth } = document.documentElement;
  const textsOf = (doc: Document) => ({
    title: doc.querySelector('h1')?.textContent?.trim(),
    text: doc.querySelector('main')?.innerText ?? '',
    loading: [...doc.querySelectorAll('#root *')]
      .map((each) => each.textContent.trim())
      .filter((each) => each.startsWith('Loading')),
  });
  return {
    isReact: root !== null && Object.keys(root).some((key) => key.startsWith('__reactContainer')),
    wider: scrollWidth - clientWidth,
    shown: textsOf(document),
    sent: textsOf(new DOMParser().parseFromString(html, 'text/html')),
  };
}
