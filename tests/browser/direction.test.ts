// @module-tag deep/journey: the direction and the face of Urdu on the pages of accessible-public
import type { Locator, Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { categoryPath } from '#shared/category-path.ts';
import { pathTo } from '#shared/paths.ts';
import { blogsScreen } from './support/blogs.ts';
import { launchBrowser } from './support/launch.ts';
import { stubbedSite } from './support/stubbed-site.ts';
import { fillWithUrdu, urdu } from './support/urdu.ts';
import { openAdmin, openVisitor } from './support/visitor.ts';
import { expectQuiet } from './support/watch.ts';

const browser = launchBrowser();
const site = stubbedSite();

const paths = [
  pathTo('publishing'),
  pathTo('viewBlog', { id: 1 }),
  pathTo('portfolio'),
  categoryPath(urdu.category),
  pathTo('portfolioItem', { id: 1 }),
  pathTo('team'),
  pathTo('careersApply'),
  pathTo('careersApplyJob', { jobId: 1 }),
];

/** Further checks of single pages. */
const more: Record<string, (page: Page) => Promise<void>> = {
  [pathTo('publishing')]: expectPostsRunTheirWay,
  [pathTo('careersApply')]: expectJobsRunTheirWay,
  [pathTo('viewBlog', { id: 1 })]: expectTextStandsRight,
};

const isFont = (url: string) => /\.woff2(\?|$)/.test(url);
const isNastaliq = (url: string) => /nastaliq/.test(url);

test('Urdu titles and texts, and all that belongs to them, run one way, in one face, on a phone and on a desk', async () => {
  fillWithUrdu(site.stub);
  const { page, watch, close } = await openVisitor(browser.current, site.app, { width: 360 });
  const titles = [
    urdu.post,
    urdu.post,
    urdu.category,
    urdu.category,
    urdu.project,
    urdu.member,
    urdu.job,
    urdu.job,
  ];
  for (const [at, path] of paths.entries()) {
    await page.goto(path);
    const title = page
      .getByRole('main')
      .getByRole('heading', { name: titles[at] ?? '', exact: true })
      .first();
    await title.waitFor();
    expect(await styleOf(title, 'direction'), path).toBe('rtl');
    expect(await title.evaluate((element) => element.closest('[lang]')?.getAttribute('lang')), path).toBe(
      'ur',
    );
    expect(await title.evaluate(leading), path).toBeGreaterThan(1.6);
    await page.evaluate(() => document.fonts.ready);
    expect(
      await page.evaluate(() => document.fonts.check('16px "Noto Nastaliq Urdu Variable"', 'پ')),
      path,
    ).toBe(true);
    expect(await page.evaluate(wider), path).toBeLessThanOrEqual(0);
    await page.setViewportSize({ width: 1440, height: 900 });
    expect(await title.evaluate(leading), path).toBeGreaterThan(1.6);
    expect(await page.evaluate(wider), path).toBeLessThanOrEqual(0);
    await more[path]?.(page);
    await page.setViewportSize({ width: 360, height: 800 });
  }
  expectQuiet(watch);
  await close();
});

/** Elements of a title follow the title's direction. */
async function expectPostsRunTheirWay(page: Page): Promise<void> {
  const card = page.getByRole('article').filter({ hasText: urdu.post });
  expect(await styleOf(card.getByRole('heading'), 'direction')).toBe('rtl');
  expect(await styleOf(card.locator('p').last(), 'direction')).toBe('rtl');
  expect(
    await styleOf(page.getByRole('article').filter({ hasText: 'A film' }).locator('p').last(), 'direction'),
  ).toBe('ltr');
}

async function expectJobsRunTheirWay(page: Page): Promise<void> {
  const row = page.getByRole('article').filter({ hasText: urdu.job });
  await expect.poll(() => row.textContent()).toContain('پشاور، پاکستان · On');
}

/** Bullets, numbers, indents and bars of an Urdu text are on its right. */
async function expectTextStandsRight(page: Page): Promise<void> {
  const article = page.getByRole('article').first();
  const bullets = article.locator('li[data-list=bullet]');
  for (const item of await article.locator('li[data-list]').all()) {
    const { direction, paddingRight, paddingLeft } = await item.evaluate((element) => {
      const style = getComputedStyle(element);
      return {
        direction: style.direction,
        paddingRight: Number.parseFloat(style.paddingRight),
        paddingLeft: Number.parseFloat(style.paddingLeft),
      };
    });
    expect(direction).toBe('rtl');
    expect(paddingRight).toBeGreaterThan(20);
    expect(paddingLeft).toBe(0);
  }
  // The bullet: the text begins left of the space reserved for it.
  expect(await wordsEdge(bullets.first(), 'right')).toBeGreaterThan(20);
  const quote = article.locator('blockquote');
  expect(await styleOf(quote, 'border-right-width')).toBe('3px');
  expect(await styleOf(quote, 'border-left-width')).toBe('0px');
  const english = article.getByText('This paragraph stands in English');
  expect(await styleOf(english, 'direction')).toBe('ltr');
  await expect.poll(() => english.getAttribute('lang')).toBe('en');
  expect(await styleOf(article.locator('.ql-code-block-container'), 'direction')).toBe('ltr');
}

test('a page without an Arabic letter fetches no face for it', async () => {
  fillWithUrdu(site.stub);
  site.stub.data.blogs = site.stub.data.blogs.filter(({ id }) => id === 2);
  const htmlOf = async (path: string) =>
    (await fetch(site.app.url + path, { headers: { accept: 'text/html' } })).text();
  expect(await htmlOf(pathTo('viewBlog', { id: 2 }))).not.toMatch(/nastaliq/);
  expect(await htmlOf(pathTo('team'))).toMatch(/<link rel="preload" href="[^"]*nastaliq[^"]*" as="font"/);
  const { page, watch, close } = await openVisitor(browser.current, site.app, {
    isNew: true,
    keepsRequests: true,
  });
  await page.goto(pathTo('viewBlog', { id: 2 }));
  await page.evaluate(() => document.fonts.ready);
  await page.waitForLoadState('networkidle');
  const fonts = watch.requests.map((each) => each.url()).filter(isFont);
  expect(fonts.length).toBeGreaterThan(0);
  expect(fonts.filter(isNastaliq)).toEqual([]);
  await page.goto(pathTo('team'));
  await page.evaluate(() => document.fonts.ready);
  const fetched = await page.evaluate(() =>
    performance
      .getEntriesByType('resource')
      .filter((each) => (each as PerformanceResourceTiming).transferSize > 0)
      .map(({ name }) => name),
  );
  expect(fetched.filter(isNastaliq)).toHaveLength(1);
  await close();
});

test('in the admin a title and a text run right to left while they are written', async () => {
  fillWithUrdu(site.stub);
  const { page, close } = await openAdmin(browser.current, site);
  await page.goto('/admin/blogs');
  const screen = blogsScreen(page);
  const row = page.getByRole('row').filter({ hasText: urdu.post }).locator('[lang=ur]');
  await row.waitFor();
  await screen.edit(urdu.post).click();
  const { title } = screen.editForm;
  await expect.poll(() => title.inputValue()).toBe(urdu.post);
  await expect.poll(() => title.getAttribute('dir')).toBe('rtl');
  await expect.poll(() => title.getAttribute('lang')).toBe('ur');
  const area = page.locator('.ql-editor');
  await area.locator('li').first().waitFor();
  await expect.poll(() => area.getAttribute('dir')).toBe('rtl');
  await expect.poll(() => area.getAttribute('lang')).toBe('ur');
  const item = area.locator('li').first();
  expect(await styleOf(item, 'padding-left')).toBe('0px');
  expect(Number.parseFloat(await styleOf(item, 'padding-right'))).toBeGreaterThan(15);
  expect(await styleOf(area.locator('blockquote'), 'border-right-width')).toBe('3px');
  expect(await styleOf(area.locator('blockquote'), 'border-left-width')).toBe('0px');
  await title.fill('English');
  await expect.poll(() => title.getAttribute('dir')).toBe('ltr');
  await area.fill('Now in English');
  await expect.poll(() => area.getAttribute('dir')).toBe('ltr');
  await close();
});

function styleOf(element: Locator, name: string): Promise<string> {
  return element.evaluate((found, property) => getComputedStyle(found).getPropertyValue(property), name);
}

/** Returns the line height as a multiple of the font size. */
function leading(element: Element): number {
  const style = getComputedStyle(element);
  return Number.parseFloat(style.lineHeight) / Number.parseFloat(style.fontSize);
}

/** Returns the distance of an element's text from its edge, in pixels. */
function wordsEdge(element: Locator, side: 'left' | 'right'): Promise<number> {
  return element.evaluate((found, edge) => {
    const words = document.createRange();
    words.selectNodeContents(found);
    const [inner, outer] = [words.getBoundingClientRect(), found.getBoundingClientRect()];
    return Math.abs(outer[edge] - inner[edge]);
  }, side);
}

/** Returns by how many pixels the page is wider than its window. */
function wider(): number {
  return document.documentElement.scrollWidth - document.documentElement.clientWidth;
}
