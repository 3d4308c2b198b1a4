// @module-tag deep/journey: titles of every length and script, on their pages and in the lists
import type { Page } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import { categoryPath } from '#shared/category-path.ts';
import { pathTo } from '#shared/paths.ts';
import { makeBlog } from '../contract/resources/cases/blogs.ts';
import { makeCategory } from '../contract/resources/cases/categories.ts';
import { makeJob } from '../contract/resources/cases/jobs.ts';
import { makeProject } from '../contract/resources/cases/projects.ts';
import { withEngine } from '../support/engines.ts';
import { sideways } from './support/fits.ts';
import { launchBrowser } from './support/launch.ts';
import { company, saveCompany } from './support/saved-company.ts';
import { openVisitor } from './support/visitor.ts';

const browser = launchBrowser();
const english =
  'We were asked for an app, and the waiting room needed a number that everybody could read from the last chair of the last row, so we painted it by hand and photographed each of the four hundred evenings on which somebody looked up and smiled at it once more ok.';
const lineLimit: Record<string, [title: string, mostLines: number]> = {
  'one letter': ['Q', 1],
  '20 letters': [english.slice(0, 20), 3],
  '60 letters': [english.slice(0, 60), 5],
  '120 letters': [english.slice(0, 120), 5],
  '255 letters': [english.slice(0, 255), 12],
  'a German compound of 60 letters': ['Donaudampfschifffahrtsgesellschaftskapitänswitwenrentenkasse', 4],
  Urdu: ['پشاور میں بننے والی فلموں اور سافٹ ویئر کی ایک لمبی کہانی', 5],
  Arabic: ['كيف نرسم بوابة لم يرها أحد منذ أن هدمت قبل مئة عام', 5],
  Chinese: ['我们在等候室的墙上画了一个每个人都能看见的数字', 5],
  'an unbroken word of 80 letters': ['Waitingroom'.repeat(8).slice(0, 80), 5],
  emoji: ['Bread 🥖 before sunrise 🌅 and tea 🍵 after', 4],
};
const widths = [320, 360, 768, 1440];

interface SetTitle {
  /** h1 for the title of the page. */
  level: string;
  text: string;
  /** The visible lines. */
  lines: string[];
  /** By how many pixels the letters exceed the window. */
  outside: number;
}

/** Returns how the headings of the page are set. Runs in the page. */
function setTitles(): SetTitle[] {
  const main = document.querySelector('main');
  return [...(main?.querySelectorAll('h1, h2, h3, li > a[class*="name"]') ?? [])].map((heading) => {
    const box = heading.getBoundingClientRect();
    const lines: { y: number; text: string }[] = [];
    let outside = 0;
    const walker = document.createTreeWalker(heading, NodeFilter.SHOW_TEXT);
    const range = document.createRange();
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      let at = 0;
      for (const letter of node.textContent ?? '') {
        range.setStart(node, at);
        at += letter.length;
        range.setEnd(node, at);
        const { top, height, left, right, width } = range.getBoundingClientRect();
        const y = top + height / 2;
        if (width === 0 || y > box.bottom) continue;
        outside = Math.max(outside, right - document.documentElement.clientWidth, -left);
        const line = lines.at(-1);
        if (line && Math.abs(line.y - y) < height / 3) line.text += letter;
        else lines.push({ y, text: letter });
      }
    }
    return {
      level: heading.localName,
      text: heading.textContent?.trim() ?? '',
      lines: lines.map(({ text }) => text.trim()),
      outside,
    };
  });
}

/** The most lines that a card or a row shows of a title. */
const clampedLines = 4;

/** Returns what is wrong with the titles of a page in one width. */
async function problems(page: Page, isOne: (text: string) => boolean, mostLines: number): Promise<string[]> {
  const titles = (await page.evaluate(setTitles)).filter(({ text }) => isOne(text));
  return titles.flatMap(({ level, lines, outside }) => {
    const found = `${level}: ${lines.join(' | ')}`;
    return [
      ...(outside > 1 ? [`${outside} px outside, ${found}`] : []),
      ...(lines.length > (level === 'h1' ? mostLines : clampedLines)
        ? [`${lines.length} lines, ${found}`]
        : []),
      ...(lines.length > 1 && lines.some((line) => [...line].length < 2) ? [`one letter, ${found}`] : []),
    ];
  });
}

withEngine('embedded', (engine) => {
  const pages: Record<string, string[]> = {};
  beforeAll(async () => {
    const ownPages = Object.values(lineLimit)
      .filter(([title]) => title.length <= 80)
      .map(([title], at) => ({
        id: `p${at}`,
        path: `/page-${at}`,
        title,
        text: '<p>Words.</p>',
        published: true,
      }));
    await saveCompany(engine, { ...company, own_pages: ownPages });
    for (const [name, [title]] of Object.entries(lineLimit)) {
      const category = await makeCategory(engine, title);
      const [post, project, job] = [
        await makeBlog(engine, { blog_title: title }),
        await makeProject(engine, { title, category_id: String(category.id) }),
        await makeJob(engine, { title, status: 'open' }),
      ];
      pages[name] = [
        pathTo('viewBlog', { id: post.id }),
        pathTo('portfolioItem', { id: project.id }),
        categoryPath(title),
        pathTo('careersApplyJob', { jobId: job.id }),
        ...ownPages.filter((own) => own.title === title).map(({ path }) => path),
      ];
    }
  });

  test('lists show at most four lines of a title, and its link has the whole', async () => {
    const titles = Object.values(lineLimit).map(([title]) => title);
    const visitor = await openVisitor(browser.current, engine.app);
    const { page } = visitor;
    const found: string[] = [];
    for (const path of [pathTo('home'), pathTo('portfolio'), pathTo('publishing'), pathTo('careersApply')]) {
      await page.goto(path);
      await page
        .getByRole('link', { name: titles.at(-1) ?? '' })
        .first()
        .waitFor();
      for (const width of widths) {
        await page.setViewportSize({ width, height: 900 });
        expect(await sideways(page), `${path} at ${width} px`).toBe(0);
        found.push(
          ...(await problems(page, (text) => titles.includes(text), clampedLines)).map(
            (each) => `${path} ${width}: ${each}`,
          ),
        );
      }
    }
    await visitor.close();
    expect(found).toEqual([]);
  });

  test.each(Object.keys(lineLimit))('a title of %s fits its pages', async (name) => {
    const [title = '', mostLines = 0] = lineLimit[name] ?? [];
    const visitor = await openVisitor(browser.current, engine.app);
    const { page } = visitor;
    const found: string[] = [];
    for (const path of pages[name] ?? []) {
      await page.goto(path);
      for (const width of widths) {
        await page.setViewportSize({ width, height: 900 });
        found.push(
          ...(
            await problems(page, (text) => text.includes(title), width < 360 ? mostLines + 2 : mostLines)
          ).map((each) => `${path} ${width}: ${each}`),
        );
      }
    }
    await visitor.close();
    expect(found).toEqual([]);
  });
});
