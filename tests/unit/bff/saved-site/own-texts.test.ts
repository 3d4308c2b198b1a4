import { describe, expect, it } from 'vitest';
import { siteSchema } from '#shared/schemas/site.ts';
import { sampleFile } from '#shared/site/sample-file.ts';
import { sampleSite } from '#shared/site/sample-site.ts';
import { readOwnText, withCleanTexts } from '../../../../server/bff/saved-site/own-texts.ts';

const companyWith = (site: object) => {
  const { texts } = siteSchema.parse({ ...sampleFile, ...site });
  return { site: sampleSite, texts };
};

describe('withCleanTexts', () => {
  const clean = (legal: unknown, before: unknown = undefined) =>
    withCleanTexts({ legal }, { legal: before }, '2026-11-28');

  it('dates a text that differs from the one before, and no other', async () => {
    const before = { privacy: '<p>A</p>', privacy_updated: '2026-01-01', terms: '<p>T</p>' };
    const after = { privacy: '<p>A</p>', privacy_updated: '1999-01-01', terms: '<p>New</p>' };
    expect((await clean(after, before)).legal).toEqual({
      ...{ privacy: '<p>A</p>', privacy_updated: '2026-01-01' },
      ...{ terms: '<p>New</p>', terms_updated: '2026-11-28' },
    });
  });

  it('removes scripts and media from all texts', async () => {
    const text =
      '<p onclick="x()">A<img src="/storage/a.png"><script>x()</script></p><iframe src="https://www.youtube.com/embed/abcdefghijk"></iframe>';
    const site = await withCleanTexts(
      { legal: { terms: text }, own_pages: [{ id: 'a', text }] },
      {},
      '2026-11-28',
    );
    expect(site).toEqual({
      legal: { terms: '<p>A</p>', terms_updated: '2026-11-28' },
      own_pages: [{ id: 'a', text: '<p>A</p>' }],
    });
  });
});

describe('readOwnText', () => {
  const page = { id: 'a', path: '/about', title: 'About', text: '<p>Hi<script>x()</script></p>' };

  it('sanitises a text that was stored with a script', async () => {
    const company = companyWith({ own_pages: [{ ...page, published: true }] });
    expect(await readOwnText(company, '/about')).toMatchObject({ title: 'About', text: '<p>Hi</p>' });
  });
});
