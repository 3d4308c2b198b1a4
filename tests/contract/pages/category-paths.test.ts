import { beforeAll, expect, test } from 'vitest';
import { categoryPath } from '#shared/category-path.ts';
import { withEngine } from '../../support/engines.ts';
import { openPage } from '../../support/page-forms.ts';
import { makeCategory } from '../resources/cases.ts';

withEngine('embedded', (engine) => {
  const get = (path: string) => openPage(engine.app, path).redirects(0);
  const leadsTo = async (path: string, to: string) => {
    const { status, headers } = await get(path);
    expect([status, headers.location]).toEqual([301, to]);
  };

  const titles = ['24/7 & 100%', 'A\\B', '100%25', 'C# / F#', 'پوسٹر/طباعت', '50%2F50'];
  beforeAll(async () => {
    for (const title of titles) await makeCategory(engine, title);
  });

  test.each(titles)('a category called %s has a page, at one address that all name', async (title) => {
    const path = categoryPath(title);
    const { status, text } = await get(path);
    expect(status).toBe(200);
    const [, href = ''] = /<link rel="canonical" href="([^"]*)"\/>/.exec(text) ?? [];
    const canonical = href.replaceAll('&amp;', '&');
    expect(new URL(canonical).pathname).toBe(path);
    expect(text).toContain(`"item":"${canonical}"`);
    const { text: sitemap } = await get('/sitemap.xml');
    expect(sitemap).toContain(`<loc>${canonical.replaceAll('&', '&amp;').replaceAll("'", '&#39;')}</loc>`);
    // The usual encoding of the title leads to the page as well.
    const usual = encodeURIComponent(title);
    if (/%(?:2f|5c|25)/i.test(usual)) await leadsTo(`/portfolio/${usual}?page=1`, `${path}?page=1`);
  });

  test('a category is shown at the address of its name, whatever case it was asked in, and its former addresses lead on', async () => {
    const [first, second] = [`Étude ${crypto.randomUUID()}`, `Second/${crypto.randomUUID()}`];
    const { id } = await makeCategory(engine, first);
    await leadsTo(`${categoryPath(first.toUpperCase())}?page=1`, `${categoryPath(first)}?page=1`);
    const rename = (text: string) => engine.read('updateProjectCategory', id, [{ name: 'title', text }]);
    await rename(second);
    await leadsTo(categoryPath(first), categoryPath(second));
    await get(categoryPath(second)).expect(200);
    // Never in circles.
    await rename(first);
    await get(categoryPath(first)).expect(200);
    await leadsTo(categoryPath(second), categoryPath(first));
  });
});
