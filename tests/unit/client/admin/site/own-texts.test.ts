import { describe, expect, it, vi } from 'vitest';
import { siteSchema } from '#shared/schemas/site.ts';
import { companyPlaceholders, fillCompanyPlaceholders } from '#shared/site/company-placeholders.ts';
import { languageNames } from '#shared/words/language.ts';
import { productText } from '../../../../../client/admin/site/legal/product-text.ts';
import {
  type OwnPageValues,
  ownAddressAt,
  startsFor,
  withTitle,
} from '../../../../../client/admin/site/own-pages/own-page-values.ts';

describe('the product’s legal text', () => {
  it('is that of the page without title, contents and markup that the editor lacks', async () => {
    const html = `<main><article class="a"><header><h1>Privacy</h1></header><div><p>You can <!-- -->read.</p></div>
<nav><ol><li>Contents</li></ol></nav><section id="who"><h2 class="h">Who</h2><address><strong>{legal_entity}</strong><span>{address}</span><span>{country}</span></address>
<p><bdi>{company}</bdi>, <a href="mailto:email@placeholder.example">email@placeholder.example</a>, <a class="x" href="/delete-account">here</a></p>
<p>After <span data-placeholder="months">6</span> months</p></section></article></main><footer><p>Not this</p></footer>`;
    vi.stubGlobal('fetch', async () => Response.json({ status: 1, data: { html } }));
    const text = await productText('privacy', {});
    vi.unstubAllGlobals();
    expect(text.replace(/\n/g, '')).toBe(
      '<p>You can read.</p><h2>Who</h2><p>{legal_entity}</p><p>{address}</p>' +
        '<p>{company}, {email}, <a href="/delete-account">here</a></p><p>After {months} months</p>',
    );
  });
});

describe('own pages in the form', () => {
  const empty = startsFor('en', []).at(-1)?.create() as OwnPageValues;

  it('have an address that follows the title of a draft until it is written by hand', () => {
    expect(withTitle(empty, 'About us!').path).toBe('/about-us');
    expect(withTitle(empty, 'ہمارے بارے').path).toBe('/ہمارے-بارے');
    const titled = withTitle(empty, 'Press');
    expect(withTitle({ ...titled, path: '/news' }, 'Media').path).toBe('/news');
    expect(withTitle({ ...titled, published: true }, 'Media').path).toBe('/press');
  });

  it('are known by a field of theirs', () => {
    const site = { own_pages: [empty, { ...empty, path: '/press' }] };
    expect(ownAddressAt(site, 'own_pages.1.title')).toBe('/press');
    expect(ownAddressAt(site, 'own_pages')).toBe(undefined);
    expect(ownAddressAt({}, 'own_pages.1.title')).toBe(undefined);
  });
});

describe.each(languageNames)('the beginnings of own pages in %s', (language) => {
  const pages = startsFor(language, []).map(({ create }) => create());

  it('are pages that can be saved once the empty one has a title', () => {
    const [empty, ...written] = [...pages].reverse();
    expect([empty?.title, empty?.text]).toEqual(['', '']);
    const { error } = siteSchema.safeParse({ name: 'Tide', email: 'post@tide.example', own_pages: written });
    expect(error?.issues).toBe(undefined);
    expect(written.map(({ place }) => place).sort()).toEqual(['footer', 'footer', 'footer', 'menu']);
    expect(written.filter(({ published }) => published)).toEqual([]);
  });

  it('have known placeholders only, and no hole for a company without address and phone', () => {
    const values = {
      legal_entity: 'Tide',
      company: 'Tide',
      email: 'post@tide.example',
      address: '',
      country: undefined,
      phone: undefined,
      months: '6',
    };
    for (const { title, text } of pages) {
      expect(companyPlaceholders.unknownIn(text)).toEqual([]);
      const filled = fillCompanyPlaceholders(text, values);
      expect([title, filled.match(/[{}]|<(\w+)>\s*<\/\1>|:\s*<\/|<\/h2>(?!<[pu])/)]).toEqual([title, null]);
      expect(filled).not.toMatch(/undefined|Phone|Address|فون/);
    }
  });

  it('are offered once each', () => {
    const [first] = pages;
    const labels = startsFor(language, first ? [{ ...first, path: first.path.toUpperCase() }] : []).map(
      ({ label }) => label,
    );
    expect(labels).toEqual(['Imprint', 'FAQ', 'Press', 'Empty page']);
  });
});
