import { describe, expect, it } from 'vitest';
import { withCleanTexts } from '../../../../server/bff/saved-site/own-texts.ts';

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
