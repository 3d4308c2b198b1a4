// @module-tag deep/journey: the public pages of accessible-public as another company's site.json has them
import { mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { image } from '../support/files.ts';
import { startTestApp, type TestApp } from '../support/start-test-app.ts';
import { launchBrowser } from './support/launch.ts';
import { expectSettled, expectStill, openWithFonts } from './support/settled.ts';
import { openVisitor } from './support/visitor.ts';
import { expectQuiet } from './support/watch.ts';

const browser = launchBrowser();

const off = { show: false };
const company = {
  name: 'Backhaus Ost',
  tagline: 'Bread before sunrise, for everybody who is up as early as we are',
  description: 'Backhaus Ost bakes bread for the east of the town, every night.',
  address: { city: 'Leipzig', country: 'Germany' },
  phone: '+49 341 0000000',
  email: 'office@backhaus.example',
  legal_entity: 'Backhaus Ost eG',
  brand: {
    logo: 'logo.svg',
    logo_dark: 'logo-dark.svg',
    favicon: 'icon.png',
    artwork: 'picture',
    picture: 'oven.jpg',
    colors: {
      light: { background: '#fdf8f0', text: '#2b1a10', accent: '#8a1c3f', signal: '#0b5c3b' },
      dark: { background: '#1a1210', text: '#f6ece4', accent: '#ff9db4', signal: '#8fd6b4' },
    },
  },
  pages: {
    home: { latest_posts: off, positions: off, contact: off },
    team: { invitation: off },
    careers: { positions: off, invitation: off },
    contact: { office: off, other_matters: off },
  },
};
const logo = (fill: string) =>
  `<svg xmlns="http://www.w3.org/2000/svg" width="240" height="60" viewBox="0 0 240 60"><rect width="240" height="60" rx="8" fill="${fill}"/></svg>`;

let app: TestApp;
beforeAll(async () => {
  const dir = await mkdtemp(join(tmpdir(), 'studio-company-'));
  await writeFile(join(dir, 'site.json'), JSON.stringify(company));
  await writeFile(join(dir, 'logo.svg'), logo('#8a1c3f'));
  await writeFile(join(dir, 'logo-dark.svg'), logo('#ff9db4'));
  await writeFile(join(dir, 'icon.png'), await image('png', 64, 64));
  await writeFile(join(dir, 'oven.jpg'), await image('jpeg', 1600, 900));
  app = await startTestApp({ DATA_DIR: dir });
});
afterAll(() => app?.close());

const otherPages = ['/careers', '/contact', '/team', '/careers/apply'];

const colors = (page: Page) =>
  page.evaluate(() => {
    const main = document.querySelector('main a') ?? document.body;
    const style = getComputedStyle(document.body);
    return { ground: style.backgroundColor, text: style.color, link: getComputedStyle(main).color };
  });

test('the site looks as the company says, in both themes, and what is off is gone', async () => {
  const { page, watch, close } = await openVisitor(browser.current, app);
  const sections = () => page.getByRole('main').getByRole('heading', { level: 2 }).allTextContents();
  // Between desktop and phone the pages only have to fit.
  await page.setViewportSize({ width: 768, height: 900 });
  await openWithFonts(page, '/');
  await expectMark(page);
  await expectStill(page, 'another company at 768');
  for (const path of otherPages) {
    await page.goto(path);
    await expectStill(page, `${path} of another company at 768`);
  }

  await page.setViewportSize({ width: 1440, height: 900 });
  await page.goto('/');
  await expectMark(page);
  await page.getByRole('heading', { level: 1, name: company.tagline }).waitFor();
  expect(await sections()).toEqual([]);
  expect(await page.getByRole('main').getByRole('link').count()).toBe(0);
  expect(
    await page.locator('link[rel="icon"]').evaluateAll((all) => all.map((each) => each.getAttribute('href'))),
  ).toEqual(['/favicon.ico', '/favicon.png']);
  expect((await page.request.get('/favicon.png')).headers()['content-type']).toBe('image/png');
  expect((await page.request.get('/favicon.svg')).status()).toBe(404);
  await expectSettled(page, 'another company at 1440');
  await expectDark(page);

  const left: Record<string, string[]> = {};
  for (const path of otherPages) {
    await page.goto(path);
    left[path] = await sections();
    await expectSettled(page, `${path} of another company at 1440`);
    if (path === '/team') expect(await page.getByText('Want to join us?').count()).toBe(0);
  }
  expect(left).toMatchObject({ '/careers': [], '/contact': ['Write to us', 'Email and phone'] });

  const footer = page.getByRole('contentinfo');
  await footer.getByText(`© ${new Date().getUTCFullYear()} Backhaus Ost eG`).waitFor();
  await expect
    .poll(() => footer.getByRole('link').allTextContents())
    .toEqual(['Careers', 'Contact', 'Privacy Policy', 'Terms & Conditions', company.phone, company.email]);
  expectQuiet(watch);
  await close();
});

test('on a phone it is the company as well', async () => {
  const { page, watch, close } = await openVisitor(browser.current, app, { width: 360 });
  await openWithFonts(page, '/');
  await expectMark(page);
  await expectSettled(page, 'another company at 360');
  await expectDark(page);
  for (const path of otherPages) {
    await page.goto(path);
    await expectStill(page, `${path} of another company at 360`);
  }
  expectQuiet(watch);
  await close();
});

test('at New Year the year that the server wrote stays, and nothing is drawn anew', async () => {
  const { page, watch, close } = await openVisitor(browser.current, app);
  await page.clock.setFixedTime(new Date('2099-01-01T00:00:01Z'));
  await page.goto('/');
  await page.getByRole('link', { name: 'Contact' }).first().click();
  await page.getByRole('heading', { level: 1, name: 'Contact' }).waitFor();
  await page.getByRole('contentinfo').getByText(`© ${new Date().getUTCFullYear()} Backhaus Ost eG`).waitFor();
  expectQuiet(watch);
  await close();
});

test('the sign-in page and a file that is opened by itself are those of the company too', async () => {
  const { page, close } = await openVisitor(browser.current, app, { colorScheme: 'dark' });
  await page.goto('/admin/login');
  await page.getByRole('heading', { name: 'Sign in' }).waitFor();
  const mark = page.getByRole('img', { name: 'Backhaus Ost' });
  expect(await colors(page)).toMatchObject({ ground: 'rgb(26, 18, 16)' });
  const src = await mark.evaluate((each: HTMLImageElement) => each.currentSrc);
  const answer = await page.request.get(src);
  expect(answer.headers()).toMatchObject({
    'content-type': 'image/svg+xml',
    'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'; sandbox",
    'x-content-type-options': 'nosniff',
    'cache-control': 'public, max-age=31536000, immutable',
  });
  await close();
});

/** Returns the address of the logo in the banner as rendered, and true if the image loaded. */
function shownMark(page: Page): Promise<[string, boolean]> {
  return page
    .getByRole('banner')
    .getByRole('img', { name: 'Backhaus Ost' })
    .evaluate((each: HTMLImageElement) => [each.currentSrc, each.naturalWidth > 0]);
}

/** Expects the company's logo within its frame, its picture and its light colours. */
async function expectMark(page: Page): Promise<void> {
  expect(await shownMark(page)).toEqual([expect.stringMatching(/\/brand\/logo-(?!dark)[\w-]+\.svg$/), true]);
  expect(await colors(page)).toMatchObject({ ground: 'rgb(253, 248, 240)', text: 'rgb(43, 26, 16)' });
  const box = await page.getByRole('banner').getByRole('img', { name: 'Backhaus Ost' }).boundingBox();
  expect(box?.height).toBeLessThanOrEqual(44);
  expect(box?.width).toBeLessThanOrEqual(192);
  await expect
    .poll(() => page.locator('main > section img').first().getAttribute('src'))
    .toMatch(/^\/brand\/picture-/);
}

/** Expects the logo and the colours of the company's dark theme; the light theme is on afterwards. */
async function expectDark(page: Page): Promise<void> {
  await page.emulateMedia({ colorScheme: 'dark' });
  await expect.poll(() => shownMark(page)).toEqual([expect.stringMatching(/\/brand\/logo-dark-/), true]);
  expect(await colors(page)).toMatchObject({ ground: 'rgb(26, 18, 16)', text: 'rgb(246, 236, 228)' });
  await page.emulateMedia({ colorScheme: 'light' });
}
