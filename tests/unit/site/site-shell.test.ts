import { describe, expect, it } from 'vitest';
import { sampleSite } from '#shared/site/sample-site.ts';
import { siteInfoId } from '#shared/site/site-info.ts';
import type { ReadyAnswer, StaticClient } from '../../../server/http/ready-answer.ts';
import { clientOfSite } from '../../../server/site/live-company.ts';

const indexHtml = `<!doctype html><html><head><title>Old</title>
  <meta
    name="description"
    content="Old words"
  />
</head><body><div id="root"></div><script type="module" src="/a.js"></script></body></html>`;

function builtClient(): StaticClient {
  const body = Buffer.from(indexHtml);
  const shell = {
    type: 'text/html',
    cacheControl: 'no-cache',
    etag: '"old"',
    bodies: { identity: body },
  };
  return { dir: '/nowhere', files: new Map(), shell, indexHtml };
}

const site = {
  ...sampleSite,
  name: 'Mahr & <Sons> $&',
  description: 'They say "hello" </script><script>alert(1)</script>',
};
/** A company that is never swapped. */
const files = new Map<string, ReadyAnswer>();
const live = { files, onSwap: () => {} };
const info = { site, origin: 'https://mahr.example' };

describe('the shell of a company', () => {
  const { indexHtml: html } = clientOfSite(builtClient(), () => info, live);

  it('carries its title and description as text', () => {
    expect(html).toContain('<title>Mahr &amp; &lt;Sons> $&amp;</title>');
    expect(html).toContain(
      'content="They say &quot;hello&quot; &lt;/script>&lt;script>alert(1)&lt;/script>"',
    );
    expect(html).not.toContain('Old');
  });

  it('carries all of it as data that no text can end', () => {
    const [, block = ''] =
      new RegExp(`<script type="application/json" id="${siteInfoId}">(.*?)</script>`).exec(html) ?? [];
    expect(JSON.parse(block)).toEqual(info);
    expect(html.match(/<script/g)).toHaveLength(2);
  });
});
