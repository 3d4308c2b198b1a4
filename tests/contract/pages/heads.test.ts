import request from 'supertest';
import { beforeAll, describe, expect, test } from 'vitest';
import { withBothEngines } from '../../support/engines.ts';
import { blogForm, categoryForm, projectForm, sendForm, withTexts } from '../../support/forms.ts';
import {
  blogPosting,
  breadcrumbs,
  creativeWork,
  jobPosting,
  organization,
  website,
} from '../../unit/shared/json-ld/schema-shapes.ts';
import { goodJob } from '../resources/cases/jobs.ts';

const hostile = `He said </script><!--<script> ]]> & "q" اردو`;

/** Returns the tags of the head, by name. */
function headOf(html: string): Record<string, string> {
  const [head = ''] = html.split('</head>', 1);
  const tags = [...head.matchAll(/<meta (?:name|property)="([^"]+)" content="([^"]*)"\/>/g)];
  const [, canonical] = /<link rel="canonical" href="([^"]*)"\/>/.exec(head) ?? [];
  const [, title] = /<title>([^<]*)<\/title>/.exec(head) ?? [];
  const names = tags.map(([, name]) => name);
  expect(new Set(names).size, 'each tag once').toBe(names.length);
  return Object.fromEntries(
    [
      ...tags.map(([, name = '', value = '']) => [name, value]),
      ['canonical', canonical],
      ['title', title],
    ].map(([name, value]) => [name, value && unescaped(value)]),
  );
}

function unescaped(text: string): string {
  const signs = { '&lt;': '<', '&gt;': '>', '&quot;': '"', '&#x27;': "'", '&amp;': '&' };
  return text.replace(/&(?:lt|gt|quot|#x27|amp);/g, (mark) => signs[mark as keyof typeof signs]);
}

/** Returns the structured data of a page as a browser parses it: an element ends at the first `</script`. */
function dataOf(html: string): { '@type': string }[] {
  return [...html.matchAll(/<script type="application\/ld\+json">(.*?)<\/script/gs)].map(([, json = '']) =>
    JSON.parse(json),
  );
}

withBothEngines((engine) => {
  const ids = { post: 0, project: 0, job: 0 };
  beforeAll(async () => {
    const { admin, visitor } = engine;
    const blog = await blogForm({
      blog_title: hostile,
      description: `<p>${'Words &amp; more. '.repeat(40)}</p>`,
    });
    await sendForm(admin.post('/api/saveBlog'), blog);
    ids.post = (await visitor.get('/api/activeBlogs?page=1')).body.data.data[0].id;
    await sendForm(
      admin.post('/api/addProjectCategory'),
      withTexts(await categoryForm(), { title: 'UI/UX' }),
    );
    const category = (await visitor.get('/api/getProjectCategory?page=1')).body.data.data.find(
      ({ title }: { title: string }) => title === 'UI/UX',
    ).id;
    await sendForm(admin.post('/api/addProject'), withTexts(await projectForm(category), { title: hostile }));
    ids.project = (await visitor.get(`/api/getProjects/${category}?page=1`)).body.data.data[0].id;
    const job = await admin.post('/api/addJob').send({ ...goodJob, title: hostile, status: 'open' });
    ids.job = job.body.data.id;
  });

  const page = async (path: string) => {
    const { text } = await request(engine.app.url).get(path).set('accept', 'text/html');
    const data = dataOf(text);
    const only = (type: string) => data.find((each) => each['@type'] === type);
    return { head: headOf(text), data, only };
  };

  test('the call at the end of a category and of a project names it, and the form without scripts is about it', async () => {
    const read = async (path: string) =>
      (await request(engine.app.url).get(path).set('accept', 'text/html')).text;
    expect(await read('/portfolio/UI%E2%88%95UX')).toContain('href="/contact?about=UI%2FUX#write"');
    const [, about = ''] =
      /href="\/contact\?about=([^"]*)#write"/.exec(await read(`/portfolioOne/${ids.project}`)) ?? [];
    expect(new URLSearchParams(`about=${unescaped(about)}`).get('about')).toBe(hostile);
    const [, message = ''] = /<textarea[^>]*>([^<]*)</.exec(await read(`/contact?about=${about}`)) ?? [];
    expect(unescaped(message)).toBe(`About ${hostile}:\n`);
    // A link of somebody else's may say anything: it begins the message with one short line.
    const foreign = await read(
      `/contact?about=${encodeURIComponent(`\0Salt\r\n\tRoad ${'🌊'.repeat(200)}`)}`,
    );
    expect(foreign).toContain(`>About Salt Road ${'🌊'.repeat(110)}:\n<`);
  });

  test.each([
    '/',
    '/portfolio',
    '/portfolio/UI%E2%88%95UX',
    '/publishing',
    '/apps',
    '/team',
    '/careers',
    '/careers/apply',
    '/contact',
    '/privacy-policy',
    '/terms-conditions',
    '/delete-account',
  ])('%s says what it is, where it stands, and what to show of it', async (path) => {
    const { head, only } = await page(path);
    const { url } = engine.app;
    expect(head.title).toMatch(/Naqsh Studio/);
    expect(head.description?.length).toBeGreaterThan(40);
    expect(head.description?.length).toBeLessThanOrEqual(170);
    expect(head.canonical).toBe(url + path);
    // A category has a picture of its own. The other pages have that of the company, which does not show the page.
    const isCategory = path.startsWith('/portfolio/');
    const image = isCategory
      ? expect.stringMatching(/\/share\/category\/\w+\.png$/)
      : `${url}/share/studio.png`;
    expect(head).toMatchObject({
      'og:type': 'website',
      'og:site_name': 'Naqsh Studio',
      'og:title': expect.any(String),
      'og:description': head.description,
      'og:url': url + path,
      'og:image': image,
      'og:image:width': '1200',
      'og:image:height': '630',
      'og:image:alt': expect.stringMatching(isCategory ? /^UI\/UX$/ : /^Naqsh Studio: /),
      'twitter:card': 'summary_large_image',
      'twitter:image': image,
    });
    if (path === '/') {
      organization.parse(only('Organization'));
      website.parse(only('WebSite'));
    } else {
      const { itemListElement } = breadcrumbs.parse(only('BreadcrumbList'));
      expect(itemListElement.at(-1)?.item).toBe(url + path);
    }
  });

  describe('a title that would break out', () => {
    test('of a post', async () => {
      const path = `/view-blog/${ids.post}`;
      const { head, data, only } = await page(path);
      expect(head.title).toBe(`${hostile} · Naqsh Studio`);
      expect(head).toMatchObject({
        'og:title': hostile,
        'og:type': 'article',
        'og:image': `${engine.app.url}/share/post/${ids.post}.png`,
        'article:published_time': expect.stringMatching(/^\d{4}-\d\d-\d\dT/),
      });
      expect(head.description).toMatch(/^Words & more\. Words.*…$/);
      expect(data).toHaveLength(2);
      expect(blogPosting.parse(only('BlogPosting'))).toMatchObject({ headline: hostile });
      const trail = breadcrumbs.parse(only('BreadcrumbList')).itemListElement;
      expect(trail.map(({ name }) => name)).toEqual(['Home', 'Publishing', hostile]);
    });

    test('of a project', async () => {
      const { head, only } = await page(`/portfolioOne/${ids.project}`);
      expect(head['og:title']).toBe(hostile);
      expect(head['og:image']).toBe(`${engine.app.url}/share/project/${ids.project}.png`);
      expect(creativeWork.parse(only('CreativeWork'))).toMatchObject({ name: hostile, genre: 'UI/UX' });
      const trail = breadcrumbs.parse(only('BreadcrumbList')).itemListElement;
      expect(trail.map(({ item }) => item.replace(engine.app.url, ''))).toEqual([
        '/',
        '/portfolio',
        '/portfolio/UI%E2%88%95UX',
        `/portfolioOne/${ids.project}`,
      ]);
    });

    test('of a job', async () => {
      const { head, only } = await page(`/careers/apply/${ids.job}`);
      expect(head['og:title']).toBe(hostile);
      expect(head.description).toMatch(/^Peshawar, Pakistan · Hybrid\. Draw screens/);
      const posting = jobPosting.parse(only('JobPosting'));
      expect(posting).toMatchObject({ title: hostile, url: `${engine.app.url}/careers/apply/${ids.job}` });
      expect(posting.hiringOrganization).toMatchObject({
        sameAs: `${engine.app.url}/`,
        logo: `${engine.app.url}/icon-512.png`,
      });
    });
  });

  test('a page that is not there, and a job that is over, are not to be found', async () => {
    await engine.admin.post(`/api/updateJobStatus/${ids.job}`).send({ status: 'closed' });
    for (const path of ['/no/such/page', '/view-blog/999999', `/careers/apply/${ids.job}`]) {
      const { head, only } = await page(path);
      expect([path, head.robots]).toEqual([path, 'noindex']);
      expect(head.canonical).toBeUndefined();
      expect(only('JobPosting')).toBeUndefined();
    }
  });

  test('pages of a list have an address each; what filters leave has none of its own', async () => {
    expect((await page('/careers/apply?department=Design')).head.canonical).toBe(
      `${engine.app.url}/careers/apply`,
    );
    expect((await page('/contact?about=Salt+Road')).head.canonical).toBe(`${engine.app.url}/contact`);
    expect((await page('/publishing?utm_source=x')).head.canonical).toBe(`${engine.app.url}/publishing`);
  });

  test('every document names icons, manifest and feeds', async () => {
    for (const path of ['/', '/admin/login']) {
      const { text } = await request(engine.app.url).get(path).set('accept', 'text/html');
      const links = [...text.matchAll(/<link [^>]*href="([^"]+)"/g)].map(([, href]) => href);
      const wanted = [
        '/favicon.ico',
        '/favicon.svg',
        '/apple-touch-icon.png',
        '/site.webmanifest',
        '/feed.xml',
      ];
      expect(links).toEqual(expect.arrayContaining([...wanted, '/jobs.xml']));
      for (const href of wanted) expect((await fetch(engine.app.url + href)).status).toBe(200);
    }
  });
});
