import { createHash } from 'node:crypto';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { type SiteInfo, siteInfoId } from '#shared/site/site-info.ts';
import type { StaticClient } from '../http/static-client.ts';

const root = '<div id="root"></div>';

/**
 * The built client for this company: title and description of index.html, and what scripts have to know of it as a data block,
 * which the content security policy lets be.
 */
export function clientOfSite(client: StaticClient, info: SiteInfo): StaticClient {
  const { name, description } = info.site;
  const block = `<script type="application/json" id="${siteInfoId}">${inScript(info)}</script>`;
  // Functions: in a plain replacement `$&` would be read as a sign.
  const indexHtml = client.indexHtml
    .replace(/<title>[^<]*<\/title>/, () => `<title>${escaped(name)}</title>`)
    .replace(
      /<meta\s+name="description"[^>]*>/,
      () => `<meta name="description" content="${escaped(description)}" />`,
    )
    .replace(root, () => `${root}\n    ${block}`);
  const identity = Buffer.from(indexHtml);
  const hash = createHash('sha256').update(identity).digest('base64url').slice(0, 27);
  return {
    ...client,
    indexHtml,
    shell: {
      ...client.shell,
      variants: {
        identity: { body: identity, etag: `"${hash}"` },
        br: { body: brotliCompressSync(identity), etag: `"${hash}-br"` },
        gzip: { body: gzipSync(identity), etag: `"${hash}-gzip"` },
      },
    },
  };
}

/** JSON that no `</script>` or `<!--` inside a text can end. */
function inScript(value: unknown): string {
  return JSON.stringify(value).replaceAll('<', '\\u003c');
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');
}
