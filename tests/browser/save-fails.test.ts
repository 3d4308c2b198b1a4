import { expect, test } from 'vitest';
import { callPath } from '#shared/contract/call-path.ts';
import { contract } from '#shared/contract/index.ts';
import { messages, messageText } from '#shared/messages.ts';
import { image, sha256 } from '../support/files.ts';
import type { Misbehaviour } from '../support/stub-upstream.ts';
import { type BlogForm, blogsScreen, fillPlainly, pngFile, toast } from './support/blogs.ts';
import { routeOnce } from './support/hold.ts';
import { launchBrowser } from './support/launch.ts';
import { json, stubbedSite, stubPost } from './support/stubbed-site.ts';
import { openAdmin } from './support/visitor.ts';
import { apiCallError, expectQuiet, failedToLoad } from './support/watch.ts';

const browser = launchBrowser();
const site = stubbedSite({ UPLOAD_IMAGE_MAX_BYTES: '40000' });
const savePath = callPath(contract.saveBlog);
const words = 'Nothing of this may be lost.';

test('a save without success closes the form without a word, one that fails leaves it open and says why; neither loses anything', async () => {
  const { page, watch, close } = await openAdmin(browser.current, site);
  const { add, addForm } = blogsScreen(page);
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
  expect(await addForm.title.evaluate((field) => field === document.activeElement)).toBe(true);
  await addForm.dialog.getByText('Too dark.').waitFor();
  await expectInput(addForm, 'Tried often');
  await addForm.title.fill('Tried once more');
  await addForm.dialog.getByText('Taken.').waitFor({ state: 'detached' });
  await expect.poll(() => addForm.dialog.getByText('Too dark.').isVisible()).toBe(true);

  const failures: [Misbehaviour, status: number, text: string][] = [
    [json(413, { message: 'The host takes 1 MB.' }), 413, 'The host takes 1 MB.'],
    [json(415, { message: 'The host takes GIF only.' }), 415, 'The host takes GIF only.'],
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
  // Without success, with bad fields, each failure of the host, and in the end; what the network lost was never there.
  expect(sent).toHaveLength(failures.length + 3);
  expect(sent[1]).toEqual(sent[0]);
  expect(sent.at(-1)).toContain(sha256((await pngFile('cover.png')).buffer));
  expect(site.stub.data.blogs).toMatchObject([
    { blog_title: 'Tried once more', description: `<p>${words}</p>` },
  ]);

  // What is saved leaves nothing behind.
  await add.click();
  await addForm.title.waitFor();
  await expect.poll(() => addForm.title.inputValue()).toBe('');
  expect(await addForm.draft.count()).toBe(0);
  expectQuiet(watch, [
    failedToLoad(422, savePath),
    apiCallError('Two fields are wrong.'),
    ...failures.flatMap(([, status, text]) => [failedToLoad(status, savePath), apiCallError(text)]),
    `error: Failed to load resource: net::ERR_CONNECTION_RESET [${savePath}]`,
    apiCallError(messages['network.failed']),
  ]);
  await close();
});

test('files that cannot be taken are refused in words: by the form, and by the server behind it', async () => {
  const { page, watch, close } = await openAdmin(browser.current, site);
  const { add, addForm } = blogsScreen(page);
  await page.goto('/admin/blogs');
  await add.click();
  await fillPlainly(addForm, 'Files', words);

  const program = {
    name: 'setup.png',
    mimeType: 'image/png',
    buffer: Buffer.from('MZ this is no picture'),
  };
  await addForm.cover.setInputFiles(program);
  await addForm.dialog.getByText(messageText('upload.badImage', { field: 'setup.png' })).waitFor();
  await expectInput(addForm, 'Files');

  // Larger than this server takes, smaller than the form's own limit; and a picture that only claims to be a PNG.
  const large = await pngFile('large.png', 1, 1);
  const padded = Buffer.concat([large.buffer, Buffer.alloc(50_000)]);
  const disguised = { name: 'bitmap.png', mimeType: 'image/png', buffer: bitmap() };
  await addForm.cover.setInputFiles({ ...large, buffer: padded });
  await addForm.coverName('large.png').waitFor();
  await addForm.submit.click();
  await addForm.alert.waitFor();
  const tooLarge = (await addForm.alert.textContent()) ?? '';
  expect(tooLarge).toMatch(/39\.1 KB/);
  await addForm.cover.setInputFiles(disguised);
  await addForm.coverName('bitmap.png').waitFor();
  await addForm.submit.click();
  await addForm.alert.getByText(/accepted types/).waitFor();
  const wrongType = (await addForm.alert.textContent()) ?? '';
  await expect.poll(() => addForm.title.inputValue()).toBe('Files');
  expect(site.stub.requestsTo(savePath, 'POST')).toEqual([]);

  await addForm.cover.setInputFiles({
    name: 'real.webp',
    mimeType: 'image/webp',
    buffer: await image('webp'),
  });
  await addForm.coverName('real.webp').waitFor();
  await addForm.submit.click();
  await toast(page, 'Added successfully').waitFor();
  expectQuiet(watch, [
    failedToLoad(413, savePath),
    apiCallError(tooLarge),
    failedToLoad(415, savePath),
    apiCallError(wrongType),
  ]);
  await close();
});

test('a list or a post that cannot be loaded says so, and can be tried again; a post that cannot be deleted stays', async () => {
  site.stub.data.blogs = [stubPost(7)];
  const { page, watch, close } = await openAdmin(browser.current, site);
  const { edit, editForm, ...screen } = blogsScreen(page);
  // The query asks once more by itself after a failure of the server.
  site.stub.misbehave(json(500, {}), { path: '/api/blogs', times: 2 });
  await page.goto('/admin/blogs');
  await page.getByRole('alert').getByText('The posts could not be loaded').waitFor();
  await page.getByRole('alert').getByText(messages['upstream.failed']).waitFor();
  expect(await page.locator('.Toastify__toast').count()).toBe(0);
  await page.getByRole('button', { name: 'Try again' }).click();
  await screen.row('Post 7').waitFor();

  const postPath = callPath(contract.singlePost, { id: 7 });
  site.stub.misbehave(json(200, { status: 0 }), { path: postPath, times: 1 });
  await edit('Post 7').click();
  await toast(page, 'Faild to fetch blog data').waitFor();
  await editForm.dialog.getByText('Faild to fetch blog data').waitFor();
  await expect.poll(() => editForm.submit.isDisabled()).toBe(true);
  site.stub.misbehave(json(404, { message: 'Gone.' }), { path: postPath, times: 1 });
  await editForm.dialog.getByRole('button', { name: 'Try again' }).click();
  await toast(page, 'An error occured while fetching blog data').waitFor();
  await editForm.dialog.getByRole('button', { name: 'Try again' }).click();
  await expect.poll(() => editForm.title.inputValue()).toBe('Post 7');
  await editForm.cancel.click();
  await editForm.dialog.waitFor({ state: 'hidden' });

  const deletePath = callPath(contract.deleteBlog, { id: 7 });
  for (const answer of [json(200, { status: 0 }), json(409, { message: 'In use.' })]) {
    site.stub.misbehave(answer, { path: deletePath, times: 1 });
    await screen.delete('Post 7').click();
    await screen.deleteDialog.getByRole('button', { name: 'Delete' }).click();
    await toast(page, 'Not deleted').last().waitFor();
    await screen.deleteDialog.waitFor({ state: 'hidden' });
    // A press takes it away before its time.
    await toast(page, 'Not deleted').click();
    await toast(page, 'Not deleted').waitFor({ state: 'detached' });
  }
  await expect.poll(() => screen.row('Post 7').count()).toBe(1);
  expectQuiet(watch, [
    failedToLoad(500, '/api/blogs'),
    apiCallError(messages['upstream.failed']),
    failedToLoad(404, postPath),
    apiCallError('Gone.'),
    failedToLoad(409, deletePath),
    apiCallError('In use.'),
  ]);
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

/** A BMP of one pixel: browsers show it, the upload gate does not know it. */
function bitmap(): Buffer {
  const bytes = Buffer.alloc(58);
  bytes.write('BM');
  bytes.writeUInt32LE(58, 2);
  bytes.writeUInt32LE(54, 10);
  bytes.writeUInt32LE(40, 14);
  bytes.writeInt32LE(1, 18);
  bytes.writeInt32LE(1, 22);
  bytes.writeUInt16LE(1, 26);
  bytes.writeUInt16LE(24, 28);
  return bytes;
}
