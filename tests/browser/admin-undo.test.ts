// @module-tag deep/journey: removed pictures and notes that come back, on the screens of portfolio-admin and applicants-journey
import { expect, test } from 'vitest';
import { callPath } from '#shared/contract/call-path.ts';
import { contract } from '#shared/contract/index.ts';
import { deskMessages } from '#shared/desk-messages.ts';
import { goodJob } from '../contract/resources/cases/jobs.ts';
import { type Engine, withEngine } from '../support/engines.ts';
import { applicantsScreen, applyTo } from './support/applicants-admin.ts';
import { offeredUndo, pngFile, toast } from './support/blogs.ts';
import { launchBrowser } from './support/launch.ts';
import { leaveDialog } from './support/leaving.ts';
import { messagesScreen, stubMessage } from './support/messages-admin.ts';
import { portfolioScreen, projectsScreen } from './support/portfolio-admin.ts';
import { stubbedSite } from './support/stubbed-site.ts';
import { openAdmin } from './support/visitor.ts';
import { expectQuiet } from './support/watch.ts';

const browser = launchBrowser();
const site = stubbedSite();

withEngine('embedded', (engine) => {
  test('a removed logo comes back by Undo, and by Cancel; after a save it stays away', async () => {
    const category = await storeCategory(engine, 'Removal');
    const { page, watch, close } = await openAdmin(browser.current, engine);
    const screen = portfolioScreen(page);
    const form = screen.editCategory;
    const open = async (logos: number) => {
      await screen.edit('Removal').click();
      await form.fileName(`Logo ${logos}`).waitFor();
    };
    const shown = () =>
      form.dialog.locator('li img').evaluateAll((all) => all.map((img) => img.getAttribute('src')));
    await page.goto('/admin/portfolio');

    await open(3);
    const before = await shown();
    await form.removeFile('Logo 2').click();
    const undo = await offeredUndo(page, deskMessages['image.deleted']);
    await form.fileName('Logo 3').waitFor({ state: 'detached' });
    expect(await logosOf(engine, category.id)).toHaveLength(2);
    await undo.click();
    await toast(page, deskMessages['trash.restored']).waitFor();
    await form.fileName('Logo 3').waitFor();
    expect(await shown()).toEqual(before);

    await form.removeFile('Logo 1').click();
    await form.fileName('Logo 3').waitFor({ state: 'detached' });
    await form.removeFile('Logo 1').click();
    await form.fileName('Logo 2').waitFor({ state: 'detached' });
    await form.cancel.click();
    await form.dialog.waitFor({ state: 'hidden' });
    await expect.poll(() => logosOf(engine, category.id)).toEqual(category.logos);

    // With unsaved text the form asks first; either way an unsaved removal removes nothing.
    await open(3);
    await form.title.fill('Removal, typed');
    await form.removeFile('Logo 3').click();
    await form.fileName('Logo 3').waitFor({ state: 'detached' });
    await form.cancel.click();
    await leaveDialog(page).discard.click();
    await form.dialog.waitFor({ state: 'hidden' });
    await expect.poll(() => logosOf(engine, category.id)).toEqual(category.logos);

    await open(3);
    await form.removeFile('Logo 3').click();
    await form.fileName('Logo 3').waitFor({ state: 'detached' });
    await form.submit.click();
    await toast(page, deskMessages['category.updated']).waitFor();
    await form.dialog.waitFor({ state: 'hidden' });
    await open(2);
    await form.cancel.click();
    await form.dialog.waitFor({ state: 'hidden' });
    expect(await logosOf(engine, category.id)).toEqual(category.logos.slice(0, 2));
    expectQuiet(watch);
    await close();
  });

  test('a removed image of a project comes back when its form is cancelled', async () => {
    const { id: categoryId } = await storeCategory(engine, 'Images');
    const picture = (await pngFile('stored.png')).buffer;
    const file = { filename: 'stored.png', contentType: 'image/png' };
    const { body } = await engine.admin
      .post(callPath(contract.addProject))
      .field({ title: 'Salt Road', category_id: String(categoryId), description: '<p>x</p>', v_order: '1' })
      .attach('images[0]', picture, file)
      .attach('images[1]', picture, file);
    const { id } = body.data;
    const images = async () =>
      (await engine.visitor.get(callPath(contract.getSingleProject, { id }))).body.data.images;
    const before = await images();
    const { page, watch, close } = await openAdmin(browser.current, engine);
    const screen = projectsScreen(page);
    const form = screen.editProject;
    await page.goto(`/admin/portfolio/projects/${categoryId}`);
    await screen.edit('Salt Road').click();
    await form.fileName('Image 2').waitFor();
    await form.removeFile('Image 1').click();
    await form.fileName('Image 2').waitFor({ state: 'detached' });
    expect(await images()).toEqual([before[1]]);
    await form.cancel.click();
    await form.dialog.waitFor({ state: 'hidden' });
    await expect.poll(images).toEqual(before);
    expectQuiet(watch);
    await close();
  });

  test('a note is corrected in its place, deleted, and brought back', async () => {
    const job = await engine.admin
      .post(callPath(contract.addJob))
      .send({ ...goodJob, title: 'Colourist', status: 'open' });
    await applyTo(engine, job.body.data.id, { name: 'Noor Jan', email: 'noor@applicant.example' });
    const { page, watch, close } = await openAdmin(browser.current, engine);
    const { link, review } = applicantsScreen(page);
    const notes = () => review.notes.locator('p[dir=auto]').allTextContents();
    await page.goto('/admin/applicants');
    await link('Noor Jan').click();
    for (const text of ['Called on Monday', 'Sent the brief']) {
      await review.note.fill(text);
      await review.addNote.click();
      await review.notes.getByText(text).waitFor();
    }
    const second = review.notes.filter({ hasText: 'Called on Monday' });
    await second.getByRole('button', { name: /^Edit the note of / }).click();
    const field = review.pane.getByLabel('Edit note');
    await expect.poll(() => field.evaluate((text) => text === document.activeElement)).toBe(true);
    await field.fill(' ');
    await review.button('Save note').click();
    await review.pane.getByText('Please write a note.').waitFor();
    await field.fill('Called on Tuesday');
    await review.button('Save note').click();
    await toast(page, deskMessages['applicant.noteUpdated']).waitFor();
    await expect.poll(notes).toEqual(['Sent the brief', 'Called on Tuesday']);
    await review.notes
      .filter({ hasText: 'Tuesday' })
      .getByText(/edited/)
      .waitFor();

    const first = review.notes.filter({ hasText: 'Sent the brief' });
    await first.getByRole('button', { name: /^Delete the note of / }).click();
    await expect.poll(notes).toEqual(['Called on Tuesday']);
    await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toBe('Notes');
    await toast(page, deskMessages['applicant.noteDeleted']).getByRole('button', { name: 'Undo' }).click();
    await expect.poll(notes).toEqual(['Sent the brief', 'Called on Tuesday']);
    await page.reload();
    await expect.poll(notes).toEqual(['Sent the brief', 'Called on Tuesday']);
    expectQuiet(watch);
    await close();
  });
});

async function logosOf({ visitor }: Engine, id: number): Promise<{ id: number; image: string }[]> {
  return (await visitor.get(callPath(contract.getSingleCategory, { id }))).body.data.tech_img;
}

/** Creates a category with three logos. */
async function storeCategory(engine: Engine, title: string) {
  const picture = (await pngFile('stored.png')).buffer;
  const file = { filename: 'stored.png', contentType: 'image/png' };
  const added = await engine.admin
    .post(callPath(contract.addProjectCategory))
    .field('title', title)
    .attach('image', picture, file)
    .attach('tech_image[]', picture, file)
    .attach('tech_image[]', picture, file)
    .attach('tech_image[]', picture, file);
  expect(added.status, added.text).toBe(200);
  const { id } = added.body.data as { id: number };
  return { id, logos: await logosOf(engine, id) };
}

test('over a host without a trash a logo is read first and added again, and what goes for good says so or asks', async () => {
  const { stub } = site;
  stub.misbehave(
    { kind: 'answer', status: 404, body: '{"message":"The route api/restoreDeleted could not be found."}' },
    { path: callPath(contract.restoreDeleted) },
  );
  const { page, watch, close } = await openAdmin(browser.current, site);
  const screen = portfolioScreen(page);
  const form = screen.editCategory;
  await page.goto('/admin/portfolio');
  await page.getByRole('button', { name: 'Add the first category' }).click();
  const adding = screen.addCategory;
  await adding.title.fill('Elsewhere');
  await adding.image.setInputFiles(await pngFile('main.png'));
  await adding.logos.setInputFiles([await pngFile('one.png'), await pngFile('two.png', 90, 90)]);
  await adding.fileName('two.png').waitFor();
  await adding.submit.click();
  await screen.row('Elsewhere').waitFor();
  const [category] = stub.data.categories;
  category?.tech_img.push({ id: 9001, image: '/storage/none.png' });

  await screen.edit('Elsewhere').click();
  await form.removeFile('Logo 1').click();
  const undo = await offeredUndo(page, deskMessages['image.deleted']);
  await form.fileName('Logo 3').waitFor({ state: 'detached' });
  await undo.click();
  await toast(page, deskMessages['trash.restored']).waitFor();
  await form.fileName('Logo 3').waitFor();
  const added = stub.requests.filter(({ url }) => url === `/api/updateProjectCategory/${category?.id}`);
  expect(added.map(({ parts }) => parts.map(({ name }) => name))).toEqual([['title', 'tech_image[0][file]']]);
  expect(category?.title).toBe('Elsewhere');

  await form.removeFile('Logo 2').click();
  await toast(page, deskMessages['image.unreadable']).waitFor();
  expect(category?.tech_img).toHaveLength(3);
  await form.removeFile('Logo 2 for good').click();
  await form.fileName('Logo 3').waitFor({ state: 'detached' });
  expect(category?.tech_img.map(({ id }) => id)).not.toContain(9001);
  await form.cancel.click();
  await form.dialog.waitFor({ state: 'hidden' });
  expect(category?.tech_img).toHaveLength(2);

  stub.data.messages.push(stubMessage(71, { subject: 'For good' }));
  const { row, beside } = messagesScreen(page);
  const question = page.getByRole('alertdialog');
  await page.goto('/admin/messages');
  await row('For good').click();
  await beside.choose('Delete');
  await question.getByText('This cannot be undone.').waitFor();
  await question.getByRole('button', { name: 'Cancel' }).click();
  await question.waitFor({ state: 'detached' });
  expect(stub.data.messages).toHaveLength(1);
  await beside.choose('Delete');
  await question.getByRole('button', { name: 'Delete' }).click();
  await toast(page, deskMessages['message.deleted']).waitFor();
  expect(stub.data.messages).toHaveLength(0);
  expectQuiet(
    watch,
    watch.consoleLines.filter((line) => line.includes('/storage/none.png')),
  );
  await close();
});
