import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { categoryPath } from '#shared/category-path.ts';
import { contrast, type Rgb } from '#shared/color.ts';
import { atRest } from './support/at-rest.ts';
import { sideways } from './support/fits.ts';
import { launchBrowser } from './support/launch.ts';
import { portfolioPage, stubCategory, stubProject } from './support/portfolio-public.ts';
import { stubJob, stubMember } from './support/public-records.ts';
import { stubbedSite, stubPost } from './support/stubbed-site.ts';
import { openVisitor } from './support/visitor.ts';
import { expectQuiet } from './support/watch.ts';

const browser = launchBrowser();
const site = stubbedSite();

function fillSite(): void {
  const { data } = site.stub;
  data.categories = [1, 2].map((id) => stubCategory(id));
  const facts = { client: 'A client', year: 2025, credits: 'Member 1\tDirector\t1' };
  data.projects = [11, 12, 13].map((id) => stubProject(id, 1, facts));
  data.projects.push(stubProject(21, 2, facts));
  data.blogs = [1, 2, 3].map((id) => stubPost(id));
  data.jobs = [1, 2].map((id) => stubJob(id));
  data.team = [1, 2].map((id) => stubMember(id, { bio: 'Draws and films. '.repeat(60) }));
}

/** Public pages with plates, cards and rows, and how many of them each has. */
const lists: [path: string, count: number][] = [
  ['/', 1 + 3 + 3 + 3 + 2],
  ['/portfolio', 2 + 4],
  [categoryPath('Field 1'), 3],
  ['/portfolioOne/12', 2],
  ['/publishing', 3],
  ['/view-blog/1', 2],
  ['/team', 3],
  ['/careers', 2],
  ['/careers/apply', 2],
];

/**
 * Marks the titles of plates, cards and rows: links that cover more than themselves, and summaries. Returns the number
 * of titles.
 */
function markTitles(page: Page): Promise<number> {
  return page.evaluate(() => {
    const titles = [...document.querySelectorAll<HTMLElement>('main :is(a, summary)')].filter(
      (each) => each.matches('summary') || getComputedStyle(each, '::after').position === 'absolute',
    );
    for (const [at, title] of titles.entries()) title.dataset.title = String(at);
    return titles.length;
  });
}

interface Look {
  color: string;
  /** Where the title and the card, row or entry around it are. */
  place: string;
  /** The topmost element at the middle of the title's text, besides the title itself, whose link covers its card. */
  ground: string | undefined;
}

function lookOf(page: Page, at: number): Promise<Look> {
  return page.locator(`[data-title="${at}"]`).evaluate((title) => {
    const range = document.createRange();
    range.selectNodeContents(title);
    const { left, top, width, height } = range.getClientRects()[0] as DOMRect;
    const [first, ...below] = document.elementsFromPoint(left + width / 2, top + height / 2);
    const next = below.find((each) => !title.contains(each));
    const around = title.closest('article, li');
    return {
      color: getComputedStyle(title).color,
      place: JSON.stringify([title, around].map((each) => each?.getBoundingClientRect())),
      ground: title.contains(first ?? null) && next?.contains(title) ? 'its own' : next?.localName,
    };
  });
}

/** Returns the width of the focus ring of a title, and its contrast with the page. */
async function ringOf(page: Page, at: number): Promise<{ width: number; contrast: number }> {
  const { style, width, color, ground } = await page.locator(`[data-title="${at}"]`).evaluate((title) => {
    const own = getComputedStyle(title);
    const ring = own.outlineStyle === 'none' ? getComputedStyle(title, '::after') : own;
    const { outlineStyle: style, outlineWidth: width, outlineColor: color } = ring;
    return { style, width, color, ground: getComputedStyle(document.body).backgroundColor };
  });
  return {
    width: style === 'none' ? 0 : Number.parseFloat(width),
    contrast: contrast(channelsOf(color), channelsOf(ground)),
  };
}

function channelsOf(color: string): Rgb {
  const [red = 0, green = 0, blue = 0] = (color.match(/\d+/g) ?? []).map((part) => Number(part) / 255);
  return [red, green, blue];
}

test.each(lists)(
  'on %s every title answers a pointer and the keyboard, and keeps its place',
  { tags: ['deep/journey'] },
  async (path, count) => {
    fillSite();
    const { page, watch, close } = await openVisitor(browser.current, site.app);
    await page.goto(path);
    await expect.poll(() => markTitles(page)).toBe(count);
    for (let at = 0; at < count; at += 1) {
      const title = page.locator(`[data-title="${at}"]`);
      const name = `${path}: ${await title.textContent()}`;
      await title.scrollIntoViewIfNeeded();
      await page.mouse.move(0, 0);
      await atRest(page);
      const { color, place } = await lookOf(page, at);
      await title.hover();
      await atRest(page);
      const hovered = await lookOf(page, at);
      expect(hovered, `${name}, under the pointer`).toMatchObject({ place, ground: 'its own' });
      expect(hovered.color, `${name}, under the pointer`).not.toBe(color);
      await page.mouse.move(0, 0);
      await page.keyboard.press('Shift');
      await title.focus();
      await atRest(page);
      expect(await lookOf(page, at), `${name}, focused`).toEqual(hovered);
      const ring = await ringOf(page, at);
      expect(ring.width, `${name}: focus ring`).toBeGreaterThanOrEqual(2);
      expect(ring.contrast, `${name}: focus ring`).toBeGreaterThanOrEqual(3);
      expect(await sideways(page), name).toBe(0);
    }
    expectQuiet(watch);
    await close();
  },
);

test('on a touch screen no answer stays after a tap', async () => {
  fillSite();
  const { page, close } = await openVisitor(browser.current, site.app, { width: 390 });
  for (const path of ['/', '/portfolio', '/team']) {
    await page.goto(path);
    await expect.poll(() => markTitles(page)).toBeGreaterThan(0);
    const title = page.locator('[data-title="0"]');
    await title.scrollIntoViewIfNeeded();
    const { color } = await lookOf(page, 0);
    await title.hover();
    await atRest(page);
    expect((await lookOf(page, 0)).color, path).toBe(color);
  }
  await close();
});

/** Notes from now on, also on the next pages, whatever animation or transition takes longer than a millisecond. */
async function noteMotion(page: Page): Promise<() => Promise<string[]>> {
  await page.addInitScript(() => {
    const noted = new Set<string>();
    const look = () => {
      for (const { effect } of document.getAnimations()) {
        if (!(effect instanceof KeyframeEffect) || Number(effect.getComputedTiming().endTime) <= 1) continue;
        noted.add(`${effect.target?.localName}.${effect.target?.className}${effect.pseudoElement ?? ''}`);
      }
      requestAnimationFrame(look);
    };
    look();
    Object.assign(window, { noted });
  });
  return () => page.evaluate(() => [...(window as unknown as { noted: Set<string> }).noted]);
}

test('the pattern of the home page is uncovered once, below the words, and never on paper', async () => {
  fillSite();
  const { page, close } = await openVisitor(browser.current, site.app);
  const { heading, link } = portfolioPage(page);
  /** The milliseconds of each animation of the veil over the pattern. */
  const uncovering = () =>
    page.evaluate(() =>
      document.getAnimations().flatMap(({ effect }) => {
        const isVeil = effect instanceof KeyframeEffect && effect.target?.localName === 'span';
        return isVeil ? [effect.getComputedTiming().endTime] : [];
      }),
    );
  await page.addInitScript(() => {
    // Stops the animation in its first frame.
    addEventListener('animationstart', () => {
      for (const animation of document.getAnimations()) animation.pause();
    });
  });
  await page.goto('/');
  await expect.poll(uncovering).toEqual([900]);
  const title = page.getByRole('heading', { level: 1 });
  expect(
    await title.evaluate((words) => {
      const { left, top, height } = words.getBoundingClientRect();
      return document.elementFromPoint(left + 20, top + height / 2) === words;
    }),
  ).toBe(true);
  await page.emulateMedia({ media: 'print' });
  await expect.poll(uncovering).toEqual([]);
  await page.emulateMedia({ media: 'screen' });
  await expect.poll(async () => (await uncovering()).length).toBe(1);
  await link('All work').first().click();
  await heading('Portfolio').waitFor();
  await page.goBack();
  await link('Project 11').waitFor();
  expect(await uncovering()).toEqual([]);
  await close();
});

test('with reduced motion nothing moves: not when a page loads, not under the pointer, not between pages', async () => {
  fillSite();
  const { page, close } = await openVisitor(browser.current, site.app);
  await page.emulateMedia({ reducedMotion: 'reduce' });
  const noted = await noteMotion(page);
  const isStill = async (name: string) => {
    await expect.poll(() => page.evaluate(() => document.getAnimations().length), { message: name }).toBe(0);
    expect(await noted(), name).toEqual([]);
  };
  for (const [path, count] of lists) {
    await page.goto(path);
    await expect.poll(() => markTitles(page)).toBe(count);
    await isStill(`${path}, loaded`);
    await page.locator('[data-title="0"]').hover();
    await isStill(`${path}, under the pointer`);
    await page.keyboard.press('Shift');
    await page.locator('[data-title="1"]').focus();
    await isStill(`${path}, focused`);
  }
  const { heading, link } = portfolioPage(page);
  await page.goto('/portfolio');
  await link('Field 1').click();
  await heading('Field 1').waitFor();
  await isStill('to a category');
  await link('Project 12').click();
  await heading('Project 12').waitFor();
  await isStill('to a project');
  await page.goBack();
  await heading('Field 1').waitFor();
  await isStill('back to the category');
  await close();
});
