import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { expectAccessible } from './support/axe.ts';
import { blogsScreen } from './support/blogs.ts';
import { launchBrowser } from './support/launch.ts';
import { loginForm } from './support/login.ts';
import { postPage } from './support/posts.ts';
import { stubbedSite, stubPost } from './support/stubbed-site.ts';
import { openAdmin, openVisitor } from './support/visitor.ts';
import { expectQuiet, failedToLoad } from './support/watch.ts';

const browser = launchBrowser();
const site = stubbedSite();
const slow = { timeout: 180_000 };

const rich = `<h2>Light</h2><p>Some <strong>bold</strong>, <em>italic</em> and <u>underlined</u> words, a
  <a href="https://studio.example">link</a>, <span style="color: #a91d2c">red</span> and
  <span style="background-color: #fbeea0">marked</span> ones.</p>
  <ol><li data-list="bullet">one</li><li data-list="bullet">two</li></ol><ol><li data-list="ordered">first</li></ol>
  <blockquote>Said once.</blockquote><pre>const answer = 42;</pre>
  <p><img src="data:image/gif;base64,R0lGODlhAQABAAAAACwAAAAAAQABAAA=" alt="A dot"></p>
  <iframe class="ql-video" title="Video" src="https://www.youtube-nocookie.com/embed/aqz-KE-bpKQ"></iframe>
  <p class="ql-align-right">to the right</p>`;

/** Path, title without the studio's name, and what tells that the page is there. */
const publicPages: [path: string, title: string, heading: string][] = [
  ['/', 'Naqsh Studio', 'Made to leave a mark.'],
  ['/publishing', 'Publishing', 'Publishing'],
  ['/publishing?page=2', 'Publishing, page 2', 'Publishing'],
  ['/view-blog/12', 'Post 12', 'Post 12'],
  ['/view-blog/999', 'Post not found', 'There is no post at this address'],
  ['/team', 'Not published yet', 'Not published yet'],
  ['/no/such/page', 'Page not found', 'There is no page at this address'],
  ['/admin/login', 'Sign in', 'Sign in'],
];
const adminPages: [path: string, title: string, heading: string][] = [
  ['/admin', 'Jobs', 'Jobs'],
  ['/admin/applicants', 'Applicants', 'Applicants'],
  ['/admin/portfolio', 'Portfolio', 'Portfolio'],
  ['/admin/portfolio/projects/3', 'Projects', 'Projects'],
  ['/admin/team', 'Team', 'Team'],
  ['/admin/blogs', 'Blogs', 'Blogs'],
];

test('axe finds nothing on the public pages, and each has its title', slow, async () => {
  site.stub.data.blogs = Array.from({ length: 12 }, (_, at) => stubPost(at + 1, { description: rich }));
  const { page, watch, close } = await openVisitor(browser.current, site.app);
  for (const [path, title, heading] of publicPages) {
    await openPage(page, path, title, heading);
    await expectAccessible(page, path);
  }
  watch.consoleLines.splice(
    0,
    watch.consoleLines.length,
    ...watch.consoleLines.filter((line) => !/999/.test(line)),
  );
  expectQuiet(watch, [
    failedToLoad(404, '/no/such/page'),
    'error: API call error: ApiError: There is no such post.',
  ]);
  await close();
});

test('axe finds nothing in the admin area, its forms and its dialogs', slow, async () => {
  site.stub.data.blogs = [stubPost(1, { description: rich })];
  const { page, watch, close } = await openAdmin(browser.current, site);
  const { add, addForm, editForm, edit, deleteDialog, ...screen } = blogsScreen(page);
  for (const [path, title, heading] of adminPages) {
    await openPage(page, path, title, heading);
    await expectAccessible(page, path);
  }
  await add.click();
  await addForm.text.waitFor();
  await addForm.submit.click();
  await addForm.dialog.getByText('Add blog description').waitFor();
  await expectAccessible(page, 'add form with every error');
  await addForm.tool('Link').click();
  await expectAccessible(page, 'the tray of a link');
  await addForm.tool('Text colour').click();
  await expectAccessible(page, 'the tray of colours');
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
  expectQuiet(watch);
  await close();
});

test('a new path scrolls to the top and moves the focus; a new query does not', slow, async () => {
  site.stub.data.blogs = Array.from({ length: 12 }, (_, at) => stubPost(at + 1, { description: rich }));
  const { page, watch, close } = await openVisitor(browser.current, site.app, { height: 500 });
  const scrolled = () => page.evaluate(() => window.scrollY);
  const inMain = () => page.evaluate(() => document.activeElement === document.querySelector('main'));
  await page.goto('/publishing');
  const last = page.getByRole('link', { name: 'Post 3', exact: true });
  await last.scrollIntoViewIfNeeded();
  expect(await scrolled()).toBeGreaterThan(200);
  await last.click();
  await postPage(page).title.waitFor();
  expect(await scrolled()).toBe(0);
  expect(await inMain()).toBe(true);
  await page.getByRole('status').filter({ hasText: 'Post 3 ·' }).waitFor({ state: 'attached' });
  await page.getByRole('link', { name: 'All posts' }).click();
  await page.getByRole('heading', { name: 'Publishing', level: 1 }).waitFor();
  expect(await scrolled()).toBe(0);
  expectQuiet(watch);
  await close();

  const admin = await openAdmin(browser.current, site, { height: 500 });
  await admin.page.goto('/admin/blogs');
  const next = admin.page.getByRole('button', { name: 'Page 2' });
  await next.click();
  await blogsScreen(admin.page).row('Post 2').waitFor();
  expect(await next.evaluate((button) => button === document.activeElement)).toBe(true);
  expectQuiet(admin.watch);
  await admin.close();
});

test('the list has a button for every page, and its page in the address', slow, async () => {
  site.stub.data.blogs = Array.from({ length: 25 }, (_, at) => stubPost(at + 1));
  const { page, watch, close } = await openAdmin(browser.current, site);
  const screen = blogsScreen(page);
  const pages = page.getByRole('navigation', { name: 'Pages of blogs' });
  const button = (name: string) => pages.getByRole('button', { name, exact: true });
  await page.goto('/admin/blogs');
  await screen.row('Post 25').waitFor();
  expect(await pages.getByRole('listitem').allTextContents()).toEqual(['1', '2', '3']);
  expect(await button('Page 1').getAttribute('aria-current')).toBe('page');
  expect(await button('Previous page').isDisabled()).toBe(true);
  await button('Next page').click();
  await screen.row('Post 15').waitFor();
  expect(new URL(page.url()).search).toBe('?page=2');
  await button('Page 3').click();
  await screen.row('Post 5').waitFor();
  await screen.row('Post 15').waitFor({ state: 'detached' });
  expect(await screen.table.getByRole('row').count()).toBe(1 + 5);
  expect(await button('Next page').isDisabled()).toBe(true);
  await button('Previous page').click();
  await screen.row('Post 15').waitFor();
  await page.reload();
  await screen.row('Post 15').waitFor();
  expect(await button('Page 2').getAttribute('aria-current')).toBe('page');
  await page.goBack();
  await screen.row('Post 5').waitFor();
  await page.goto('/admin/blogs?page=99');
  await screen.row('Post 5').waitFor();
  expect(new URL(page.url()).search).toBe('?page=3');
  expectQuiet(watch);
  await close();
});

test('a signed-in admin is led past the login page, and never out of the site', slow, async () => {
  const { page, watch, close } = await openAdmin(browser.current, site);
  await page.goto('/admin/login?next=%2Fadmin%2Fteam');
  await page.getByRole('heading', { name: 'Team', level: 1 }).waitFor();
  for (const elsewhere of ['//evil.example/admin/', 'https://evil.example', '/\\evil.example']) {
    await page.goto(`/admin/login?${new URLSearchParams({ next: elsewhere })}`);
    await page.getByRole('heading', { name: 'Jobs', level: 1 }).waitFor();
    expect(page.url()).toBe(`${site.app.url}/admin/dashboard`);
  }
  await page.getByRole('button', { name: 'Logout' }).click();
  await loginForm(page).form.waitFor();
  expectQuiet(watch);
  await close();
});

async function openPage(page: Page, path: string, title: string, heading: string): Promise<void> {
  await page.goto(path);
  await page.getByRole('heading', { name: heading, level: 1, exact: true }).waitFor();
  await expect.poll(() => page.title()).toMatch(new RegExp(`^${title} · |^${title}$`));
  await page.waitForLoadState('networkidle');
}
