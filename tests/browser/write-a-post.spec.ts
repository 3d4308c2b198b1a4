import type { Locator, Page } from '@playwright/test';
import { contract } from '#shared/contract/index.ts';
import { image } from '../support/files.ts';
import { expect, hold, test } from './fixtures.ts';
import { blogsScreen, toast } from './support/blogs.ts';
import { fillLogin } from './support/login.ts';
import { exactly, named, topHeading } from './support/names.ts';

const months = 'Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec'.split(' ');

/** Returns day and short month of an ISO text, e.g. "21 Nov" (docs/product.md §2). */
function dayAndMonth(iso: string) {
  const [, month = '', day = ''] = /^\d{4}-(\d\d)-(\d\d)/.exec(iso) ?? [];
  return `${Number(day)} ${months[Number(month) - 1]}`;
}

const png = async (name: string) => ({ name, mimeType: 'image/png', buffer: await image('png', 300, 200) });

test('a post is written, read, changed and deleted', async ({ open, site, allow }) => {
  const title = 'A film in many frames';
  const changed = `${title}, cut`;
  const page = await open(site);
  const screen = blogsScreen(page);
  const { addForm, editForm, deleteDialog } = screen;

  // The guard leads to the login page, and the sign-in back to the page that was asked for.
  await page.goto('/admin/blogs?page=1');
  await fillLogin(page, site.credentials);
  await expect(screen.heading).toBeVisible();
  await expect(page).toHaveURL('/admin/blogs?page=1');

  await screen.add.click();
  const asked = addForm.dialog.getByText(
    /^(Title is required for creating a blog|Enter 1 to active the or 0 for inactive|Add blog description|Image is required for blog creation)$/,
  );
  await addForm.submit.click();
  await expect(asked).toHaveCount(4);
  await expect(addForm.title).toBeFocused();
  // What is wrong with the number stays in sight.
  await addForm.dialog.getByText('As a number').click();
  await expect(addForm.active).toBeVisible();
  await addForm.title.fill(title);
  await expect(asked).toHaveCount(3);
  await addForm.active.fill('1');
  await expect(asked).toHaveCount(2);
  await addForm.cover.setInputFiles(await png('cover.png'));
  await expect(asked).toHaveText(['Add blog description']);
  const colour = await writeText(page, addForm.text, addForm.tool);
  await expect(asked).toHaveCount(0);
  await pressAndWait(page, contract.saveBlog.path, addForm.submit, addForm.busy('Creating...'));
  await expect(toast(page, 'Added successfully')).toBeVisible();
  await expect(addForm.dialog).toBeHidden();

  const { body } = await site.visitor.call('activeBlogs');
  const [post] = body.data.data;
  const reader = await open(site);
  const article = reader.getByRole('article');
  await reader.goto('/publishing');
  await exactly(reader.getByRole('main'), 'link', title).click();
  await expect(topHeading(article)).toHaveText(title);
  await expect(article.locator('time')).toHaveText(dayAndMonth(post.created_at));
  await expect(article.getByRole('heading', { level: 2 })).toHaveText('Scene one');
  await expect(article.locator('strong')).toHaveText('All bold');
  await expect(article.locator('span').filter({ hasText: /^red$/ })).toHaveCSS('color', colour);
  await expect(article.getByRole('listitem')).toHaveText(['first take', 'second take']);
  await expect(named(article, 'link', 'our site')).toHaveAttribute('href', 'https://studio.example/film');
  for (const description of ['A brick wall', 'A sketch of it'])
    await expect(named(article, 'img', description)).toBeVisible();
  // The video waits for a press.
  await expect(article.locator('iframe')).toHaveCount(0);
  await expect(named(article, 'button', /^Play the video/)).toHaveAttribute(
    'href',
    'https://www.youtube.com/watch?v=aqz-KE-bpKQ',
  );

  await screen.edit(title).click();
  await expect(editForm.title).toHaveValue(title);
  await expect(editForm.active).toHaveValue('1');
  await expect(editForm.text).toContainText('second take');
  await editForm.title.fill(changed);
  await pressAndWait(page, contract.editBlog.path, editForm.submit, editForm.busy('Editing...'));
  await expect(toast(page, 'Updated successfully')).toBeVisible();
  await expect(screen.row(changed)).toBeVisible();
  await reader.reload();
  await expect(topHeading(article)).toHaveText(changed);

  await screen.delete(changed).click();
  await expect(deleteDialog).toContainText('Are you sure you want to delete this Blog?');
  await named(deleteDialog, 'button', 'Cancel').click();
  await expect(deleteDialog).toBeHidden();
  await expect(screen.row(changed)).toBeVisible();
  await screen.delete(changed).click();
  const confirm = named(deleteDialog, 'button', 'Delete');
  await pressAndWait(page, 'deleteBlog', confirm, exactly(deleteDialog, 'button', 'Deleting....'));
  await expect(toast(page, 'Deleted successfully')).toBeVisible();
  await expect(screen.row(changed)).toBeHidden();

  allow(/410 \(Gone\)/);
  expect((await reader.reload())?.status()).toBe(410);
  await expect(topHeading(reader, 'We couldn’t find this post')).toBeVisible();
  await expect(named(reader, 'link', 'All posts')).toBeVisible();
});

/**
 * Presses a button, and expects the one that says so to be disabled while the call to this path is on its way. The route
 * stays: a list is fetched again as soon as the call has its answer, and that must not meet the end of the interception.
 */
async function pressAndWait(page: Page, path: string, button: Locator, busy: Locator) {
  const release = await hold(page, new RegExp(path));
  await button.click();
  await expect(busy).toBeDisabled();
  release();
}

/** Writes with every tool, and returns the colour of the red words. */
async function writeText(page: Page, text: Locator, tool: (name: string) => Locator) {
  const dialog = page.getByRole('dialog').last();
  const type = async (words: string, ...keys: string[]) => {
    await text.pressSequentially(words);
    for (const key of keys) await text.press(key);
  };
  await tool('Heading 2').click();
  await type('Scene one', 'Enter');
  await tool('Bold').click();
  await type('All bold');
  await tool('Bold').click();
  await type(' then ');
  await tool('Text colour').click();
  const red = exactly(dialog, 'button', 'Red');
  const colour = await red.evaluate((swatch) => getComputedStyle(swatch).backgroundColor);
  await red.click();
  await type('red');
  await tool('Text colour').click();
  await named(dialog, 'button', 'No colour').click();
  await type('', 'Enter');
  await tool('Bullet list').click();
  await type('first take', 'Enter');
  await type('second take', 'Enter', 'Enter');
  await type('our site', 'Shift+Home');
  await tool('Link').click();
  await dialog.getByLabel('Link address').fill('studio.example/film');
  await named(dialog, 'button', 'Set link').click();
  await text.press('Enter');
  const picking = page.waitForEvent('filechooser');
  await tool('Insert image').click();
  await named(dialog, 'button', 'From this device').click();
  await (await picking).setFiles([await png('still.png'), await png('sketch.png')]);
  for (const [place, description] of ['A brick wall', 'A sketch of it'].entries()) {
    await dialog.getByLabel(`${place + 1} of 2: Describe the image`).fill(description);
    await named(dialog, 'button', 'Keep').click();
  }
  await tool('Insert video').click();
  const popover = named(page, 'group', 'Insert a video');
  await popover.getByRole('textbox').fill('https://www.youtube.com/watch?v=aqz-KE-bpKQ');
  await named(popover, 'button', 'Insert video').click();
  return colour;
}
