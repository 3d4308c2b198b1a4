import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { deskMessages, textOf } from '#shared/desk-messages.ts';
import { richText, type StubbedSite, stubPost } from '../support/stubbed-site.ts';
import { apiCallError, failedToLoad } from '../support/watch.ts';
import { type Area, follow } from './area.ts';

/** Path, title without the studio's name, and what tells that the page is there. */
type NamedPage = [path: string, title: string, heading: string];

const publicPages: NamedPage[] = [
  ['/', 'Naqsh Studio', 'Made to leave a mark.'],
  ['/publishing', 'Publishing', 'Publishing'],
  ['/publishing?page=2', 'Publishing, page 2', 'Publishing'],
  ['/view-blog/12', 'Post 12', 'Post 12'],
  ['/view-blog/999', 'Post not found', 'We couldn’t find this post'],
  ['/portfolio', 'Portfolio', 'Portfolio'],
  ['/portfolio/Film', 'Film', 'Film'],
  ['/portfolio/Nothing', 'Field not found', 'We couldn’t find this field'],
  ['/portfolioOne/999', 'Project not found', 'We couldn’t find this project'],
  ['/careers/apply', 'Jobs', 'Open positions'],
  ['/careers/apply/999', 'Job not found', 'We couldn’t find this position'],
  ['/careers', 'Careers', 'Careers'],
  ['/team', 'Team', 'Team'],
  ['/apps', 'Apps', 'Apps'],
  ['/contact', 'Contact', 'Contact'],
  ['/privacy-policy', 'Privacy Policy', 'Privacy Policy'],
  ['/terms-conditions', 'Terms & Conditions', 'Terms & Conditions'],
  ['/delete-account', 'Delete your account', 'Delete your account'],
  ['/no/such/page', 'Page not found', 'We couldn’t find this page'],
  ['/admin/login', 'Sign in', 'Sign in'],
];
const adminPages: NamedPage[] = [
  ['/admin', 'Jobs', 'Jobs'],
  ['/admin/applicants', 'Applicants', 'Applicants'],
  ['/admin/portfolio', 'Portfolio', 'Portfolio'],
  ['/admin/portfolio/projects/3', 'Film, projects', 'Film'],
  ['/admin/portfolio/projects/999', 'Category not found', 'Projects'],
  ['/admin/team', 'Team', 'Team'],
  ['/admin/blogs', 'Blogs', 'Blogs'],
  ['/admin/messages', 'Messages', 'Messages'],
  ['/admin/intake', 'Waiting forms', 'Waiting forms'],
];
const film = {
  id: 3,
  title: 'Film',
  image: null,
  tech_img: [],
  created_at: '2026-01-01',
  updated_at: '2026-01-01',
};

export const publicArea: Area = {
  name: 'the public pages, and each has its title',
  by: 'visitor',
  async *states(page, site) {
    fill(site);
    for (const [at, one] of publicPages.entries()) yield await openPage(page, one, at === 0);
  },
  console: [
    failedToLoad(404, '/api/singlePost/999'),
    failedToLoad(404, '/api/getCategoryByTitle'),
    failedToLoad(404, '/api/getSingleProject/999'),
    failedToLoad(404, '/api/singleJob/999'),
    ...(['blog.notFound', 'category.notFound', 'project.notFound', 'job.notFound'] as const).map((key) =>
      apiCallError(textOf(key)),
    ),
  ],
};

export const adminArea: Area = {
  name: 'the screens of the admin area, and each has its title',
  by: 'admin',
  async *states(page, site) {
    fill(site);
    for (const [at, one] of adminPages.entries()) yield await openPage(page, one, at === 0);
  },
  console: [
    failedToLoad(404, '/api/getSingleCategory/999'),
    failedToLoad(404, '/api/getProjects/999'),
    apiCallError(deskMessages['category.notFound']),
  ],
};

function fill({ stub }: StubbedSite): void {
  stub.data.blogs = Array.from({ length: 12 }, (_, at) => stubPost(at + 1, { description: richText }));
  stub.data.categories = [film];
}

/** The first page comes from the server, the others as by a link. Returns the path. */
async function openPage(page: Page, [path, title, heading]: NamedPage, isFirst: boolean): Promise<string> {
  if (isFirst) await page.goto(path);
  else await follow(page, path);
  await page.getByRole('heading', { name: heading, level: 1, exact: true }).waitFor();
  await expect.poll(() => page.title()).toMatch(new RegExp(`^${title} · |^${title}$`));
  await expect.poll(() => page.getByText(/^Loading.*…$/).count()).toBe(0);
  return path;
}
