// @module-tag deep/journey: what cannot be saved keeps its files, on the screens of portfolio-admin
import type { Locator, Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { callPath } from '#shared/contract/call-path.ts';
import { contract } from '#shared/contract/index.ts';
import { deskMessages } from '#shared/desk-messages.ts';
import type { Misbehaviour } from '../support/stub-upstream.ts';
import { pngFile, toast } from './support/blogs.ts';
import { hold } from './support/hold.ts';
import { launchBrowser } from './support/launch.ts';
import { leaveDialog } from './support/leaving.ts';
import {
  dot,
  mp4File,
  type ProjectForm,
  portfolioScreen,
  projectsScreen,
  stubCategory,
  stubProject,
} from './support/portfolio-admin.ts';
import { json, stubbedSite } from './support/stubbed-site.ts';
import { openAdmin } from './support/visitor.ts';
import { apiCallError, conflictLines, expectQuiet, failedToLoad } from './support/watch.ts';

const browser = launchBrowser();
const site = stubbedSite();

/** A form that is filled in. */
interface Filled {
  form: { dialog: Locator; title: Locator; submit: Locator; alert: Locator };
  /** The path to which the form is sent. */
  path: string;
  /** Expects the filled values, while the form is open. */
  holds: () => Promise<void>;
}

// The common behaviour of forms is tested with the forms of team and blogs. These tests cover what is special to the
// portfolio: files, toasts, and the source of a newer version.

test('a category that cannot be saved loses none of its files, and says why by its own toasts', async () => {
  site.stub.data.categories = [stubCategory(1)];
  site.stub.data.categories[0]?.tech_img.push({ id: 92, image: dot });
  const { page, watch, close } = await openAdmin(browser.current, site);
  const { edit, editCategory, category, addCategory } = portfolioScreen(page);
  await page.goto('/admin/portfolio');
  await edit('Category 1').click();
  const logoPath = callPath(contract.deleteTechImage, { id: 92 });
  const edited: Filled = {
    form: editCategory,
    path: callPath(contract.updateProjectCategory, { id: 1 }),
    holds: () => holdsCategory(editCategory, ['main.png', 'one.png']),
  };
  await editCategory.title.fill('Typed with care');
  await editCategory.image.setInputFiles(await pngFile('main.png'));
  await editCategory.logos.setInputFiles([await pngFile('one.png')]);
  await editCategory.fileName('one.png').waitFor();
  await theirsOrMine(page, edited, 'categories');

  // A stored logo that cannot be deleted stays, and shows the host's message.
  misbehave(logoPath, json(423, { message: 'The logo is locked.' }));
  await editCategory.removeFile('Logo 2').click();
  await toast(page, 'The logo is locked.').waitFor();
  misbehave(logoPath, json(200, { message: 'Still locked.' }));
  await editCategory.removeFile('Logo 2').click();
  await toast(page, 'Still locked.').waitFor();
  await expect.poll(() => editCategory.fileName('Logo 2').isVisible()).toBe(true);

  const [updateFailed, addFailed] = [
    deskMessages['category.updateFailed'],
    deskMessages['category.addFailed'],
  ];
  await refuse(page, edited, { refused: updateFailed, failed: updateFailed });
  await editCategory.submit.click();
  await toast(page, deskMessages['category.updated']).waitFor();
  expect(site.stub.data.categories[0]?.title).toBe('Typed with care');
  expectSentAlike(edited.path, 4, ['title', 'image', 'tech_image[0][file]', 'updated_at']);

  const added: Filled = {
    form: addCategory,
    path: callPath(contract.addProjectCategory),
    holds: () => holdsCategory(addCategory, ['main.png', 'one.png', 'two.png']),
  };
  await category.click();
  await addCategory.title.fill('Typed with care');
  await addCategory.image.setInputFiles(await pngFile('main.png'));
  await addCategory.logos.setInputFiles([await pngFile('one.png'), await pngFile('two.png')]);
  await addCategory.fileName('two.png').waitFor();
  await refuse(page, added, { refused: addFailed, failed: addFailed });
  await addCategory.submit.click();
  await toast(page, deskMessages['category.added']).waitFor();
  expectSentAlike(added.path, 3, ['title', 'image', 'tech_image[]', 'tech_image[]']);
  expectQuiet(watch, [
    ...conflictLines(watch, 1),
    ...[409, 422].map((status) => failedToLoad(status, edited.path)),
    failedToLoad(422, added.path),
    apiCallError('Look here.'),
    failedToLoad(423, logoPath),
    apiCallError('The logo is locked.'),
  ]);
  await close();
});

test('a project that cannot be saved loses none of its files, and says why by its own toasts; begun, it is found again in its own category', async () => {
  site.stub.data.categories = [stubCategory(1)];
  site.stub.data.projects = [stubProject(11)];
  const { page, watch, close } = await openAdmin(browser.current, site);
  const screen = portfolioScreen(page);
  const { edit, editProject, ...projects } = projectsScreen(page);
  await page.goto('/admin/portfolio/projects/1');
  await edit('Project 11').click();
  const edited: Filled = {
    form: editProject,
    path: callPath(contract.updateProject, { id: 11 }),
    holds: () => holdsProject(editProject, 'About project 11.', ['one.png', 'film.mp4']),
  };
  await editProject.text.getByText('About project 11.').waitFor();
  await editProject.title.fill('Typed with care');
  await editProject.images.setInputFiles([await pngFile('one.png')]);
  await editProject.video.setInputFiles(mp4File('film.mp4'));
  await editProject.fileName('film.mp4').waitFor();
  await editProject.fileName('one.png').waitFor();
  await theirsOrMine(page, edited, 'projects');
  // docs/product.md §8 defines no toast for a failed change.
  await refuse(page, edited, {});
  await editProject.submit.click();
  await toast(page, deskMessages['project.updated']).waitFor();
  expect(site.stub.data.projects[0]?.title).toBe('Typed with care');
  const texts = ['title', 'category_id', 'description', 'project_url', 'v_order'];
  expectSentAlike(edited.path, 4, [...texts, 'updated_at', 'video', 'images[0]']);

  await projects.back.click();
  await screen.project.click();
  const { addProject } = screen;
  const added: Filled = {
    form: addProject,
    path: callPath(contract.addProject),
    holds: async () => {
      await holdsProject(addProject, 'Nothing of this may be lost.', ['one.png', 'two.png', 'film.mp4']);
      await expect.poll(() => addProject.category.inputValue()).toBe('1');
      await expect.poll(() => addProject.order.inputValue()).toBe('2');
    },
  };
  await addProject.title.fill('Typed with care');
  await addProject.category.selectOption({ label: 'Category 1' });
  await expect.poll(() => addProject.order.inputValue()).toBe('2');
  await addProject.text.click();
  await page.keyboard.insertText('Nothing of this may be lost.');
  await addProject.images.setInputFiles([await pngFile('one.png'), await pngFile('two.png')]);
  await addProject.video.setInputFiles(mp4File('film.mp4'));
  await addProject.fileName('film.mp4').waitFor();
  await addProject.fileName('two.png').waitFor();
  await addProject.dialog.getByText(/^Saved \d\d:\d\d /).waitFor();
  await page.reload();
  // The address opens the form with its draft; the test then leaves it for the form on the category's own screen,
  // which starts anew.
  await addProject.dialog.getByText(/^Draft kept/).waitFor();
  await addProject.cancel.click();
  await leaveDialog(page).keep.click();
  await screen.view('Category 1').click();
  await projects.row('Typed with care').waitFor();
  await projects.project.click();
  await projects.addProject.text.waitFor();
  await expect.poll(() => projects.addProject.title.inputValue()).toBe('');
  await expect.poll(() => projects.addProject.order.inputValue()).toBe('2');
  await projects.addProject.cancel.click();
  await projects.back.click();
  await screen.project.click();
  await addProject.dialog.getByText(/^Draft kept/).waitFor();
  await addProject.fileName('film.mp4').waitFor();
  await addProject.text.getByText('Nothing of this may be lost.').waitFor();
  await added.holds();

  await refuse(page, added, {
    refused: deskMessages['project.addFailed'],
    failed: deskMessages['project.addError'],
  });
  await addProject.submit.click();
  await toast(page, deskMessages['project.added']).waitFor();
  expectSentAlike(added.path, 3, [...texts, 'video', 'images[0]', 'images[1]']);
  expectQuiet(watch, [
    ...conflictLines(watch, 1),
    ...[409, 422].map((status) => failedToLoad(status, edited.path)),
    failedToLoad(422, added.path),
    apiCallError('Look here.'),
  ]);
  await close();
});

test('an order that cannot be saved goes back; an address without a category says so', async () => {
  site.stub.data.categories = [stubCategory(1)];
  site.stub.data.projects = [stubProject(11), stubProject(12), stubProject(13)];
  const { page, watch, close } = await openAdmin(browser.current, site);
  const screen = portfolioScreen(page);
  const { list, row, back } = projectsScreen(page);
  await page.goto('/admin/portfolio/projects/1');
  await row('Project 11').waitFor();

  const path = callPath(contract.reorderProjects);
  const titles = () => list.getByText(/^Project \d+$/).allTextContents();
  const up = page.getByRole('button', { name: 'Move Project 13 up' });

  // After a failure the list is loaded again; the old order is restored before that answer arrives.
  const asking = await hold(page, '/api/getProjects/1');
  misbehave(path, json(422, { message: deskMessages['order.unknown'] }));
  await up.click();
  await toast(page, deskMessages['order.unknown']).waitFor();
  await expect.poll(titles).toEqual(['Project 11', 'Project 12', 'Project 13']);
  await asking.reached;
  asking.release();

  // Two moves are sent one after the other although the first is slow: the last one counts.
  const slowly = await hold(page, path);
  await up.click();
  await slowly.reached;
  await up.click();
  await expect.poll(titles).toEqual(['Project 13', 'Project 11', 'Project 12']);
  await page.evaluate(() => fetch('/api/session'));
  slowly.release();
  await page.getByText(deskMessages['order.saved']).waitFor();
  const ids = site.stub.requestsTo(path).map(({ body }) => JSON.parse(body.toString()).ids);
  expect(ids.slice(1)).toEqual([
    [11, 13, 12],
    [13, 11, 12],
  ]);
  expect(await titles()).toEqual(['Project 13', 'Project 11', 'Project 12']);
  await page.goto('/admin/portfolio/projects/-film');
  await page.getByText('This category does not exist').waitFor();
  await back.click();
  await screen.row('Category 1').waitFor();
  expectQuiet(watch, [failedToLoad(422, path), apiCallError(deskMessages['order.unknown'])]);
  await close();
});

async function holdsCategory(form: ReturnType<typeof portfolioScreen>['addCategory'], files: string[]) {
  await expect.poll(() => form.title.inputValue()).toBe('Typed with care');
  for (const file of files) expect(await form.fileName(file).isVisible()).toBe(true);
}

async function holdsProject(form: ProjectForm, text: string, files: string[]) {
  await expect.poll(() => form.title.inputValue()).toBe('Typed with care');
  await expect.poll(() => form.text.textContent()).toBe(text);
  for (const file of files) expect(await form.fileName(file).isVisible()).toBe(true);
}

/**
 * The host answers without success, and then with a failure: the form shows the reason, and a toast shows `refused`
 * and `failed` (docs/product.md §8) if the form has one.
 */
async function refuse(
  page: Page,
  { form, path, holds }: Filled,
  toasts: { refused?: string; failed?: string },
): Promise<void> {
  misbehave(path, json(200, { message: 'Not today.' }));
  await form.submit.click();
  if (toasts.refused) await toast(page, toasts.refused).waitFor();
  await form.alert.getByText('Not today.').waitFor();
  await holds();
  misbehave(path, json(422, { message: 'Look here.', errors: { title: ['Taken.'] } }));
  await form.submit.click();
  if (toasts.failed) await toast(page, toasts.failed).last().waitFor();
  await form.alert.getByText('Look here.').waitFor();
  await holds();
}

/** Another admin was faster: their version can be loaded, and then the typed text and files restored. */
async function theirsOrMine(page: Page, { form, holds }: Filled, kind: Kind): Promise<void> {
  saveElsewhere(kind, 'Theirs');
  await form.submit.click();
  await form.alert.getByText(/saved this at/).waitFor();
  await holds();
  // The form shows the message itself, without an error toast.
  expect(await page.locator('.Toastify__toast').count()).toBe(0);
  await form.dialog.getByRole('button', { name: 'Load the newer version' }).click();
  await expect.poll(() => form.title.inputValue()).toBe('Theirs');
  await form.dialog.getByRole('button', { name: 'Restore my changes' }).click();
  await holds();
}

/**
 * Expects this many requests: the first with `parts`, the last with the same texts and files, but with another
 * version if another admin had saved.
 */
function expectSentAlike(path: string, times: number, parts: string[]): void {
  const sent = site.stub.requestsTo(path).map((request) => request.parts);
  expect(sent).toHaveLength(times);
  expect(sent.at(0)?.map(({ name }) => name)).toEqual(parts);
  const [first, last] = [sent.at(0), sent.at(-1)].map((each = []) =>
    each.filter(({ name }) => name !== 'updated_at').map(({ name, sha256 }) => [name, sha256]),
  );
  expect(last).toEqual(first);
}

type Kind = 'categories' | 'projects';

function saveElsewhere(kind: Kind, title: string): void {
  const [row] = site.stub.data[kind];
  if (!row) throw new Error('The stub holds nothing.');
  Object.assign(row, { title, updated_at: new Date(Date.parse(row.updated_at) + 60_000).toISOString() });
}

function misbehave(path: string, rule: Misbehaviour): void {
  site.stub.misbehave(rule, { path, times: 1 });
}
