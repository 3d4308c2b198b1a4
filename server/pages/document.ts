import { jsonInScript } from '#shared/json-in-script.ts';
import type { RenderedPage } from '#shared/page-bundle.ts';
import { siteInfoId } from '#shared/site/site-info.ts';
import { siteInfoBlock } from '../site/site-shell.ts';
import type { PageAssets } from './assets.ts';

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
