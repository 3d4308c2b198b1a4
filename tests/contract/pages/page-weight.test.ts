import { brotliCompressSync, constants } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { jsonInScript } from '#shared/json-in-script.ts';
import { pathTo } from '#shared/paths.ts';
import { siteInfoPath } from '#shared/site/site-info.ts';
import { sitemapOf } from '../../support/sitemap.ts';
import { startTestApp, type TestApp } from '../../support/start-test-app.ts';

/**
 * Budgets for all that a browser loads for a page, except pictures: tests/browser/page-start.test.ts holds that there
 * is nothing else. Bytes are counted as transferred, with brotli. A page over its budget contains something that can
 * load later, or is not needed. No number here goes up.
 */
const budget = {
  /**
   * Scripts of a page, and of a page with a form. React, its router and the queries are 92 KiB of it, the formatter of
   * messages 2.4 KiB.
   */
  scriptKiB: 143,
  formScriptKiB: 165.5,
  scripts: 7,
  /**
   * Everything together, except the font for Urdu. Home is the heaviest: six works with results, clients and
   * alternative texts.
   */
  KiB: 199,
  formKiB: 221,
  /** Both fonts, with the letters that nearly every page needs. */
  fontKiB: 32,
  /** The italic, which only pages with emphasis load; it counts for no other budget. */
  italicKiB: 12,
  requests: 11,
  /** One file for all public pages. */
  styleKiB: 18,
  fonts: 2,
  /** Pictures that a browser fetches before they come near, as the first row of the team. */
  pictures: 3,
  /** Bytes of a document before compression. */
  html: 39_000,
};

let app: TestApp;
let routes: string[] = [];
const forms = /^\/(contact|delete-account|careers\/apply(\/\d+)?)$/;

beforeAll(async () => {
  app = await startTestApp({ SAMPLE_CONTENT: 'on' });
  const listed = (await sitemapOf(app)).map(({ pathname }) => pathname);
  // One page of each kind.
  const kinds = new Map(listed.map((path) => [path.replace(/(?<=\/.+\/)[^/]+$/, '*'), path]));
  routes = [...new Set([...kinds.values(), pathTo('careersApply'), pathTo('deleteAccount'), '/nowhere'])];
});
afterAll(() => app.close());

/** Returns the bytes transferred. */
async function sizeOf(path: string): Promise<number> {
  const answer = await fetch(app.url + path, { method: 'HEAD', headers: { 'accept-encoding': 'br' } });
  expect(answer.status, path).toBe(200);
  return Number(answer.headers.get('content-length'));
}

async function textsOf(paths: string[]): Promise<string> {
  const texts = paths.map(async (path) => (await fetch(app.url + path)).text());
  return (await Promise.all(texts)).join('\n');
}

async function weigh(path: string) {
  const html = await (await fetch(app.url + path, { headers: { accept: 'text/html' } })).text();
  const all = (pattern: RegExp) => [...new Set([...html.matchAll(pattern)].map(([, href = '']) => href))];
  expect(html).not.toContain('modulepreload');
  // The script that the page names, those that it loads after the page is painted, and the one that the last of them
  // then loads to fetch other pages ahead.
  const [, boot = '', later = ''] =
    /<script type="module"[^>]* src="([^"]+)" data-scripts="([^"]+)"/.exec(html) ?? [];
  const scripts = [boot, ...later.split(' ')];
  const [, ahead = ''] = /\.\/(prefetch-pages-[\w-]+\.js)/.exec(await textsOf(scripts)) ?? [];
  const styles = all(/<link rel="stylesheet"[^>]* href="([^"]+)"/g);
  const preloaded = all(/<link rel="preload" href="([^"]+\.woff2)"/g);
  const fonts = preloaded.filter((href) => !/arabic|italic/.test(href));
  const italic = preloaded.filter((href) => href.includes('italic'));
  const sum = async (paths: string[]) => (await Promise.all(paths.map(sizeOf))).reduce((a, b) => a + b, 0);
  const [scriptBytes, styleBytes, fontBytes] = [
    await sum([...scripts, `/assets/${ahead}`]),
    await sum(styles),
    await sum(fonts),
  ];
  const document = brotliCompressSync(html, { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } }).length;
  return { html, scripts, styles, fonts, italic, scriptBytes, styleBytes, fontBytes, document };
}

describe('every public page', () => {
  test('stays within its budget of requests and bytes', async () => {
    expect(routes.length).toBeGreaterThan(14);
    for (const path of routes) {
      const page = await weigh(path);
      const hasForm = forms.test(path);
      const total = page.document + page.scriptBytes + page.styleBytes + page.fontBytes;
      expect(page.styles, path).toHaveLength(1);
      expect(page.styleBytes, path).toBeLessThanOrEqual(budget.styleKiB * 1024);
      expect(page.fonts.length, path).toBeLessThanOrEqual(budget.fonts);
      expect(page.fontBytes / 1024, `${path}: KiB of faces`).toBeLessThanOrEqual(budget.fontKiB);
      expect(page.italic, path).toHaveLength(page.html.includes('<em>') ? 1 : 0);
      for (const face of page.italic) {
        expect((await sizeOf(face)) / 1024, `${path}: KiB of italic`).toBeLessThanOrEqual(budget.italicKiB);
      }
      expect(page.scripts.length, path).toBeLessThanOrEqual(budget.scripts);
      const requests = 1 + page.styles.length + page.fonts.length + page.scripts.length;
      expect(requests, path).toBeLessThanOrEqual(budget.requests);
      const scriptKiB = hasForm ? budget.formScriptKiB : budget.scriptKiB;
      expect(page.scriptBytes / 1024, `${path}: KiB of scripts`).toBeLessThanOrEqual(scriptKiB);
      expect(total / 1024, `${path}: KiB`).toBeLessThanOrEqual(hasForm ? budget.formKiB : budget.KiB);
      expect(Buffer.byteLength(page.html), `${path}: bytes of HTML`).toBeLessThanOrEqual(budget.html);
      const pictures = page.html.match(/<img[^>]* loading="eager"/g) ?? [];
      expect(pictures.length, `${path}: pictures at once`).toBeLessThanOrEqual(budget.pictures);
      expect(page.html, `${path}: films at once`).not.toMatch(/<video(?![^>]* preload="none")/);
    }
  });

  test('has the texts of the company that it shows, and no others', async () => {
    const { default: whole } = await import(
      `data:text/javascript,${encodeURIComponent(await textsOf([siteInfoPath]))}`
    );
    const { home, team } = whole.site.pages;
    const { html } = await weigh(pathTo('team'));
    expect(html).toContain(jsonInScript(team.points));
    expect(html).not.toContain(home.process.title);
  });

  test('starts without the admin area, schemas, toasts and drawings', async () => {
    for (const path of routes) {
      const { html, scripts } = await weigh(path);
      expect(scripts.join('\n'), path).not.toMatch(/\/(admin|contract|Toaster|EditorSurface)-/);
      expect(html, path).not.toMatch(/ d="M[^"]{1000}/);
    }
  });

  test('names each script after those that it imports', async () => {
    for (const path of routes) {
      const { scripts } = await weigh(path);
      const [, ...later] = scripts;
      for (const [index, script] of later.entries()) {
        const code = await (await fetch(app.url + script)).text();
        const imported = [...code.matchAll(/(?:\bfrom|\bimport)\s*["']\.\/([^"']+)["']/g)];
        for (const [, file = ''] of imported)
          expect(later.slice(0, index), `${path}: ${script}`).toContain(`/assets/${file}`);
      }
    }
  });
});
