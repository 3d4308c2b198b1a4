import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { messages } from '#shared/messages.ts';
import { expectAccessible } from './support/axe.ts';
import { blogsScreen } from './support/blogs.ts';
import { launchBrowser } from './support/launch.ts';
import { richText, stubbedSite, stubPost } from './support/stubbed-site.ts';
import { openAdmin, openVisitor } from './support/visitor.ts';
import { apiCallError, expectQuiet, failedToLoad } from './support/watch.ts';

const browser = launchBrowser();
const site = stubbedSite();

/** Path, title without the studio's name, and what tells that the page is there. */
const publicPages: [path: string, title: string, heading: string][] = [
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
const adminPages: [path: string, title: string, heading: string][] = [
  ['/admin', 'Jobs', 'Jobs'],
  ['/admin/applicants', 'Applicants', 'Applicants'],
  ['/admin/portfolio', 'Portfolio', 'Portfolio'],
  ['/admin/portfolio/projects/3', 'Film, projects', 'Film'],
  ['/admin/portfolio/projects/999', 'Category not found', 'Projects'],
  ['/admin/team', 'Team', 'Team'],
  ['/admin/blogs', 'Blogs', 'Blogs'],
  ['/admin/messages', 'Messages', 'Messages'],
];
const film = {
  id: 3,
  title: 'Film',
  image: null,
  tech_img: [],
  created_at: '2026-01-01',
  updated_at: '2026-01-01',
};

test('axe finds nothing on the public pages, and each has its title', async () => {
  site.stub.data.blogs = Array.from({ length: 12 }, (_, at) => stubPost(at + 1, { description: richText }));
  site.stub.data.categories = [film];
  const { page, watch, close } = await openVisitor(browser.current, site.app);
  for (const [at, [path, title, heading]] of publicPages.entries()) {
    await openPage(page, path, title, heading, at === 0);
    await expectAccessible(page, path);
  }
  expectQuiet(watch, [
    failedToLoad(404, '/api/singlePost/999'),
    failedToLoad(404, '/api/getCategoryByTitle'),
    failedToLoad(404, '/api/getSingleProject/999'),
    failedToLoad(404, '/api/singleJob/999'),
    ...(['blog.notFound', 'category.notFound', 'project.notFound', 'job.notFound'] as const).map((key) =>
      apiCallError(messages[key]),
    ),
  ]);
  await close();
});

test('axe finds nothing in the admin area, its forms and its dialogs', async () => {
  site.stub.data.blogs = [stubPost(1, { description: richText })];
  site.stub.data.categories = [film];
  const { page, watch, close } = await openAdmin(browser.current, site);
  const { add, addForm, editForm, edit, deleteDialog, ...screen } = blogsScreen(page);
  for (const [at, [path, title, heading]] of adminPages.entries()) {
    await openPage(page, path, title, heading, at === 0);
    await expectAccessible(page, path);
  }
  await page.goto('/admin/blogs');
  await add.click();
  await addForm.text.waitFor();
  await addForm.submit.click();
  await addForm.dialog.getByText('Add blog description').waitFor();
  await expectAccessible(page, 'add form with every error');
  await addForm.tool('Link').click();
  await expectAccessible(page, 'the popover of a link');
  await addForm.tool('Text colour').click();
  await expectAccessible(page, 'the popover of colours');
  await addForm.cancel.click();
  await addForm.dialog.waitFor({ state: 'hidden' });
  await edit('Post 1').click();
  await editForm.text.getByText('Said once.').waitFor();
  await expectAccessible(page, 'edit form');
  await editForm.cancel.last().click();
  await editForm.dialog.waitFor({ state: 'hidden' });
  await screen.delete('Post 1').click();
  await deleteDialog.waitFor();
  await expectAccessible(page, 'delete dialog');
  expectQuiet(watch, [
    failedToLoad(404, '/api/getSingleCategory/999'),
    failedToLoad(404, '/api/getProjects/999'),
    apiCallError(messages['category.notFound']),
  ]);
  await close();
});

/** The first page comes from the server, the others as by a link: axe is read and warmed up once, not on every page. */
async function openPage(
  page: Page,
  path: string,
  title: string,
  heading: string,
  isFirst: boolean,
): Promise<void> {
  if (isFirst) await page.goto(path);
  else
    await page.evaluate((to) => {
      history.pushState(null, '', to);
      dispatchEvent(new PopStateEvent('popstate'));
    }, path);
  await page.getByRole('heading', { name: heading, level: 1, exact: true }).waitFor();
  await expect.poll(() => page.title()).toMatch(new RegExp(`^${title} · |^${title}$`));
  await expect.poll(() => page.getByText(/^Loading.*…$/).count()).toBe(0);
}
