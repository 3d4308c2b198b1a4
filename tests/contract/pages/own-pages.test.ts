import { expect, it } from 'vitest';
import { callPath } from '#shared/contract/call-path.ts';
import { contract } from '#shared/contract/index.ts';
import type { SiteJson } from '#shared/schemas/saved-site.ts';
import { type Engine, withBothEngines } from '../../support/engines.ts';

const company: SiteJson = {
  name: 'Backhaus Ost',
  tagline: 'Bread before sunrise',
  description: 'Backhaus Ost bakes bread for the east of the town, every night.',
  address: { city: 'Leipzig', country: 'Germany' },
  phone: '+49 341 0000000',
  email: 'office@backhaus.example',
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

withBothEngines((engine: Engine) => {
  const post = (site: SiteJson) =>
    engine.admin.post(callPath(contract.updateSite)).send({ site: { ...company, ...site } });
  const save = async (site: SiteJson) => {
    const answer = await post(site);
    expect(answer.status, answer.text).toBe(200);
    return answer.body.data.site as SiteJson;
  };
  const open = (path: string, agent = engine.visitor) => agent.get(path).set('Accept', 'text/html');
  const problems = async (site: SiteJson) => {
    const { status, body } = await post(site);
    expect(status).toBe(422);
    return body.errors;
  };
  const preview = async (site: SiteJson, path: string) => {
    const body = { site: { ...company, ...site }, path };
    const answer = await engine.admin.post(callPath(contract.previewSite)).send(body);
    expect(answer.status, answer.text).toBe(200);
    return answer.body.data.html as string;
  };
  const withoutScripts = (html: string) => html.replace(/<script.*?<\/script>/gs, '');
  const linksTo = (html: string, label: RegExp) => label.exec(withoutScripts(html))?.[0] ?? '';
  const menu = /<nav[^>]*aria-label="Main".*?<\/nav>/s;
  const footer = /<footer.*?<\/footer>/s;

  it('shows a published page to everybody, with its text in the document and no script of the text', async () => {
    await save({ own_pages: [about] });
    for (const agent of [engine.visitor, engine.admin]) {
      const { status, text, headers } = await open(address, agent);
      expect(status).toBe(200);
      expect(headers['content-type']).toContain('text/html');
      expect(text).toContain('<title>A bakery in Leipzig · Backhaus Ost</title>');
      expect(text).toMatch(new RegExp(`<link rel="canonical" href="http[^"]*${address}"`));
      expect(text).toContain('BreadcrumbList');
      expect(linksTo(text, footer)).toContain('id="footer-call"');
      expect(withoutScripts(text)).toMatch(/<h2[^>]*>Since 1912<\/h2>/);
      expect(text).not.toMatch(/alert\(1\)|onerror/);
    }
    expect((await open(`${address}/`)).status).toBe(200);
    // Whoever asks for no particular type gets the page too, and a later redirect does not take its address.
    const from = { from: about.path, to: '/contact' };
    await engine.admin.post(callPath(contract.addRedirect)).send(from);
    expect((await engine.visitor.get(address).set('Accept', '*/*')).status).toBe(200);
    const { body } = await engine.admin.get(callPath(contract.getRedirects));
    const [redirect] = body.data.data.filter((each: { from: string }) => each.from === about.path);
    await save({ own_pages: [about] });
    await engine.admin.post(callPath(contract.deleteRedirect, { id: redirect.id })).expect(200);
    // The words of the page are in its own document only.
    expect((await open('/contact')).text).not.toContain('Since 1912');
  });

  it('links the page where its owner wants it, and lists it in the sitemap', async () => {
    const press = { id: 'press', path: '/press', title: 'Press', place: 'footer', published: true };
    const quiet = { ...press, id: 'quiet', path: '/quiet', title: 'Quiet', place: 'none' };
    await save({ own_pages: [about, press, quiet] });
    const { text } = await open('/contact');
    expect(linksTo(text, menu)).toContain(`href="${address}"`);
    expect(linksTo(text, menu)).not.toContain('/press');
    expect(linksTo(text, footer)).toContain('href="/press"');
    expect(linksTo(text, footer)).not.toContain(address);
    expect(withoutScripts(text)).not.toContain('/quiet');
    await expect
      .poll(async () => (await engine.visitor.get('/sitemap.xml')).text, { timeout: 20_000 })
      .toMatch(new RegExp(`${address}</loc>[\\s\\S]*/press</loc>[\\s\\S]*/quiet</loc>`));
  });

  it('shows a draft in the preview only', async () => {
    const draft = { ...about, published: false };
    await save({ own_pages: [draft] });
    const again = await post({ own_pages: [{ ...draft, title: 'Wir' }] });
    expect(again.body.message).toBe('Saved. Visitors see it when you publish it.');
    const { status, text } = await open(address);
    expect(status).toBe(404);
    expect(text).not.toContain('Since 1912');
    const read = await engine.visitor.get(`${callPath(contract.sitePage)}?path=${address}`);
    expect([read.status, read.body.code]).toEqual([404, 'request.notFound']);
    const html = await preview({ own_pages: [{ ...draft, text: '<p>Only tried</p>' }] }, address);
    expect(html).toContain('Only tried');
    expect((await open('/contact')).text).not.toContain(address);
  });

  it('redirects the former address of a page, and gives it back', async () => {
    await save({ own_pages: [about] });
    await save({ own_pages: [{ ...about, path: '/about' }] });
    const moved = await open(address);
    expect([moved.status, moved.headers.location]).toEqual([301, '/about']);
    await save({ own_pages: [{ ...about, path: '/who-we-are' }] });
    expect((await open(address)).headers.location).toBe('/who-we-are');
    await save({ own_pages: [about] });
    expect((await open(address)).status).toBe(200);
    expect((await open('/about')).headers.location).toBe(address);
  });

  it('refuses an address that something else has, and says what', async () => {
    const from = { from: '/old-press', to: '/contact' };
    const added = await engine.admin.post(callPath(contract.addRedirect)).send(from);
    expect(added.status, added.text).toBeLessThan(300);
    const at = (path: string, index: number) => ({ ...about, id: `p${index}`, path });
    const errors = await problems({
      own_pages: [
        '/careers',
        '/Admin',
        '/view-blog',
        '/api',
        '/media',
        '/old-press',
        '/storage',
        '/Uploads',
        '/images',
        // Written in letters that look like Latin ones: Cyrillic, wide, without a dot.
        '/аdmin',
        '/ａｐｉ',
        '/admın',
        '/free',
      ].map(at),
    });
    expect(errors).toEqual({
      'own_pages.0.path': ['This is taken by a page of this site. Choose another address.'],
      'own_pages.1.path': ['This is taken by a page of this site. Choose another address.'],
      'own_pages.2.path': ['This is taken by a page of this site. Choose another address.'],
      'own_pages.3.path': ['This is an address that this site uses itself. Choose another one.'],
      'own_pages.4.path': ['This is an address that this site uses itself. Choose another one.'],
      'own_pages.5.path': [
        'This is taken by a redirect to /contact. Delete it under Redirects, or choose another address.',
      ],
      'own_pages.6.path': ['This is the folder of pictures and files on this site. Choose another address.'],
      'own_pages.7.path': ['This is the folder of pictures and files on this site. Choose another address.'],
      'own_pages.8.path': ['This is the folder of pictures and files on this site. Choose another address.'],
      'own_pages.9.path': ['This is taken by a page of this site. Choose another address.'],
      'own_pages.10.path': ['This is an address that this site uses itself. Choose another one.'],
      'own_pages.11.path': ['This is taken by a page of this site. Choose another address.'],
    });
  });

  it('shows a legal text of the company with its placeholders filled and the day of its last change', async () => {
    const privacy = '<h2>Who we are</h2><p>{legal_entity}, {country}, {email}. {months} months.</p>';
    const today = new Date().toISOString().slice(0, 10);
    const first = await save({ legal: { privacy, privacy_updated: '2001-01-01' } });
    expect(first.legal).toEqual({ privacy, privacy_updated: today });
    const { text } = await open('/privacy-policy');
    expect(text).toContain('Backhaus Ost, Germany, office@backhaus.example. 6 months.');
    expect(text).toContain(`dateTime="${today}"`);
    expect(text).not.toContain('You can read this site without telling us');
    expect((await open('/terms-conditions')).text).toContain('Governing law and changes');
    expect(await preview({ legal: { terms: '<p>Our terms</p>' } }, '/terms-conditions')).toContain(
      'Our terms',
    );
    await save({});
    expect((await open('/privacy-policy')).text).toContain('You can read this site without telling us');
  });

  it('refuses an unknown placeholder by its name', async () => {
    expect(await problems({ legal: { terms: '<p>{adress}</p>' } })).toEqual({
      'legal.terms': [expect.stringContaining('{adress}')],
    });
  });

  it('names a time for applications only where it erases them itself', async () => {
    await save({});
    const { text } = await open('/privacy-policy');
    const erasesItself = /We erase all of it .{0,60}6<\/span> months/s.test(withoutScripts(text));
    expect(erasesItself).toBe(engine.name === 'embedded');
  });
});
