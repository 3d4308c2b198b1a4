// @module-tag deep/journey: addresses and keys of forms, and the theme, on the screen of write-a-post
import { expect, test } from 'vitest';
import { expectAccessible } from './support/axe.ts';
import { blogsScreen, toast } from './support/blogs.ts';
import { launchBrowser } from './support/launch.ts';
import { leaveDialog } from './support/leaving.ts';
import { stubbedSite, stubPost } from './support/stubbed-site.ts';
import { openAdmin } from './support/visitor.ts';
import { expectQuiet } from './support/watch.ts';

const browser = launchBrowser();
const site = stubbedSite();

test('a form has an address and keys, a question can be confirmed by keys, and the theme is everybody’s own', async () => {
  site.stub.data.blogs = [stubPost(7)];
  const { page, watch, close } = await openAdmin(browser.current, site);
  const { editForm, addForm, row, deleteDialog } = blogsScreen(page);
  const leave = leaveDialog(page);
  const formInAddress = () => new URL(page.url()).searchParams.get('form');

  // The form was opened by its address: closing it leaves the list and the list's address.
  await page.goto('/admin/blogs?form=7');
  await editForm.title.waitFor();
  await expect.poll(() => editForm.title.inputValue()).toBe('Post 7');
  await editForm.cancel.click();
  await editForm.dialog.waitFor({ state: 'hidden' });
  expect(formInAddress()).toBeNull();

  // Pressing Cancel twice closes the form once: a second step back would leave the list.
  await page.goto('/admin/team');
  await page.getByRole('heading', { name: 'Team', level: 1 }).waitFor();
  await page.goto('/admin/blogs');
  await blogsScreen(page).edit('Post 7').click();
  await editForm.title.waitFor();
  await editForm.cancel.evaluate((button: HTMLElement) => {
    button.click();
    button.click();
  });
  await editForm.dialog.waitFor({ state: 'hidden' });
  await blogsScreen(page).edit('Post 7').click();
  await editForm.title.waitFor();
  await editForm.cancel.click();
  await editForm.dialog.waitFor({ state: 'hidden' });

  // The back button closes a form that was opened here, and asks about unsaved text.
  await blogsScreen(page).edit('Post 7').click();
  await editForm.title.waitFor();
  expect(formInAddress()).toBe('7');
  await editForm.title.fill('Saved by keys');
  await page.goBack();
  await leave.dialog.waitFor();
  await leave.stay.click();
  // An open question takes all keys.
  await leave.dialog.waitFor({ state: 'hidden' });
  expect(formInAddress()).toBe('7');
  await editForm.title.press('Control+s');
  await toast(page, 'Updated successfully').waitFor();
  await row('Saved by keys').waitFor();
  expect(formInAddress()).toBeNull();

  // An error appears at its field, as after a press of the button; while a question covers the form, no second
  // question opens.
  await blogsScreen(page).add.click();
  await addForm.title.press('Control+Enter');
  await addForm.dialog.getByText('Title is required for creating a blog').waitFor();
  await addForm.title.fill('Half');
  await page.keyboard.press('Escape');
  await leave.dialog.waitFor();
  await page.keyboard.press('Control+s');
  await leave.discard.click();
  await addForm.dialog.waitFor({ state: 'hidden' });

  await page.getByRole('button', { name: 'Delete Saved by keys' }).click();
  await deleteDialog.waitFor();
  await page.keyboard.press('Control+Enter');
  await toast(page, 'Deleted successfully').waitFor();
  expect(site.stub.data.blogs).toEqual([]);

  // The toast with the undo lies below a phone's top bar, so that the menu can be opened meanwhile.
  await page.setViewportSize({ width: 360, height: 640 });
  const offer = toast(page, 'Deleted successfully');
  // The toast stays while it has the focus.
  await offer.getByRole('button', { name: 'Undo' }).focus();
  const menu = await page.getByRole('button', { name: 'Open menu' }).boundingBox();
  const below = (menu?.y ?? 0) + (menu?.height ?? 999);
  await expect.poll(async () => (await offer.boundingBox())?.y ?? 0).toBeGreaterThan(below);
  await page.emulateMedia({ colorScheme: 'light' });
  await page.getByRole('button', { name: 'Open menu' }).click();
  await page.getByRole('button', { name: /^Account:/ }).click();
  await page.getByRole('radio', { name: 'Dark' }).press(' ');
  const ground = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor);
  const dark = await ground();
  await expectAccessible(page, 'the menu in the dark');
  await page.emulateMedia({ colorScheme: 'light' });
  await page.reload();
  await page.getByRole('heading', { name: 'Blogs', level: 1 }).waitFor();
  expect(await ground()).toBe(dark);
  // Public pages follow the system's theme.
  await page.goto('/contact');
  expect(await ground()).not.toBe(dark);
  expectQuiet(watch);
  await close();
});
