// @module-tag deep/journey: changes, keys, many and a phone on the screens of portfolio-admin
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { callPath } from '#shared/contract/call-path.ts';
import { contract } from '#shared/contract/index.ts';
import { type Engine, withEngine } from '../support/engines.ts';
import { offeredUndo, pngFile, toast } from './support/blogs.ts';
import { expectFits } from './support/fits.ts';
import { expectFocus } from './support/focus.ts';
import { hold } from './support/hold.ts';
import { launchBrowser } from './support/launch.ts';
import { leaveDialog } from './support/leaving.ts';
import { lift } from './support/lift.ts';
import { unbroken, urdu } from './support/long-names.ts';
import {
  chosenCategory,
  mp4File,
  orderedProjects,
  portfolioScreen,
  projectsScreen,
  stubCategory,
  stubProject,
} from './support/portfolio-admin.ts';
import { stubbedSite } from './support/stubbed-site.ts';
import { openAdmin } from './support/visitor.ts';
import { expectQuiet } from './support/watch.ts';

const browser = launchBrowser();
const site = stubbedSite();

withEngine('embedded', (engine) => {
  test('a category is renamed, gets and loses logos, and is deleted once it is empty', async () => {
    await store(engine, 'Type', ['Nastaliq']);
    const { page, watch, close } = await openAdmin(browser.current, engine);
    const screen = portfolioScreen(page);
    const form = screen.editCategory;
    await page.goto('/admin/portfolio');
    await screen.edit('Type').click();
    await expect.poll(() => form.title.inputValue()).toBe('Type');
    await form.title.fill(' ');
    await form.submit.click();
    await form.says('Title is required.').waitFor();
    await form.title.fill('Brand and type');
    await form.says('Title is required.').waitFor({ state: 'detached' });

    // Two logos are stored: the first is removed at once, the last one stays.
    await form.removeFile('Logo 2').click();
    await toast(page, 'Image deleted successfully').waitFor();
    await form.fileName('Logo 2').waitFor({ state: 'detached' });
    await form.removeFile('Logo 1').click();
    await toast(page, 'One image is necessary for project').waitFor();
    await expect.poll(() => form.fileName('Logo 1').isVisible()).toBe(true);

    await form.logos.setInputFiles([await pngFile('svg.png'), await pngFile('otf.png')]);
    await form.fileName('otf.png').waitFor();
    const saving = await hold(page, /updateProjectCategory/);
    await form.submit.click();
    await saving.reached;
    await expect.poll(() => form.busy('Editing...').isDisabled()).toBe(true);
    saving.release();
    await toast(page, 'Category updated successfully').waitFor();
    await screen.row('Brand and type').waitFor();
    await expect.poll(() => screen.row('Brand and type').innerText()).toContain('3 logos');

    // The category has a project: the client knows that without a call.
    await screen.more('Brand and type').click();
    await screen.item('Delete').click();
    const inUse = page.getByRole('alertdialog', { name: 'This category is not empty' });
    await inUse.getByText('while it has projects (1)').waitFor();
    await inUse.getByRole('button', { name: 'View its projects' }).click();
    const projects = projectsScreen(page);
    await projects.delete('Nastaliq').click();
    await toast(page, 'Project deleted successfully').waitFor();
    await page.getByText('No projects yet').waitFor();
    await projects.back.click();
    await screen.more('Brand and type').click();
    await screen.item('Delete').click();
    const undo = await offeredUndo(page, 'Category deleted successfully');
    await screen.row('Brand and type').waitFor({ state: 'detached' });
    const restored = toast(page, 'Restored successfully').waitFor();
    await undo.click();
    await restored;
    await screen.row('Brand and type').waitFor();
    expectQuiet(watch);
    await close();
  });

  test('a project is edited: texts, images, video; deleted, and brought back', async () => {
    const category = await store(engine, 'Web', ['Water board', 'Bazaar']);
    const { page, watch, close } = await openAdmin(browser.current, engine);
    const screen = projectsScreen(page);
    const form = screen.editProject;
    await page.goto(`/admin/portfolio/projects/${category}`);
    await screen.edit('Water board').click();
    await expect.poll(() => form.title.inputValue()).toBe('Water board');
    await expect.poll(() => chosenCategory(form)).toBe('Web');
    await form.text.getByText('About Water board.').waitFor();
    await form.title.fill('Water board, live');
    await form.link.fill('ftp://water.example');
    await form.submit.click();
    await form.says('This must be a link that begins with http:// or https://.').waitFor();
    await form.link.fill('https://water.example');
    await form.removeFile('Image 2').click();
    await toast(page, 'Image deleted successfully').waitFor();
    await form.fileName('Image 2').waitFor({ state: 'detached' });
    await form.removeFile('Image 1').click();
    await toast(page, 'One image is necessary for project').waitFor();
    await form.images.setInputFiles(await pngFile('dashboard.png'));
    await form.fileName('dashboard.png').waitFor();
    const videoBar = form.dialog.getByRole('button', { name: 'Remove', exact: true });
    await videoBar.click();
    await form.says('The stored video will be removed when you save').waitFor();
    await form.submit.click();
    await toast(page, 'Project updated successfully').waitFor();
    await screen.row('Water board, live').waitFor();
    const row = await screen.row('Water board, live').innerText();
    expect(row).toContain('2 images');
    expect(row).toContain('water.example');
    expect(row).not.toContain('Video');

    await screen.delete('Bazaar').click();
    const gone = toast(page, 'Project deleted successfully');
    await gone.waitFor();
    await screen.row('Bazaar').waitFor({ state: 'detached' });
    await page.keyboard.press('Control+z');
    await screen.row('Bazaar').waitFor();
    expect(await orderedProjects(page)).toEqual(['Water board, live', 'Bazaar']);
    expectQuiet(watch);
    await close();
  });
});

test('by keyboard alone: the menu of a category, an order by the handle and by the buttons, and an undo', async () => {
  site.stub.data.categories = [stubCategory(1)];
  site.stub.data.projects = [stubProject(11), stubProject(12), stubProject(13)];
  const { page, watch, close } = await openAdmin(browser.current, site);
  const keys = page.keyboard;
  const screen = portfolioScreen(page);
  const { list, edit, editProject, delete: remove } = projectsScreen(page);
  const titles = () => list.getByText(/^Project \d+$/).allTextContents();
  const saved = () => page.waitForResponse(`**${callPath(contract.reorderProjects)}`);
  await page.goto('/admin/portfolio');
  await screen.more('Category 1').focus();
  await keys.press('Enter');
  await expectFocus(screen.item('View on the site'));
  await keys.press('ArrowDown');
  await expectFocus(screen.item('History'));
  await keys.press('ArrowDown');
  await expectFocus(screen.item('Delete'));
  await keys.press('Escape');
  await expectFocus(screen.more('Category 1'));
  await keys.press('Shift+Tab');
  await expectFocus(screen.view('Category 1'));
  await keys.press('Enter');
  await list.waitFor();

  // Space lifts, arrows move, Space drops.
  const handle = page.getByRole('button', { name: 'Reorder Project 11', exact: true });
  await lift(page, handle, 'Project 11 lifted, over place 1 of 3.');
  await keys.press('ArrowDown');
  await page.getByText('Project 11 lifted, over place 2 of 3.').waitFor({ state: 'attached' });
  await Promise.all([saved(), keys.press('Space')]);
  await expect.poll(titles).toEqual(['Project 12', 'Project 11', 'Project 13']);
  await expectFocus(handle);
  // Escape restores the order.
  await lift(page, handle, 'Project 11 lifted, over place 2 of 3.');
  await keys.press('ArrowDown');
  await keys.press('Escape');
  await page.getByText('Project 11 is back in its place.').waitFor({ state: 'attached' });
  expect(await titles()).toEqual(['Project 12', 'Project 11', 'Project 13']);

  // The button of the moved row keeps the focus.
  const down = page.getByRole('button', { name: 'Move Project 11 down', exact: true });
  await keys.press('Tab');
  await keys.press('Tab');
  await expectFocus(down);
  await Promise.all([saved(), keys.press('Enter')]);
  await expect.poll(titles).toEqual(['Project 12', 'Project 13', 'Project 11']);
  await expectFocus(down);
  expect(site.stub.data.projects.map(({ id, v_order }) => [id, v_order])).toEqual([
    [11, 3],
    [12, 1],
    [13, 2],
  ]);

  await edit('Project 13').focus();
  await keys.press('Enter');
  await editProject.text.waitFor();
  expect(await editProject.dialog.evaluate((dialog) => dialog.contains(document.activeElement))).toBe(true);
  await keys.press('Escape');
  await expectFocus(edit('Project 13'));
  await keys.press('Tab');
  await expectFocus(remove('Project 13'));
  await keys.press('Enter');
  await toast(page, 'Project deleted successfully').waitFor();
  await expect.poll(titles).toEqual(['Project 12', 'Project 11']);
  await expectFocus(page.getByRole('region', { name: 'Projects and their order' }));
  await keys.press('Control+z');
  await expect.poll(titles).toEqual(['Project 12', 'Project 13', 'Project 11']);
  expectQuiet(watch);
  await close();
});

test('on a phone the buttons of a row are easy to hit, and long names of files fit', async () => {
  site.stub.data.categories = [stubCategory(1, { title: unbroken }), stubCategory(2, { title: urdu })];
  site.stub.data.projects = [
    stubProject(11, { title: unbroken, project_url: `https://${'long.'.repeat(30)}example` }),
    stubProject(12, { title: urdu }),
  ];
  const { page, watch, close } = await openAdmin(browser.current, site, { width: 360, height: 740 });
  const screen = portfolioScreen(page);
  const projects = projectsScreen(page);
  await page.goto('/admin/portfolio');
  await screen.row(urdu).waitFor();
  for (const title of [unbroken, urdu]) {
    for (const control of [screen.edit(title), screen.view(title), screen.more(title)])
      await expectInReach(page, control);
  }
  await screen.category.click();
  await screen.addCategory.logos.setInputFiles([await pngFile(`${'long-'.repeat(20)}.png`)]);
  await screen.addCategory.removeFile(`${'long-'.repeat(20)}.png`).waitFor();
  await expectFits(page, 'add category');
  await leave(page);
  await screen.view(unbroken).click();
  await projects.row(urdu).waitFor();
  for (const title of [unbroken, urdu]) {
    for (const control of [
      projects.edit(title),
      projects.delete(title),
      page.getByRole('button', { name: `Move ${title} down`, exact: true }),
      page.getByRole('button', { name: `Reorder ${title}`, exact: true }),
    ])
      await expectInReach(page, control);
  }
  await projects.edit(urdu).click();
  await projects.editProject.text.waitFor();
  expect(await projects.editProject.title.evaluate((field) => getComputedStyle(field).direction)).toBe('rtl');
  expectQuiet(watch);
  await close();
});

test('many: five page numbers around the current one; every project of a category in one list', async () => {
  site.stub.data.categories = Array.from({ length: 95 }, (_, at) => stubCategory(at + 1));
  site.stub.data.projects = Array.from({ length: 500 }, (_, at) => stubProject(at + 11));
  const { page, watch, close } = await openAdmin(browser.current, site);
  const screen = portfolioScreen(page);
  const { rows, addProject, project } = projectsScreen(page);
  const numbers = () => screen.pages.getByRole('listitem').allTextContents();
  await page.goto('/admin/portfolio');
  await screen.row('Category 10').waitFor();
  expect(await numbers()).toEqual(['1', '2', '3', '4', '5']);
  await screen.pages.getByRole('button', { name: 'Page 5' }).click();
  await screen.row('Category 41').waitFor();
  expect(await numbers()).toEqual(['3', '4', '5', '6', '7']);
  await expect.poll(() => new URL(page.url()).search).toBe('?page=5');
  await page.goto('/admin/portfolio?page=99');
  // An address past the end leads to the last page.
  await screen.row('Category 95').waitFor();
  expect(await numbers()).toEqual(['6', '7', '8', '9', '10']);
  await screen.project.click();
  const options = screen.addProject.category.locator('option');
  await options.filter({ hasText: 'Category 95' }).waitFor({ state: 'attached' });
  await expect.poll(() => options.count()).toBe(96);
  await page.keyboard.press('Escape');

  await page.goto('/admin/portfolio/projects/1');
  await rows.nth(499).waitFor();
  await expect.poll(() => rows.count()).toBe(500);
  await page.getByText('500 projects').waitFor();
  await project.click();
  await expect.poll(() => addProject.order.inputValue()).toBe('501');
  await page.keyboard.press('Escape');
  const [moved] = await Promise.all([
    page.waitForRequest(`**${callPath(contract.reorderProjects)}`),
    page.getByRole('button', { name: 'Move Project 12 up', exact: true }).click(),
  ]);
  expect(moved.postDataJSON().ids.slice(0, 3)).toEqual([12, 11, 13]);
  expect(moved.postDataJSON().ids).toHaveLength(500);
  await page.getByText('Order saved successfully').waitFor();
  expectQuiet(watch);
  await close();
});

/** Expects the control inside the screen, and large enough for a finger. */
async function expectInReach(page: Page, control: ReturnType<Page['locator']>): Promise<void> {
  const box = await control.boundingBox();
  expect(box?.x).toBeGreaterThanOrEqual(0);
  expect((box?.x ?? 0) + (box?.width ?? 999)).toBeLessThanOrEqual(page.viewportSize()?.width ?? 0);
  expect(Math.min(box?.width ?? 0, box?.height ?? 0)).toBeGreaterThanOrEqual(44);
}

/** Creates a category with two logos, and projects with two images and a video each. Returns the category's id. */
async function store({ admin }: Engine, title: string, projects: string[]): Promise<number> {
  const picture = (await pngFile('stored.png')).buffer;
  const file = { filename: 'stored.png', contentType: 'image/png' };
  const added = await admin
    .post(callPath(contract.addProjectCategory))
    .field('title', title)
    .attach('image', picture, file)
    .attach('tech_image[]', picture, file)
    .attach('tech_image[]', picture, file);
  const { id } = added.body.data;
  for (const [index, name] of projects.entries()) {
    const answer = await admin
      .post(callPath(contract.addProject))
      .field('title', name)
      .field('category_id', String(id))
      .field('description', `<p>About ${name}.</p>`)
      .field('project_url', '')
      .field('v_order', String(index + 1))
      .attach('video', mp4File('film.mp4').buffer, { filename: 'film.mp4', contentType: 'video/mp4' })
      .attach('images[0]', picture, file)
      .attach('images[1]', picture, file);
    expect(answer.status).toBe(200);
  }
  return id;
}

/** Cancels and discards the entered values. */
async function leave(page: Page): Promise<void> {
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel', exact: true }).last().click();
  await leaveDialog(page).discard.click();
  await page.getByRole('dialog').waitFor({ state: 'hidden' });
}
