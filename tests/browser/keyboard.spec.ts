import type { Locator, Page } from '@playwright/test';
import { makeBlog } from '../contract/resources/cases.ts';
import { expect, test } from './fixtures.ts';
import { blogsScreen, pngFile, toast } from './support/blogs.ts';
import { loginForm } from './support/login.ts';
import { exactly, named } from './support/names.ts';

/** Presses Tab until the target has the focus, and expects to see that it has (WCAG 2.4.7). */
async function tabTo(page: Page, target: Locator, presses = 40, key = 'Tab') {
  await expect(target).toBeVisible();
  const hasFocus = () => target.evaluate((element) => element === document.activeElement);
  for (let press = 0; press < presses && !(await hasFocus()); press += 1) await page.keyboard.press(key);
  await expect(target).toBeFocused();
  const isSeen = await target.evaluate((element) =>
    [
      getComputedStyle(element),
      getComputedStyle(element, '::after'),
      getComputedStyle(element.parentElement ?? element),
    ].some(
      ({ outlineStyle, outlineWidth, boxShadow }) =>
        (outlineStyle !== 'none' && outlineWidth !== '0px') || boxShadow !== 'none',
    ),
  );
  expect(isSeen, `the focus on ${target} is seen`).toBe(true);
}

test('sign in, add a post and read it, all by keyboard', async ({ open, site }) => {
  const page = await open(site);
  const keys = page.keyboard;
  const { add, addForm, deleteDialog, ...screen } = blogsScreen(page);
  const login = loginForm(page);
  await page.goto('/admin/blogs');
  await tabTo(page, login.email);
  await keys.type(site.credentials.email);
  await tabTo(page, login.password);
  await keys.type(site.credentials.password);
  await keys.press('Enter');
  await expect(screen.heading).toBeVisible();

  // The skip link is the first tab stop, and skips the sidebar.
  await page.reload();
  await expect(screen.heading).toBeVisible();
  await keys.press('Tab');
  await expect(named(page, 'link', 'Skip to content')).toBeFocused();
  await keys.press('Enter');
  await expect(page.locator('main')).toBeFocused();
  await tabTo(page, add, 4);
  await keys.press('Enter');
  await expect(addForm.title).toBeFocused();
  await keys.type('By keyboard');
  await tabTo(page, addForm.status('Active'));
  await keys.press('Space');
  await expect(addForm.text).toBeVisible();
  await tabTo(page, addForm.tool('Heading 1'));
  for (let step = 0; step < 3; step += 1) await keys.press('ArrowRight');
  await expect(addForm.tool('Bold')).toBeFocused();
  await keys.press('Enter');
  await expect(addForm.text).toBeFocused();
  await keys.type('Bold');
  await keys.press('Control+b');
  await keys.type(' as keys');
  // Tab leaves the editor in both directions (WCAG 2.1.2).
  await keys.press('Shift+Tab');
  await expect(addForm.tool('Bold')).toBeFocused();
  await keys.press('Tab');
  await expect(addForm.text).toBeFocused();
  await tabTo(page, addForm.cover, 8);
  const choosing = page.waitForEvent('filechooser');
  await keys.press('Space');
  await (await choosing).setFiles(await pngFile('keys.png'));
  await expect(addForm.coverName('keys.png')).toBeVisible();
  // Escape closes only the popover, and the form keeps its text.
  await tabTo(page, addForm.text, 8, 'Shift+Tab');
  await keys.press('Control+k');
  await expect(addForm.dialog.getByLabel('Link address')).toBeFocused();
  await keys.press('Escape');
  await expect(addForm.text).toBeFocused();
  await tabTo(page, addForm.submit);
  await keys.press('Enter');
  await expect(toast(page, 'Added successfully')).toBeVisible();
  await expect(add).toBeFocused();

  // A question has the focus on what harms nothing, and gives it back.
  const remove = screen.delete('By keyboard');
  await tabTo(page, remove);
  await keys.press('Enter');
  await expect(named(deleteDialog, 'button', 'Cancel')).toBeFocused();
  await keys.press('Escape');
  await expect(remove).toBeFocused();
  await tabTo(page, named(page, 'link', /to the site/), 30, 'Shift+Tab');
  await keys.press('Enter');
  await expect(page.locator('main')).toBeFocused();
  await tabTo(page, named(page.getByRole('main'), 'link', 'By keyboard').first(), 80);
  await keys.press('Enter');
  await expect(page.getByRole('article').locator('strong')).toHaveText('Bold');
  await expect(page.locator('main')).toBeFocused();
});

test('a list has its page in the address and an arrow to where the admin came from; a login never leads out of the site', async ({
  start,
  open,
}) => {
  const site = await start({ SAMPLE_CONTENT: 'off' });
  for (let at = 1; at <= 25; at += 1) await makeBlog(site, { blog_title: `Post ${at}.` });
  const page = await open(site, { as: 'owner' });
  const { row, table, ...screen } = blogsScreen(page);
  const pages = named(page, 'navigation', 'Pages of blogs');
  const button = (name: string) => exactly(pages, 'button', name);
  const back = exactly(page, 'button', 'Back');
  await page.goto('/admin/team');
  await named(page, 'link', 'Blogs').click();
  await expect(row('Post 25.')).toBeVisible();
  // docs/product.md §2.7.
  await expect(table.getByRole('columnheader')).toHaveText(['Title', 'Actions']);
  await expect(pages.getByRole('listitem')).toHaveText(['1', '2', '3']);
  await expect(button('Previous page')).toBeDisabled();
  await button('Next page').click();
  await expect(page).toHaveURL('/admin/blogs?page=2');
  await expect(button('Page 2')).toHaveAttribute('aria-current', 'page');
  await button('Page 3').click();
  await expect(row('Post 5.')).toBeVisible();
  await expect(button('Page 3')).toBeFocused();
  await expect(table.getByRole('row')).toHaveCount(1 + 5);
  await expect(button('Next page')).toBeDisabled();
  // The row before the last one takes the focus of a deletion.
  await screen.delete('Post 1.').click();
  await named(screen.deleteDialog, 'button', 'Delete').click();
  await expect(row('Post 2.').locator(':focus')).toBeVisible();
  await page.reload();
  // Back leads to the screen before, however many pages were turned and despite the reload.
  await back.click();
  await expect(page).toHaveURL('/admin/team');
  // Without an earlier screen; an address past the end leads to the last page.
  await page.goto('/admin/blogs?page=99');
  await expect(page).toHaveURL('/admin/blogs?page=3');
  await page.getByLabel('Search posts').fill('Post 1');
  await expect(page).toHaveURL('/admin/blogs?search=Post+1');
  await back.click();
  await expect(page).toHaveURL('/admin/dashboard');
  await page.goto('/admin/login?next=%2Fadmin%2Fteam');
  await expect(page).toHaveURL('/admin/team');
  await page.goto(`/admin/login?${new URLSearchParams({ next: '/\\evil.example' })}`);
  await expect(page).toHaveURL('/admin/dashboard');
});
