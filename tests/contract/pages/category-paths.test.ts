import request from 'supertest';
import { beforeAll, describe, expect, test } from 'vitest';
import { categoryPath } from '#shared/category-path.ts';
import { callPath } from '#shared/contract/call-path.ts';
import { contract } from '#shared/contract/index.ts';
import type { Id } from '#shared/id.ts';
import { withBothEngines } from '../../support/engines.ts';
import { sendForm } from '../../support/forms.ts';
import { makeCategory } from '../resources/cases/categories.ts';

withBothEngines((engine) => {
  const get = (path: string) => request(engine.app.url).get(path).set('accept', 'text/html').redirects(0);
  const rename = (id: Id, title: string) =>
    sendForm(engine.admin.post(callPath(contract.updateProjectCategory, { id })), [
      { name: 'title', text: title },
    ]).expect(200);

  const titles = ['24/7 & 100%', 'A\\B', '100%25', 'C# / F#', 'پوسٹر/طباعت', '50%2F50'];
  beforeAll(async () => {
    for (const title of titles) await makeCategory(engine, title);
  });

  test.each(titles)('a category called %s has a page, at one address that all name', async (title) => {
    const path = categoryPath(title);
    const { status, text } = await get(path);
    expect(status).toBe(200);
    const canonical = /<link rel="canonical" href="([^"]*)"\/>/.exec(text)?.[1]?.replaceAll('&amp;', '&');
    expect(new URL(canonical ?? '').pathname).toBe(path);
    expect(text).toContain(`"item":"${canonical}"`);
    const { text: sitemap } = await get('/sitemap.xml');
    expect(sitemap).toContain(`<loc>${canonical?.replaceAll('&', '&amp;').replaceAll("'", '&#39;')}</loc>`);
    // The usual encoding of the title leads to the page as well.
    const usual = await get(`/portfolio/${encodeURIComponent(title)}?page=1`);
    if (/%(?:2f|5c|25)/i.test(encodeURIComponent(title))) {
      expect([usual.status, usual.headers.location]).toEqual([301, `${path}?page=1`]);
    }
  });

  test('a category is shown at the address of its name, whatever case it was asked in', async () => {
    const title = `Étude ${crypto.randomUUID()}`;
    await makeCategory(engine, title);
    const answer = await get(`${categoryPath(title.toUpperCase())}?page=1`);
    expect([answer.status, answer.headers.location]).toEqual([301, `${categoryPath(title)}?page=1`]);
    expect((await get(categoryPath(title))).status).toBe(200);
    const head = await request(engine.app.url)
      .head(categoryPath(title.toUpperCase()))
      .set('accept', 'text/html')
      .redirects(0);
    expect(head.status).toBe(301);
  });

  describe.runIf(engine.name === 'embedded')('after it was renamed', () => {
    test('a category’s former addresses lead on to the present one, and never in circles', async () => {
      const [first, second] = [`First ${crypto.randomUUID()}`, `Second/${crypto.randomUUID()}`];
      const { id } = await makeCategory(engine, first);
      await rename(id, second);
      const moved = await get(categoryPath(first));
      expect([moved.status, moved.headers.location]).toEqual([301, categoryPath(second)]);
      expect((await get(categoryPath(second))).status).toBe(200);
      await rename(id, first);
      expect((await get(categoryPath(first))).status).toBe(200);
      expect((await get(categoryPath(second))).headers.location).toBe(categoryPath(first));
    });
  });
});
