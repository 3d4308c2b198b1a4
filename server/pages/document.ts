import type { RenderedPage } from '#shared/page-bundle.ts';
import type { PageAssets } from './assets.ts';

/** Puts a rendered page into index.html. */
export type MakeDocument = (page: RenderedPage, assets: PageAssets) => string;

/**
 * Takes the built index.html apart, once. Styles are linked in the head, and the module script goes to the end of the body: in
 * the head it delays the first paint of a page that stands in the document already. A page without state has no script: nothing
 * would know how to take it over.
 */
export function documentMaker(indexHtml: string): MakeDocument {
  const script = /\s*<script type="module"[^>]*><\/script>/;
  const [entry = ''] = script.exec(indexHtml) ?? [];
  const bare = indexHtml
    .replace(script, '')
    .replace(/\s*<link rel="(?:modulepreload|stylesheet)"[^>]*>/g, '')
    .replace(/\s*<title>[^<]*<\/title>/, '')
    .replace(/\s*<meta\s+name="description"[^>]*>/, '');
  const [head = '', rest = ''] = bare.split('</head>', 2);
  const [before = '', after = ''] = rest.split('<div id="root"></div>', 2);
  if (!entry || !after) throw new Error('index.html has no module script, or no <div id="root"></div>.');

  return (page, { styles, scripts, arabicFont }) => {
    // Found by the style sheet it comes a round trip later, and titles that were set without it move.
    const font = arabicFont && /\p{Script=Arabic}/u.test(page.html) ? arabicFont : undefined;
    const links = [
      ...(font ? [`<link rel="preload" href="${font}" as="font" type="font/woff2" crossorigin>`] : []),
      ...styles.map((href) => `<link rel="stylesheet" crossorigin href="${href}">`),
      page.head,
    ].join('\n    ');
    if (page.state === undefined)
      return `${head}  ${links}\n  </head>${before}<div id="root">${page.html}</div>${after}`;
    // What is read comes first: scripts are fetched beside it, as far as there is room.
    const preloads = scripts
      .map((href) => `<link rel="modulepreload" fetchpriority="low" crossorigin href="${href}">`)
      .join('');
    return `${head}  ${links}
  </head>${before}<div id="root">${page.html}</div>
    <script type="application/json" id="page-state">${inScript(page.state)}</script>
    ${preloads}${entry.trim()}${after}`;
  };
}

/** JSON that no `</script>` or `<!--` inside a text can end. */
function inScript(value: unknown): string {
  return JSON.stringify(value).replaceAll('<', '\\u003c');
}
