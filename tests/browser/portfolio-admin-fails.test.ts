import type { Locator, Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { callPath } from '#shared/contract/call-path.ts';
import { contract } from '#shared/contract/index.ts';
import { deskMessages } from '#shared/desk-messages.ts';
import { messages } from '#shared/messages.ts';
import type { Misbehaviour } from '../support/stub-upstream.ts';
import { pngFile, toast } from './support/blogs.ts';
import { hold } from './support/hold.ts';
import { launchBrowser } from './support/launch.ts';
import { leaveDialog } from './support/leaving.ts';
import { loginForm } from './support/login.ts';
import {
  dot,
  mp4File,
  type ProjectForm,
  portfolioScreen,
  projectsScreen,
  stubCategory,
  stubProject,
} from './support/portfolio-admin.ts';
import { endSession } from './support/session-life.ts';
import { json, stubbedSite } from './support/stubbed-site.ts';
import { openAdmin } from './support/visitor.ts';
import { apiCallError, expectQuiet, failedToLoad } from './support/watch.ts';

const browser = launchBrowser();
const site = stubbedSite();

/** A form that somebody has filled. */
interface Filled {
  form: { dialog: Locator; title: Locator; submit: Locator; alert: Locator };
  /** Where it is sent. */
  path: string;
  /** What is in it as long as it is open. */
  holds: () => Promise<void>;
}

// What every form does alike is tried on those of the team and of the blogs: here is what those of the portfolio have of their
// own, which are their files, their toasts and where they fetch a newer version.

test('a category that cannot be saved loses nothing, and says why', async () => {
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

  // A stored logo that cannot be deleted stays, and says why in its own words.
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
  await overwriteSignedOut(page, edited, 'categories');
  await toast(page, deskMessages['category.updated']).waitFor();
  expect(site.stub.data.categories[0]?.title).toBe('Typed with care');
  expectSentAlike(edited.path, 6, ['title', 'image', 'tech_image[0][file]', 'updated_at']);

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
  await signedOut(page, added, () => addCategory.submit.click());
  await toast(page, deskMessages['category.added']).waitFor();
  expectSentAlike(added.path, 4, ['title', 'image', 'tech_image[]', 'tech_image[]']);
  expectQuiet(watch, [
    ...conflictsOf(watch.consoleLines),
    ...[401, 409, 422].map((status) => failedToLoad(status, edited.path)),
    ...[401, 422].map((status) => failedToLoad(status, added.path)),
    apiCallError('Look here.'),
    failedToLoad(423, logoPath),
    apiCallError('The logo is locked.'),
  ]);
  await close();
});

test('a project that cannot be saved loses nothing, and says why; begun, it is found again in its own category', async () => {
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
  // docs/product.md §8 has no toast for a change that fails.
  await refuse(page, edited, {});
  await overwriteSignedOut(page, edited, 'projects');
  await toast(page, deskMessages['project.updated']).waitFor();
  expect(site.stub.data.projects[0]?.title).toBe('Typed with care');
  const texts = ['title', 'category_id', 'description', 'project_url', 'v_order'];
  expectSentAlike(edited.path, 6, [...texts, 'updated_at', 'video', 'images[0]']);

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
  // The form is in the address, and holds the draft; it is left for the one of the category's own screen, which begins anew.
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
  // The largest of the forms loses none of its files to a host that falls over or goes away either.
  const failures: [Misbehaviour, status: number, text: string][] = [
    [json(500, { message: 'SQLSTATE' }), 500, messages['upstream.failed']],
    [{ kind: 'reset' }, 502, messages['upstream.unreachable']],
  ];
  for (const [failure, , text] of failures) {
    misbehave(added.path, failure);
    await addProject.submit.click();
    await addProject.alert.getByText(text).waitFor();
    await added.holds();
  }
  await signedOut(page, added, () => addProject.submit.click());
  await toast(page, deskMessages['project.added']).waitFor();
  expectSentAlike(added.path, 6, [...texts, 'video', 'images[0]', 'images[1]']);
  expectQuiet(watch, [
    ...conflictsOf(watch.consoleLines),
    ...[401, 409, 422].map((status) => failedToLoad(status, edited.path)),
    ...[401, 422].map((status) => failedToLoad(status, added.path)),
    apiCallError('Look here.'),
    ...failures.flatMap(([, status, text]) => [failedToLoad(status, added.path), apiCallError(text)]),
  ]);
  await close();
});

test('lists that cannot be loaded are told on the console and on the screen, without a toast; an order that cannot be saved goes back', async () => {
  site.stub.data.categories = [stubCategory(1)];
  site.stub.data.projects = [stubProject(11), stubProject(12), stubProject(13)];
  const { page, watch, close } = await openAdmin(browser.current, site);
  const screen = portfolioScreen(page);
  const { list, row, back } = projectsScreen(page);
  // A query asks once more by itself after a failure of the server.
  for (const path of ['/api/getProjectCategory', '/api/getProjects/1'])
    site.stub.misbehave(json(500, {}), { path, times: 2 });
  await page.goto('/admin/portfolio');
  await page.getByRole('alert').getByText('The categories could not be loaded').waitFor();
  await page.getByRole('button', { name: 'Try again' }).click();
  await screen.view('Category 1').click();
  await page.getByRole('alert').getByText('The projects could not be loaded').waitFor();
  expect(await page.locator('.Toastify__toast').count()).toBe(0);
  await page.getByRole('button', { name: 'Try again' }).click();
  await row('Project 11').waitFor();

  const path = callPath(contract.reorderProjects);
  const titles = () => list.getByText(/^Project \d+$/).allTextContents();
  const up = page.getByRole('button', { name: 'Move Project 13 up' });

  // The list asks anew after a failure; it is back before the answer comes.
  const asking = await hold(page, '/api/getProjects/1');
  misbehave(path, json(422, { message: deskMessages['order.unknown'] }));
  await up.click();
  await toast(page, deskMessages['order.unknown']).waitFor();
  await expect.poll(titles).toEqual(['Project 11', 'Project 12', 'Project 13']);
  await asking.reached;
  asking.release();

  // Two in a row are sent one after the other, though the first one is slow: the last one counts.
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
  await page.goto('/admin/portfolio/projects/999');
  await page.getByText('There is no category at this address').waitFor();
  await back.click();
  await screen.row('Category 1').waitFor();
  await page.goto('/admin/portfolio/projects/-film');
  await page.getByText('There is no category at this address').waitFor();
  expectQuiet(watch, [
    failedToLoad(422, path),
    apiCallError(deskMessages['order.unknown']),
    failedToLoad(500, '/api/getProjectCategory'),
    failedToLoad(500, '/api/getProjects/1'),
    apiCallError(messages['upstream.failed']),
    failedToLoad(404, '/api/getSingleCategory/999'),
    failedToLoad(404, '/api/getProjects/999'),
    apiCallError(deskMessages['category.notFound']),
  ]);
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
 * The host answers without success, and then with a failure: the form says why, and a toast says `refused` and `failed`
 * (docs/product.md §8), where the form has one.
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

/** Somebody else was faster: their version can be had, and what was typed with its files after it. */
async function theirsOrMine(page: Page, { form, holds }: Filled, kind: Kind): Promise<void> {
  saveElsewhere(kind, 'Theirs');
  await form.submit.click();
  await form.alert.getByText(/saved this at/).waitFor();
  await holds();
  // The form's own words, and no toast of a failure.
  expect(await page.locator('.Toastify__toast').count()).toBe(0);
  await form.dialog.getByRole('button', { name: 'Load the newer version' }).click();
  await expect.poll(() => form.title.inputValue()).toBe('Theirs');
  await form.dialog.getByRole('button', { name: 'Restore my changes' }).click();
  await holds();
}

/** Somebody else was faster once more; mine goes over it, though the session has ended meanwhile. */
async function overwriteSignedOut(page: Page, filled: Filled, kind: Kind): Promise<void> {
  const { form, holds } = filled;
  saveElsewhere(kind, 'Theirs again');
  await form.submit.click();
  await form.alert.getByText(/saved this at/).waitFor();
  await holds();
  await signedOut(page, filled, () =>
    form.dialog.getByRole('button', { name: 'Overwrite with mine' }).click(),
  );
}

/** The session ends before `save`, and sign-in in place goes on with it. */
async function signedOut(page: Page, { holds }: Filled, save: () => Promise<void>): Promise<void> {
  await endSession(page, site);
  await save();
  const login = loginForm(page);
  await login.form.waitFor();
  await holds();
  await login.password.fill(site.credentials.password);
  await login.submit.click();
}

/**
 * The form was sent so many times, first as `parts`, and in the end with the same words and files; without the version that it
 * began with, which is only there until somebody says to overwrite.
 */
function expectSentAlike(path: string, times: number, parts: string[]): void {
  const sent = site.stub.requestsTo(path).map((request) => request.parts);
  expect(sent).toHaveLength(times);
  expect(sent.at(0)?.map(({ name }) => name)).toEqual(parts);
  const own = (at: number) => sent.at(at)?.filter(({ name }) => name !== 'updated_at') ?? [];
  expect(sent.at(-1)).toEqual(own(-1));
  expect(own(-1).map(({ name, sha256 }) => [name, sha256])).toEqual(
    own(0).map(({ name, sha256 }) => [name, sha256]),
  );
}

type Kind = 'categories' | 'projects';

function saveElsewhere(kind: Kind, title: string): void {
  const [row] = site.stub.data[kind];
  if (!row) throw new Error('The stub holds nothing.');
  Object.assign(row, { title, updated_at: new Date(Date.parse(row.updated_at) + 60_000).toISOString() });
}

/** What the console says of the two conflicts. */
function conflictsOf(lines: readonly string[]): string[] {
  const said = lines.filter(
    (line) => line.startsWith('error: API call error:') && line.includes('saved this at'),
  );
  expect(said).toHaveLength(2);
  return said;
}

function misbehave(path: string, rule: Misbehaviour): void {
  site.stub.misbehave(rule, { path, times: 1 });
}
