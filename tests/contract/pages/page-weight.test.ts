import { brotliCompressSync, constants } from 'node:zlib';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { jsonInScript } from '#shared/json.ts';
import { siteInfoPath } from '#shared/site/site-info.ts';
import { sitemapOf } from '../../support/sitemap.ts';
import { startTestApp, type TestApp } from '../../support/start-test-app.ts';

/**
 * Budgets for all that a browser loads for a page, except pictures. Bytes are counted as transferred, with brotli. A
 * page over its budget contains something that can load later, or is not needed. No number here goes up.
 */
const budget = {
  /** React, its router and the queries are 92 KiB of it, the formatter of messages 2.4 KiB. */
  scriptKiB: 143,
  scripts: 7,
  /**
   * Everything together, except the font for Urdu. Home is the heaviest: six works with results, clients and
   * alternative texts.
   */
  KiB: 199,
  /** Both fonts, with the letters that nearly every page needs. */
  fontKiB: 32,
  /** The italic, which only pages with emphasis load; it counts for no other budget. */
  italicKiB: 12,
  /** One file for all public pages. */
  styleKiB: 18,
  styles: 1,
  fonts: 2,
  /** Pictures that a browser fetches before they come near, as the first row of the team. */
  pictures: 3,
  /** Bytes of a document before compression. */
  html: 39_000,
};
/** What a page with a form may have more. */
const budgetWithForm = { ...budget, scriptKiB: 165.5, KiB: 221 };
const forms = /^\/(contact|delete-account|careers\/apply(\/\d+)?)$/;

let app: TestApp;
let routes: string[] = [];
beforeAll(async () => {
  app = await startTestApp({ SAMPLE_CONTENT: 'on' });
  const listed = (await sitemapOf(app)).map(({ pathname }) => pathname);
  // One page of each kind.
  const kinds = new Map(listed.map((path) => [path.replace(/(?<=\/.+\/)[^/]+$/, '*'), path]));
  routes = [...new Set([...kinds.values(), '/careers/apply', '/delete-account', '/nowhere'])];
});
afterAll(() => app.close());

const textOf = async (path: string) =>
  (await fetch(app.url + path, { headers: { accept: 'text/html, */*' } })).text();

/** Returns the KiB transferred for files. */
async function sizeOf(paths: readonly string[]) {
  const sizes = paths.map(async (path) => {
    const answer = await fetch(app.url + path, { method: 'HEAD', headers: { 'accept-encoding': 'br' } });
    expect(answer.status, path).toBe(200);
    return Number(answer.headers.get('content-length')) / 1024;
  });
  return (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0);
}

async function partsOf(path: string) {
  const html = await textOf(path);
  const all = (pattern: RegExp) => [...new Set([...html.matchAll(pattern)].map(([, href = '']) => href))];
  const [, boot = '', later = ''] =
    /<script type="module"[^>]* src="([^"]+)" data-scripts="([^"]+)"/.exec(html) ?? [];
  const preloaded = all(/<link rel="preload" href="([^"]+\.woff2)"/g);
  return {
    html,
    scripts: [boot, ...later.split(' ')],
    styles: all(/<link rel="stylesheet"[^>]* href="([^"]+)"/g),
    fonts: preloaded.filter((href) => !/arabic|italic/.test(href)),
    italic: preloaded.filter((href) => href.includes('italic')),
  };
}

test('every public page stays within its budget, and starts without the admin area, schemas, toasts and drawings', async () => {
  expect(routes.length).toBeGreaterThan(14);
  for (const path of routes) {
    const { html, scripts, styles, fonts, italic } = await partsOf(path);
    expect(html).not.toContain('modulepreload');
    // The script that the page names, those that it loads after the page is painted, and the one that the last of them
    // then loads to fetch other pages ahead.
    const code = await Promise.all(scripts.map(textOf));
    const [, ahead = ''] = /\.\/(prefetch-pages-[\w-]+\.js)/.exec(code.join('\n')) ?? [];
    const quality = { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } };
    const used = {
      scriptKiB: await sizeOf([...scripts, `/assets/${ahead}`]),
      styleKiB: await sizeOf(styles),
      fontKiB: await sizeOf(fonts),
      italicKiB: await sizeOf(italic),
      scripts: scripts.length,
      styles: styles.length,
      fonts: fonts.length,
      pictures: html.match(/<img[^>]* loading="eager"/g)?.length ?? 0,
      html: Buffer.byteLength(html),
      KiB: brotliCompressSync(html, quality).length / 1024,
    };
    used.KiB += used.scriptKiB + used.styleKiB + used.fontKiB;
    for (const [what, most] of Object.entries(forms.test(path) ? budgetWithForm : budget))
      expect(used[what as keyof typeof used], `${path}: ${what}`).toBeLessThanOrEqual(most);
    expect(italic, path).toHaveLength(html.includes('<em>') ? 1 : 0);
    expect(html, `${path}: films at once`).not.toMatch(/<video(?![^>]* preload="none")| d="M[^"]{1000}/);
    expect(scripts.join('\n'), path).not.toMatch(/\/(admin|contract|Toaster|EditorSurface)-/);
    // Each script is named after those that it imports.
    for (const [index, script] of scripts.entries())
      for (const [, file = ''] of code[index]?.matchAll(/(?:\bfrom|\bimport)\s*["']\.\/([^"']+)["']/g) ?? [])
        expect(scripts.slice(0, index), `${path}: ${script}`).toContain(`/assets/${file}`);
  }
});

test('a page has the texts of the company that it shows, and no others', async () => {
  const { default: whole } = await import(
    `data:text/javascript,${encodeURIComponent(await textOf(siteInfoPath))}`
  );
  const { home, team } = whole.site.pages;
  const { html } = await partsOf('/team');
  expect(html).toContain(jsonInScript(team.points));
  expect(html).not.toContain(home.process.title);
});
