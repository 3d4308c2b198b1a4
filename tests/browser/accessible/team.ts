import { expectFocus } from '../support/focus.ts';
import { leaveDialog } from '../support/leaving.ts';
import { urdu } from '../support/long-names.ts';
import { fillWithMembers, photoFile, teamScreen } from '../support/team-admin.ts';
import { type Area, follow, pressEscape } from './area.ts';

export const team: Area = {
  name: 'the team: both views, nobody, the form and the crop',
  by: 'admin',
  async *states(page, site) {
    const { addFirst, list, table, view, edit, editForm, add, addForm, crop } = teamScreen(page);
    await follow(page, '/admin/team');
    await addFirst.waitFor();
    yield 'nobody';
    fillWithMembers(site.stub);
    await page.reload();
    await list.waitFor();
    yield 'the cards';
    await view('Table').click();
    await table.waitFor();
    yield 'the table';
    await edit(urdu).click();
    await editForm.name.waitFor();
    yield 'the form';
    await pressEscape(page, edit(urdu));
    await add.click();
    await addForm.submit.click();
    await addForm.says('Name is required.').waitFor();
    yield 'the form with errors';
    await addForm.photo.setInputFiles(await photoFile('photo.png', 400, 300));
    await crop.size('240 × 300').waitFor();
    yield 'the crop';
    await crop.use.click();
    await addForm.changeCrop.waitFor();
    yield 'the form with a photo';
    await page.keyboard.press('Escape');
    await leaveDialog(page).discard.click();
    await expectFocus(add);
  },
};
