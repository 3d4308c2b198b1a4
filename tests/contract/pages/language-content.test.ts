import { mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { linkPath } from '#shared/link-paths.ts';
import { pathTo } from '#shared/paths.ts';
import { isPublicRoute, type RouteName, routes } from '#shared/routes.ts';
import type { Site, SiteFile } from '#shared/schemas/site.ts';
import { shareImageKinds } from '#shared/share-image.ts';
import { sampleSite } from '#shared/site/sample-site.ts';
import { contentCard } from '../../../server/pages/share-images/card-texts.ts';
import type { Engine } from '../../support/engines.ts';
import { latinWords } from '../../support/latin-words.ts';
import { signIn, visit } from '../../support/sign-in.ts';
import { startTestApp, type TestApp } from '../../support/start-test-app.ts';
import { makeBlog } from '../resources/cases/blogs.ts';
import { makeCategory } from '../resources/cases/categories.ts';
import { makeJob } from '../resources/cases/jobs.ts';
import { makeProject } from '../resources/cases/projects.ts';
import { makeLink } from '../resources/cases/publishing.ts';
import { makeMember } from '../resources/cases/team.ts';

const points = { title: 'عنوان', items: [{ title: 'پہلا نکتہ', text: 'پہلے نکتے کی تفصیل۔' }] };
const head = { title: 'صفحے کا عنوان', text: 'صفحے کا تعارف۔', description: 'صفحے کی تفصیل۔' };
const call = { title: 'دعوت', text: 'دعوت کا متن۔' };

/** A company in Urdu that has written every text itself, in Urdu. */
const company: SiteFile = {
  language: 'ur',
  name: 'نان گھر',
  short_name: 'نان',
  legal_entity: 'نان گھر لمیٹڈ',
  tagline: 'صبح سے پہلے تازہ نان',
  description: 'نان گھر ہر رات شہر کے لیے نان پکاتا ہے۔',
  address: { street: 'گلی نمبر 3', city: 'پشاور', region: 'خیبر', country: 'پاکستان' },
  phone: '+92 91 0000000',
  email: 'office@naan.example',
  hours: ['پیر تا جمعہ، صبح 9 سے شام 5 بجے تک'],
  social: [{ name: 'فیس بک', url: 'https://www.facebook.com/naan' }],
  apps: [
    {
      id: 'naan',
      name: 'نان ایپ',
      summary: 'نان گھر بیٹھے منگوائیں۔',
      developer: 'نان گھر',
      stores: [{ store: 'گوگل پلے', url: 'https://play.google.com/naan' }],
      kept_data: ['رسیدیں، پانچ سال تک'],
    },
    { id: 'tandoor', name: 'تندور', summary: 'تندور کا حال۔', developer: 'نان گھر' },
  ],
  pages: {
    home: { head, about: call, services: points, process: points, latest_posts: { title: 'تحریریں' } },
    portfolio: { head },
    publishing: { head },
    team: { head, invitation: { title: 'دعوت' } },
    careers: { head, reasons: points, steps: points, benefits: points, invitation: call },
    jobs: { head, invitation: call },
    spontaneous: { head },
    contact: {
      head,
      message_hint: 'کتنے نان، اور کب تک؟',
      direct: { title: 'براہِ راست' },
      office: { title: 'دفتر' },
    },
    apps: { head },
  },
  own_pages: [
    {
      id: 'about',
      path: '/تعارف',
      title: 'تعارف',
      text: '<p>ہمارا تعارف۔</p>',
      place: 'menu',
      published: true,
    },
  ],
};

let app: TestApp;
/** An address of each public route, with content behind it. */
let paths: Partial<Record<RouteName, string>>;
let preview = '';

beforeAll(async () => {
  const dir = await mkdtemp(join(tmpdir(), 'studio-language-'));
  await writeFile(join(dir, 'site.json'), JSON.stringify(company));
  app = await startTestApp({ DATA_DIR: dir });
  if (!app.firstAdmin) throw new Error('There is no first admin.');
  const { agent: admin } = await signIn(app, app.firstAdmin);
  const engine = { app, admin, visitor: visit(app) } as unknown as Engine;
  const category = await makeCategory(engine, 'فلمیں');
  const project = await makeProject(engine, {
    title: 'پہلی فلم',
    category_id: String(category.id),
    description: '<h1>فلم</h1><p>فلم کا بیان۔</p>',
    project_url: 'https://naan.example/film',
  });
  await makeProject(engine, {
    title: 'دوسری فلم',
    category_id: String(category.id),
    description: '<p>بیان</p>',
  });
  const texts = { blog_title: 'نان کی کہانی', description: '<p>ایک بیکری کی کہانی۔</p>' };
  const blog = await makeBlog(engine, texts);
  await makeBlog(engine, { ...texts, blog_title: 'دوسری کہانی' });
  const job = await makeJob(engine, {
    title: 'نان بائی',
    department: 'باورچی خانہ',
    city: 'پشاور',
    region: 'خیبر',
    country: 'پاکستان',
    description: '<p>نان پکانا</p>',
    show_salary: 1,
    status: 'open',
  });
  await makeMember(engine, {
    name: 'گل خان',
    designation: 'نان بائی',
    department: 'باورچی خانہ',
    bio: 'تندور کے ماہر۔',
    linkedin_url: '',
  });
  const draft = { blog_title: 'مسودہ', description: '<p>ابھی نہیں</p>', blog_image: null };
  preview = linkPath('preview', (await makeLink(engine, { row_id: blog.id, draft })).secret ?? '');
  paths = {
    portfolioCategory: `/portfolio/${encodeURIComponent('فلمیں')}`,
    portfolioItem: pathTo('portfolioItem', { id: project.id }),
    careersApplyJob: pathTo('careersApplyJob', { jobId: job.id }),
    viewBlog: pathTo('viewBlog', { id: blog.id }),
  };
}, 60_000);
afterAll(() => app?.close());

async function open(path: string): Promise<string> {
  const answer = await fetch(app.url + path, { headers: { accept: 'text/html' } });
  expect(answer.status).toBe(200);
  // A printed page shows its own address.
  return (await answer.text()).replaceAll(new RegExp(`>${app.url}[^<]*<`, 'g'), '><');
}

/** The addresses of which a page shows the host. */
const hosts = /^(naan\.example)$/;

describe('a company that has written all its texts in Urdu', () => {
  const names = (Object.keys(routes) as RouteName[]).filter((name) => isPublicRoute(routes[name]));

  it.each(names)('has no English on the page %s', async (name) => {
    const html = await open(paths[name] ?? routes[name]);
    expect(html).toMatch(/<html lang="ur" dir="rtl"/);
    expect(latinWords(html).filter((word) => !hosts.test(word))).toEqual([]);
  });

  it.each([
    '/careers/apply?spontaneous=1',
    `/careers/apply?search=${encodeURIComponent('درزی')}`,
    '/delete-account?app=naan',
    encodeURI('/تعارف'),
  ])('has none on %s either', async (path) => expect(latinWords(await open(path))).toEqual([]));

  it('has none on its share images and in its feeds', async () => {
    const site: Site = { ...sampleSite, language: 'ur' };
    const kickers = shareImageKinds.map((kind) => contentCard(site, kind, 1, 'نان').kicker);
    expect(kickers).toEqual(['تحریریں', 'ہمارا کام', 'ہمارا کام', 'خالی آسامی']);
    for (const path of ['/feed.xml', '/jobs.xml']) {
      const feed = await open(path);
      expect(feed).toContain('<language>ur</language>');
      const texts = [...feed.matchAll(/<(title|description|category)>([^<]*)</g)].map(([, , text]) => text);
      expect(texts.length).toBeGreaterThan(3);
      expect(texts.join(' ')).not.toMatch(/\b(?!PKR)[A-Za-z]{2}/);
    }
  });

  it('has none in the preview of a draft', async () => {
    const html = await open(preview);
    expect(html).toContain('پیش نظارہ');
    expect(latinWords(html)).toEqual([]);
  });
});
