import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { callPath } from '#shared/contract/call-path.ts';
import { contract } from '#shared/contract/index.ts';
import { type Engine, withEngine } from '../support/engines.ts';
import { offeredUndo, pngFile, toast } from './support/blogs.ts';
import { hold } from './support/hold.ts';
import { launchBrowser } from './support/launch.ts';
import { mp4File, type ProjectForm, portfolioScreen, projectsScreen } from './support/portfolio-admin.ts';
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
    for (const title of ['Night School', 'Kabul River']) {
      await projects.project.click();
      // The category of the screen, and the next place in it, are there already.
      await expect.poll(() => chosen(projects.addProject)).toBe('Film & games');
      await fillProject(projects.addProject, title, `What ${title} is.`);
      await projects.addProject.submit.click();
      await projects.addProject.dialog.waitFor({ state: 'hidden' });
      await projects.row(title).waitFor();
    }
    expect(await order(page)).toEqual(['Salt Road', 'Night School', 'Kabul River']);

    await Promise.all([
      page.waitForResponse(`**${callPath(contract.reorderProjects)}`),
      page.getByRole('button', { name: 'Move Kabul River up', exact: true }).click(),
    ]);
    await page.getByText('Order saved successfully').waitFor();
    expect(await order(page)).toEqual(['Salt Road', 'Kabul River', 'Night School']);
    await drag(page, 'Salt Road', 'Night School');
    await expect.poll(() => order(page)).toEqual(['Kabul River', 'Night School', 'Salt Road']);
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

    // Two logos are stored: one goes at once, the last one stays.
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

    // It has a project: nobody is sent to the server to be told so.
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
    await expect.poll(() => chosen(form)).toBe('Web');
    await form.text.getByText('About Water board.').waitFor();
    await form.title.fill('Water board, live');
    await form.link.fill('water.example');
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
    expect(await order(page)).toEqual(['Water board, live', 'Bazaar']);
    expectQuiet(watch);
    await close();
  });
});

/** docs/product.md §5: every text of a new category; leaves it saved, with an image and three logos. */
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
 * docs/product.md §5: the five texts of a new project, the first of which has the focus; each goes when its field is edited.
 */
async function everyFieldIsAskedFor(form: ProjectForm): Promise<void> {
  await form.text.waitFor();
  expect(
    await form.tools.evaluateAll((tools) => tools.map((tool) => tool.getAttribute('aria-label'))),
  ).toEqual([
    'Heading 1',
    'Heading 2',
    'Heading 3',
    'Bold',
    'Italic',
    'Underline',
    'Strikethrough',
    'Text colour',
    'Background colour',
    'Numbered list',
    'Bullet list',
    'Quote',
    'Code block',
  ]);
  await form.submit.click();
  const texts = [
    'Project title is required',
    'Please select a category',
    'Order is required when adding new project',
    'Description is required',
    'At least one image is required',
  ];
  for (const text of texts) await form.says(text).waitFor();
  expect(await form.title.evaluate((field) => field === document.activeElement)).toBe(true);
  await form.category.selectOption({ label: 'Film & games' });
  // The next order number is offered with the category.
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

function chosen(form: ProjectForm): Promise<string | undefined> {
  return form.category.evaluate((select) =>
    select instanceof HTMLSelectElement ? select.selectedOptions[0]?.label : undefined,
  );
}

async function order(page: Page): Promise<string[]> {
  const handles = projectsScreen(page).list.getByRole('button', { name: /^Reorder / });
  const names = await handles.evaluateAll((all) => all.map((each) => each.getAttribute('aria-label') ?? ''));
  return names.map((name) => name.replace('Reorder ', ''));
}

/** With the mouse: a little at first, for a drag begins only after some way. */
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

/** A category with two logos, and projects with two images and a video each. Gives its id. */
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
