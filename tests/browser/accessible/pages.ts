import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { textOf } from '#shared/desk-messages.ts';
import { galleryOf, stubProject } from '../support/portfolio-public.ts';
import { richText, stubPost } from '../support/stubbed-site.ts';
import { apiCallError, failedToLoad } from '../support/watch.ts';
import { type Area, follow, pressEscape } from './area.ts';

/** Path, title without the studio's name, and the heading that shows that the page has loaded. */
export type NamedPage = [path: string, title: string, heading: string];

/** A page of every public route; for routes that show records of the host also a missing record. */
export const publicPages: NamedPage[] = [
  ['/', 'Naqsh Studio', 'Made to leave a mark.'],
  ['/publishing', 'Publishing', 'Publishing'],
  ['/publishing?page=2', 'Publishing, page 2', 'Publishing'],
  ['/view-blog/12', 'Post 12', 'Post 12'],
  ['/view-blog/999', 'Post not found', 'We couldn’t find this post'],
  ['/portfolio', 'Portfolio', 'Portfolio'],
  ['/portfolio/Film', 'Film', 'Film'],
  ['/portfolio/Nothing', 'Category not found', 'We couldn’t find this category'],
  ['/portfolioOne/999', 'Project not found', 'We couldn’t find this project'],
  ['/portfolioOne/31', 'Salt Road', 'Salt Road'],
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
  // An address that could be a page of the company's own.
  ['/no-such-page', 'Page not found', 'We couldn’t find this page'],
  ['/admin/login', 'Sign in', 'Sign in'],
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
  async *states(page, { stub }) {
    stub.data.blogs = Array.from({ length: 12 }, (_, at) => stubPost(at + 1, { description: richText }));
    stub.data.categories = [film];
    stub.data.projects = [stubProject(31, film.id, { title: 'Salt Road' }, 2)];
    for (const one of publicPages) {
      yield await openPage(page, one);
      if (one[1] !== 'Salt Road') continue;
      const { enlarge, dialog } = galleryOf(page, 'Salt Road');
      await enlarge.click();
      await dialog.waitFor();
      yield 'an enlarged picture';
      await pressEscape(page, enlarge);
    }
  },
  console: [
    failedToLoad(404, '/api/singlePost/999'),
    failedToLoad(404, '/api/getCategoryByTitle'),
    failedToLoad(404, '/api/getSingleProject/999'),
    failedToLoad(404, '/api/singleJob/999'),
    failedToLoad(404, '/api/sitePage'),
    ...(
      ['blog.notFound', 'category.notFound', 'project.notFound', 'job.notFound', 'request.notFound'] as const
    ).map((key) => apiCallError(textOf(key))),
  ],
};

/** Opens the page, and waits until it is complete. Returns the path. */
export async function openPage(page: Page, [path, title, heading]: NamedPage): Promise<string> {
  await follow(page, path);
  await page.getByRole('heading', { name: heading, level: 1, exact: true }).waitFor();
  await expect.poll(() => page.title()).toMatch(new RegExp(`^${title} · |^${title}$`));
  await expect.poll(() => page.getByText(/^Loading.*…$/).count()).toBe(0);
  return path;
}
