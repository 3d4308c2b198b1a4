// @module-tag deep/journey: public pages without scripts, on paper, in forced colours, with large and long text
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { callPath } from '#shared/contract/call-path.ts';
import { contract } from '#shared/contract/index.ts';
import { pathTo } from '#shared/paths.ts';
import { image } from '../support/files.ts';
import { blogForm, sendForm } from '../support/forms.ts';
import { signIn } from '../support/sign-in.ts';
import { startTestApp, type TestApp } from '../support/start-test-app.ts';
import { blogsScreen } from './support/blogs.ts';
import { launchBrowser } from './support/launch.ts';
import { openAdmin } from './support/visitor.ts';

const browser = launchBrowser();
const longTitle = `${'Fachunternehmensbetriebswirtschaftlichkeit '.repeat(5)}und noch viel mehr`;

let app: TestApp;
/** Path of the post with the long title and a cover of 120 pixels. */
let post: string;
beforeAll(async () => {
  app = await startTestApp({ SAMPLE_CONTENT: 'on' });
  const { agent } = await signIn(app, app.firstAdmin as NonNullable<TestApp['firstAdmin']>);
  const form = (await blogForm({ blog_title: longTitle })).map((part) =>
    part.name === 'blog_image' ? { ...part, file: small } : part,
  );
  const { body } = await sendForm(agent.post(callPath(contract.saveBlog)), form as never);
  expect(body).toMatchObject({ status: 1 });
  post = pathTo('viewBlog', { id: body.data.id });
});
afterAll(() => app?.close());
const small = await image('png', 120, 80);

async function open(
  path: string,
  { width = 1280, ...options }: { width?: number; javaScriptEnabled?: boolean; forcedColors?: 'active' } = {},
) {
  const context = await browser.current.newContext({ viewport: { width, height: 900 }, ...options });
  const page = await context.newPage();
  await page.goto(app.url + path);
  return { page, close: () => context.close() };
}

const projectPath = async () => {
  const { body } = await (await fetch(`${app.url}/api/getProjects/1`))
    .json()
    .then((data) => ({ body: data }));
  return pathTo('portfolioItem', { id: body.data.data[0].id });
};
const visibleButtons = (page: Page) =>
  page.getByRole('main').getByRole('button').filter({ visible: true }).allTextContents();

test('without scripts no button is dead, and the filters stand open on a phone', async () => {
  const { page, close } = await open('/careers/apply', { width: 360, javaScriptEnabled: false });
  expect(await visibleButtons(page)).toEqual([]);
  expect(await page.getByRole('link', { name: 'Film, 1 position' }).isVisible()).toBe(true);
  await page.goto(app.url + (await projectPath()));
  expect(await visibleButtons(page)).toEqual([]);
  await close();
});

test('a printed project has no controls', async () => {
  const { page, close } = await open(await projectPath());
  await page.emulateMedia({ media: 'print' });
  expect(await visibleButtons(page)).toEqual([]);
  // Neither back nor to the film, which is not on paper.
  expect(await page.getByRole('article').locator('header').getByRole('link').count()).toBe(0);
  await close();
});

test.each(['/careers/apply', '/careers', '/'])('%s with text of 200 % scrolls to no side', async (path) => {
  const { page, close } = await open(path);
  await page.evaluate(() => {
    document.documentElement.style.fontSize = '200%';
  });
  const wider = () => document.documentElement.scrollWidth - document.documentElement.clientWidth;
  await expect.poll(() => page.evaluate(wider)).toBeLessThanOrEqual(0);
  await close();
});

test('in forced colours the current page alone has a line, and Contact its frame', async () => {
  const { page, close } = await open('/team', { forcedColors: 'active' });
  const lines = await page
    .getByRole('navigation', { name: 'Main' })
    .getByRole('link')
    .evaluateAll((links) =>
      links.map((link) => {
        const { borderTopColor, borderBottomColor } = getComputedStyle(link);
        const ground = getComputedStyle(document.body).backgroundColor;
        const drawn = [borderTopColor, borderBottomColor].filter((each) => each !== ground).length;
        return [link.textContent, drawn] as const;
      }),
    );
  expect(lines.filter(([, drawn]) => drawn > 0)).toEqual([
    ['Team', 1],
    ['Contact', 2],
  ]);
  await close();
});

test('a title of many long words is cut after four lines in a card, and divided by its language', async () => {
  const { page, close } = await open('/publishing', { width: 360 });
  const title = page.getByRole('heading', { name: longTitle });
  const { lines, hyphens } = await title.evaluate((element) => {
    const style = getComputedStyle(element);
    return { lines: element.clientHeight / Number.parseFloat(style.lineHeight), hyphens: style.hyphens };
  });
  expect(Math.round(lines)).toBe(4);
  expect(hyphens).toBe('auto');
  await close();
});

test('a cover of 120 pixels stands in its own size', async () => {
  const { page, close } = await open(post);
  const cover = page.getByRole('article').locator('img').first();
  await expect.poll(() => cover.evaluate((element) => getComputedStyle(element).objectFit)).toBe('none');
  await close();
});

test('a category tells its projects to search engines, and the sample names its logos', async () => {
  const { page, close } = await open('/portfolio/Film');
  const told = await page.locator('meta[name=description]').getAttribute('content');
  expect(told).toMatch(/^Film by Naqsh Studio: .{20,}/);
  expect(await page.getByRole('main').getByText('HDR', { exact: true }).count()).toBe(1);
  await close();
});

test('the form of a post tells that a cover is small', async () => {
  const { page, close } = await openAdmin(browser.current, {
    app,
    credentials: app.firstAdmin as NonNullable<TestApp['firstAdmin']>,
  });
  await page.goto('/admin/blogs');
  await blogsScreen(page).add.click();
  const { cover, dialog } = blogsScreen(page).addForm;
  await cover.setInputFiles({ name: 'cover.png', mimeType: 'image/png', buffer: small });
  await dialog.getByText('This picture is only 120 pixels wide').waitFor();
  await close();
});
