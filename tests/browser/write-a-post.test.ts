import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { callPath } from '#shared/contract/call-path.ts';
import { contract } from '#shared/contract/index.ts';
import { type Engine, withEngine } from '../support/engines.ts';
import { type BlogForm, blogsScreen, pngFile, toast } from './support/blogs.ts';
import { hold } from './support/hold.ts';
import { launchBrowser } from './support/launch.ts';
import { fillLogin, loginForm } from './support/login.ts';
import { postPage } from './support/posts.ts';
import { openVisitor } from './support/visitor.ts';
import { expectQuiet, failedToLoad } from './support/watch.ts';
import { expectWrittenPost, writeText } from './support/written-post.ts';

const browser = launchBrowser();

withEngine('embedded', (engine) => {
  test('a post is written, read, changed and deleted', async () => {
    const title = 'A film in many frames';
    const changed = `${title}, cut`;
    const admin = await openVisitor(browser.current, engine.app);
    const { page } = admin;
    const screen = blogsScreen(page);

    await signInOnTheWay(page, engine);
    await screen.add.click();
    await everyFieldIsAskedFor(screen.addForm);
    const { colour } = await writeText(page, screen.addForm);
    await screen.addForm.cover.setInputFiles(await pngFile('cover.png', 300, 200));
    await screen.addForm.title.fill(title);
    await screen.addForm.active.fill('1');

    const saving = await hold(page, callPath(contract.saveBlog));
    await screen.addForm.submit.click();
    await saving.reached;
    await expect.poll(() => screen.addForm.busy('Creating...').isDisabled()).toBe(true);
    saving.release();
    await toast(page, 'Added successfully').waitFor();
    await screen.addForm.dialog.waitFor({ state: 'hidden' });
    await screen.row(title).waitFor();

    const post = await newestPost(engine);
    const reader = await openVisitor(browser.current, engine.app);
    const fetching = await hold(reader.page, callPath(contract.singlePost, { id: post.id }));
    // Opened by a link: the first page of a visit is rendered by the server.
    await reader.page.goto('/publishing');
    await reader.page.getByRole('main').getByRole('link', { name: title, exact: true }).click();
    await fetching.reached;
    const read = postPage(reader.page);
    await read.loader.waitFor();
    fetching.release();
    await expectWrittenPost(reader.page, { title, colour, createdAt: post.created_at });
    expect(reader.videos, 'the video waits for a press').toEqual([]);

    await screen.edit(title).click();
    await expect.poll(() => screen.editForm.title.inputValue()).toBe(title);
    await screen.editForm.title.fill(changed);
    const editing = await hold(page, callPath(contract.editBlog));
    await screen.editForm.submit.click();
    await editing.reached;
    await expect.poll(() => screen.editForm.busy('Editing...').isDisabled()).toBe(true);
    editing.release();
    await toast(page, 'Updated successfully').waitFor();
    await screen.row(changed).waitFor();
    await reader.page.reload();
    await expectWrittenPost(reader.page, { title: changed, colour, createdAt: post.created_at });

    await screen.delete(changed).click();
    await screen.deleteDialog.getByText('Are you sure you want to delete this Blog?').waitFor();
    await screen.deleteDialog.getByRole('button', { name: 'Cancel' }).click();
    await screen.deleteDialog.waitFor({ state: 'hidden' });
    await expect.poll(() => screen.row(changed).count()).toBe(1);
    await screen.delete(changed).click();
    const deleting = await hold(page, callPath(contract.deleteBlog, { id: post.id }));
    await screen.deleteDialog.getByRole('button', { name: 'Delete' }).click();
    await deleting.reached;
    const busy = screen.deleteDialog.getByRole('button', { name: 'Deleting....', exact: true });
    await expect.poll(() => busy.isDisabled()).toBe(true);
    deleting.release();
    await toast(page, 'Deleted successfully').waitFor();
    await screen.row(changed).waitFor({ state: 'detached' });
    expectQuiet(admin.watch);
    await admin.close();

    const gone = await reader.page.reload();
    expect(gone?.status()).toBe(410);
    await read.none.waitFor();
    await reader.page.getByRole('link', { name: 'All posts' }).waitFor();
    expectQuiet(reader.watch, [failedToLoad(410, `/view-blog/${post.id}`)]);
    await reader.close();
  });
});

/** The guard redirects to the login page, and the sign-in back to the requested page. */
async function signInOnTheWay(page: Page, engine: Engine): Promise<void> {
  await page.goto('/admin/blogs?page=1');
  await loginForm(page).form.waitFor();
  await expect.poll(() => new URL(page.url()).pathname).toBe('/admin/login');
  await fillLogin(page, engine.credentials);
  await blogsScreen(page).heading.waitFor();
  await expect.poll(() => page.url()).toBe(`${engine.app.url}/admin/blogs?page=1`);
}

/**
 * docs/product.md §5: expects the four error texts, each of which disappears when its field is edited. Leaves the
 * form filled with plain values.
 */
async function everyFieldIsAskedFor(form: BlogForm): Promise<void> {
  const texts = {
    title: form.dialog.getByText('Title is required for creating a blog', { exact: true }),
    active: form.dialog.getByText('Enter 1 to active the or 0 for inactive', { exact: true }),
    text: form.dialog.getByText('Add blog description', { exact: true }),
    cover: form.dialog.getByText('Image is required for blog creation', { exact: true }),
  };
  const shown = async () => {
    const names = Object.keys(texts) as (keyof typeof texts)[];
    const seen = await Promise.all(names.map((name) => texts[name].isVisible()));
    return names.filter((_name, at) => seen[at]);
  };
  await form.text.waitFor();
  await form.submit.click();
  await expect.poll(shown).toEqual(['title', 'active', 'text', 'cover']);
  expect(await form.title.evaluate((field) => field === document.activeElement)).toBe(true);
  await form.title.fill('T');
  await expect.poll(shown).toEqual(['active', 'text', 'cover']);
  await form.active.fill('0');
  await expect.poll(shown).toEqual(['text', 'cover']);
  await form.text.pressSequentially('.');
  await expect.poll(shown).toEqual(['cover']);
  await form.cover.setInputFiles(await pngFile('trifle.png'));
  await expect.poll(shown).toEqual([]);
  await form.text.press('Backspace');
}

async function newestPost({ visitor }: Engine): Promise<{ id: number; created_at: string }> {
  const answer = await visitor.get(callPath(contract.activeBlogs));
  return answer.body.data.data[0];
}
