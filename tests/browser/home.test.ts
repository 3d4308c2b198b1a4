import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { hold } from './support/hold.ts';
import { launchBrowser } from './support/launch.ts';
import { stubCategory, stubProject } from './support/portfolio-public.ts';
import { stubJob } from './support/public-records.ts';
import { expectSettled, expectStill, openWithFonts } from './support/settled.ts';
import { stubbedSite, stubPost } from './support/stubbed-site.ts';
import { openVisitor } from './support/visitor.ts';
import { expectQuiet } from './support/watch.ts';

const browser = launchBrowser();

// Each part has a site of its own: the other site's answers are still fresh in the cache.
const full = stubbedSite();
const reading = stubbedSite();

const pages = ['Home', 'Portfolio', 'Publishing', 'Team', 'Careers', 'Jobs', 'Contact'];
const sections = (page: Page) => page.getByRole('main').getByRole('heading', { level: 2 }).allTextContents();

function fillHome(): void {
  full.stub.data.categories = [stubCategory(1), stubCategory(2)];
  full.stub.data.projects = [stubProject(11, 1), stubProject(21, 2), stubProject(12, 1), stubProject(22, 2)];
  full.stub.data.blogs = Array.from({ length: 6 }, (_, at) => stubPost(at + 1));
  full.stub.data.jobs = Array.from({ length: 6 }, (_, at) => stubJob(at + 1));
}

test('the home page shows the studio and leads on; a project shows what its list knew before its own call is answered', async () => {
  fillHome();
  const { page, watch, close } = await openVisitor(browser.current, full.app);
  // Between desktop and phone the page only has to fit.
  await page.setViewportSize({ width: 768, height: 900 });
  await openWithFonts(page, '/');
  await expectStill(page, 'home at 768');
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.goto('/');
  expect(await sections(page)).toEqual([
    'Selected work',
    'Naqsh means pattern, and imprint',
    'How a film or an app gets made',
    'Latest posts',
    'Open positions',
    'Have something that should leave a mark?',
  ]);
  const titles = (section: string) =>
    page.getByRole('region', { name: section }).getByRole('heading', { level: 3 }).allTextContents();
  expect(await titles('Selected work')).toEqual(['Project 21', 'Project 12', 'Project 22']);
  expect(await page.getByRole('main').getByRole('link').first().textContent()).toBe('Project 11');
  expect(await titles('Latest posts')).toEqual(['Post 6', 'Post 5', 'Post 4', 'Post 3']);
  expect(await titles('Open positions')).toEqual(['Job 1', 'Job 2', 'Job 3']);
  await expectSettled(page, 'home at 1440');
  await page.getByRole('link', { name: 'Job 2' }).click();
  await page.getByRole('heading', { name: 'Job 2', level: 1 }).waitFor();
  await page.goBack();
  await page.getByRole('link', { name: 'All positions' }).click();
  await page.getByText('6 positions', { exact: true }).waitFor();
  await page.goBack();
  await page.getByRole('link', { name: 'Write to us' }).first().click();
  await page.waitForURL('**/contact#write');

  const title = (name: string) => page.getByRole('heading', { name, level: 1 }).waitFor();
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Portfolio' }).click();
  await title('Portfolio');
  await page.getByRole('link', { name: 'Field 2', exact: true }).click();
  await title('Field 2');
  const call = await hold(page, '/api/getSingleProject/21');
  await page.getByRole('link', { name: 'Project 21' }).click();
  await call.reached;
  await title('Project 21');
  call.release();
  await page.getByRole('button', { name: 'Enlarge the image' }).waitFor();
  expectQuiet(watch);
  await close();
});

test('a phone shows all of it, keeps Contact in its bar and has all seven links in a menu, by keyboard too', async () => {
  fillHome();
  const { page, watch, close } = await openVisitor(browser.current, full.app, { width: 360 });
  await openWithFonts(page, '/');
  await page.getByRole('heading', { name: 'Open positions' }).waitFor();
  await expectSettled(page, 'home at 360');

  const toggle = page.getByRole('button', { name: 'Menu' });
  const menu = page.getByRole('navigation', { name: 'Main' });
  await page.goto('/publishing');
  // The closed menu shows the link to the form in the bar, next to its button.
  const closed = () => expect.poll(() => menu.getByRole('link').allTextContents()).toEqual(['Contact']);
  await closed();
  await toggle.press('Enter');
  await expect.poll(() => menu.getByRole('link').allTextContents()).toEqual(pages);
  await expect.poll(() => menu.locator('[aria-current]').allTextContents()).toEqual(['Publishing']);
  await expectSettled(page, 'the open menu');
  for (const link of await menu.getByRole('link').all()) {
    expect((await link.boundingBox())?.height).toBeGreaterThanOrEqual(44);
  }
  await page.keyboard.press('Escape');
  await closed();
  expect(await toggle.evaluate((button) => button === document.activeElement)).toBe(true);
  await toggle.click();
  await page.keyboard.press('Tab');
  await page.keyboard.press('Tab');
  expect(await page.evaluate(() => document.activeElement?.textContent)).toBe('Portfolio');
  await menu.getByRole('link', { name: 'Team' }).click();
  await page.getByRole('heading', { name: 'Team', level: 1 }).waitFor();
  await closed();
  expectQuiet(watch);
  await close();
});

test('a post says how long it takes, offers others, and its wide code takes the focus on a phone', {
  tags: ['deep/journey'],
}, async () => {
  const words = Array.from({ length: 660 }, () => 'word').join(' ');
  const code = `<pre>${'wide '.repeat(60)}</pre><pre>narrow</pre>`;
  reading.stub.data.blogs = [
    ...[1, 2, 3, 4].map((id) => stubPost(id)),
    stubPost(5, { description: `<p>${words}</p>${code}` }),
    stubPost(6, { is_active: 0 }),
  ];
  const { page, watch, close } = await openVisitor(browser.current, reading.app, { width: 360 });
  await openWithFonts(page, '/view-blog/5');
  const article = page.getByRole('article');
  await article.getByText('3 min read').waitFor();
  const more = page.getByRole('region', { name: 'More posts' });
  await expect.poll(() => more.getByRole('link').allTextContents()).toEqual(['Post 4', 'Post 3', 'Post 2']);
  await expect
    .poll(() => article.locator('pre').evaluateAll((all) => all.map((each) => each.getAttribute('tabindex'))))
    .toEqual(['0', null]);
  await expectSettled(page, 'a post with wide code');
  await more.getByRole('link', { name: 'Post 4' }).click();
  await page.getByRole('heading', { name: 'Post 4', level: 1 }).waitFor();
  await article.getByText('1 min read').waitFor();
  await expect.poll(() => more.getByRole('link').allTextContents()).toEqual(['Post 5', 'Post 3', 'Post 2']);

  await page.emulateMedia({ media: 'print' });
  await expect.poll(() => more.isVisible()).toBe(false);
  await expect.poll(() => page.getByRole('contentinfo').isVisible()).toBe(false);
  await expect.poll(() => article.isVisible()).toBe(true);
  await page.emulateMedia({ media: 'screen' });
  await page.goto('/publishing?page=7');
  await page.getByRole('heading', { name: 'Page 7 does not exist' }).waitFor();
  expect((await page.request.get('/publishing?page=7')).status()).toBe(404);
  await page.getByRole('link', { name: 'Go to the first page' }).click();
  await page.getByRole('link', { name: 'Post 5', exact: true }).waitFor();
  expect(watch.pageErrors).toEqual([]);
  expect(watch.cspViolations).toEqual([]);
  await close();
});
