import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { callPath } from '#shared/contract/call-path.ts';
import { contract } from '#shared/contract/index.ts';
import { makeProject } from '../contract/resources/cases/projects.ts';
import { type Engine, withEngine } from '../support/engines.ts';
import { pngFile, toast } from './support/blogs.ts';
import { hasFocus } from './support/focus.ts';
import { hold } from './support/hold.ts';
import { launchBrowser } from './support/launch.ts';
import {
  chosenCategory,
  mp4File,
  orderedProjects,
  type ProjectForm,
  portfolioScreen,
  projectsScreen,
} from './support/portfolio-admin.ts';
import { openAdmin, openVisitor } from './support/visitor.ts';
import { expectQuiet } from './support/watch.ts';

const browser = launchBrowser();

withEngine('embedded', (engine) => {
  test('a category with three logos, projects with images and a video, put in order, seen on the site', async () => {
    const { page, watch, close } = await openAdmin(browser.current, engine);
    const screen = portfolioScreen(page);
    const projects = projectsScreen(page);
    await page.goto('/admin/portfolio');
    // docs/product.md §2: the empty text, and the table's columns.
    await page.getByText('No applicants found', { exact: true }).waitFor();
    await page.getByRole('button', { name: 'Add the first category' }).click();
    await addCategory(page, 'Film & games');
    await screen.row('Film & games').waitFor();
    await expect
      .poll(() => screen.table.getByRole('columnheader').allTextContents())
      .toEqual(['Category Name', 'Edit', 'View Projects']);
    await expect.poll(() => screen.row('Film & games').innerText()).toContain('3 logos');

    await screen.project.click();
    await everyFieldIsAskedFor(screen.addProject);
    await fillProject(screen.addProject, 'Salt Road', 'Eleven days in a cab.');
    await screen.addProject.video.setInputFiles(mp4File('salt-road.mp4'));
    await screen.addProject.fileName('salt-road.mp4').waitFor();
    const adding = await hold(page, callPath(contract.addProject));
    await screen.addProject.submit.click();
    await adding.reached;
    await expect.poll(() => screen.addProject.busy('Creating...').isDisabled()).toBe(true);
    adding.release();
    await toast(page, 'Project added successfully').waitFor();
    await screen.addProject.dialog.waitFor({ state: 'hidden' });
    await expect.poll(() => screen.row('Film & games').innerText()).toContain('1 project');

    await screen.view('Film & games').click();
    await projects.heading('Film & games').waitFor();
    expect(await page.evaluate(() => localStorage.getItem('categoryTitle'))).toBe('Film & games');
    await projects.row('Salt Road').waitFor();
    await expect
      .poll(() => projects.row('Salt Road').innerText())
      .toMatch(/2 images[\s\S]*Video[\s\S]*studio\.example/);
    await projects.project.click();
    // The form already has the screen's category and the next place in it.
    await expect.poll(() => chosenCategory(projects.addProject)).toBe('Film & games');
    await fillProject(projects.addProject, 'Night School', 'What it is.');
    await projects.addProject.submit.click();
    await projects.addProject.dialog.waitFor({ state: 'hidden' });
    await projects.row('Night School').waitFor();
    await makeProject(engine, { title: 'Kabul River', category_id: '1', v_order: '3' });
    await page.reload();
    await projects.row('Kabul River').waitFor();
    expect(await orderedProjects(page)).toEqual(['Salt Road', 'Night School', 'Kabul River']);

    await Promise.all([
      page.waitForResponse(`**${callPath(contract.reorderProjects)}`),
      page.getByRole('button', { name: 'Move Kabul River up', exact: true }).click(),
    ]);
    await page.getByText('Order saved successfully').waitFor();
    expect(await orderedProjects(page)).toEqual(['Salt Road', 'Kabul River', 'Night School']);
    await drag(page, 'Salt Road', 'Night School');
    await expect.poll(() => orderedProjects(page)).toEqual(['Kabul River', 'Night School', 'Salt Road']);
    await expect.poll(() => storedOrder(engine)).toEqual(['Kabul River', 'Night School', 'Salt Road']);
    expectQuiet(watch);
    await close();

    const reader = await openVisitor(browser.current, engine.app);
    const field = encodeURIComponent('Film & games');
    await reader.page.goto(`/portfolio/${field}`);
    await reader.page.getByRole('link', { name: 'Salt Road' }).first().waitFor();
    const cards = reader.page.getByRole('article').getByRole('heading');
    await expect.poll(() => cards.allTextContents()).toEqual(['Kabul River', 'Night School', 'Salt Road']);
    await reader.page.getByRole('link', { name: 'Salt Road' }).first().click();
    await reader.page.getByRole('heading', { name: 'Salt Road', level: 1 }).waitFor();
    await reader.page.getByText('Eleven days in a cab.').waitFor();
    await reader.page.getByRole('button', { name: 'Play the video' }).waitFor();
    expectQuiet(reader.watch);
    await reader.close();
  });

  test('the form of a project adds the category that it lacks, with nothing typed lost', async () => {
    const { page, watch, close } = await openAdmin(browser.current, engine);
    const { addProject, row } = portfolioScreen(page);
    await page.goto('/admin/portfolio?form=project');
    await fillProject(addProject, 'Harbour map', 'Where the boats are.');
    await addProject.dialog.getByRole('button', { name: 'New category' }).click();
    await addCategory(page, 'Cartography');
    await expect.poll(() => chosenCategory(addProject)).toBe('Cartography');
    await expect.poll(() => addProject.order.inputValue()).toBe('1');
    expect(await addProject.title.inputValue()).toBe('Harbour map');
    await addProject.submit.click();
    await toast(page, 'Project added successfully').waitFor();
    await expect.poll(() => row('Cartography').innerText()).toContain('1 project');
    expectQuiet(watch);
    await close();
  });
});

/**
 * docs/product.md §5: expects every error text of a new category; saves the category with an image and three logos.
 */
async function addCategory(page: Page, title: string): Promise<void> {
  const form = portfolioScreen(page).addCategory;
  await form.submit.click();
  const texts = ['Title is required.', 'Image is required.', 'Add logos*'];
  for (const text of texts) await form.says(text).waitFor();
  await form.title.fill(title);
  await form.image.setInputFiles(await pngFile('main.png', 300, 200));
  await form.logos.setInputFiles([
    await pngFile('4k.png'),
    await pngFile('hdr.png'),
    await pngFile('raw.png'),
  ]);
  await form.fileName('raw.png').waitFor();
  for (const text of texts) expect(await form.says(text).count()).toBe(0);
  const saving = await hold(page, callPath(contract.addProjectCategory));
  await form.submit.click();
  await saving.reached;
  await expect.poll(() => form.busy('Creating...').isDisabled()).toBe(true);
  saving.release();
  await toast(page, 'Category added successfully').waitFor();
  await form.dialog.waitFor({ state: 'hidden' });
}

/**
 * docs/product.md §5: expects the five error texts of a new project, with the focus on the first field; each text
 * disappears when its field is edited.
 */
async function everyFieldIsAskedFor(form: ProjectForm): Promise<void> {
  await form.text.waitFor();
  await form.submit.click();
  const texts = [
    'Project title is required',
    'Please select a category',
    'Order is required when adding new project',
    'Description is required',
    'At least one image is required',
  ];
  for (const text of texts) await form.says(text).waitFor();
  expect(await hasFocus(form.title)).toBe(true);
  await form.category.selectOption({ label: 'Film & games' });
  // The form suggests the category's next order number.
  await expect.poll(() => form.order.inputValue()).toBe('1');
  await form.says('Please select a category').waitFor({ state: 'detached' });
  await form.says('Order is required when adding new project').waitFor({ state: 'detached' });
  await expect.poll(() => form.says('Description is required').isVisible()).toBe(true);
}

async function fillProject(form: ProjectForm, title: string, words: string): Promise<void> {
  await form.title.fill(title);
  await form.link.fill('https://studio.example/work');
  await form.text.fill(words);
  await form.images.setInputFiles([await pngFile('one.png', 300, 200), await pngFile('two.png', 300, 200)]);
  await form.fileName('two.png').waitFor();
}

/** Drags with the mouse: a small step first, because a drag starts only after some distance. */
async function drag(page: Page, from: string, to: string): Promise<void> {
  const handle = (title: string) => page.getByRole('button', { name: `Reorder ${title}`, exact: true });
  const start = await handle(from).boundingBox();
  const end = await handle(to).boundingBox();
  if (!start || !end) throw new Error('There is nothing to drag.');
  const x = start.x + start.width / 2;
  await page.mouse.move(x, start.y + start.height / 2);
  await page.mouse.down();
  await page.mouse.move(x, start.y + start.height / 2 + 12, { steps: 3 });
  await page.getByText(`${from} lifted, over place`).waitFor({ state: 'attached' });
  await page.mouse.move(x, end.y + end.height / 2 + 4, { steps: 12 });
  await page.mouse.up();
}

async function storedOrder({ visitor }: Engine): Promise<string[]> {
  const categories = await visitor.get(callPath(contract.getProjectCategory));
  const found = categories.body.data.data.find((each: { title: string }) => each.title === 'Film & games');
  const list = await visitor.get(callPath(contract.getProjects, { id: found.id }));
  return list.body.data.data.map((project: { title: string }) => project.title);
}
