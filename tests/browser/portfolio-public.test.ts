// @module-tag deep/journey: galleries, videos, many and a phone; home and accessible-public visit the portfolio
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { categoryPath } from '#shared/category-path.ts';
import { callPath } from '#shared/contract/call-path.ts';
import { contract } from '#shared/contract/index.ts';
import { type Engine, withBothEngines } from '../support/engines.ts';
import { type FormPart, png, projectForm, sendForm, withTexts } from '../support/forms.ts';
import { expectAccessible } from './support/axe.ts';
import { holdScripts } from './support/hold.ts';
import { launchBrowser } from './support/launch.ts';
import { dot, galleryOf, portfolioPage, stubCategory, stubProject } from './support/portfolio-public.ts';
import { brokenImages } from './support/posts.ts';
import { stubbedSite } from './support/stubbed-site.ts';
import { openVisitor } from './support/visitor.ts';
import { apiCallError, expectQuiet, failedToLoad } from './support/watch.ts';

const browser = launchBrowser();
const browserWithScrollbars = launchBrowser({ scrollbars: true });
const urdu = 'پشاور کی گلیوں کی ایک لمبی فلم جو کئی سطروں پر پھیلتی چلی جاتی ہے اور ختم نہیں ہوتی';
const unbroken = 'Filmgesellschaftsgründungsversammlung'.repeat(6);

/** Each width runs on one engine. */
const widths = { stub: 390, embedded: 1440 };

withBothEngines((engine) => {
  const width = widths[engine.name];
  test(`at ${width} px a visitor goes from the categories to a project and on, and fetches a video by asking for it`, async () => {
    const title = `Film & sound ${width}/4K`;
    const [first, second] = await publish(engine, title);
    const { page, watch, close } = await openVisitor(browser.current, engine.app, {
      width,
      keepsRequests: true,
    });
    const portfolio = portfolioPage(page);
    await page.goto('/portfolio');
    await portfolio.heading('Portfolio').waitFor();
    await portfolio.link(title).click();
    await portfolio.heading(title).waitFor();
    await expect.poll(() => new URL(page.url()).pathname).toBe(categoryPath(title));
    await page.reload();
    await portfolio.link('The second').waitFor();
    await expect
      .poll(() => page.getByRole('heading', { level: 2 }).allTextContents())
      .toEqual(expect.arrayContaining(['The first', 'The second']));
    await expect.poll(() => page.getByText('1 technology, shown by its logo').count()).toBeGreaterThan(0);
    expect(await brokenImages(page)).toEqual([]);

    await portfolio.link('The first').click();
    await portfolio.heading('The first').waitFor();
    await expect.poll(() => new URL(page.url()).pathname).toBe(`/portfolioOne/${first}`);
    // The title is known from the list; the text arrives with the project.
    await page.getByRole('heading', { name: 'It moves' }).waitFor();
    await expect.poll(() => portfolio.visit.getAttribute('href')).toBe('https://studio.example/film');
    await expect.poll(() => portfolio.visit.getAttribute('rel')).toContain('noopener');
    await portfolio.more.getByRole('link', { name: 'The second' }).click();
    await portfolio.heading('The second').waitFor();
    await expect.poll(() => portfolio.more.getByRole('link').allTextContents()).toEqual(['The first', title]);
    await expect.poll(() => new URL(page.url()).pathname).toBe(`/portfolioOne/${second}`);
    await page.goBack();
    await portfolio.heading('The first').waitFor();

    // A video loads only when the visitor plays it.
    const { play, player } = portfolio;
    await play.scrollIntoViewIfNeeded();
    const address = new URL((await player.getAttribute('src')) ?? '', page.url()).href;
    const lead = page.getByRole('img', { name: 'The first', exact: true });
    // The film is above the text, and its poster is not the picture that the page begins with.
    const poster = page.locator('section', { has: player }).locator('img');
    const other = page.getByRole('img', { name: 'The first, image 2 of 2' });
    expect(await poster.getAttribute('src')).toBe(await other.getAttribute('src'));
    const top = async (part: typeof player) => (await part.boundingBox())?.y ?? 0;
    expect(await top(player)).toBeLessThan(await top(page.getByRole('heading', { name: 'It moves' })));
    expect(await lead.evaluate((image: HTMLImageElement) => image.currentSrc)).toMatch(
      /\/img\/\d+\/storage\//,
    );
    await page.waitForLoadState('networkidle');
    const fetched = () => watch.requests.filter((request) => request.url() === address).length;
    expect(fetched()).toBe(0);
    await play.click();
    await expect.poll(fetched).toBeGreaterThan(0);
    await expect.poll(() => poster.count()).toBe(0);
    // The test's bytes are not a playable video: the page says so, and links to the file.
    await page.getByRole('alert').filter({ hasText: 'cannot play the video' }).waitFor();
    await expect
      .poll(() => page.getByRole('link', { name: 'Open the file' }).getAttribute('href'))
      .toBe(await player.getAttribute('src'));
    expectQuiet(watch);
    await close();
  });
});

const site = stubbedSite();

test('a gallery is moved by thumbnails, buttons and arrow keys, and enlarged', async () => {
  site.stub.data.categories = [stubCategory(11)];
  site.stub.data.projects = [stubProject(111, 11, { title: 'Twelve' }, 12)];
  const { page, watch, close } = await openVisitor(browser.current, site.app);
  const gallery = galleryOf(page, 'Twelve');
  const isFocused = (name: 'thumbnail', number: number) =>
    gallery[name](number).evaluate((button) => button === document.activeElement);
  await page.goto('/portfolioOne/111');
  await gallery.counted('Image 1 of 12').waitFor();
  await expect.poll(() => gallery.thumbnails.count()).toBe(12);
  await expect.poll(() => gallery.previous.getAttribute('aria-disabled')).toBe('true');

  await gallery.thumbnail(3).click();
  await gallery.counted('Image 3 of 12').waitFor();
  await expect.poll(gallery.shown).toBe(3);
  await expect.poll(() => gallery.thumbnail(3).getAttribute('aria-current')).toBe('true');
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('ArrowRight');
  await gallery.counted('Image 5 of 12').waitFor();
  await expect.poll(gallery.shown).toBe(5);
  expect(await isFocused('thumbnail', 5)).toBe(true);
  await page.keyboard.press('End');
  await expect.poll(gallery.shown).toBe(12);
  // At the end the button stays in place, is marked as disabled, and does nothing.
  await expect.poll(() => gallery.next.getAttribute('aria-disabled')).toBe('true');
  await gallery.next.press('Enter');
  await gallery.counted('Image 12 of 12').waitFor();
  await gallery.previous.click();
  await gallery.counted('Image 11 of 12').waitFor();
  await gallery.stage.focus();
  await page.keyboard.press('Home');
  await expect.poll(gallery.shown).toBe(1);

  // After scrolling by hand the row shows its position.
  await gallery.stage.evaluate((row) => row.dispatchEvent(new WheelEvent('wheel', { bubbles: true })));
  await gallery.stage.evaluate((row) => row.scrollTo({ left: row.clientWidth * 2, behavior: 'instant' }));
  await gallery.counted('Image 3 of 12').waitFor();

  await gallery.enlarge.click();
  await gallery.dialog.waitFor();
  await expect.poll(() => gallery.large.getAttribute('alt')).toBe('Twelve, image 3 of 12');
  expect(await page.evaluate(() => document.activeElement?.getAttribute('aria-label'))).toBe('Close');
  await page.keyboard.press('ArrowRight');
  await expect.poll(() => gallery.large.getAttribute('alt')).toBe('Twelve, image 4 of 12');
  await gallery.dialog.getByRole('button', { name: 'Previous image' }).click();
  await expect.poll(() => gallery.large.getAttribute('alt')).toBe('Twelve, image 3 of 12');
  await page.keyboard.press('End');
  await expectAccessible(page, 'the enlarged picture');
  await page.keyboard.press('Escape');
  await gallery.dialog.waitFor({ state: 'detached' });
  expect(await gallery.enlarge.evaluate((button) => button === document.activeElement)).toBe(true);
  await expect.poll(gallery.shown).toBe(12);
  expectQuiet(watch);
  await close();
});

test('a gallery stays at its picture when the window changes or a phone is turned, whichever way it reads', async () => {
  site.stub.data.categories = [stubCategory(14)];
  site.stub.data.projects = [stubProject(141, 14, { title: 'Twelve' }, 12)];
  const { page, watch, close } = await openVisitor(browser.current, site.app);
  const gallery = galleryOf(page, 'Twelve');
  await page.goto('/portfolioOne/141');
  await gallery.counted('Image 1 of 12').waitFor();
  for (const dir of ['ltr', 'rtl'] as const) {
    await page.locator('main').evaluate((main, dir) => main.setAttribute('dir', dir), dir);
    await gallery.stage.focus();
    await page.keyboard.press('End');
    await page.keyboard.press(dir === 'ltr' ? 'ArrowLeft' : 'ArrowRight');
    await expect.poll(gallery.shown).toBe(11);
    for (const [width, height] of [
      [1425, 900],
      [1001, 700],
      [390, 844],
      [844, 390],
      [1440, 900],
    ] as const) {
      const before = await gallery.width();
      await page.setViewportSize({ width, height });
      await expect.poll(gallery.width).not.toBe(before);
      await expect.poll(gallery.shown).toBe(11);
      await expect.poll(() => gallery.counted('Image 11 of 12').isVisible()).toBe(true);
    }
    // Keys still move the row.
    await page.keyboard.press('Home');
    await expect.poll(gallery.shown).toBe(1);
  }
  expectQuiet(watch);
  await close();
});

test('a gallery that was moved before its scripts came stays where it was moved to', async () => {
  site.stub.data.categories = [stubCategory(15)];
  site.stub.data.projects = [stubProject(151, 15, { title: 'Early' }, 12)];
  const { page, watch, close } = await openVisitor(browser.current, site.app);
  const gallery = galleryOf(page, 'Early');
  const scripts = await holdScripts(page);
  const arrived = page.goto('/portfolioOne/151');
  // The row may be found before its styles have loaded.
  await expect.poll(() => gallery.stage.evaluate((row) => row.scrollWidth > row.clientWidth * 5)).toBe(true);
  await gallery.stage.evaluate((row) => row.scrollTo({ left: row.clientWidth * 4, behavior: 'instant' }));
  scripts.release();
  await arrived;
  await gallery.counted('Image 5 of 12').waitFor();
  expect(await gallery.shown()).toBe(5);
  expectQuiet(watch);
  await close();
});

test.each([
  { scrollbars: 'that take room', browser: browserWithScrollbars, room: true },
  { scrollbars: 'that take none', browser, room: false },
])(
  'with scrollbars $scrollbars the page is as wide behind a dialog as before it',
  async ({ browser, room }) => {
    site.stub.data.categories = [stubCategory(16)];
    site.stub.data.projects = [stubProject(161, 16, { title: 'Wide' }, 3)];
    const { page, watch, close } = await openVisitor(browser.current, site.app);
    const gallery = galleryOf(page, 'Wide');
    await page.goto('/portfolioOne/161');
    for (const gutter of room ? [true, false] : [true]) {
      if (!gutter) {
        // Like Safari before 18.2, without scrollbar-gutter.
        await page.evaluate(() => {
          const sheet = new CSSStyleSheet();
          sheet.replaceSync('html { scrollbar-gutter: auto !important }');
          document.adoptedStyleSheets.push(sheet);
        });
      }
      // Sizes in vw change in a Chromium without a gutter, because vw is smaller on a scrolling page there.
      const parts = ['body', 'header', 'main', 'footer', ...(gutter ? ['ul[aria-label]'] : [])];
      const layout = () =>
        page.evaluate(
          (parts) =>
            parts.map((part) => {
              const { left, right } = document.querySelector(part)?.getBoundingClientRect() ?? {};
              return { part, left, right };
            }),
          parts,
        );
      expect(await page.evaluate(() => window.innerWidth > document.documentElement.clientWidth)).toBe(room);
      const before = await layout();
      await gallery.enlarge.click();
      await gallery.dialog.waitFor();
      expect(await page.evaluate(() => getComputedStyle(document.documentElement).overflowY)).toBe('hidden');
      expect(await layout()).toEqual(before);
      await page.keyboard.press('Escape');
      await gallery.dialog.waitFor({ state: 'detached' });
      expect(await page.evaluate(() => getComputedStyle(document.documentElement).overflowY)).toBe('scroll');
      expect(await layout()).toEqual(before);
    }
    expectQuiet(watch);
    await close();
  },
);

test('one picture alone has nothing to choose from', async () => {
  site.stub.data.categories = [stubCategory(12)];
  site.stub.data.projects = [stubProject(121, 12, { title: 'Alone' })];
  const { page, watch, close } = await openVisitor(browser.current, site.app);
  const gallery = galleryOf(page, 'Alone');
  await page.goto('/portfolioOne/121');
  await gallery.enlarge.waitFor();
  expect(await gallery.thumbnails.count()).toBe(0);
  expect(await gallery.next.count()).toBe(0);
  expect(await portfolioPage(page).play.count()).toBe(0);
  expect(await portfolioPage(page).visit.count()).toBe(0);
  // The only project of its category links back to it above its title; a list of one would be the same picture again.
  expect(await portfolioPage(page).more.count()).toBe(0);
  await page.getByRole('main').getByRole('link', { name: 'Field 12' }).first().waitFor();
  await gallery.enlarge.click();
  await gallery.dialog.waitFor();
  await expect.poll(() => gallery.dialog.getByRole('button').count()).toBe(1);
  await gallery.dialog.getByRole('button', { name: 'Close' }).click();
  await gallery.dialog.waitFor({ state: 'detached' });
  expectQuiet(watch);
  await close();
});

test('a long category has pages, each with an address; neighbours cross their edges', async () => {
  site.stub.data.categories = [stubCategory(13, { title: 'Long' })];
  site.stub.data.projects = Array.from({ length: 30 }, (_, at) => stubProject(1301 + at, 13));
  const { page, watch, close } = await openVisitor(browser.current, site.app);
  const { heading, link, more, noindex } = portfolioPage(page);
  await page.goto('/portfolio/long');
  await heading('Long').waitFor();
  await link('Project 1310').waitFor();
  expect(await link('Project 1311').count()).toBe(0);
  await page.getByRole('link', { name: 'Page 2' }).click();
  await link('Project 1311').waitFor();
  await expect.poll(() => new URL(page.url()).search).toBe('?page=2');
  await expect.poll(() => page.title()).toBe('Long, page 2 · Naqsh Studio');
  expect(await page.evaluate(() => window.scrollY)).toBe(0);
  await page.reload();
  await link('Project 1320').click();
  await heading('Project 1320').waitFor();
  await expect.poll(() => more.getByRole('link').allTextContents()).toEqual(['Project 1319', 'Project 1321']);
  await page.goto('/portfolio/Long?page=9');
  await page.getByRole('heading', { name: 'Page 9 does not exist' }).waitFor();
  await expect.poll(() => noindex.count()).toBe(1);
  await page.getByRole('link', { name: 'Go to the first page' }).click();
  await link('Project 1301').waitFor();
  expect(await noindex.count()).toBe(0);
  expectQuiet(watch, [failedToLoad(404, '/portfolio/Long')]);
  await close();
});

test('what is not there says so, and what fails can be tried again', async () => {
  site.stub.data.categories = [
    stubCategory(14, { title: 'Bare', image: null, tech_img: [] }),
    stubCategory(15),
  ];
  site.stub.data.projects = [stubProject(151, 15)];
  const { page, watch, close } = await openVisitor(browser.current, site.app);
  const { heading, link, noindex } = portfolioPage(page);
  await page.goto('/portfolio/Bare');
  await page.getByRole('heading', { name: 'Nothing here yet' }).waitFor();
  expect(await page.getByText('Made with').count()).toBe(0);
  await expectAccessible(page, 'a category without projects');

  for (const [path, name] of [
    ['/portfolio/Nowhere', 'We couldn’t find this category'],
    ['/portfolioOne/987654', 'We couldn’t find this project'],
    ['/portfolioOne/first', 'We couldn’t find this project'],
  ] as const) {
    await page.goto(path);
    await heading(name).waitFor();
    expect(await noindex.count(), path).toBe(1);
    await page.getByRole('main').getByRole('link', { name: 'All work' }).waitFor();
  }
  expectQuiet(watch, [
    failedToLoad(404, '/portfolio/Nowhere'),
    failedToLoad(404, '/portfolioOne/987654'),
    failedToLoad(404, '/portfolioOne/first'),
  ]);
  watch.consoleLines.length = 0;

  const refused = { kind: 'answer', status: 500, body: '{"status":0,"message":"Out of film."}' } as const;
  site.stub.misbehave(refused, { path: '/api/getProjects/15', times: 2 });
  await page.goto('/portfolio/Field%2015');
  await page.getByRole('alert').filter({ hasText: 'We can’t show the projects right now' }).waitFor();
  await page.getByRole('button', { name: 'Try again' }).click();
  await link('Project 151').waitFor();
  expectQuiet(watch, [
    failedToLoad(503, categoryPath('Field 15')),
    failedToLoad(500, '/api/getProjects/15'),
    apiCallError('Something went wrong on our side. Please try again in a moment.'),
  ]);
  await close();
});

test('nothing moves when pictures come, and nothing is wider than a phone', async () => {
  const wide = `<h2>${unbroken}</h2><p>${'unbroken'.repeat(40)}</p>`;
  site.stub.data.categories = [
    stubCategory(16, {
      title: urdu,
      tech_img: Array.from({ length: 12 }, (_, at) => ({ id: 1600 + at, image: dot })),
    }),
    stubCategory(17, { title: unbroken }),
  ];
  site.stub.data.projects = [
    stubProject(
      161,
      16,
      { title: urdu, description: wide, project_url: `https://${'long.'.repeat(30)}example/` },
      12,
    ),
    stubProject(
      162,
      16,
      {
        title: unbroken,
        description: wide,
        client: unbroken.slice(0, 120),
        year: 2024,
        services: `${unbroken.slice(0, 60)}\n${urdu.slice(0, 60)}`,
        result: unbroken.slice(0, 160),
        quote: unbroken,
        quote_by: urdu,
        credits: `${unbroken.slice(0, 120)}\t${unbroken.slice(0, 60)}\t7\n${urdu}`,
      },
      2,
    ),
    stubProject(163, 16, { title: 'Short' }),
    stubProject(171, 17, { title: 'In a category with a long name' }),
  ];
  for (const size of [{ width: 360, height: 740 }, { width: 1440 }]) {
    const { page, watch, close } = await openVisitor(browser.current, site.app, size);
    const { heading, link } = portfolioPage(page);
    const expectSettled = async (name: string) => {
      expect(await brokenImages(page), name).toEqual([]);
      const { scrollWidth } = await page.evaluate(() => ({
        scrollWidth: document.documentElement.scrollWidth,
      }));
      expect(scrollWidth, `width of ${name}`).toBe(
        await page.evaluate(() => document.documentElement.clientWidth),
      );
      expect(await shifts(page), `${name} moved`).toBeLessThan(0.02);
      // On wide screens axe checks only the page with the most content; the lists are checked with all other pages.
      if (size.width > 360 && name !== 'project 161') return;
      await expectAccessible(page, `${name} at ${size.width}`);
      await page.emulateMedia({ colorScheme: 'light' });
    };
    await page.goto('/');
    await link('In a category with a long name').waitFor();
    await expectSettled('home');
    await page.goto('/portfolio?page=1');
    // The tile of the category; a project has the same name.
    await link(unbroken).first().waitFor();
    await expectSettled('the categories');
    await page.goto(categoryPath(urdu));
    await link('Short').waitFor();
    await expectSettled('the category');
    expect(await heading(urdu).evaluate((element) => getComputedStyle(element).direction)).toBe('rtl');
    for (const [id, title] of [
      [161, urdu],
      [162, unbroken],
    ] as const) {
      await page.goto(`/portfolioOne/${id}`);
      await heading(title).waitFor();
      await portfolioPage(page).more.waitFor();
      await expectSettled(`project ${id}`);
    }
    expectQuiet(watch);
    await close();
  }
});

test('who wants no motion gets none', async () => {
  site.stub.data.categories = [stubCategory(18)];
  site.stub.data.projects = [stubProject(181, 18, {}, 2), stubProject(182, 18, {}, 2)];
  const { page, watch, close } = await openVisitor(browser.current, site.app);
  await page.emulateMedia({ reducedMotion: 'reduce' });
  const gallery = galleryOf(page, 'Project 181');
  const { heading, link } = portfolioPage(page);
  await page.goto('/portfolio/Field%2018');
  await link('Project 181').click();
  await heading('Project 181').waitFor();
  const moving = await page.evaluate(() =>
    document
      .getAnimations()
      .filter((each) => Number(each.effect?.getComputedTiming().endTime ?? 0) > 1)
      .map((each) => (each as CSSAnimation).animationName),
  );
  expect(moving).toEqual([]);
  expect(await gallery.stage.evaluate((row) => getComputedStyle(row).scrollBehavior)).toBe('auto');
  await gallery.thumbnail(2).click();
  expect(await gallery.shown()).toBe(2);
  expectQuiet(watch);
  await close();
});

/** Creates a category of this title with two projects; the first has two pictures, a link and a video. */
async function publish({ admin }: Engine, title: string): Promise<[first: number, second: number]> {
  const send = async (path: string, parts: readonly FormPart[]) => {
    const answer = await sendForm(admin.post(path), parts);
    expect(answer.status, answer.text).toBe(200);
    return answer.body.data.id as number;
  };
  const category = await send(callPath(contract.addProjectCategory), [
    { name: 'title', text: title },
    await png('image'),
    await png('tech_image[]'),
  ]);
  const form = await projectForm(category);
  const add = (texts: Record<string, string>) => send(callPath(contract.addProject), withTexts(form, texts));
  const second = await add({ title: 'The second', v_order: '2' });
  return [await add({ title: 'The first', v_order: '1' }), second];
}

/** Returns the sum of layout shifts that no input caused. */
function shifts(page: Page): Promise<number> {
  return page.evaluate(
    () =>
      new Promise<number>((resolve) => {
        const observer = new PerformanceObserver((list) => {
          const moves = list.getEntriesByType('layout-shift') as (PerformanceEntry & {
            value: number;
            hadRecentInput: boolean;
          })[];
          resolve(moves.reduce((sum, each) => sum + (each.hadRecentInput ? 0 : each.value), 0));
        });
        observer.observe({ type: 'layout-shift', buffered: true });
        // Every page has this entry, so that the observer answers even if nothing has moved.
        observer.observe({ type: 'navigation', buffered: true });
      }),
  );
}
