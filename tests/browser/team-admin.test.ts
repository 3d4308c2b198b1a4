import sharp from 'sharp';
import { expect, test } from 'vitest';
import { deskMessages } from '#shared/desk-messages.ts';
import { withEngine } from '../support/engines.ts';
import { offeredUndo, toast } from './support/blogs.ts';
import { launchBrowser } from './support/launch.ts';
import { lift } from './support/lift.ts';
import { stubbedSite } from './support/stubbed-site.ts';
import { photoFile, stubMember, teamScreen } from './support/team-admin.ts';
import { openAdmin } from './support/visitor.ts';
import { expectQuiet } from './support/watch.ts';

const browser = launchBrowser();

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

// The test above covers reordering members.
test('all of several pages are put in order by keyboard, in either view; the view is in the address', {
  tags: ['deep/journey'],
}, async () => {
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
