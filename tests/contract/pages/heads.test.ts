import { beforeAll, describe, expect, test } from 'vitest';
import { sampleSite } from '#shared/site/sample-site.ts';
import { withEngine } from '../../support/engines.ts';
import { blogForm, joined, projectForm, seoFieldsForm } from '../../support/forms.ts';
import { openPage, unescaped } from '../../support/page-forms.ts';
import {
  blogPosting,
  breadcrumbs,
  creativeWork,
  jobPosting,
  organization,
  website,
} from '../../unit/shared/json-ld/schema-shapes.ts';
import { makeBlog, makeCategory, makeJob, makeProject } from '../resources/cases.ts';

const hostile = `He said </script><!--<script> ]]> & "q" اردو`;
const categoryPath = '/portfolio/UI%E2%88%95UX';

/** Returns the tags of the head, by name; each may stand there once. */
function headOf(html: string): Record<string, string> {
  const [head = ''] = html.split('</head>', 1);
  const tags = [
    ...head.matchAll(/<meta (?:name|property)="([^"]+)" content="([^"]*)"\/>/g),
    ...head.matchAll(/<link rel="(canonical)" href="([^"]*)"\/>/g),
    ...head.matchAll(/<(title)>([^<]*)<\/title>/g),
  ];
  const names = tags.map(([, name]) => name);
  expect(new Set(names).size, 'each tag once').toBe(names.length);
  return Object.fromEntries(tags.map(([, name = '', value = '']) => [name, unescaped(value)]));
}

withEngine('embedded', (engine) => {
  const ids = { post: 0, project: 0, job: 0 };
  beforeAll(async () => {
    const description = `<p>${'Words &amp; more. '.repeat(40)}</p>`;
    ids.post = (await makeBlog(engine, { blog_title: hostile, description })).id as number;
    const category_id = String((await makeCategory(engine, 'UI/UX')).id);
    ids.project = (await makeProject(engine, { category_id, title: hostile })).id as number;
    ids.job = (await makeJob(engine, { title: hostile, status: 'open' })).id as number;
  });

  const read = async (path: string) => (await openPage(engine.app, path)).text;
  const page = async (path: string) => {
    const text = await read(path);
    // As a browser parses it: an element ends at the first `</script`.
    const data: { '@type': string }[] = [
      ...text.matchAll(/<script type="application\/ld\+json">(.*?)<\/script/gs),
    ].map(([, json = '']) => JSON.parse(json));
    const only = (type: string) => data.find((each) => each['@type'] === type);
    return {
      head: headOf(text),
      data,
      only,
      trail: () => breadcrumbs.parse(only('BreadcrumbList')).itemListElement,
    };
  };

  test('the call at the end of a category and of a project names it, and the form without scripts is about it', async () => {
    expect(await read(categoryPath)).toContain('href="/contact?about=UI%2FUX#write"');
    const [, about = ''] =
      /href="\/contact\?about=([^"]*)#write"/.exec(await read(`/portfolioOne/${ids.project}`)) ?? [];
    expect(new URLSearchParams(`about=${unescaped(about)}`).get('about')).toBe(hostile);
    expect(unescaped(await read(`/contact?about=${about}`))).toContain(`>About ${hostile}:\n<`);
    // A link of somebody else's may say anything: it begins the message with one short line.
    const foreign = encodeURIComponent(`\0Salt\r\n\tRoad ${'🌊'.repeat(200)}`);
    expect(await read(`/contact?about=${foreign}`)).toContain(`>About Salt Road ${'🌊'.repeat(110)}:\n<`);
  });

  const lists =
    '/portfolio /publishing /apps /team /careers /careers/apply /contact /privacy-policy /delete-account';
  test.each(['/', categoryPath, ...lists.split(' ')])(
    '%s says what it is, where it stands, and what to show of it',
    async (path) => {
      const { head, only, trail } = await page(path);
      const { url } = engine.app;
      const { description = '' } = head;
      expect([description.length > 40, description.length <= 170]).toEqual([true, true]);
      // A category has a picture of its own. The other pages have that of the company, which does not show the page.
      const isCategory = path === categoryPath;
      const image = isCategory
        ? expect.stringMatching(/\/share\/category\/\w+\.png$/)
        : `${url}/share/studio.png`;
      const here = url + path;
      const [name, alt] = [
        'Naqsh Studio',
        expect.stringMatching(isCategory ? /^UI\/UX$/ : /^Naqsh Studio: /),
      ];
      expect(head).toMatchObject({
        title: expect.stringContaining(name),
        canonical: here,
        'og:type': 'website',
        'og:site_name': name,
        'og:title': expect.any(String),
        'og:description': description,
        'og:url': here,
        'og:image': image,
        'og:image:width': '1200',
        'og:image:height': '630',
        'og:image:alt': alt,
        'twitter:card': 'summary_large_image',
        'twitter:image': image,
      });
      if (path === '/') {
        const { email, phone, tagline, address, social, language } = sampleSite;
        expect(organization.parse(only('Organization'))).toMatchObject({
          name,
          email,
          telephone: phone,
          slogan: tagline,
          sameAs: social.map(({ url }) => url),
          address: { addressLocality: address?.city, addressRegion: address?.region, addressCountry: 'PK' },
        });
        expect(website.parse(only('WebSite'))).toMatchObject({ name, inLanguage: language });
      } else expect(trail().at(-1)?.item).toBe(url + path);
    },
  );

  test('what is written for search engines stands in the head of a post and of a project', async () => {
    const post = await engine.read('saveBlog', joined(await blogForm(), await seoFieldsForm('Found')));
    const { category_id } = await engine.read('getSingleProject', ids.project);
    const form = joined(await projectForm(category_id), await seoFieldsForm('Found'));
    const project = await engine.read('addProject', form);
    for (const [path, image] of [
      [`/view-blog/${post.id}`, post.share_image],
      [`/portfolioOne/${project.id}`, project.share_image],
    ])
      expect((await page(path)).head).toMatchObject({
        title: 'Found in search · Naqsh Studio',
        description: 'Found described',
        'og:image': engine.app.url + image,
      });
  });

  describe('a title that would break out', () => {
    test('of a post', async () => {
      const { head, data, only, trail } = await page(`/view-blog/${ids.post}`);
      expect(head).toMatchObject({
        title: `${hostile} · Naqsh Studio`,
        description: expect.stringMatching(/^Words & more\. Words.*…$/),
        'og:title': hostile,
        'og:type': 'article',
        'og:image': `${engine.app.url}/share/post/${ids.post}.png`,
        'article:published_time': expect.stringMatching(/^\d{4}-\d\d-\d\dT/),
      });
      expect(data).toHaveLength(2);
      expect(blogPosting.parse(only('BlogPosting'))).toMatchObject({ headline: hostile });
      expect(trail().map(({ name }) => name)).toEqual(['Home', 'Publishing', hostile]);
    });

    test('of a project', async () => {
      const { url } = engine.app;
      const path = `/portfolioOne/${ids.project}`;
      const { head, only, trail } = await page(path);
      expect(head['og:title']).toBe(hostile);
      expect(head['og:image']).toBe(`${url}/share/project/${ids.project}.png`);
      expect(creativeWork.parse(only('CreativeWork'))).toMatchObject({ name: hostile, genre: 'UI/UX' });
      const places = ['/', '/portfolio', categoryPath, path].map((place) => url + place);
      expect(trail().map(({ item }) => item)).toEqual(places);
    });

    test('of a job', async () => {
      const url = `${engine.app.url}/careers/apply/${ids.job}`;
      const { head, only } = await page(`/careers/apply/${ids.job}`);
      expect(head['og:title']).toBe(hostile);
      expect(head.description).toMatch(/^Peshawar, Pakistan · Hybrid\. Draw screens/);
      expect(jobPosting.parse(only('JobPosting'))).toMatchObject({
        title: hostile,
        url,
        hiringOrganization: { sameAs: `${engine.app.url}/`, logo: `${engine.app.url}/icon-512.png` },
      });
    });
  });

  test('a page that is not there, and a job that is over, are not to be found', async () => {
    await engine.read('updateJobStatus', ids.job, { status: 'closed' });
    for (const path of ['/no/such/page', '/view-blog/999999', `/careers/apply/${ids.job}`]) {
      const { head, only } = await page(path);
      expect([path, head.robots, head.canonical]).toEqual([path, 'noindex', undefined]);
      expect(only('JobPosting')).toBeUndefined();
    }
  });

  test.each(['/careers/apply?department=Design', '/contact?about=Salt+Road', '/publishing?utm_source=x'])(
    'what the filters of %s leave has no address of its own',
    async (path) => {
      expect((await page(path)).head.canonical).toBe(engine.app.url + path.split('?')[0]);
    },
  );
});
