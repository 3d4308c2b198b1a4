// @module-tag deep/journey: saves that fail on the forms that write-a-post and jobs-admin-journey fill; client/forms has unit tests of them
import { expect, test } from 'vitest';
import { callPath } from '#shared/contract/call-path.ts';
import { contract } from '#shared/contract/index.ts';
import { messages } from '#shared/messages.ts';
import { sha256 } from '../support/files.ts';
import type { Misbehaviour } from '../support/stub-upstream.ts';
import { type BlogForm, blogsScreen, fillPlainly, pngFile, toast } from './support/blogs.ts';
import { expectFocus, hasFocus } from './support/focus.ts';
import { routeOnce } from './support/hold.ts';
import { launchBrowser } from './support/launch.ts';
import { json, stubbedSite, stubPost } from './support/stubbed-site.ts';
import { openAdmin } from './support/visitor.ts';
import { apiCallError, conflictLines, expectQuiet, failedToLoad } from './support/watch.ts';

// Common behaviour of admin forms that cannot be saved; session-ends.test.ts covers the end of the session.
const browser = launchBrowser();
const site = stubbedSite();
const savePath = callPath(contract.saveBlog);
const editPath = callPath(contract.editBlog);
const words = 'Nothing of this may be lost.';

test('a save without success closes the form without a word, one that fails leaves it open and says why, and of two versions either can be taken; nothing is lost', async () => {
  const { page, watch, close } = await openAdmin(browser.current, site);
  const { add, addForm, edit, editForm, row } = blogsScreen(page);
  await page.goto('/admin/blogs');
  await add.click();
  await fillPlainly(addForm, 'Tried often', words);
  refuse({ kind: 'answer', status: 200, body: '{"status":0}' });
  await addForm.submit.click();
  await addForm.dialog.waitFor({ state: 'hidden' });
  expect(await page.locator('.Toastify__toast').count()).toBe(0);

  await add.click();
  await addForm.draft.waitFor();
  await expectInput(addForm, 'Tried often');
  refuse(
    json(422, {
      message: 'Two fields are wrong.',
      errors: { blog_title: ['Taken.'], blog_image: ['Too dark.'] },
    }),
  );
  await addForm.submit.click();
  await addForm.alert.getByText('Two fields are wrong.').waitFor();
  const described = await addForm.title.getAttribute('aria-describedby');
  await expect.poll(() => page.locator(`[id="${described?.split(' ')[0]}"]`).textContent()).toBe('Taken.');
  expect(await hasFocus(addForm.title)).toBe(true);
  await addForm.dialog.getByText('Too dark.').waitFor();
  await expectInput(addForm, 'Tried often');
  await addForm.title.fill('Tried once more');
  await addForm.dialog.getByText('Taken.').waitFor({ state: 'detached' });
  await expect.poll(() => addForm.dialog.getByText('Too dark.').isVisible()).toBe(true);

  const failures: [Misbehaviour, status: number, text: string][] = [
    [json(413, { message: 'The host takes 1 MB.' }), 413, 'The host takes 1 MB.'],
    [json(500, { message: 'SQLSTATE[42S22]' }), 500, messages['upstream.failed']],
    [{ kind: 'reset' }, 502, messages['upstream.unreachable']],
  ];
  for (const [failure, , text] of failures) {
    refuse(failure);
    await addForm.submit.click();
    await addForm.alert.getByText(text).waitFor();
    await expectInput(addForm, 'Tried once more');
  }

  await routeOnce(page, `**${savePath}`, (route) => route.abort('connectionreset'));
  await addForm.submit.click();
  await addForm.alert.getByText(messages['network.failed']).waitFor();
  await expectInput(addForm, 'Tried once more');

  await addForm.submit.click();
  await toast(page, 'Added successfully').waitFor();
  const sent = site.stub
    .requestsTo(savePath, 'POST')
    .map(({ parts }) => parts.map(({ sha256: hash }) => hash));
  // Requests: without success, with wrong fields, one for each failure of the host, and the last; the request that
  // the network lost never arrived.
  expect(sent).toHaveLength(failures.length + 3);
  expect(sent[1]).toEqual(sent[0]);
  expect(sent.at(-1)).toContain(sha256((await pngFile('cover.png')).buffer));
  expect(site.stub.data.blogs).toMatchObject([
    { blog_title: 'Tried once more', description: `<p>${words}</p>` },
  ]);

  // Saving leaves no draft behind.
  await add.click();
  await addForm.title.waitFor();
  await expect.poll(() => addForm.title.inputValue()).toBe('');
  expect(await addForm.draft.count()).toBe(0);
  await addForm.cancel.click();
  await addForm.dialog.waitFor({ state: 'hidden' });

  // Another admin saved meanwhile: their version can be loaded, and then the typed text restored; the next save is
  // based on the newer version.
  const [post] = site.stub.data.blogs;
  const versions = [post?.updated_at, ...['30', '31'].map((minute) => `2099-10-01T10:${minute}:00.000Z`)];
  await edit('Tried once more').click();
  await editForm.title.fill('Mine');
  Object.assign(post ?? {}, { blog_title: 'Theirs', updated_at: versions[1] });
  await editForm.submit.click();
  await editForm.alert.getByText('saved this at').waitFor();
  await expect.poll(() => editForm.title.inputValue()).toBe('Mine');
  await editForm.dialog.getByRole('button', { name: 'Load the newer version' }).click();
  await expect.poll(() => editForm.title.inputValue()).toBe('Theirs');
  await editForm.dialog.getByRole('button', { name: 'Restore my changes' }).click();
  await expect.poll(() => editForm.title.inputValue()).toBe('Mine');
  // Again, and this time the admin overwrites it.
  Object.assign(post ?? {}, { updated_at: versions[2] });
  await editForm.submit.click();
  await editForm.dialog.getByRole('button', { name: 'Overwrite with mine' }).click();
  await toast(page, 'Updated successfully').waitFor();
  await row('Mine').waitFor();
  expect(site.stub.data.blogs[0]?.blog_title).toBe('Mine');
  const bases = site.stub
    .requestsTo(editPath)
    .map(({ parts }) => parts.find(({ name }) => name === 'updated_at')?.value);
  expect(bases).toEqual([versions[0], versions[1], versions[2]]);
  expectQuiet(watch, [
    failedToLoad(422, savePath),
    apiCallError('Two fields are wrong.'),
    ...failures.flatMap(([, status, text]) => [failedToLoad(status, savePath), apiCallError(text)]),
    `error: Failed to load resource: net::ERR_CONNECTION_RESET [${savePath}]`,
    apiCallError(messages['network.failed']),
    failedToLoad(409, editPath),
    ...conflictLines(watch, 2),
  ]);
  await close();
});

test('what somebody else changed is named, and stays as it is where this form did not touch it; the focus stays in the form', async () => {
  const { page, watch, close } = await openAdmin(browser.current, site);
  const { edit, editForm } = blogsScreen(page);
  const post = stubPost(7, { blog_title: 'Planned', is_active: 0 });
  site.stub.data.blogs = [post];
  await page.goto('/admin/blogs');
  const press = (name: string) => editForm.dialog.getByRole('button', { name }).press('Enter');
  const changeElsewhere = (minute: number, change: object) =>
    Object.assign(post, { ...change, updated_at: `2099-11-01T10:${minute}:00.000Z` });

  await edit('Planned').click();
  await editForm.title.fill('Mine');
  // A schedule publishes the post meanwhile.
  changeElsewhere(10, { is_active: 1 });
  await editForm.submit.click();
  await editForm.alert.getByText('Their changes: Status.').waitFor();
  await press('Overwrite with mine');
  await toast(page, 'Updated successfully').waitFor();
  await editForm.dialog.waitFor({ state: 'hidden' });
  expect(post).toMatchObject({ blog_title: 'Mine', is_active: 1 });

  // The same if the newer version is loaded first, and if both admins changed the same field.
  await edit('Mine').click();
  await editForm.title.fill('Mine again');
  changeElsewhere(20, { blog_title: 'Theirs', is_active: 0 });
  await editForm.submit.click();
  await editForm.alert
    .getByText(/Their changes: Title and Status\..*, your Title in place of theirs,/)
    .waitFor();
  await press('Load the newer version');
  await expect.poll(() => editForm.title.inputValue()).toBe('Theirs');
  await expectFocus(editForm.title);
  await press('Restore my changes');
  await expect.poll(() => editForm.title.inputValue()).toBe('Mine again');
  await expectFocus(editForm.title);
  await expect.poll(() => editForm.active.inputValue()).toBe('0');
  await page.keyboard.press('Control+s');
  await editForm.dialog.waitFor({ state: 'hidden' });
  expect(post).toMatchObject({ blog_title: 'Mine again', is_active: 0 });
  expectQuiet(watch, [failedToLoad(409, editPath), ...conflictLines(watch, 2)]);
  await close();
});

function refuse(rule: Misbehaviour): void {
  site.stub.misbehave(rule, { path: savePath, times: 1 });
}

async function expectInput(form: BlogForm, title: string): Promise<void> {
  await expect.poll(() => form.title.inputValue()).toBe(title);
  await expect.poll(() => form.active.inputValue()).toBe('1');
  await form.text.getByText(words).waitFor();
  await expect.poll(() => form.coverName('cover.png').isVisible()).toBe(true);
}
