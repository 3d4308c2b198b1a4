// @module-tag deep/journey: the pages of home without a network
import { expect, test } from 'vitest';
import { launchBrowser } from './support/launch.ts';
import { offline } from './support/offline.ts';
import { stubbedSite, stubPost } from './support/stubbed-site.ts';
import { openVisitor } from './support/visitor.ts';

const browser = launchBrowser();
const site = stubbedSite();

test('a link pressed without a network keeps the site, and opens when there is one again', async () => {
  site.stub.data.blogs = [stubPost(1)];
  const { page, context, watch, close } = await openVisitor(browser.current, site.app, {
    keepsRequests: true,
  });
  await page.goto('/publishing');
  let asked = 0;
  await offline(context, async () => {
    await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Contact' }).click();
    await page.getByRole('heading', { name: 'You are offline', level: 1 }).waitFor();
    await expect.poll(() => new URL(page.url()).pathname).toBe('/contact');
    const again = page.getByRole('button', { name: 'Try again' });
    await again.click();
    await page.getByText('You’re still offline.').waitFor();
    // The previous page is still available with its content.
    await page.goBack();
    await page.getByRole('main').getByRole('link', { name: 'Post 1', exact: true }).waitFor();
    await page.goForward();
    await again.waitFor();
    expect(documents()).toEqual(['/publishing']);

    // The first call after the network returns often fails.
    await page.route('**/healthz', (route) => {
      asked += 1;
      return asked === 1 ? route.abort('failed') : route.fallback();
    });
  });
  await page.getByRole('heading', { name: 'Contact', level: 1 }).waitFor();
  expect(asked).toBeGreaterThan(1);
  expect(documents()).toEqual(['/publishing', '/contact']);
  expect(watch.pageErrors).toEqual([]);
  await close();

  function documents(): string[] {
    return watch.requests
      .filter((request) => request.resourceType() === 'document')
      .map((request) => new URL(request.url()).pathname);
  }
});

test('so does a server that is gone while the browser believes in its network', async () => {
  const { page, watch, close } = await openVisitor(browser.current, site.app);
  await page.goto('/publishing');
  let isDown = true;
  await page.route('**/*', (route) => (isDown ? route.abort('connectionrefused') : route.fallback()));
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Contact' }).click();
  await page.getByRole('heading', { name: 'You are offline', level: 1 }).waitFor();
  isDown = false;
  await page.getByRole('button', { name: 'Try again' }).click();
  await page.getByRole('heading', { name: 'Contact', level: 1 }).waitFor();
  expect(watch.pageErrors).toEqual([]);
  await close();
});
