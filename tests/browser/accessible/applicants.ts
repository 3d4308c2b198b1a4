import { applicantsScreen, fillWithApplicants } from '../support/applicants-admin.ts';
import { type Area, follow } from './area.ts';

export const applicants: Area = {
  name: 'the applicants: list, menus, review, dialogs and board',
  by: 'admin',
  async *states(page, site) {
    fillWithApplicants(site.stub);
    const { review, bulk, ...screen } = applicantsScreen(page);
    await page.goto('/admin/applicants');
    await screen.row('Person 3').waitFor();
    await screen.choose('Person 3').check();
    yield 'the list with somebody chosen';
    await bulk.move.click();
    yield 'the menu of many';
    await page.keyboard.press('Escape');
    await bulk.button('Delete').click();
    yield 'the question before a delete';
    await page.keyboard.press('Escape');
    await screen.status('Person 3').click();
    yield 'the menu of one';
    await page.keyboard.press('Escape');
    await screen.keys.click();
    yield 'the keys';
    await page.keyboard.press('Escape');
    await screen.link('Person 4').click();
    await review.events.first().waitFor();
    yield 'the review beside the list';
    await review.button('Change').click();
    yield 'how long to keep';
    await page.keyboard.press('Escape');
    await screen.link('Person 3').click();
    await review.button('Reject').click();
    yield 'the reason';
    await page.keyboard.press('Escape');
    await page.goto('/admin/applicants?view=board');
    await screen.board.cards('Shortlisted').first().waitFor();
    yield 'the board';
    await follow(page, '/admin/applicants?search=nobody');
    await page.getByRole('button', { name: 'Clear search and filters' }).waitFor();
    yield 'nobody found';
  },
};
