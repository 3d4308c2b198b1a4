import { applicantsScreen, fillWithApplicants } from '../support/applicants-admin.ts';
import { type Area, follow, pressEscape } from './area.ts';

export const applicants: Area = {
  name: 'the applicants: list, menus, review, dialogs and board',
  by: 'admin',
  async *states(page, site) {
    fillWithApplicants(site.stub);
    const { review, bulk, ...screen } = applicantsScreen(page);
    await follow(page, '/admin/applicants');
    await screen.row('Person 3').waitFor();
    await screen.choose('Person 3').check();
    yield 'the list with somebody chosen';
    await bulk.move.click();
    yield 'the menu of many';
    await pressEscape(page, bulk.move);
    await bulk.more.click();
    await screen.item('Delete').click();
    yield 'the question before a delete';
    await pressEscape(page, bulk.more);
    await screen.status('Person 3').click();
    yield 'the menu of one';
    await pressEscape(page, screen.status('Person 3'));
    await screen.keys.click();
    yield 'the keys';
    await pressEscape(page, screen.keys);
    await screen.link('Person 4').click();
    await review.events.first().waitFor();
    yield 'the review beside the list';
    await review.button('Change').click();
    yield 'how long to keep';
    await pressEscape(page, review.button('Change'));
    await screen.link('Person 3').click();
    await review.button('Reject').click();
    yield 'the reason';
    await pressEscape(page, review.button('Reject'));
    await follow(page, '/admin/applicants?view=board');
    await screen.board.cards('Shortlisted').first().waitFor();
    yield 'the board';
    await follow(page, '/admin/applicants?search=nobody');
    await page.getByRole('button', { name: 'Clear search and filters' }).waitFor();
    yield 'nobody found';
  },
};
