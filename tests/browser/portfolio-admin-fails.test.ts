import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { contract } from '#shared/contract/index.ts';
import { callPath } from '#shared/contract/match.ts';
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
  portfolioScreen,
  projectsScreen,
  stubCategory,
  stubProject,
} from './support/portfolio-admin.ts';
import { endSession } from './support/session-life.ts';
import { stubbedSite } from './support/stubbed-site.ts';
import { openAdmin } from './support/visitor.ts';
import { apiCallError, expectQuiet, failedToLoad } from './support/watch.ts';

const browser = launchBrowser();
const site = stubbedSite();

/** A form of the portfolio, filled with something of every kind that it takes. */
interface Journey {
  name: string;
  path: string;
  /** Opens the form, fills it, and gives what is to hold as long as it is open, and its submit button. */
  open(page: Page): Promise<{
    holds: () => Promise<void>;
    submit: () => Promise<void>;
    alert: (text: string) => Promise<void>;
  }>;
  /** The toast of docs/product.md §8 for an answer without success, and for a failure; undefined where it has none. */
  refused?: string;
  failed?: string;
  saved: string;
  /** The parts of the form as the upstream gets them, by name. */
  parts: string[];
}

const journeys: Journey[] = [
  {
    name: 'add category',
    path: callPath(contract.addProjectCategory),
    refused: 'Failed to add category.',
    failed: 'Failed to add category.',
    saved: 'Category added successfully',
    parts: ['title', 'image', 'tech_image[]', 'tech_image[]'],
    async open(page) {
      const { category, addCategory: form } = portfolioScreen(page);
      await page.goto('/admin/portfolio');
      await category.click();
      await form.title.fill('Typed with care');
      await form.image.setInputFiles(await pngFile('main.png'));
      await form.logos.setInputFiles([await pngFile('one.png'), await pngFile('two.png')]);
      await form.fileName('two.png').waitFor();
      const holds = async () => {
        expect(await form.title.inputValue()).toBe('Typed with care');
        for (const file of ['main.png', 'one.png', 'two.png'])
          expect(await form.fileName(file).isVisible()).toBe(true);
      };
      return actions(form, holds);
    },
  },
  {
    name: 'edit category',
    path: callPath(contract.updateProjectCategory, { id: 1 }),
    refused: 'Failed to update category.',
    failed: 'Failed to update category.',
    saved: 'Category updated successfully',
    parts: ['title', 'image', 'tech_image[0][file]', 'updated_at'],
    async open(page) {
      const { edit, editCategory: form } = portfolioScreen(page);
      await page.goto('/admin/portfolio');
      await edit('Category 1').click();
      await form.title.fill('Typed with care');
      await form.image.setInputFiles(await pngFile('main.png'));
      await form.logos.setInputFiles([await pngFile('one.png')]);
      await form.fileName('one.png').waitFor();
      const holds = async () => {
        expect(await form.title.inputValue()).toBe('Typed with care');
        for (const file of ['main.png', 'one.png']) expect(await form.fileName(file).isVisible()).toBe(true);
      };
      return actions(form, holds);
    },
  },
  {
    name: 'add project',
    path: callPath(contract.addProject),
    refused: 'Failed to add project',
    failed: 'An error occurred while adding the project',
    saved: 'Project added successfully',
    parts: [
      'title',
      'category_id',
      'description',
      'project_url',
      'v_order',
      'video',
      'images[0]',
      'images[1]',
    ],
    async open(page) {
      const { project, addProject: form } = portfolioScreen(page);
      await page.goto('/admin/portfolio');
      await project.click();
      await form.title.fill('Typed with care');
      await form.category.selectOption({ label: 'Category 1' });
      await expect.poll(() => form.order.inputValue()).toBe('2');
      await form.text.click();
      await form.text.pressSequentially('Nothing of this may be lost.');
      await form.images.setInputFiles([await pngFile('one.png'), await pngFile('two.png')]);
      await form.video.setInputFiles(mp4File('film.mp4'));
      await form.fileName('film.mp4').waitFor();
      await form.fileName('two.png').waitFor();
      const holds = async () => {
        expect(await form.title.inputValue()).toBe('Typed with care');
        expect(await form.category.inputValue()).toBe('1');
        expect(await form.order.inputValue()).toBe('2');
        expect(await form.text.textContent()).toBe('Nothing of this may be lost.');
        for (const file of ['one.png', 'two.png', 'film.mp4'])
          expect(await form.fileName(file).isVisible()).toBe(true);
      };
      return actions(form, holds);
    },
  },
  {
    name: 'edit project',
    path: callPath(contract.updateProject, { id: 11 }),
    saved: 'Project updated successfully',
    parts: [
      'title',
      'category_id',
      'description',
      'project_url',
      'v_order',
      'updated_at',
      'video',
      'images[0]',
    ],
    async open(page) {
      const { edit, editProject: form } = projectsScreen(page);
      await page.goto('/admin/portfolio/projects/1');
      await edit('Project 11').click();
      await form.text.getByText('About project 11.').waitFor();
      await form.title.fill('Typed with care');
      await form.images.setInputFiles([await pngFile('one.png')]);
      await form.video.setInputFiles(mp4File('film.mp4'));
      await form.fileName('film.mp4').waitFor();
      await form.fileName('one.png').waitFor();
      const holds = async () => {
        expect(await form.title.inputValue()).toBe('Typed with care');
        expect(await form.text.textContent()).toBe('About project 11.');
        for (const file of ['one.png', 'film.mp4']) expect(await form.fileName(file).isVisible()).toBe(true);
      };
      return actions(form, holds);
    },
  },
];

test.each(journeys)('$name: the host fails in the middle, and nothing is lost', async (journey) => {
  fill();
  const { page, watch, close } = await openAdmin(browser.current, site);
  const { path, refused, failed } = journey;
  const form = await journey.open(page);

  misbehave(path, { kind: 'answer', status: 200, body: '{"status":0,"message":"Not today."}' });
  await form.submit();
  if (refused) await toast(page, refused).waitFor();
  await form.alert('Not today.');
  await form.holds();
  const failures: [Misbehaviour, status: number, text: string][] = [
    [json(500, { message: 'SQLSTATE' }), 500, messages['upstream.failed']],
    [json(422, { message: 'Look here.', errors: { title: ['Taken.'] } }), 422, 'Look here.'],
    [{ kind: 'reset' }, 502, messages['upstream.unreachable']],
  ];
  for (const [failure, , text] of failures) {
    misbehave(path, failure);
    await form.submit();
    if (failed) await toast(page, failed).last().waitFor();
    await form.alert(text);
    await form.holds();
  }

  await form.submit();
  await toast(page, journey.saved).waitFor();
  const sent = site.stub.requestsTo(path);
  const hashes = (at: number) => sent.at(at)?.parts.map((part) => part.sha256);
  expect(sent.at(-1)?.parts.map(({ name }) => name)).toEqual(journey.parts);
  expect(hashes(-1)).toEqual(hashes(0));
  expectQuiet(
    watch,
    failures.flatMap(([, status, text]) => [failedToLoad(status, path), apiCallError(text)]),
  );
  await close();
});

test.each(journeys)('$name: the session ends in the middle, and the form is saved whole', async (journey) => {
  fill();
  const { page, watch, close } = await openAdmin(browser.current, site);
  const form = await journey.open(page);
  await endSession(page, site);
  await form.submit();
  const login = loginForm(page);
  await login.form.waitFor();
  await form.holds();
  await login.password.fill(site.credentials.password);
  await login.submit.click();
  await toast(page, journey.saved).waitFor();
  const saved = site.stub.requestsTo(journey.path).at(-1);
  expect(saved?.parts.map(({ name }) => name)).toEqual(journey.parts);
  expectQuiet(watch, [failedToLoad(401, journey.path)]);
  await close();
});

test.each(journeys.filter(({ name }) => name.startsWith('edit')))(
  '$name: somebody else was faster: their version, or mine over it',
  async ({ name, path, open, saved }) => {
    fill();
    const { page, watch, close } = await openAdmin(browser.current, site);
    const form = await open(page);
    const dialog = page.getByRole('dialog', { name: /^Edit / });
    const title = dialog.getByLabel('Title', { exact: true });
    saveElsewhere(name, 'Theirs');
    await form.submit();
    await dialog
      .getByRole('alert')
      .getByText(/saved this at/)
      .waitFor();
    await form.holds();
    // The form's own words, and no toast of a failure.
    expect(await page.locator('.Toastify__toast').count()).toBe(0);
    await dialog.getByRole('button', { name: 'Load the newer version' }).click();
    await expect.poll(() => title.inputValue()).toBe('Theirs');
    await dialog.getByRole('button', { name: 'Restore my changes' }).click();
    await form.holds();

    saveElsewhere(name, 'Theirs again');
    await form.submit();
    await dialog.getByRole('button', { name: 'Overwrite with mine' }).click();
    await toast(page, saved).waitFor();
    expect(stored(name).title).toBe('Typed with care');
    expect(site.stub.requestsTo(path)).toHaveLength(3);
    const refusals = [...watch.consoleLines].filter((line) => line.includes('ApiError'));
    expect(refusals).toHaveLength(2);
    expectQuiet(watch, [failedToLoad(409, path), ...refusals]);
    await close();
  },
);

test('a project that was begun is found again with its files, each under its own category', async () => {
  fill();
  const { page, watch, close } = await openAdmin(browser.current, site);
  const screen = portfolioScreen(page);
  const projects = projectsScreen(page);
  const journey = journeys.find(({ name }) => name === 'add project');
  const form = await journey?.open(page);
  await screen.addProject.dialog.getByText(/^Saved \d\d:\d\d /).waitFor();
  await page.reload();
  await screen.project.click();
  await screen.addProject.dialog.getByText(/^Draft kept/).waitFor();
  await screen.addProject.fileName('film.mp4').waitFor();
  await screen.addProject.text.getByText('Nothing of this may be lost.').waitFor();
  await form?.holds();
  // The form of one category's own screen begins anew.
  await screen.addProject.cancel.click();
  await leaveDialog(page).keep.click();
  await screen.view('Category 1').click();
  await projects.row('Project 11').waitFor();
  await projects.project.click();
  await projects.addProject.text.waitFor();
  expect(await projects.addProject.title.inputValue()).toBe('');
  expect(await projects.addProject.order.inputValue()).toBe('2');
  expectQuiet(watch);
  await close();
});

test('an image that cannot be deleted stays, and says why in its own words', async () => {
  fill();
  site.stub.data.categories[0]?.tech_img.push({ id: 92, image: dot });
  const { page, watch, close } = await openAdmin(browser.current, site);
  const { edit, editCategory: form } = portfolioScreen(page);
  const path = callPath(contract.deleteTechImage, { id: 92 });
  await page.goto('/admin/portfolio');
  await edit('Category 1').click();
  misbehave(path, json(423, { message: 'The logo is locked.' }));
  await form.removeFile('Logo 2').click();
  await toast(page, 'The logo is locked.').waitFor();
  misbehave(path, { kind: 'answer', status: 200, body: '{"status":0,"message":"Still locked."}' });
  await form.removeFile('Logo 2').click();
  await toast(page, 'Still locked.').waitFor();
  expect(await form.fileName('Logo 2').isVisible()).toBe(true);
  expectQuiet(watch, [failedToLoad(423, path), apiCallError('The logo is locked.')]);
  await close();
});

test('an order that cannot be saved goes back to what it was, and says why', async () => {
  fill();
  site.stub.data.projects.push(stubProject(12), stubProject(13));
  const { page, watch, close } = await openAdmin(browser.current, site);
  const { list } = projectsScreen(page);
  const path = callPath(contract.reorderProjects);
  const titles = () => list.getByText(/^Project \d+$/).allTextContents();
  await page.goto('/admin/portfolio/projects/1');
  await list.waitFor();
  const up = page.getByRole('button', { name: 'Move Project 13 up' });

  // The list asks anew after a failure; it is back before the answer comes.
  const asking = await hold(page, '/api/getProjects/1');
  misbehave(path, json(422, { message: messages['order.unknown'] }));
  await up.click();
  await toast(page, messages['order.unknown']).waitFor();
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
  await page.getByText(messages['order.saved']).waitFor();
  const ids = site.stub.requestsTo(path).map(({ body }) => JSON.parse(body.toString()).ids);
  expect(ids.slice(1)).toEqual([
    [11, 13, 12],
    [13, 11, 12],
  ]);
  expect(await titles()).toEqual(['Project 13', 'Project 11', 'Project 12']);
  expectQuiet(watch, [failedToLoad(422, path), apiCallError(messages['order.unknown'])]);
  await close();
});

test('lists that cannot be loaded are told on the console and on the screen, without a toast', async () => {
  fill();
  const { page, watch, close } = await openAdmin(browser.current, site);
  const screen = portfolioScreen(page);
  const projects = projectsScreen(page);
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
  await projects.row('Project 11').waitFor();

  await page.goto('/admin/portfolio/projects/999');
  await page.getByText('There is no category at this address').waitFor();
  await projects.back.click();
  await screen.row('Category 1').waitFor();
  await page.goto('/admin/portfolio/projects/film');
  await page.getByText('There is no category at this address').waitFor();
  expectQuiet(watch, [
    failedToLoad(500, '/api/getProjectCategory'),
    failedToLoad(500, '/api/getProjects/1'),
    apiCallError(messages['upstream.failed']),
    failedToLoad(404, '/api/getSingleCategory/999'),
    failedToLoad(404, '/api/getProjects/999'),
    apiCallError(messages['category.notFound']),
  ]);
  await close();
});

function actions(
  form: { submit: { click(): Promise<void> }; alert: ReturnType<Page['getByRole']> },
  holds: () => Promise<void>,
) {
  return {
    holds,
    submit: () => form.submit.click(),
    alert: (text: string) => form.alert.getByText(text).waitFor(),
  };
}

/** One category with one project. */
function fill(): void {
  site.stub.data.categories = [stubCategory(1)];
  site.stub.data.projects = [stubProject(11)];
}

function stored(journey: string) {
  const { categories, projects } = site.stub.data;
  const [first] = journey === 'edit category' ? categories : projects;
  if (!first) throw new Error('The stub holds nothing.');
  return first;
}

function saveElsewhere(journey: string, title: string): void {
  const row = stored(journey);
  Object.assign(row, { title, updated_at: new Date(Date.parse(row.updated_at) + 60_000).toISOString() });
}

function misbehave(path: string, rule: Misbehaviour): void {
  site.stub.misbehave(rule, { path, times: 1 });
}

function json(status: number, body: Record<string, unknown>): Misbehaviour {
  return { kind: 'answer', status, body: JSON.stringify({ status: 0, ...body }) };
}
