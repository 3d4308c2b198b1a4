import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Request, Response } from 'express';
import { jsonInScript } from '#shared/json-in-script.ts';
import type { RenderedPage } from '#shared/page-bundle.ts';
import { siteInfoId } from '#shared/site/site-info.ts';
import { readyAnswer, sendReady } from '../http/ready-answer.ts';
import { siteInfoBlock } from '../site/site-shell.ts';

/** Puts a rendered page into index.html. */
type MakeDocument = (page: RenderedPage, assets: PageAssets) => string;

/**
 * Splits the built index.html once, and returns a function that puts pages into it. The only script that a page loads
 * directly is a small one at the end of the body: it fetches all other scripts once the page is painted
 * (client/boot.ts). A page without state gets no script, because there is nothing to hydrate.
 */
export function documentMaker(indexHtml: string): MakeDocument {
  const script = /\s*<script type="module"[^>]*><\/script>/;
  if (!script.test(indexHtml)) throw new Error('index.html has no module script.');
  const bare = indexHtml
    .replace(script, '')
    // The texts of all pages; a page with scripts has its own.
    .replace(new RegExp(`\\s*<script type="application/json" id="${siteInfoId}">[^<]*</script>`), '')
    .replace(/\s*<link rel="(?:modulepreload|stylesheet)"[^>]*>/g, '')
    .replace(/\s*<title>[^<]*<\/title>/, '')
    .replace(/\s*<meta\s+name="description"[^>]*>/, '');
  const [head = '', rest = ''] = bare.split('</head>', 2);
  const [before = '', after = ''] = rest.split('<div id="root"></div>', 2);
  if (!after) throw new Error('index.html has no <div id="root"></div>.');

  return (page, { styles, scripts, boot, fonts }) => {
    // Fonts are preloaded: the style sheet would request them one round trip later, and text would move when they
    // arrive.
    const needed = fonts.filter(({ usedBy }) => usedBy.test(page.html));
    const links = [
      ...needed.map(
        ({ file }) => `<link rel="preload" href="${file}" as="font" type="font/woff2" crossorigin>`,
      ),
      ...styles.map((href) => `<link rel="stylesheet" crossorigin href="${href}">`),
      page.head,
    ].join('\n    ');
    if (page.state === undefined)
      return `${head}  ${links}\n  </head>${before}<div id="root">${page.html}</div>${after}`;
    return `${head}  ${links}
  </head>${before}<div id="root">${page.html}</div>
    ${siteInfoBlock(page.info)}
    <script type="application/json" id="page-state">${jsonInScript(page.state)}</script>
    <script type="module" crossorigin fetchpriority="low" src="${boot}" data-scripts="${scripts.join(' ')}"></script>${after}`;
  };
}

interface Chunk {
  file: string;
  css?: string[];
  imports?: string[];
  /** Files that the chunk's styles refer to. */
  assets?: string[];
}

/** The built files that a browser needs for certain source files of the client, as paths on this site. */
interface PageAssets {
  styles: string[];
  scripts: string[];
  /** Script that fetches the other scripts (client/boot.ts). */
  boot: string;
  /** Fonts that only some pages need, each with what a page that needs it contains. */
  fonts: { file: string; usedBy: RegExp }[];
}

const fontsOfSomePages = [
  { name: /arabic[^/]*\.woff2$/, usedBy: /\p{Script=Arabic}/u },
  { name: /instrument-sans-italic[^/]*\.woff2$/, usedBy: /<(?:em|i|cite)[ >]/ },
];

/** Reads Vite's manifest of the browser build. Returns a function that gives the built files for source files. */
export async function readAssets(clientDir: string): Promise<(sources: readonly string[]) => PageAssets> {
  const text = await readFile(join(clientDir, '.vite/manifest.json'), 'utf8');
  const manifest = JSON.parse(text) as Record<string, Chunk>;

  const built = Object.values(manifest).flatMap(({ assets = [] }) => assets);
  const fonts = fontsOfSomePages.flatMap(({ name, usedBy }) => {
    const file = built.find((path) => name.test(path));
    return file ? [{ file: `/${file}`, usedBy }] : [];
  });

  const boot = manifest['boot.ts']?.file;
  if (!boot) throw new Error('The build lacks boot.ts.');

  return (sources) => {
    const seen = new Set<string>();
    const styles = new Set<string>();
    const scripts = new Set<string>();
    const visit = (key: string) => {
      const chunk = manifest[key];
      if (!chunk || seen.has(key)) return;
      seen.add(key);
      // Imported chunks are visited first, so that the chunk's own styles come later and override theirs.
      for (const imported of chunk.imports ?? []) visit(imported);
      for (const file of chunk.css ?? []) styles.add(`/${file}`);
      scripts.add(`/${chunk.file}`);
    };
    for (const source of ['index.html', ...sources]) visit(source);
    return { styles: [...styles], scripts: [...scripts], boot: `/${boot}`, fonts };
  };
}

/** Sends a whole HTML document, compressed if the browser accepts that. */
export function sendHtml(
  req: Request,
  res: Response,
  html: string,
  { status, cacheControl }: { status: number; cacheControl: string },
): Promise<void> {
  const page = { type: 'text/html; charset=utf-8', cacheControl, isPacked: true };
  return sendReady(req, res.status(status), readyAnswer(Buffer.from(html), page));
}
