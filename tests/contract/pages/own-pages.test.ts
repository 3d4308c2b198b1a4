import { expect, it } from 'vitest';
import type { SiteJson } from '#shared/schemas/saved-site.ts';
import { withBothEngines } from '../../support/engines.ts';

const company: SiteJson = {
  name: 'Backhaus Ost',
  email: 'office@backhaus.example',
  address: { city: 'Leipzig', country: 'Germany' },
};
const about = {
  id: 'about',
  path: '/über-uns',
  title: 'Über uns',
  text: '<h2>Since 1912</h2><p>Bread.<script>alert(1)</script><img src="x" onerror="alert(1)"></p>',
  search_title: 'A bakery in Leipzig',
  place: 'menu',
  published: true,
};
const address = encodeURI(about.path);

withBothEngines((engine) => {
  const post = (site: SiteJson) => engine.call('updateSite', { site: { ...company, ...site } });
  const save = (site: SiteJson) => engine.read('updateSite', { site: { ...company, ...site } });
  const open = async (path: string, agent = engine.visitor) => {
    const { status, headers, text } = await agent.get(path).set('Accept', 'text/html').redirects(0);
    return { status, headers, text, html: text.replace(/<script.*?<\/script>/gs, '') };
  };
  const preview = async (site: SiteJson, path: string) => {
    const body = { site: { ...company, ...site }, path };
    return (await engine.read('previewSite', body)).html;
  };
  const menuOf = ({ html }: { html: string }) => /<nav[^>]*aria-label="Main".*?<\/nav>/s.exec(html)?.[0];
  const footerOf = ({ html }: { html: string }) => /<footer.*?<\/footer>/s.exec(html)?.[0];

  it('shows a published page to everybody, with its text in the document and no script of the text', async () => {
    await save({ own_pages: [about] });
    for (const agent of [engine.visitor, engine.admin]) {
      const page = await open(address, agent);
      expect(page.status).toBe(200);
      expect(page.text).toContain('<title>A bakery in Leipzig · Backhaus Ost</title>');
      expect(page.text).toMatch(new RegExp(`<link rel="canonical" href="http[^"]*${address}"`));
      expect(page.text).toContain('BreadcrumbList');
      expect(page.html).toMatch(/<h2[^>]*>Since 1912<\/h2>/);
      expect(page.text).not.toMatch(/alert\(1\)|onerror/);
    }
    expect((await open(`${address}/`)).status).toBe(200);
    // A later redirect does not take its address.
    const from = { from: about.path, to: '/contact' };
    await engine.call('addRedirect', from);
    await engine.visitor.get(address).set('Accept', '*/*').expect(200);
    for (const { id } of (await engine.read('getRedirects')).data) await engine.read('deleteRedirect', id);
    // The words of the page are in its own document only.
    expect((await open('/contact')).text).not.toContain('Since 1912');
  });

  it('links the page where its owner wants it, and lists it in the sitemap', async () => {
    const press = { id: 'press', path: '/press', title: 'Press', place: 'footer', published: true };
    await save({ own_pages: [about, press, { ...press, id: 'quiet', path: '/quiet', place: 'none' }] });
    const page = await open('/contact');
    const links = [address, '/press', '/quiet'].map((path) => `href="${path}"`);
    expect(links.map((link) => menuOf(page)?.includes(link))).toEqual([true, false, false]);
    expect(links.map((link) => footerOf(page)?.includes(link))).toEqual([false, true, false]);
    const listed = new RegExp(`${address}</loc>[^]*/press</loc>[^]*/quiet</loc>`);
    await expect.poll(async () => (await open('/sitemap.xml')).text).toMatch(listed);
  });

  it('shows a draft in the preview only', async () => {
    const draft = { ...about, published: false };
    await save({ own_pages: [draft] });
    const page = await open(address);
    expect(page.status).toBe(404);
    expect(page.text).not.toContain('Since 1912');
    const read = await engine.visitor.call('sitePage', `path=${address}`);
    expect([read.status, read.body.code]).toEqual([404, 'request.notFound']);
    const tried = { ...draft, text: '<p>Only tried</p>' };
    expect(await preview({ own_pages: [tried] }, address)).toContain('Only tried');
    expect((await open('/contact')).text).not.toContain(address);
  });

  it('redirects the former addresses of a page, and gives them back', async () => {
    for (const path of [about.path, '/about', '/who-we-are']) await save({ own_pages: [{ ...about, path }] });
    for (const former of [address, '/about']) {
      const { status, headers } = await open(former);
      expect([status, headers.location]).toEqual([301, '/who-we-are']);
    }
    await save({ own_pages: [about] });
    expect((await open(address)).status).toBe(200);
    expect((await open('/about')).headers.location).toBe(address);
  });

  it('refuses an address that something else has, and says what', async () => {
    await engine.call('addRedirect', { from: '/old-press', to: '/contact' });
    // The last are written in letters that look like Latin ones: Cyrillic, wide, without a dot.
    const paths =
      '/careers /Admin /view-blog /api /media /old-press /storage /Uploads /аdmin /ａｐｉ /admın /free'.split(
        ' ',
      );
    const own_pages = paths.map((path, index) => ({ ...about, id: `p${index}`, path }));
    const { status, body } = await post({ own_pages });
    expect(status).toBe(422);
    const page = 'This is taken by a page of this site. Choose another address.';
    const own = 'This is an address that this site uses itself. Choose another one.';
    const folder = 'This is the folder of pictures and files on this site. Choose another address.';
    const redirect =
      'This is taken by a redirect to /contact. Delete it under Redirects, or choose another address.';
    const expected = [page, page, page, own, own, redirect, folder, folder, page, own, page, undefined];
    expect(paths.map((_path, index) => body.errors[`own_pages.${index}.path`]?.[0])).toEqual(expected);
  });

  it('shows a legal text of the company with its placeholders filled and the day of its last change', async () => {
    const privacy = '<h2>Who we are</h2><p>{legal_entity}, {country}, {email}. {months} months.</p>';
    const today = new Date().toISOString().slice(0, 10);
    const saved = await save({ legal: { privacy, privacy_updated: '2001-01-01' } });
    expect(saved.site.legal).toEqual({ privacy, privacy_updated: today });
    const ours = 'You can read this site without telling us';
    const { text } = await open('/privacy-policy');
    expect(text).toContain('Backhaus Ost, Germany, office@backhaus.example. 6 months.');
    expect(text).toContain(`dateTime="${today}"`);
    expect(text).not.toContain(ours);
    expect((await open('/terms-conditions')).text).toContain('Governing law and changes');
    expect(await preview({ legal: { terms: '<p>Our terms</p>' } }, '/terms-conditions')).toContain(
      'Our terms',
    );
    const { body } = await post({ legal: { terms: '<p>{adress}</p>' } });
    expect(body.errors).toEqual({ 'legal.terms': [expect.stringContaining('{adress}')] });
    await save({});
    const { html } = await open('/privacy-policy');
    expect(html).toContain(ours);
    // A time for applications is named only where the site erases them itself.
    const erases = /We erase all of it .{0,60}6<\/span> months/s.test(html);
    expect(erases).toBe(engine.name === 'embedded');
  });
});
