// @module-tag deep/journey: what a draft outlives, in the form of write-a-post
import { expect, test } from 'vitest';
import { callPath } from '#shared/contract/call-path.ts';
import { contract } from '#shared/contract/index.ts';
import { blogsScreen, fillPlainly, toast } from './support/blogs.ts';
import { launchBrowser } from './support/launch.ts';
import { leaveDialog } from './support/leaving.ts';
import { loginForm } from './support/login.ts';
import { stubbedSite, stubPost } from './support/stubbed-site.ts';
import { openAdmin } from './support/visitor.ts';
import { expectQuiet } from './support/watch.ts';

const browser = launchBrowser();
const site = stubbedSite();
const savePath = callPath(contract.saveBlog);

test('a draft outlives closing, the way back and the page; it comes back with its file, and goes when somebody says so', async () => {
  site.stub.data.blogs = [stubPost(7)];
  const { page, watch, close } = await openAdmin(browser.current, site);
  const { add, addForm, edit, editForm, row } = blogsScreen(page);
  const leave = leaveDialog(page);
  const blogs = page.getByRole('link', { name: 'Blogs' });
  await page.goto('/admin/team');
  await blogs.click();

  // Closing a form asks only if something was typed.
  await edit('Post 7').click();
  await expect.poll(() => editForm.title.inputValue()).toBe('Post 7');
  await page.keyboard.press('Escape');
  await editForm.dialog.waitFor({ state: 'hidden' });
  await edit('Post 7').click();
  await editForm.title.fill('Post seven');
  await page.keyboard.press('Escape');
  await leave.dialog.waitFor();
  await leave.stay.click();
  await leave.dialog.waitFor({ state: 'hidden' });
  await expect.poll(() => editForm.title.inputValue()).toBe('Post seven');
  await editForm.cancel.click();
  await leave.keep.click();
  await editForm.dialog.waitFor({ state: 'hidden' });
  await edit('Post 7').click();
  await editForm.draft.waitFor();
  await expect.poll(() => editForm.title.inputValue()).toBe('Post seven');
  await editForm.cancel.click();
  await leave.discard.click();
  await editForm.dialog.waitFor({ state: 'hidden' });
  await edit('Post 7').click();
  await expect.poll(() => editForm.title.inputValue()).toBe('Post 7');
  expect(await editForm.draft.count()).toBe(0);
  // This draft is retained: a newer version is saved below.
  await editForm.title.fill('My half of it');
  await editForm.saved.waitFor();
  await editForm.cancel.click();
  await leave.keep.click();

  // The back button asks too.
  await add.click();
  await addForm.title.fill('Going, going');
  await page.goBack();
  await leave.dialog.waitFor();
  await leave.stay.click();
  await expect.poll(() => new URL(page.url()).pathname).toBe('/admin/blogs');
  await expect.poll(() => addForm.title.inputValue()).toBe('Going, going');
  await page.goBack();
  await leave.keep.click();
  await addForm.dialog.waitFor({ state: 'hidden' });
  await page.goBack();
  await page.getByRole('heading', { name: 'Team', level: 1 }).waitFor();
  await blogs.click();
  await add.click();
  await addForm.draft.waitFor();
  await expect.poll(() => addForm.title.inputValue()).toBe('Going, going');

  await fillPlainly(addForm, 'Half a post', 'Written before lunch.');
  await addForm.saved.waitFor();
  await expect.poll(() => addForm.saved.textContent()).toMatch(/^Saved \d\d:\d\d /);
  // The draft is saved, so that the browser does not ask.
  site.stub.data.blogs = [stubPost(7, { blog_title: 'Their whole', updated_at: '2026-10-01T00:00:00.000Z' })];
  await page.reload();
  // The address opens the form.
  await addForm.draft.waitFor();
  await expect.poll(() => addForm.title.inputValue()).toBe('Half a post');
  await expect.poll(() => addForm.active.inputValue()).toBe('1');
  await addForm.text.getByText('Written before lunch.').waitFor();
  await addForm.coverName('cover.png').waitFor();
  await addForm.submit.click();
  await toast(page, 'Added successfully').waitFor();
  await row('Half a post').waitFor();
  const sent = site.stub
    .requestsTo(savePath, 'POST')
    .at(-1)
    ?.parts.map(({ name }) => name);
  expect(sent).toEqual(['blog_title', 'is_active', 'description', 'blog_image']);
  await add.click();
  await addForm.dialog.waitFor();
  await expect.poll(() => addForm.title.inputValue()).toBe('');
  expect(await addForm.draft.count()).toBe(0);
  await addForm.cancel.click();
  await addForm.dialog.waitFor({ state: 'hidden' });

  // A draft replaces newer text only on request.
  await edit('Their whole').click();
  await editForm.dialog.getByText('A newer version has been saved since').waitFor();
  await expect.poll(() => editForm.title.inputValue()).toBe('Their whole');
  await editForm.dialog.getByRole('button', { name: 'Use the draft' }).click();
  await expect.poll(() => editForm.title.inputValue()).toBe('My half of it');
  await editForm.submit.click();
  await toast(page, 'Updated successfully').waitFor();
  expect(site.stub.data.blogs.find(({ id }) => id === 7)?.blog_title).toBe('My half of it');

  // Signing out deletes the drafts.
  await add.click();
  await addForm.title.fill('For my eyes');
  await addForm.saved.waitFor();
  await addForm.cancel.click();
  await leave.keep.click();
  await page.getByRole('button', { name: 'Logout' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Log out' }).click();
  await loginForm(page).form.waitFor();
  const left = await page.evaluate(
    () =>
      new Promise<number>((resolve) => {
        const opening = indexedDB.open('drafts');
        opening.onsuccess = () => {
          const counting = opening.result.transaction('drafts').objectStore('drafts').count();
          counting.onsuccess = () => resolve(counting.result);
        };
      }),
  );
  expect(left).toBe(0);
  expectQuiet(watch);
  await close();
});
