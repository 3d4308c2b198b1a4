import { jsonInScript } from '#shared/json.ts';
import { type LiveInfo, type SiteInfo, siteInfoId, siteInfoPath } from '#shared/site/site-info.ts';
import { themeNames, themeOf, themeStyle } from '#shared/site/theme.ts';
import { wordsOf } from '#shared/words/all-words.ts';
import { directionOfLanguage } from '#shared/words/language.ts';
import { readyAnswer } from '../http/ready-answer.ts';
import type { StaticClient } from '../http/static-client.ts';
import type { LiveCompany } from './live-company.ts';

const root = '<div id="root"></div>';

/**
 * Returns the built client for the live company: index.html is adapted to the company, also after a swap, and the
 * company's files are added.
 */
export function clientOfSite(
  client: StaticClient,
  info: LiveInfo,
  live: Pick<LiveCompany, 'files' | 'onSwap'>,
): StaticClient {
  let shell: ReturnType<typeof shellOf>;
  const renew = () => {
    shell = shellOf(client, info());
    live.files.set(siteInfoPath, shell.info);
  };
  live.onSwap(renew);
  renew();
  return {
    dir: client.dir,
    files: live.files,
    get indexHtml() {
      return shell.indexHtml;
    },
    get shell() {
      return shell.file;
    },
  };
}

function shellOf(client: StaticClient, info: SiteInfo) {
  const indexHtml = documentOfSite(client.indexHtml, info);
  return {
    indexHtml,
    file: readyAnswer(Buffer.from(indexHtml), { ...client.shell, isPacked: true }),
    info: readyAnswer(Buffer.from(`export default ${jsonInScript(info)};`), {
      type: 'text/javascript; charset=utf-8',
      cacheControl: 'no-cache',
      isPacked: true,
    }),
  };
}

/** Returns the data of the company for the scripts of a document. */
export function siteInfoBlock(info: SiteInfo): string {
  return `<script type="application/json" id="${siteInfoId}">${jsonInScript(info)}</script>`;
}

/**
 * Returns index.html for this company, with its title, description, icons and colours, and with data for the scripts.
 * The data is in a data block and the colours in a style attribute, both of which the content security policy
 * permits.
 */
export function documentOfSite(indexHtml: string, info: SiteInfo): string {
  const { name, description, brand, language } = info.site;
  const words = wordsOf(language);
  const theme = themeOf(brand.colors);
  const tags = [
    ...themeNames.map(
      (each) =>
        `<meta name="theme-color" content="${theme[each].bg}" media="(prefers-color-scheme: ${each})" />`,
    ),
    '<link rel="icon" href="/favicon.ico" sizes="16x16 32x32 48x48" />',
    `<link rel="icon" href="${brand.favicon.src}" type="${brand.favicon.type}" sizes="any" />`,
    '<link rel="apple-touch-icon" href="/apple-touch-icon.png" />',
  ];
  // Functions are used as replacements, because a text with `$&` would have a special meaning.
  return indexHtml
    .replace(
      /<html(?: lang="en")?/,
      () =>
        `<html lang="${language}"${directionOfLanguage(language) === 'rtl' ? ' dir="rtl"' : ''}${brand.colors ? ` style="${themeStyle(brand.colors)}"` : ''}`,
    )
    .replace(/\s*<link [^>]*\/jobs\.xml"[^>]*>/, (link) => (info.site.pages.jobs.off ? '' : link))
    .replace('title="Posts"', () => `title="${words('frame.feed')}"`)
    .replace('title="Open positions"', () => `title="${words('frame.jobsFeed')}"`)
    .replace(/<title>[^<]*<\/title>/, () => `<title>${escaped(name)}</title>`)
    .replace(
      /<meta\s+name="description"[^>]*>/,
      () => `<meta name="description" content="${escaped(description)}" />`,
    )
    .replace('</head>', () => `  ${tags.join('\n    ')}\n  </head>`)
    .replace(root, () => `${root}\n    ${siteInfoBlock(info)}`);
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');
}
