import type { Page } from '@playwright/test';
import { deskMessages } from '#shared/desk-messages.ts';
import { messages } from '#shared/messages.ts';
import { makeMember, makeProject } from '../contract/resources/cases.ts';
import { answerOnce, expect, expectAccessible, test } from './fixtures.ts';
import { offeredUndo, pngFile, toast } from './support/blogs.ts';
import { lift } from './support/lift.ts';
import { exactly, labelled, named, topHeading, withText } from './support/names.ts';
import { mp4File, type ProjectForm, portfolioScreen, projectsScreen } from './support/portfolio-admin.ts';

const pictures = (...names: string[]) => Promise.all(names.map((name) => pngFile(name, 300, 200)));

async function fillProject(form: ProjectForm, title: string) {
  await form.title.fill(title);
  await form.link.fill('https://studio.example/work');
  await form.text.fill(`About ${title}.`);
  await form.images.setInputFiles(await pictures('one.png', 'two.png'));
  await expect(form.fileName('two.png')).toBeVisible();
}

async function expectOrder(page: Page, titles: string[]) {
  const handles = named(projectsScreen(page).list, 'button', /^Reorder /);
  await expect(handles).toHaveCount(titles.length);
  for (const [at, title] of titles.entries())
    await expect(handles.nth(at)).toHaveAccessibleName(`Reorder ${title}`);
}

test('a category with three logos, projects with images and a video, put in order by button, mouse and keyboard, seen on the site', async ({
  start,
  open,
}) => {
  const site = await start({ SAMPLE_CONTENT: 'off' });
  await makeMember(site);
  const page = await open(site, { as: 'owner' });
  const screen = portfolioScreen(page);
  const projects = projectsScreen(page);
  const form = screen.addCategory;
  await page.goto('/admin/portfolio');
  // docs/product.md §2: the empty text, and the table's columns.
  await expect(withText(page, 'No applicants found')).toBeVisible();
  await named(page, 'button', 'Add the first category').click();
  await form.submit.click();
  for (const text of ['Title is required.', 'Image is required.', 'Add logos*'])
    await expect(form.says(text)).toBeVisible();
  await form.title.fill('Film & games');
  await form.image.setInputFiles(await pngFile('main.png', 300, 200));
  await form.logos.setInputFiles(await pictures('4k.png', 'hdr.png', 'raw.png'));
  await expect(form.dialog.getByText(/required\.|Add logos\*/)).toHaveCount(0);
  await form.submit.click();
  await expect(toast(page, 'Category added successfully')).toBeVisible();
  await expect(screen.table.getByRole('columnheader')).toHaveText(['Category Name', 'Edit', 'View Projects']);
  await expect(screen.row('Film & games')).toContainText('3 logos');

  const add = screen.addProject;
  await screen.project.click();
  await expect(add.text).toBeVisible();
  await add.submit.click();
  for (const text of [
    'Project title is required',
    'Please select a category',
    'Order is required when adding new project',
    'Description is required',
    'At least one image is required',
  ])
    await expect(add.says(text)).toBeVisible();
  await expect(add.title).toBeFocused();
  await add.category.selectOption({ label: 'Film & games' });
  // The form suggests the category's next place.
  await expect(add.order).toHaveValue('1');
  await expect(add.says('Please select a category')).toBeHidden();
  await expect(add.says('Order is required when adding new project')).toBeHidden();
  await fillProject(add, 'Salt Road');
  // The link to a team member goes with their name.
  await named(add.dialog, 'button', 'Add a person').click();
  const credits = named(add.dialog, 'list', 'Credits');
  await labelled(credits, 'Name').fill('Zarghoona Ünal');
  await expect(credits.getByText('Links to the team page.')).toBeVisible();
  await labelled(credits, 'Name').fill('Ali Raza');
  await expect(credits.getByText('Links to the team page.')).toBeHidden();
  await add.video.setInputFiles(mp4File('salt-road.mp4'));
  await expect(add.fileName('salt-road.mp4')).toBeVisible();
  await add.submit.click();
  await expect(toast(page, 'Project added successfully')).toBeVisible();
  await expect(screen.row('Film & games')).toContainText('1 project');

  await screen.view('Film & games').click();
  await expect(projects.heading('Film & games')).toBeVisible();
  expect(await page.evaluate(() => localStorage.getItem('categoryTitle'))).toBe('Film & games');
  await expect(projects.row('Salt Road')).toHaveText(/2 images.*Video.*studio\.example/s);
  await projects.project.click();
  await expect(projects.addProject.category.locator('option:checked')).toHaveText('Film & games');
  await expect(projects.addProject.order).toHaveValue('2');
  await fillProject(projects.addProject, 'Night School');
  await projects.addProject.submit.click();
  await expect(projects.row('Night School')).toBeVisible();
  await makeProject(site, { title: 'Kabul River', category_id: '1', v_order: '3' });
  await page.reload();
  await expectOrder(page, ['Salt Road', 'Night School', 'Kabul River']);
  const up = exactly(page, 'button', 'Move Kabul River up');
  await up.press('Enter');
  await expect(page.getByText('Order saved successfully')).toBeVisible();
  await expectOrder(page, ['Salt Road', 'Kabul River', 'Night School']);
  await expect(up).toBeFocused();
  await drag(page, 'Salt Road', 'Night School');
  await expectOrder(page, ['Kabul River', 'Night School', 'Salt Road']);
  await lift(page, exactly(page, 'button', 'Reorder Salt Road'), /^Salt Road lifted/);
  await page.keyboard.press('ArrowUp');
  await expect(page.getByText(/Salt Road.* over place 2 of 3/)).toBeAttached();
  await page.keyboard.press('Space');
  await expectOrder(page, ['Kabul River', 'Salt Road', 'Night School']);

  const reader = await open(site);
  await expect(async () => {
    await reader.goto(`/portfolio/${encodeURIComponent('Film & games')}`);
    await expect(reader.getByRole('article').getByRole('heading')).toHaveText(
      ['Kabul River', 'Salt Road', 'Night School'],
      { timeout: 2_000 },
    );
  }).toPass();
  await named(reader, 'link', 'Salt Road').first().click();
  await expect(topHeading(reader, 'Salt Road')).toBeVisible();
  await expect(reader.getByText('About Salt Road.')).toBeVisible();
  await expect(named(reader, 'button', 'Play the video')).toBeVisible();
});

test('a category is renamed, gets and loses logos, and is deleted once it is empty; a project adds the category that it lacks', {
  tag: '@deep',
}, async ({ admin: page, site }) => {
  const { category_id } = await makeProject(site, { title: 'Nastaliq' });
  const { body } = await site.visitor.call('getSingleCategory', category_id);
  const { title } = body.data;
  const screen = portfolioScreen(page);
  const form = screen.editCategory;
  await page.goto(`/admin/portfolio?search=${encodeURIComponent(title)}`);
  await screen.edit(title).click();
  await expect(form.title).toHaveValue(title);
  await form.title.fill(' ');
  await form.submit.click();
  await expect(form.says('Title is required.')).toBeVisible();
  await form.title.fill(`${title}, type`);
  // Two logos are stored: one is removed at once, the last one stays.
  const remove2 = async () => {
    await form.removeFile('Logo 2').click();
    const restore = await offeredUndo(page, 'Image deleted successfully');
    await expect(form.fileName('Logo 2')).toBeHidden();
    return restore;
  };
  await (await remove2()).click();
  await expect(form.fileName('Logo 2')).toBeVisible();
  await expect(toast(page, 'Image deleted successfully')).toHaveCount(0);
  await remove2();
  await form.removeFile('Logo 1').click();
  await expect(toast(page, 'One image is necessary for project')).toBeVisible();
  await form.logos.setInputFiles(await pictures('svg.png', 'otf.png'));
  await form.submit.click();
  await expect(toast(page, 'Category updated successfully')).toBeVisible();
  await expect(screen.row(`${title}, type`)).toContainText('3 logos');

  // The category has a project: the client knows that without a call.
  const remove = async () => {
    await screen.more(`${title}, type`).click();
    await screen.item('Delete').click();
  };
  await remove();
  const inUse = named(page, 'alertdialog', 'This category is not empty');
  await expect(inUse).toContainText('while it has projects (1)');
  await named(inUse, 'button', 'View its projects').click();
  const projects = projectsScreen(page);
  await projects.delete('Nastaliq').click();
  await expect(toast(page, 'Project deleted successfully')).toBeVisible();
  await page.goto(`/admin/portfolio?search=${encodeURIComponent(title)}`);
  await remove();
  const undo = await offeredUndo(page, 'Category deleted successfully');
  await expect(screen.row(`${title}, type`)).toHaveCount(0);
  await undo.click();
  await expect(toast(page, 'Restored successfully')).toBeVisible();
  await expect(screen.row(`${title}, type`)).toBeVisible();

  const { addProject, addCategory } = screen;
  await makeProject(site, { title: 'Ruqah', category_id: String(category_id), v_order: '5' });
  await page.goto('/admin/portfolio?form=project');
  await fillProject(addProject, 'Harbour map');
  // The position after all others, although there are fewer.
  await addProject.category.selectOption(`${title}, type`);
  await expect(addProject.order).toHaveValue('6');
  await named(addProject.dialog, 'button', 'New category').click();
  await addCategory.title.fill('Cartography');
  await addCategory.image.setInputFiles(await pngFile('main.png', 300, 200));
  await addCategory.logos.setInputFiles(await pictures('one.png'));
  await addCategory.submit.click();
  await expect(addProject.category.locator('option:checked')).toHaveText('Cartography');
  await expect(addProject.order).toHaveValue('1');
  await expect(addProject.title).toHaveValue('Harbour map');
  await addProject.submit.click();
  await expect(toast(page, 'Project added successfully')).toBeVisible();
});

test('a project that cannot be saved loses none of its files and says why by its own toasts; an order that cannot be saved goes back', async ({
  admin: page,
  site,
  allow,
}) => {
  const project = await makeProject(site, { title: 'Water board' });
  const path = `/api/updateProject/${project.id}`;
  const orderPath = '/api/reorderProjects';
  allow(
    path,
    orderPath,
    '/api/addProject',
    '/api/updateProjectCategory',
    messages['api.callError'],
    'saved this at',
  );
  const screen = projectsScreen(page);
  const { editProject: form, addProject } = screen;
  const answer = (to: string, status: number, json: object) => answerOnce(page, to, status, json);
  await page.goto(`/admin/portfolio/projects/${project.category_id}`);
  await screen.edit('Water board').click();
  await expect(form.title).toHaveValue('Water board');
  await expect(form.order).toHaveValue(String(project.v_order));
  await expect(form.link).toHaveValue(project.project_url ?? '');
  await form.title.fill('Water board, live');
  await form.link.fill('ftp://water.example');
  await form.submit.click();
  await expect(form.says('This must be a link that begins with http:// or https://.')).toBeVisible();
  await form.link.fill('https://water.example');
  await form.removeFile('Image 2').click();
  await expect(toast(page, 'Image deleted successfully')).toBeVisible();
  await form.removeFile('Image 1').click();
  await expect(toast(page, 'One image is necessary for project')).toBeVisible();
  await form.images.setInputFiles(await pictures('dashboard.png'));
  await exactly(form.dialog, 'button', 'Remove the video').click();
  await expect(form.says('The stored video will be removed when you save')).toBeVisible();
  const holds = async () => {
    await expect(form.title).toHaveValue('Water board, live');
    await expect(form.fileName('dashboard.png')).toBeVisible();
  };
  for (const [status, json] of [
    [200, { message: 'Not today.' }],
    [422, { message: 'Look here.', errors: { title: ['Taken.'] } }],
  ] as const) {
    await answer(path, status, json);
    await form.submit.click();
    await expect(form.alert).toContainText(json.message);
    await holds();
  }
  await form.submit.click();
  await expect(toast(page, deskMessages['project.updated'])).toBeVisible();
  await expect(screen.row('Water board, live')).toContainText(/2 images.*water\.example/s);
  await expect(screen.row('Water board, live')).not.toContainText('Video');

  await screen.project.click();
  await fillProject(addProject, 'Bazaar');
  for (const [status, text] of [
    [200, deskMessages['project.addFailed']],
    [422, deskMessages['project.addError']],
  ] as const) {
    await answer('/api/addProject', status, { message: 'Look here.' });
    await addProject.submit.click();
    await expect(toast(page, text)).toBeVisible();
    await expect(addProject.alert).toContainText('Look here.');
  }
  await addProject.submit.click();
  await expect(toast(page, deskMessages['project.added'])).toBeVisible();

  await answer(orderPath, 422, { message: deskMessages['order.unknown'] });
  await named(page, 'button', 'Move Bazaar up').click();
  await expect(toast(page, deskMessages['order.unknown'])).toBeVisible();
  await expectOrder(page, ['Water board, live', 'Bazaar']);
  // Among rows that are found, which cannot be reordered, the row in its place has the focus.
  await page.getByLabel('Search projects').fill('b');
  await expect(page.getByText('2 projects found.')).toBeVisible();
  await screen.delete('Bazaar').click();
  const undo = await offeredUndo(page, 'Project deleted successfully');
  await expect(screen.row('Bazaar')).toHaveCount(0);
  await expect(screen.row('Water board, live').locator(':focus')).toBeVisible();
  await undo.click();
  await expect(screen.row('Bazaar')).toBeVisible();
  await page.goto('/admin/portfolio/projects/-film');
  await expect(page.getByText('This category does not exist')).toBeVisible();

  // A host may send the image of a category as `images`: as long as it is the same, nobody has changed it.
  const { category_id } = project;
  const { image, ...category } = (await site.visitor.call('getSingleCategory', category_id)).body.data;
  const loads = (title: string) =>
    page.route(`**/api/getSingleCategory/${category_id}*`, (route) =>
      route.fulfill({ json: { status: 1, message: '', data: { ...category, title, images: [image] } } }),
    );
  const { edit, editCategory, row, more, item } = portfolioScreen(page);
  await loads(category.title);
  await page.goto(`/admin/portfolio?search=${encodeURIComponent(category.title)}`);
  await edit(category.title).click();
  await editCategory.title.fill('Mine');
  await loads('Theirs');
  await answer(`/api/updateProjectCategory/${category_id}`, 409, {
    data: { current: new Date().toISOString() },
  });
  await editCategory.submit.click();
  await expect(editCategory.alert).toContainText('Their changes: Title.');
  await page.goto('/admin/portfolio?search=-film');
  await expect(page.getByText('No category matches')).toBeVisible();
  await withText(page, 'Clear the search').click();
  await more(category.title).click();
  await item('Delete').click();
  await expect(named(page, 'alertdialog', 'This category is not empty')).toContainText('projects (2)');
  await expect(row(category.title)).toContainText('2 projects');
});

test('the facts of a project are written in its form, and its page shows them', { tag: '@deep' }, async ({
  open,
  site,
  allow,
}) => {
  const { id, category_id } = await makeProject(site, { title: 'Salt Road' });
  await makeMember(site);
  const refused = 'captions: line 3 of this file is not a valid WebVTT caption.';
  allow(`/api/updateProject/${id}`, refused);
  const page = await open(site, { as: 'owner' });
  const { editProject: form } = projectsScreen(page);
  const field = (name: string) => labelled(form.dialog, name);
  const button = (name: string) => named(form.dialog, 'button', name).click();
  const item = (list: string, at: number) => named(form.dialog, 'list', list).getByRole('listitem').nth(at);
  await page.goto(`/admin/portfolio/projects/${category_id}?form=${id}`);
  for (const [name, value] of [
    ['Client', 'Khyber Rail'],
    ['Year', '1899'],
    ['Services', 'Film\n\nEdit'],
    ['Result', 'Watched by 2.1 million people'],
    ['Client quote', 'They listened.'],
    ['Quote by', 'Sana Gul, head of programmes'],
  ] as const)
    await field(name).fill(value);
  await button('Add a figure');
  await item('Figures', 0).getByLabel('Value').fill('24 min');
  await item('Figures', 0).getByLabel('Label').fill('long');
  await form.submit.click();
  await expect(form.says('This must be a whole number from 1900 to 2100.')).toBeVisible();
  await expect(field('Year')).toBeFocused();
  await field('Year').fill('2024');
  // A member of the team is recognised by their name; the role may be left out.
  await button('Add a person');
  await labelled(item('Credits', 0), 'Name').pressSequentially('Zarghoona Ünal');
  await expect(item('Credits', 0).getByText('Links to the team page.')).toBeVisible();
  await item('Credits', 0).getByLabel('Role (optional)').fill('Sound');
  await button('Add a person');
  await item('Credits', 1).getByLabel('Role (optional)').fill('Edit');
  await form.submit.click();
  await expect(form.dialog.getByText('Line 2: the name is missing.').first()).toBeVisible();
  await expect(labelled(item('Credits', 1), 'Name')).toBeFocused();
  await page.keyboard.type('Ali Raza');
  await button('Move Ali Raza up');
  const vtt = (moment: string) => ({
    name: 'road.vtt',
    mimeType: 'text/vtt',
    buffer: Buffer.from(`WEBVTT\n\n${moment}\nThe road\n`),
  });
  await form.dialog.getByLabel('Captions (.vtt)').setInputFiles(vtt('00:00:01,000 --> 00:00:02,000'));
  await form.submit.click();
  await expect(form.says(refused).first()).toBeVisible();
  await form.dialog.getByLabel('Captions (.vtt)').setInputFiles(vtt('00:01.000 --> 00:02.000'));
  await form.submit.click();
  await expect(toast(page, 'Project updated successfully')).toBeVisible();

  const visitor = await open(site, { width: 360 });
  await visitor.goto(`/portfolioOne/${id}`);
  await expect(visitor.getByText('Watched by 2.1 million people')).toBeVisible();
  const track = visitor.locator('video track');
  await expect(track).toHaveAttribute('kind', 'captions');
  await expect(track).toHaveJSProperty('track.mode', 'disabled');
  await named(visitor, 'button', 'Play the video').click();
  await expect(track).toHaveJSProperty('track.mode', 'showing');
  const [figures, facts] = [visitor.locator('article dl').first(), visitor.locator('article dl').nth(1)];
  await expect(figures.locator('dt, dd')).toHaveText(['long', '24 min']);
  await expect(facts.locator('dt')).toHaveText(['Client', 'Year', 'Services', 'Category', 'Made with']);
  await expect(visitor.getByRole('figure').filter({ hasText: 'They listened.' })).toContainText(
    'Sana Gul, head of programmes',
  );
  const credits = named(visitor, 'region', 'Credits');
  await expect(credits.locator('dt, dd')).toHaveText(['Edit', 'Ali Raza', 'Sound', 'Zarghoona Ünal']);
  await expectAccessible(visitor);
  await named(credits, 'link', 'Zarghoona Ünal').click();
  const member = visitor.locator('li:focus-within');
  await named(named(member, 'list', 'Work by Zarghoona Ünal'), 'link', 'Salt Road').click();
  await expect(topHeading(visitor, 'Salt Road')).toBeVisible();
});

/** Drags with the mouse: a small step first, because a drag starts only after some distance. */
async function drag(page: Page, from: string, to: string) {
  const boxOf = (title: string) => exactly(page, 'button', `Reorder ${title}`).boundingBox();
  const [start, end] = [await boxOf(from), await boxOf(to)];
  if (!start || !end) throw new Error('There is nothing to drag.');
  const [x, y] = [start.x + start.width / 2, start.y + start.height / 2];
  await page.mouse.move(x, y);
  await page.mouse.down();
  await page.mouse.move(x, y + 12, { steps: 3 });
  await expect(page.getByText(`${from} lifted, over place`)).toBeAttached();
  await page.mouse.move(x, end.y + end.height / 2 + 4, { steps: 12 });
  await page.mouse.up();
}
