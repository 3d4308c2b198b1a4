// @module-tag deep/journey: pages of home and team-admin whose script is gone
import { beforeEach, expect, test } from 'vitest';
import { launchBrowser } from './support/launch.ts';
import { stubbedSite, stubPost } from './support/stubbed-site.ts';
import { openAdmin, openVisitor } from './support/visitor.ts';
import { expectQuiet, failedToLoad } from './support/watch.ts';

const browser = launchBrowser();
const site = stubbedSite();
// Without a post no link leads to Publishing.
beforeEach(() => {
  site.stub.data.blogs = [stubPost(1)];
});

test('a chunk of a build that is gone reloads the page once, and the page comes', async () => {
  const { page, watch, close } = await openVisitor(browser.current, site.app, { keepsRequests: true });
  await page.goto('/');
  await page.getByRole('heading', { level: 1 }).waitFor();
  const { missing, asked } = await loseChunk(2);
  // A pointer over the link preloads its chunk. A failure of that preload has no effect, and uses up no reload.
  await page.getByRole('link', { name: 'All posts' }).hover();
  await expect.poll(asked).toBe(1);
  expect(documentsOf()).toEqual(['/']);
  await page.getByRole('link', { name: 'All posts' }).click();
  await page.getByRole('heading', { name: 'Publishing', level: 1 }).waitFor();
  await expect.poll(() => new URL(page.url()).pathname).toBe('/publishing');
  expect(documentsOf()).toEqual(['/', '/publishing']);
  expectQuiet(watch, [failedToLoad(404, missing())]);
  await close();

  function documentsOf(): string[] {
    return watch.requests
      .filter((request) => request.resourceType() === 'document')
      .map((request) => new URL(request.url()).pathname);
  }

  /** Answers 404 for the chunk of the Publishing screen, this many times. */
  async function loseChunk(times: number) {
    let path = '';
    let asked = 0;
    // The route stays: see routeOnce.
    await page.route(/\/assets\/PublishingScreen-[^/]*\.js$/, async (route) => {
      asked += 1;
      if (asked > times) return route.fallback();
      path = new URL(route.request().url()).pathname;
      await route.continue({ url: `${site.app.url}/assets/PublishingScreen-gone.js` });
    });
    return { missing: () => path, asked: () => asked };
  }
});

test('a chunk that stays away leads to the error page after one reload, with a way on', async () => {
  const { page, watch, close } = await openAdmin(browser.current, site, { keepsRequests: true });
  const lost: string[] = [];
  let isGone = true;
  await page.route(/\/assets\/TeamScreen-[^/]*\.js$/, async (route) => {
    if (!isGone) return route.fallback();
    lost.push(new URL(route.request().url()).pathname);
    await route.continue({ url: `${site.app.url}/assets/TeamScreen-gone.js` });
  });
  await page.goto('/admin/team');
  await page.getByRole('heading', { name: 'Unexpected Application Error!' }).waitFor();
  const documents = () => watch.requests.filter((request) => request.resourceType() === 'document').length;
  expect(documents()).toBe(2);
  expect(await page.title()).toMatch(/^Error/);
  await page.getByRole('button', { name: 'Reload this page' }).click();
  await page.getByRole('heading', { name: 'Unexpected Application Error!' }).waitFor();
  expect(documents()).toBe(3);
  await page.getByRole('link', { name: 'Go to the home page' }).click();
  await page.getByRole('main').getByRole('heading', { name: 'Latest posts' }).waitFor();
  expect(documents()).toBe(4);

  isGone = false;
  await page.goto('/admin/team');
  await page.getByRole('heading', { name: 'Team', level: 1 }).waitFor();
  expect(documents()).toBe(5);
  expectQuiet(watch, [failedToLoad(404, lost[0] ?? '')]);
  await close();
});

test('a page whose chunk stays away is still read, and its links lead on', async () => {
  const { page, watch, close } = await openVisitor(browser.current, site.app);
  const lost: string[] = [];
  await page.route(/\/assets\/PublishingScreen-[^/]*\.js$/, async (route) => {
    lost.push(new URL(route.request().url()).pathname);
    await route.continue({ url: `${site.app.url}/assets/PublishingScreen-gone.js` });
  });
  await page.goto('/publishing', { waitUntil: 'commit' });
  await expect.poll(() => lost.length).toBeGreaterThanOrEqual(2);
  await page.getByRole('heading', { name: 'Publishing', level: 1 }).waitFor();
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Home' }).click();
  await page.getByRole('main').getByRole('heading', { name: 'Latest posts' }).waitFor();
  expect(watch.pageErrors).toEqual([]);
  await close();
});

test('an unknown address is answered 404 with the designed page', async () => {
  const { page, watch, close } = await openVisitor(browser.current, site.app);
  const answer = await page.goto('/no/such/page');
  expect(answer?.status()).toBe(404);
  await page.getByRole('heading', { name: 'We couldn’t find this page', level: 1 }).waitFor();
  expect(await page.title()).toMatch(/^Page not found/);
  await expect.poll(() => page.locator('meta[name=robots]').getAttribute('content')).toBe('noindex');
  await page.getByRole('main').getByRole('link', { name: 'Home' }).click();
  await page.getByRole('main').getByRole('heading', { name: 'Latest posts' }).waitFor();
  expectQuiet(watch, [failedToLoad(404, '/no/such/page')]);
  await close();
});
