import { expectFocus } from '../support/focus.ts';
import { fillWithJobs, jobsScreen } from '../support/jobs-admin.ts';
import { leaveDialog } from '../support/leaving.ts';
import { unbroken } from '../support/long-names.ts';
import { apiCallError, failedToLoad } from '../support/watch.ts';
import { type Area, follow, pressEscape } from './area.ts';

export const jobs: Area = {
  name: 'the jobs: list, menus, the form with its previews, and the order',
  by: 'admin',
  async *states(page, site) {
    fillWithJobs(site.stub);
    const { addForm, editForm, copyForm, order, ...screen } = jobsScreen(page);
    await follow(page, '/admin/dashboard');
    await screen.row('Film editor').waitFor();
    await screen.setStatus(unbroken, 'Open');
    await screen.alert.waitFor();
    yield 'the list with a problem';
    await screen.status('Film editor').click();
    yield 'the menu of a status';
    await pressEscape(page, screen.status('Film editor'));
    await screen.actions('Film editor').click();
    yield 'the menu of a job';
    await pressEscape(page, screen.actions('Film editor'));
    await screen.filter('Filled').click();
    await screen.search.fill('nothing of the kind');
    await screen.clear.waitFor();
    yield 'nothing found';
    await screen.clear.click();

    await screen.add.click();
    await addForm.text.waitFor();
    await addForm.lowest.fill('much');
    await addForm.publish.click();
    await addForm.dialog.getByText('Job title is required.').waitFor();
    yield 'the form with errors';
    await addForm.cancel.click();
    yield 'the question before changes are discarded';
    await leaveDialog(page).discard.click();
    await expectFocus(screen.add);
    await screen.edit('Film editor');
    await editForm.preview.getByText('Said once.').waitFor();
    yield 'the form with its posting';
    await editForm.view('In search').click();
    await editForm.preview.getByText('As a search result').waitFor();
    yield 'the form with its search result';
    await page.keyboard.press('Escape');
    await editForm.dialog.waitFor({ state: 'hidden' });

    await screen.reorder.click();
    await order.rows.nth(4).waitFor();
    yield 'the order';
  },
  console: [failedToLoad(422, '/api/updateJobStatus/3'), apiCallError('Please check the marked fields.')],
};
