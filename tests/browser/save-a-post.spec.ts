import type { Page } from '@playwright/test';
import { limits } from '#shared/limits.ts';
import { messages, messageText } from '#shared/messages.ts';
import { makeBlog } from '../contract/resources/cases.ts';
import { noisyPng } from '../support/files.ts';
import { blogEditForm, sendForm } from '../support/forms.ts';
import { answerOnce, expect, test } from './fixtures.ts';
import { type BlogForm, blogsScreen, fillPlainly, offeredUndo, pngFile, toast } from './support/blogs.ts';
import { named, topHeading } from './support/names.ts';

const savePath = '/api/saveBlog';
const editPath = '/api/editBlog';
const words = 'Nothing of this may be lost.';
const leave = (page: Page, how: string) =>
  named(named(page, 'alertdialog', 'Unsaved changes'), 'button', new RegExp(how)).click();

async function expectInput(form: BlogForm, title: string) {
  await expect(form.title).toHaveValue(title);
  await expect(form.active).toHaveValue('1');
  await expect(form.text).toHaveText(words);
  await expect(form.coverName('cover.png')).toBeVisible();
}

test('a save without success closes the form without a word, one that fails leaves it open and says why; nothing is lost', async ({
  admin: page,
  allow,
}) => {
  allow(savePath, messages['api.callError']);
  const { add, addForm: form, row } = blogsScreen(page);
  const answer = (status: number, json: object) => answerOnce(page, savePath, status, json);
  await page.goto('/admin/blogs');
  await add.click();
  await form.cover.setInputFiles({
    name: 'setup.png',
    mimeType: 'image/png',
    buffer: Buffer.from('MZ this is no picture'),
  });
  await expect(form.dialog.getByText(messageText('upload.badImage', { field: 'setup.png' }))).toBeVisible();
  // The file that was refused is named until there is another one.
  await form.submit.click();
  await expect(form.dialog.getByText('Title is required for creating a blog')).toBeVisible();
  await expect(form.dialog.getByText(messageText('upload.badImage', { field: 'setup.png' }))).toBeVisible();
  await fillPlainly(form, 'Tried often', words);
  await expect(form.dialog.getByText('setup.png')).toHaveCount(0);
  await answer(200, {});
  await form.submit.click();
  await expect(form.dialog).toBeHidden();
  await expect(toast(page, '')).toHaveCount(0);

  await add.click();
  await expect(form.draft).toBeVisible();
  await expectInput(form, 'Tried often');
  await answer(422, {
    message: 'Two fields are wrong.',
    errors: { blog_title: ['Taken.'], blog_image: ['Too dark.'] },
  });
  await form.submit.click();
  await expect(form.alert).toContainText('Two fields are wrong.');
  await expect(form.title).toHaveAccessibleDescription(/Taken\./);
  await expect(form.title).toHaveAttribute('aria-invalid', 'true');
  await expect(form.title).toBeFocused();
  await form.title.fill('Tried once more');
  await expect(form.dialog.getByText('Taken.')).toBeHidden();
  await expect(form.dialog.getByText('Too dark.')).toBeVisible();
  await answer(413, { message: 'The host takes 1 MB.' });
  await form.submit.click();
  await expect(form.alert).toContainText('The host takes 1 MB.');
  await page.route(`**${savePath}`, (route) => route.abort('connectionreset'), { times: 1 });
  await form.submit.click();
  await expect(form.alert).toContainText(messages['network.failed']);
  await expectInput(form, 'Tried once more');
  await form.submit.click();
  await expect(toast(page, 'Added successfully')).toBeVisible();
  await expect(row('Tried once more')).toBeVisible();
  // Saving leaves no draft behind.
  await add.click();
  await expect(form.title).toHaveValue('');
  await expect(form.draft).toBeHidden();
});

test('a picture with more bytes than the server takes is made smaller before it is sent', async ({
  admin: page,
}) => {
  const { add, addForm: form, row } = blogsScreen(page);
  await page.goto('/admin/blogs');
  await add.click();
  await fillPlainly(form, 'From a large camera', words);
  const buffer = await noisyPng(2100, 2100);
  expect(buffer.length).toBeGreaterThan(limits.imageBytes);
  await form.cover.setInputFiles({ name: 'camera.png', mimeType: 'image/png', buffer });
  await expect(form.coverName('camera.png')).toBeVisible();
  await form.submit.click();
  await expect(toast(page, 'Added successfully')).toBeVisible();
  await expect(row('From a large camera')).toBeVisible();
});

test('an upload shows how far it is, and can be cancelled', async ({ admin: page, browserName }) => {
  test.skip(browserName !== 'chromium', 'only Chromium can be made slow');
  const { add, addForm: form, row } = blogsScreen(page);
  await page.goto('/admin/blogs');
  await add.click();
  await fillPlainly(form, 'A heavy post', words);
  await form.cover.setInputFiles({
    name: 'cover.png',
    mimeType: 'image/png',
    buffer: await noisyPng(400, 400),
  });
  const network = await page.context().newCDPSession(page);
  // So slow that the last byte is not sent before the cancel, even on a busy machine: a complete form would be saved.
  const slowly = { offline: false, latency: 0, downloadThroughput: -1, uploadThroughput: 10_000 };
  await network.send('Network.emulateNetworkConditions', slowly);
  await form.submit.click();
  await expect(form.dialog.getByRole('progressbar')).not.toHaveJSProperty('value', 0);
  await named(form.dialog, 'button', 'Cancel upload').click();
  await expect(form.alert).toContainText(messages['upload.cancelled']);
  await expectInput(form, 'A heavy post');
  await network.send('Network.emulateNetworkConditions', { ...slowly, uploadThroughput: -1 });
  await form.submit.click();
  await expect(toast(page, 'Added successfully')).toBeVisible();
  await expect(row('A heavy post')).toHaveCount(1);
});

test('what somebody else changed is named, and stays as it is where this form did not touch it; of two versions either can be taken', async ({
  admin: page,
  site,
  allow,
}) => {
  allow(editPath, messages['api.callError'], 'saved this at');
  const { id } = await makeBlog(site, { blog_title: 'Planned', is_active: '0' });
  const { edit, editForm: form } = blogsScreen(page);
  const press = (name: string) => named(form.dialog, 'button', name).press('Enter');
  const changeElsewhere = async (texts: Record<string, string>) =>
    await sendForm(site.admin.post(editPath), await blogEditForm(id, texts)).expect(200);
  const stored = async () => (await site.admin.call('singlePost', id, { as_stored: 1 })).body.data;
  await page.goto('/admin/blogs');
  await edit('Planned').click();
  await form.title.fill('Mine');
  // A schedule publishes the post meanwhile.
  await changeElsewhere({ blog_title: 'Planned', is_active: '1' });
  await form.submit.click();
  await expect(form.alert).toContainText(/Their changes: (Cover image and )?Status/);
  await press('Overwrite with mine');
  await expect(toast(page, 'Updated successfully')).toBeVisible();
  await expect(form.dialog).toBeHidden();
  expect(await stored()).toMatchObject({ blog_title: 'Mine', is_active: 1 });

  await edit('Mine').click();
  await form.title.fill('Mine again');
  await changeElsewhere({ blog_title: 'Theirs', is_active: '0' });
  await form.submit.click();
  await expect(form.alert).toContainText('your Title in place of theirs');
  await press('Load the newer version');
  await expect(form.title).toHaveValue('Theirs');
  await expect(form.title).toBeFocused();
  await press('Restore my changes');
  await expect(form.title).toHaveValue('Mine again');
  await expect(form.title).toBeFocused();
  await expect(form.active).toHaveValue('0');
  await page.keyboard.press('Control+s');
  await expect(form.dialog).toBeHidden();
  expect(await stored()).toMatchObject({ blog_title: 'Mine again', is_active: 0 });
});

test('a draft outlives closing, the way back and the page; it comes back with its file, and goes when somebody says so', async ({
  admin: page,
  site,
}) => {
  const { id } = await makeBlog(site, { blog_title: 'Post seven' });
  const { add, addForm, edit, editForm, row } = blogsScreen(page);
  const blogs = named(page, 'link', 'Blogs');
  const stored = () =>
    page.evaluate(
      () =>
        new Promise<number>((resolve) => {
          const opening = indexedDB.open('drafts');
          opening.onsuccess = () => {
            const counting = opening.result.transaction('drafts').objectStore('drafts').count();
            counting.onsuccess = () => resolve(counting.result);
          };
        }),
    );
  await page.goto('/admin/team');
  await blogs.click();
  // Closing a form asks only if something was typed.
  await edit('Post seven').click();
  await expect(editForm.title).toHaveValue('Post seven');
  await page.keyboard.press('Escape');
  await expect(editForm.dialog).toBeHidden();
  await edit('Post seven').click();
  await editForm.title.fill('Post eight');
  await page.keyboard.press('Escape');
  await leave(page, 'Keep editing');
  await expect(editForm.title).toHaveValue('Post eight');
  // A title that is typed back to its stored value leaves no draft.
  await expect.poll(stored).toBe(1);
  await editForm.title.fill('Post seven');
  await expect.poll(stored).toBe(0);
  await editForm.title.fill('Post eight');
  await editForm.cancel.click();
  await leave(page, 'Discard changes');
  await expect(edit('Post seven')).toBeFocused();
  await edit('Post seven').click();
  await expect(editForm.title).toHaveValue('Post seven');
  await expect(editForm.draft).toBeHidden();
  // This draft is kept: a newer version is saved below.
  await editForm.title.fill('My half of it');
  await expect(editForm.saved).toBeVisible();
  await editForm.cancel.click();
  await leave(page, 'keep the draft');

  // The back button asks too.
  await add.click();
  await addForm.title.fill('Going, going');
  await page.goBack();
  await leave(page, 'Keep editing');
  await expect(page).toHaveURL(/\/admin\/blogs/);
  await expect(addForm.title).toHaveValue('Going, going');
  await page.goBack();
  await leave(page, 'keep the draft');
  await expect(addForm.dialog).toBeHidden();
  await expect(page).toHaveURL('/admin/blogs');
  await page.goBack();
  await expect(topHeading(page, 'Team')).toBeVisible();
  await blogs.click();
  await add.click();
  await expect(addForm.draft).toBeVisible();
  await expect(addForm.title).toHaveValue('Going, going');

  await addForm.cover.setInputFiles(await pngFile('first.png'));
  await expect(addForm.coverName('first.png')).toBeVisible();
  await expect(addForm.saved).toBeVisible();
  await fillPlainly(addForm, 'Half a post', words);
  await expect(addForm.saved).toHaveText(/^Saved \d\d:\d\d /);
  await sendForm(site.admin.post(editPath), await blogEditForm(id, { blog_title: 'Their whole' }));
  // The draft is saved, so that the browser does not ask; the address opens the form, in another tab too.
  const other = await page.context().newPage();
  await other.goto(page.url());
  await expectInput(blogsScreen(other).addForm, 'Half a post');
  await other.close();
  await page.reload();
  await expect(addForm.draft).toBeVisible();
  await expectInput(addForm, 'Half a post');
  await expect(addForm.coverName('first.png')).toHaveCount(0);
  await addForm.submit.click();
  await expect(toast(page, 'Added successfully')).toBeVisible();
  await expect(row('Half a post')).toBeVisible();

  // A draft replaces newer text only on request.
  await edit('Their whole').click();
  await expect(editForm.dialog.getByText('A newer version has been saved since')).toBeVisible();
  await expect(editForm.title).toHaveValue('Their whole');
  await named(editForm.dialog, 'button', 'Use the draft').click();
  await expect(editForm.title).toHaveValue('My half of it');
  await editForm.submit.click();
  await expect(toast(page, 'Updated successfully')).toBeVisible();
  await expect(row('My half of it')).toBeVisible();
  // Nothing of a saved draft stays, nor its picture.
  await expect.poll(stored).toBe(0);

  // Signing out deletes the drafts.
  await add.click();
  await addForm.title.fill('For my eyes');
  await addForm.cover.setInputFiles(await pngFile('secret.png'));
  await expect(addForm.coverName('secret.png')).toBeVisible();
  await expect(addForm.saved).toBeVisible();
  await addForm.cancel.click();
  await leave(page, 'keep the draft');
  await named(page, 'button', 'Logout').click();
  await named(page.getByRole('alertdialog'), 'button', 'Log out').click();
  await expect(named(page, 'form', 'Sign in')).toBeVisible();
  expect(await stored()).toBe(0);
});

test('a post that cannot be loaded says so, and can be tried again; one that cannot be deleted stays', async ({
  admin: page,
  site,
  allow,
}) => {
  const { id } = await makeBlog(site, { blog_title: 'Stubborn' });
  const { row, edit, editForm: form, ...screen } = blogsScreen(page);
  const fail = (path: string, status: number) => answerOnce(page, `${path}*`, status, { message: 'In use.' });
  const [postPath, deletePath] = [`/api/singlePost/${id}`, `/api/deleteBlog/${id}`];
  allow(postPath, deletePath, 'In use.');
  await page.goto('/admin/blogs');
  for (const [status, text] of [
    [200, 'Faild to fetch blog data'],
    [404, 'An error occured while fetching blog data'],
  ] as const) {
    await fail(postPath, status);
    if (status === 200) await edit('Stubborn').click();
    else await named(form.dialog, 'button', 'Try again').click();
    await expect(toast(page, text)).toBeVisible();
    await expect(form.submit).toBeDisabled();
  }
  await named(form.dialog, 'button', 'Try again').click();
  await expect(form.title).toHaveValue('Stubborn');
  await form.cancel.click();
  await fail(deletePath, 409);
  await screen.delete('Stubborn').click();
  await named(screen.deleteDialog, 'button', 'Delete').click();
  await expect(toast(page, 'Not deleted')).toBeVisible();
  await expect(screen.deleteDialog).toBeHidden();
  await expect(row('Stubborn')).toBeVisible();
  await screen.delete('Stubborn').click();
  await named(screen.deleteDialog, 'button', 'Delete').click();
  const undo = await offeredUndo(page, 'Deleted successfully');
  await expect(row('Stubborn')).toBeHidden();
  await expect(page.locator('tbody :focus, h1:focus')).toBeVisible();
  await undo.click();
  await expect(row('Stubborn')).toBeVisible();
});
