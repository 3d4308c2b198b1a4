import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { pathTo } from '#shared/paths.ts';
import { startTestApp, type TestApp } from '../support/start-test-app.ts';
import { launchBrowser } from './support/launch.ts';
import { takenOver } from './support/taken-over.ts';
import { openVisitor } from './support/visitor.ts';
import { expectQuiet } from './support/watch.ts';

const browser = launchBrowser();
let app: TestApp;

beforeAll(async () => {
  app = await startTestApp({ SAMPLE_CONTENT: 'on' });
});
afterAll(() => app.close());

test('a page starts in short tasks: scripts one by one, without what only search engines or long numbers need', async () => {
  const { page, watch, close } = await openVisitor(browser.current, app, { width: 360 });
  await page.addInitScript(recordFormats);
  // Code of other pages is not fetched ahead then.
  await page.addInitScript(() =>
    Object.defineProperty(navigator, 'connection', { value: { saveData: true } }),
  );
  const first = async (path: string) => (await (await fetch(`${app.url}/api/${path}`)).json()).data.data[0];
  const category = await first('getProjectCategory');
  for (const path of [
    pathTo('home'),
    pathTo('portfolioItem', { id: (await first(`getProjects/${category.id}`)).id }),
    pathTo('viewBlog', { id: (await first('activeBlogs')).id }),
    pathTo('careersApplyJob', { jobId: (await first('jobs')).id }),
  ]) {
    const answer = await page.goto(path);
    await takenOver(page);
    await expect
      .poll(() => page.evaluate(() => document.querySelector('[data-plain]')), { message: path })
      .toBeNull();
    const html = (await answer?.text()) ?? '';
    const seen = await page.evaluate(readStart, html);
    expect(seen.formats, path).toEqual([]);
    // Each script is an element of its own, so that it runs in a task of its own; all run in their order.
    expect(seen.run, path).toEqual(seen.named);
    expect(seen.isOrdered, path).toBe(true);
    // The budgets of tests/contract/pages/page-weight.test.ts are for the files that the document names, and this one.
    const others = seen.loaded.filter((file) => !html.includes(file) && !file.includes('/prefetch-pages-'));
    expect(others, path).toEqual([]);
    expect(seen.served.length, path).toBeGreaterThan(0);
    expect(seen.shown, path).toEqual(seen.served);
  }
  // A page that a link opens gets structured data of its own.
  await page.getByRole('link', { name: 'All positions' }).click();
  await page.getByRole('heading', { name: 'Open positions', level: 1 }).waitFor();
  await expect
    .poll(() => page.evaluate(() => document.querySelector('[type="application/ld+json"]')?.textContent))
    .toContain('BreadcrumbList');
  expectQuiet(watch);
  await close();
});

/** Holds the requests that match until they are released. */
async function holdAll(page: Page, files: RegExp): Promise<() => void> {
  const letGo = Promise.withResolvers<void>();
  await page.route(files, async (route) => {
    await letGo.promise;
    await route.continue().catch(() => undefined);
  });
  return letGo.resolve;
}

test('what is typed and pressed before the scripts arrive counts', async () => {
  const { page, watch, close } = await openVisitor(browser.current, app);
  const allButBoot = /\/assets\/(?!boot-).*\.js$/;
  let release = await holdAll(page, allButBoot);
  await page.goto('/careers/apply?source=friend', { waitUntil: 'commit' });
  const search = page.getByRole('searchbox');
  await search.fill('typescript');
  await search.press('Enter');
  await page.waitForURL(/\?source=friend&search=typescript$/);
  await search.fill('producer');
  release();
  await page.waitForURL(/search=producer/);
  await page.unrouteAll({ behavior: 'ignoreErrors' });

  release = await holdAll(page, allButBoot);
  const { data } = (await (await fetch(`${app.url}/api/getProjects/1`)).json()).data;
  const film = data.find((project: { video?: string | null }) => project.video);
  await page.goto(pathTo('portfolioItem', { id: film.id }), { waitUntil: 'commit' });
  await page.getByRole('link', { name: 'Play the video' }).click();
  release();
  await page.getByRole('button', { name: 'Play the video' }).waitFor({ state: 'detached' });
  expectQuiet(watch);
  await close();
});

test.each([1280, 1440, 1600])('at %i px nothing of home moves when the fonts come late', async (width) => {
  const { page, close } = await openVisitor(browser.current, app, { width });
  const release = await holdAll(page, /\.woff2$/);
  await page.goto('/', { waitUntil: 'domcontentloaded' });
  const tops = () =>
    page.evaluate(() =>
      [...document.querySelectorAll('h1, h2, main p, main a')]
        .map((each) => Math.round(each.getBoundingClientRect().top / 4))
        .filter((top) => top < innerHeight / 4),
    );
  const before = await tops();
  release();
  await expect.poll(() => page.evaluate(() => document.fonts.status)).toBe('loaded');
  expect(await tops()).toEqual(before);
  await close();
});

declare global {
  interface Window {
    /** The formats that the page has made, of those that take long to make. */
    formats: string[];
  }
}

function recordFormats(): void {
  window.formats = [];
  for (const name of ['NumberFormat', 'PluralRules', 'DisplayNames'] as const) {
    Object.defineProperty(Intl, name, {
      value: new Proxy(Intl[name], {
        get(format, key) {
          window.formats.push(`${name}.${String(key)}`);
          return Reflect.get(format, key);
        },
        construct(format, options) {
          window.formats.push(name);
          return Reflect.construct(format, options);
        },
      }),
    });
  }
}

function readStart(html: string) {
  const sent = new DOMParser().parseFromString(html, 'text/html');
  const textsOf = (from: Document) =>
    [...from.querySelectorAll('#root script[type="application/ld+json"]')].map((each) => each.textContent);
  const named =
    document.querySelector<HTMLElement>('script[data-scripts]')?.dataset.scripts?.split(' ') ?? [];
  const elements = [...document.querySelectorAll<HTMLScriptElement>('body > script[type="module"]')].filter(
    (each) => !each.dataset.scripts,
  );
  return {
    formats: window.formats,
    named,
    run: elements.map((each) => new URL(each.src).pathname),
    isOrdered: elements.every((each) => !each.async),
    served: textsOf(sent),
    shown: textsOf(document),
    loaded: performance
      .getEntriesByType('resource')
      .map(({ name }) => new URL(name).pathname)
      .filter((file) => file.startsWith('/assets/')),
  };
}
