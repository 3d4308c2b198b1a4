import type { Page } from '@playwright/test';
import sharp from 'sharp';
import { deskMessages } from '#shared/desk-messages.ts';
import { messages } from '#shared/messages.ts';
import { image } from '../support/files.ts';
import { expect, test } from './fixtures.ts';
import { offeredUndo, toast } from './support/blogs.ts';
import { exactly, labelled, named, withText } from './support/names.ts';

/** The admin Team screen, by what a user sees. */
function teamScreen(page: Page) {
  const main = page.getByRole('main');
  const list = named(main, 'list', 'Team');
  const button = (name: string) => exactly(main, 'button', name);
  return {
    list,
    add: button('Add member'),
    addFirst: button('Add the first member'),
    edit: button,
    active: (name: string) => exactly(main, 'switch', `Active: ${name}`),
    up: (name: string) => button(`Move ${name} up`),
    act: async (name: string, action: string) => {
      await button(`Actions for ${name}`).click();
      await named(page, 'menuitem', action).click();
    },
    addForm: memberForm(page, 'Add team member', 'Create'),
    editForm: memberForm(page, 'Edit team member', 'Save changes'),
    crop: cropDialog(page),
  };
}

function memberForm(page: Page, name: string, submit: string) {
  const dialog = named(page, 'dialog', name);
  return {
    photo: labelled(dialog, 'Photo'),
    fileName: (file: string) => withText(dialog, file),
    name: labelled(dialog, 'Name'),
    designation: labelled(dialog, 'Designation'),
    department: dialog.getByLabel('Department (optional)'),
    linkedin: dialog.getByLabel('LinkedIn (optional)'),
    active: named(dialog, 'switch', 'Active'),
    submit: exactly(dialog, 'button', submit),
    says: (text: string) => withText(dialog, text),
  };
}

function cropDialog(page: Page) {
  const dialog = named(page, 'dialog', 'Crop the photo');
  return {
    frame: named(dialog, 'group', /move the crop/),
    corner: named(dialog, 'button', /south east/),
    size: (text: string) => dialog.getByText(text),
    use: named(dialog, 'button', 'Use this crop'),
  };
}

/** A photo with these dimensions in pixels. */
async function photoFile(name: string, width: number, height: number) {
  return { name, mimeType: 'image/png', buffer: await image('png', width, height) };
}

test('members are added with a photo cropped by keys, changed, put in order, hidden, deleted and brought back', async ({
  start,
  open,
}) => {
  const site = await start({ SAMPLE_CONTENT: 'off' });
  const page = await open(site, { as: 'owner' });
  const { addFirst, add, addForm: form, editForm, crop, ...screen } = teamScreen(page);
  const { keyboard } = page;
  const team = async () =>
    (await site.visitor.call('team')).body.data.data as { name: string; image: string }[];
  const names = async () => (await team()).map(({ name }) => name);
  await page.goto('/admin/team');
  await addFirst.click();
  await form.submit.click();
  for (const text of [
    messages['team.imageRequired'],
    messages['team.nameRequired'],
    messages['team.designationRequired'],
  ])
    await expect(form.says(text)).toBeVisible();
  const noPicture = { name: 'words.png', mimeType: 'image/png', buffer: Buffer.from('words') };
  await form.photo.setInputFiles(noPicture);
  await expect(form.says('words.png: this image could not be read.')).toBeVisible();

  // Red on the left, blue on the right: the colour shows where the picture was cut.
  const side = (background: string, width: number) =>
    sharp({ create: { width, height: 1000, channels: 3, background } }).png();
  const right = await side('#0000ff', 1000).toBuffer();
  const buffer = await side('#ff0000', 2000)
    .composite([{ input: right, left: 1000, top: 0 }])
    .toBuffer();
  await form.photo.setInputFiles({ name: 'wide.png', mimeType: 'image/png', buffer });
  await expect(crop.size('800 × 1000')).toBeVisible();
  await expect(crop.frame).toBeFocused();
  for (let step = 0; step < 5; step += 1) await crop.corner.press('Shift+ArrowLeft');
  await expect(crop.size('800 × 1000')).toBeHidden();
  for (let step = 0; step < 60; step += 1) await crop.frame.press('Shift+ArrowRight');
  // Enter in the crop does not send the form behind it.
  await keyboard.press('Enter');
  await crop.use.click();
  await expect(form.fileName('wide.webp')).toBeVisible();
  await form.name.fill('Sana');
  await form.designation.fill('Designer');
  await form.submit.click();
  await expect(toast(page, deskMessages['team.added'])).toBeVisible();
  const [{ image } = { image: '' }] = await team();
  const photo = sharp((await site.visitor.get(new URL(image, site.app.url).pathname).buffer(true)).body);
  const { width = 0, height = 0, format } = await photo.metadata();
  expect([format, width * 5]).toEqual(['webp', height * 4]);
  const { dominant } = await photo.stats();
  expect(dominant.b).toBeGreaterThan(200);
  expect(dominant.r).toBeLessThan(60);

  await add.click();
  await form.photo.setInputFiles(await photoFile('small.png', 300, 400));
  await expect(crop.size('it may look blurry')).toBeVisible();
  await crop.use.click();
  await form.photo.setInputFiles(await photoFile('large.png', 2500, 4000));
  await expect(crop.size('1280 × 1600')).toBeVisible();
  await keyboard.press('Escape');
  // The crop was cancelled: the photo before it stays.
  await expect(form.fileName('small.webp')).toBeVisible();
  await form.name.fill('Bilal');
  await form.designation.fill('Editor');
  await form.submit.click();
  await expect(screen.edit('Bilal')).toBeVisible();

  await screen.edit('Sana').click();
  await expect(editForm.name).toHaveValue('Sana');
  await expect(editForm.designation).toHaveValue('Designer');
  await editForm.department.fill('Games');
  await editForm.linkedin.fill('in/sana');
  await editForm.submit.click();
  await expect(editForm.says(messages['field.badUrl'])).toBeVisible();
  await editForm.linkedin.fill('https://example.com/sana');
  await editForm.submit.click();
  await expect(screen.list.getByText('Games')).toBeVisible();
  expect(await names()).toEqual(['Sana', 'Bilal']);
  await screen.up('Bilal').press('Enter');
  await expect(page.getByText(deskMessages['order.saved'])).toBeVisible();
  await expect(screen.up('Bilal')).toBeFocused();
  await expect.poll(names).toEqual(['Bilal', 'Sana']);
  await screen.active('Bilal').click();
  await expect.poll(names).toEqual(['Sana']);
  await expect(page.getByText(/^2 members, 1 hidden\./)).toBeVisible();
  await screen.act('Sana', 'Delete');
  const undo = await offeredUndo(page, deskMessages['team.deleted']);
  await expect(screen.edit('Sana')).toHaveCount(0);
  // The row in its place has the focus.
  await expect(screen.edit('Bilal')).toBeFocused();
  await undo.click();
  await expect(screen.edit('Sana')).toBeVisible();
  await expect.poll(names).toEqual(['Sana']);
});
