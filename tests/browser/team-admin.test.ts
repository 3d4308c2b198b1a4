import sharp from 'sharp';
import { expect, test } from 'vitest';
import { callPath } from '#shared/contract/call-path.ts';
import { contract } from '#shared/contract/index.ts';
import { deskMessages } from '#shared/desk-messages.ts';
import { limits } from '#shared/limits.ts';
import { messages } from '#shared/messages.ts';
import { withEngine } from '../support/engines.ts';
import { sha256 } from '../support/files.ts';
import { offeredUndo, toast } from './support/blogs.ts';
import { launchBrowser } from './support/launch.ts';
import { lift } from './support/lift.ts';
import { stubbedSite } from './support/stubbed-site.ts';
import { photoFile, stubMember, teamScreen } from './support/team-admin.ts';
import { openAdmin } from './support/visitor.ts';
import { expectQuiet } from './support/watch.ts';

const browser = launchBrowser();
const addPath = callPath(contract.addTeamMember);
/** The photo of the member that was added last. */
const sentPhoto = () =>
  site.stub
    .requestsTo(addPath)
    .at(-1)
    ?.parts.find(({ name }) => name === 'image');

withEngine('embedded', (engine) => {
  test('the first members are added, changed, put in order, hidden, deleted and brought back', async () => {
    const { page, watch, close } = await openAdmin(browser.current, engine);
    const { addFirst, add, addForm, editForm, crop, ...screen } = teamScreen(page);
    const team = async () => {
      const answer = await engine.visitor.get('/api/team').expect(200);
      return answer.body.data.data.map((member: { name: string }) => member.name);
    };
    await page.goto('/admin/team');
    await addFirst.click();
    for (const name of ['Sana', 'Bilal']) {
      await addForm.photo.setInputFiles(await photoFile('portrait.png', 900, 900));
      await crop.use.click();
      await addForm.fileName('portrait.webp').waitFor();
      await addForm.name.fill(name);
      await addForm.designation.fill('Designer');
      await addForm.submit.click();
      await toast(page, deskMessages['team.added']).last().waitFor();
      await addForm.dialog.waitFor({ state: 'hidden' });
      await screen.edit(name).waitFor();
      if (name === 'Sana') await add.click();
    }
    expect(await team()).toEqual(['Sana', 'Bilal']);

    await screen.edit('Sana').click();
    await editForm.department.fill('Games');
    await editForm.bio.fill('First line.\n\nSecond line.');
    await editForm.linkedin.fill('https://example.com/sana');
    await editForm.submit.click();
    await toast(page, deskMessages['team.updated']).waitFor();
    await screen.list.getByText('Games').waitFor();

    await screen.up('Bilal').click();
    await page.getByText(deskMessages['order.saved']).waitFor();
    await expect.poll(team).toEqual(['Bilal', 'Sana']);
    await screen.active('Bilal').click();
    await screen.list.getByText('Hidden', { exact: true }).waitFor();
    await expect.poll(team).toEqual(['Sana']);

    await screen.act('Sana', 'Delete');
    const undo = await offeredUndo(page, deskMessages['team.deleted']);
    await screen.edit('Sana').waitFor({ state: 'detached' });
    await undo.click();
    await screen.edit('Sana').waitFor();
    await expect.poll(team).toEqual(['Sana']);
    const [image] = (await engine.visitor.get('/api/team')).body.data.data.map(
      (member: { image: string }) => member.image,
    );
    const photo = await sharp(
      (await engine.visitor.get(new URL(image, engine.app.url).pathname).buffer(true)).body,
    );
    expect(await photo.metadata()).toMatchObject({ width: 720, height: 900, format: 'webp' });
    expectQuiet(watch);
    await close();
  });
});

const site = stubbedSite();

test('a photo is cropped by keyboard to the shape of the team page, and what is shown is what is sent', async () => {
  const { page, watch, close } = await openAdmin(browser.current, site);
  const { add, addForm: form, crop } = teamScreen(page);
  const keys = page.keyboard;
  // Red to the left, blue to the right: what is cut tells where it was cut.
  const red = { r: 255, g: 0, b: 0 };
  const right = await sharp({ create: { width: 1000, height: 1000, channels: 3, background: '#0000ff' } })
    .png()
    .toBuffer();
  const buffer = await sharp({ create: { width: 2000, height: 1000, channels: 3, background: red } })
    .composite([{ input: right, left: 1000, top: 0 }])
    .png()
    .toBuffer();
  await page.goto('/admin/team');
  await add.click();
  await form.photo.setInputFiles({ name: 'wide.png', mimeType: 'image/png', buffer });
  await crop.size('800 × 1000').waitFor();
  expect(await crop.keep.count()).toBe(0);
  const focused = () => crop.zoom.evaluate((slider) => slider === document.activeElement);
  await expect.poll(focused).toBe(true);
  for (let step = 0; step < 5; step += 1) await keys.press('PageUp');
  await expect.poll(() => crop.dialog.getByText(/^The|crop has/).textContent()).not.toContain('800 × 1000');
  await crop.frame.focus();
  for (let step = 0; step < 60; step += 1) await keys.press('ArrowLeft');
  // Enter within the crop is not to send the form behind it.
  await crop.zoom.focus();
  await keys.press('Enter');
  await crop.use.click();
  await form.fileName('wide.webp').waitFor();
  await expect.poll(() => form.name.getAttribute('aria-invalid')).toBeNull();
  await form.changeCrop.click();
  await crop.size('800 × 1000').waitFor();
  await crop.cancel.click();

  await form.name.fill('Sana');
  await form.designation.fill('Designer');
  await form.submit.click();
  await toast(page, deskMessages['team.added']).waitFor();
  expect(sentPhoto()).toMatchObject({ isFile: true, filename: 'wide.webp' });
  const stored = site.stub.data.team[0]?.image ?? '';
  const answer = await page.request.get(stored.replace(site.stub.url, ''));
  const cut = sharp(await answer.body());
  const { width = 0, height = 0, format } = await cut.metadata();
  expect(format).toBe('webp');
  expect(width * 5).toBe(height * 4);
  const { dominant } = await cut.stats();
  expect(dominant.b).toBeGreaterThan(200);
  expect(dominant.r).toBeLessThan(60);
  expectQuiet(watch);
  await close();
});

test('a small photo can be kept as it is; a large one is made smaller; what is no picture is refused', async () => {
  const { page, watch, close } = await openAdmin(browser.current, site);
  const { add, addForm: form, crop } = teamScreen(page);
  await page.goto('/admin/team');
  await add.click();
  await form.submit.click();
  await form.says(deskMessages['team.imageRequired']).waitFor();
  await form.says(messages['team.nameRequired']).waitFor();
  await form.says(messages['team.designationRequired']).waitFor();
  await form.photo.setInputFiles({
    name: 'words.png',
    mimeType: 'image/png',
    buffer: Buffer.from('words'),
  });
  await form.says('words.png: this image could not be read.').waitFor();

  const small = await photoFile('small.png', 300, 400);
  await form.photo.setInputFiles(small);
  await crop.size('it may look blurry').waitFor();
  await crop.keep.click();
  await form.fileName('small.png').waitFor();
  await form.photo.setInputFiles(await photoFile('large.png', 2500, 4000));
  await crop.size('1280 × 1600').waitFor();
  await page.keyboard.press('Escape');
  await crop.dialog.waitFor({ state: 'hidden' });
  // Nothing was taken: the one before stays.
  await form.fileName('small.png').waitFor();
  await form.name.fill('Sana');
  await form.designation.fill('Designer');
  await form.submit.click();
  await toast(page, deskMessages['team.added']).waitFor();
  expect(sentPhoto()?.sha256).toBe(sha256(small.buffer));
  expectQuiet(watch);
  await close();
});

test('all of several pages are put in order by keyboard, in either view; the view is in the address', async () => {
  site.stub.data.team = Array.from({ length: 12 }, (_, at) => stubMember(at + 1));
  const { page, watch, close } = await openAdmin(browser.current, site);
  const { view, table, rows, cards, up, grip, names } = teamScreen(page);
  const order = () =>
    site.stub.data.team.toSorted((one, other) => one.v_order - other.v_order).map(({ id }) => id);
  const keys = page.keyboard;
  await page.goto('/admin/team');
  await expect.poll(() => cards.count()).toBe(12);
  await up('Member 12').focus();
  await keys.press('Enter');
  await expect.poll(() => order().slice(-2)).toEqual([12, 11]);
  const label = () => page.evaluate(() => document.activeElement?.getAttribute('aria-label'));
  expect(await label()).toBe('Move Member 12 up');

  await view('Table').click();
  await table.waitFor();
  await expect.poll(() => new URL(page.url()).search).toBe('?view=table');
  await expect.poll(() => rows.count()).toBe(12);
  await lift(page, grip('Member 2'), /^Member 2 lifted/);
  await keys.press('ArrowUp');
  await page.getByText(/Member 2.* over place 1 of 12/).waitFor();
  await keys.press('Space');
  await expect.poll(() => order().slice(0, 3)).toEqual([2, 1, 3]);
  expect((await names()).slice(0, 3)).toEqual(['Member 2', 'Member 1', 'Member 3']);
  await page.reload();
  await table.waitFor();
  await expect.poll(async () => (await names()).slice(-2)).toEqual(['Member 12', 'Member 11']);
  expectQuiet(watch);
  await close();
});

test('a bio takes as much as the server takes, and says how much is used', async () => {
  site.stub.data.team = [stubMember(1, { bio: null })];
  const { page, watch, close } = await openAdmin(browser.current, site);
  const { edit, editForm: form } = teamScreen(page);
  await page.goto('/admin/team');
  await edit('Member 1').click();
  await form.bio.fill('x'.repeat(limits.bio + 10));
  await expect.poll(() => form.bio.inputValue()).toHaveLength(limits.bio);
  await form.dialog.getByText(`${limits.bio}/${limits.bio}`).waitFor();
  await form.linkedin.fill('example.com/sana');
  await form.submit.click();
  await form.says(messages['field.badUrl']).waitFor();
  await form.linkedin.fill('');
  await form.active.click();
  await form.submit.click();
  await toast(page, deskMessages['team.updated']).waitFor();
  expect(site.stub.data.team[0]).toMatchObject({
    is_active: 0,
    bio: 'x'.repeat(limits.bio),
    v_order: 1,
    image: stubMember(1).image,
  });
  expectQuiet(watch);
  await close();
});
