// @module-tag deep/journey: files that are refused, uploads, posts that cannot be loaded or deleted, on the screen of write-a-post
import { expect, test } from 'vitest';
import { callPath } from '#shared/contract/call-path.ts';
import { contract } from '#shared/contract/index.ts';
import { messages, messageText } from '#shared/messages.ts';
import { image, noisyPng } from '../support/files.ts';
import { blogsScreen, fillPlainly, pngFile, toast } from './support/blogs.ts';
import { launchBrowser } from './support/launch.ts';
import { json, stubbedSite, stubPost } from './support/stubbed-site.ts';
import { openAdmin } from './support/visitor.ts';
import { apiCallError, expectQuiet, failedToLoad } from './support/watch.ts';

const browser = launchBrowser();
const site = stubbedSite();
const strictSite = stubbedSite({ UPLOAD_IMAGE_MAX_BYTES: '40000' });
const savePath = callPath(contract.saveBlog);
const words = 'Nothing of this may be lost.';

test('files that cannot be taken are refused in words: by the form, and by the server behind it', async () => {
  const { page, watch, close } = await openAdmin(browser.current, strictSite);
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
  await expect.poll(() => addForm.title.inputValue()).toBe('Files');

  // A file larger than this server accepts but smaller than the form's own limit; and a file that only claims to be a
  // PNG.
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
  expect(strictSite.stub.requestsTo(savePath, 'POST')).toEqual([]);

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

test('a post that cannot be loaded says so, and can be tried again; one that cannot be deleted stays', async () => {
  site.stub.data.blogs = [stubPost(7)];
  const { page, watch, close } = await openAdmin(browser.current, site);
  const { edit, editForm, ...screen } = blogsScreen(page);
  await page.goto('/admin/blogs');
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
    // A press closes the toast before its time.
    await toast(page, 'Not deleted').click();
    await toast(page, 'Not deleted').waitFor({ state: 'detached' });
  }
  await expect.poll(() => screen.row('Post 7').count()).toBe(1);
  expectQuiet(watch, [
    failedToLoad(404, postPath),
    apiCallError('Gone.'),
    failedToLoad(409, deletePath),
    apiCallError('In use.'),
  ]);
  await close();
});

test('an upload shows how far it is, and can be cancelled', async () => {
  const { context, page, close } = await openAdmin(browser.current, site);
  const { add, addForm } = blogsScreen(page);
  await page.goto('/admin/blogs');
  await add.click();
  await fillPlainly(addForm, 'A heavy post', 'With a heavy picture.');
  const buffer = await noisyPng(400, 400);
  await addForm.cover.setInputFiles({ name: 'noise.png', mimeType: 'image/png', buffer });
  await addForm.coverName('noise.png').waitFor();
  const network = await context.newCDPSession(page);
  // So slow that the last byte is not sent before the cancel, even on a busy machine: a complete form would be saved.
  const slowly = { offline: false, latency: 0, downloadThroughput: -1, uploadThroughput: 10_000 };
  await network.send('Network.emulateNetworkConditions', slowly);

  await addForm.submit.click();
  const bar = addForm.dialog.getByRole('progressbar');
  await bar.waitFor();
  await expect
    .poll(() => bar.evaluate((element) => (element as HTMLProgressElement).value))
    .toBeGreaterThan(0);
  await addForm.dialog.getByRole('button', { name: 'Cancel upload' }).click();
  await addForm.alert.getByText(messages['upload.cancelled']).waitFor();
  await expect.poll(() => addForm.title.inputValue()).toBe('A heavy post');
  await addForm.coverName('noise.png').waitFor();
  expect(site.stub.requestsTo(savePath, 'POST')).toEqual([]);

  await network.send('Network.emulateNetworkConditions', { ...slowly, uploadThroughput: -1 });
  await addForm.submit.click();
  await toast(page, 'Added successfully').waitFor();
  expect(site.stub.data.blogs.map(({ blog_title }) => blog_title)).toEqual(['A heavy post']);
  await close();
});

/** A BMP of one pixel: browsers show it, but the upload gate does not know the format. */
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
