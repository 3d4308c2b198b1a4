// @module-tag deep/journey: scrolling, focus and page numbers of the lists that home and write-a-post visit
import { expect, test } from 'vitest';
import { blogsScreen } from './support/blogs.ts';
import { launchBrowser } from './support/launch.ts';
import { loginForm } from './support/login.ts';
import { postPage } from './support/posts.ts';
import { richText, stubbedSite, stubPost } from './support/stubbed-site.ts';
import { openAdmin, openVisitor } from './support/visitor.ts';
import { expectQuiet } from './support/watch.ts';

const browser = launchBrowser();
const site = stubbedSite();

test('a new path scrolls to the top and moves the focus; a new query does not', async () => {
  site.stub.data.blogs = Array.from({ length: 12 }, (_, at) => stubPost(at + 1, { description: richText }));
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

test('the list has a button for every page, its page in the address, and an arrow to where the admin came from', async () => {
  site.stub.data.blogs = Array.from({ length: 25 }, (_, at) => stubPost(at + 1));
  const { page, watch, close } = await openAdmin(browser.current, site);
  const screen = blogsScreen(page);
  const pages = page.getByRole('navigation', { name: 'Pages of blogs' });
  const button = (name: string) => pages.getByRole('button', { name, exact: true });
  await page.goto('/admin/team');
  await page.getByRole('link', { name: 'Blogs' }).click();
  await screen.row('Post 25').waitFor();
  // docs/product.md §2.7.
  expect(await screen.table.getByRole('columnheader').allTextContents()).toEqual(['Title', 'Actions']);
  await expect.poll(() => pages.getByRole('listitem').allTextContents()).toEqual(['1', '2', '3']);
  await expect.poll(() => button('Page 1').getAttribute('aria-current')).toBe('page');
  await expect.poll(() => button('Previous page').isDisabled()).toBe(true);
  await button('Next page').click();
  await screen.row('Post 15').waitFor();
  await expect.poll(() => new URL(page.url()).search).toBe('?page=2');
  await button('Page 3').click();
  await screen.row('Post 5').waitFor();
  await screen.row('Post 15').waitFor({ state: 'detached' });
  await expect.poll(() => screen.table.getByRole('row').count()).toBe(1 + 5);
  await expect.poll(() => button('Next page').isDisabled()).toBe(true);
  await button('Previous page').click();
  await screen.row('Post 15').waitFor();
  await page.reload();
  await screen.row('Post 15').waitFor();
  await expect.poll(() => button('Page 2').getAttribute('aria-current')).toBe('page');
  await page.goBack();
  await screen.row('Post 5').waitFor();
  // Back leads to the previous screen, however many pages were turned and despite the reload.
  await page.getByRole('button', { name: 'Back', exact: true }).click();
  await page.waitForURL('**/admin/team');

  // Opened by its address, without an earlier screen in the history; an address past the end leads to the last page.
  await page.goto('/admin/blogs?page=99');
  await screen.row('Post 5').waitFor();
  await expect.poll(() => new URL(page.url()).search).toBe('?page=3');
  await button('Page 2').click();
  await page.waitForURL('**/admin/blogs?page=2');
  await page.getByRole('button', { name: 'Back', exact: true }).click();
  await page.waitForURL('**/admin/dashboard');
  expectQuiet(watch);
  await close();
});

test('a signed-in admin is led past the login page, and never out of the site', async () => {
  const { page, watch, close } = await openAdmin(browser.current, site);
  await page.goto('/admin/login?next=%2Fadmin%2Fteam');
  await page.getByRole('heading', { name: 'Team', level: 1 }).waitFor();
  // One of the many addresses in tests/unit/client/admin/session/guard.test.ts.
  await page.goto(`/admin/login?${new URLSearchParams({ next: '/\\evil.example' })}`);
  await page.getByRole('heading', { name: 'Jobs', level: 1 }).waitFor();
  await expect.poll(() => page.url()).toBe(`${site.app.url}/admin/dashboard`);
  await page.getByRole('button', { name: 'Logout' }).click();
  await loginForm(page).form.waitFor();
  expectQuiet(watch);
  await close();
});
