// @module-tag deep/journey: filters, many, pages and a deletion, in the list of applicants-journey
import { expect, test } from 'vitest';
import { callPath } from '#shared/contract/call-path.ts';
import { contract } from '#shared/contract/index.ts';
import { deskMessages, textOf } from '#shared/desk-messages.ts';
import { messages } from '#shared/messages.ts';
import { applicantsScreen, stubApplicant } from './support/applicants-admin.ts';
import { offeredUndo, toast } from './support/blogs.ts';
import { hold } from './support/hold.ts';
import { stubJob } from './support/jobs-admin.ts';
import { launchBrowser } from './support/launch.ts';
import { stubbedSite } from './support/stubbed-site.ts';
import { openAdmin } from './support/visitor.ts';
import { apiCallError, expectQuiet, failedToLoad } from './support/watch.ts';

const browser = launchBrowser();
const site = stubbedSite();
const bulkPath = callPath(contract.bulkApplicants);

test('search, filters and order are in the address, and survive a reload and the way back', async () => {
  site.stub.data.jobs = [stubJob(7, { title: 'Film editor' })];
  const editor = { job_id: 7, job_title: 'Film editor' };
  site.stub.data.applicants = [
    stubApplicant(1, { ...editor, name: 'Ayesha Khan', rating: 2, status: 'interview' }),
    stubApplicant(2, { ...editor, name: 'Bilal Khan', rating: 5, status: 'interview', is_read: 1 }),
    stubApplicant(3, { ...editor, name: 'Sana Khan', status: 'interview' }),
    stubApplicant(4, { name: 'Omar Khan' }),
    stubApplicant(5, { ...editor, name: 'Li Na' }),
  ];
  const { page, watch, close } = await openAdmin(browser.current, site);
  const screen = applicantsScreen(page);
  await page.goto('/admin/applicants');
  await expect.poll(screen.names).toEqual(['Li Na', 'Omar Khan', 'Sana Khan', 'Bilal Khan', 'Ayesha Khan']);
  await screen.search.fill('khan');
  await expect.poll(screen.names).toHaveLength(4);
  await screen.job.selectOption({ label: 'Film editor' });
  await screen.tab('Interview 3').click();
  await screen.order.selectOption({ label: 'Best rating first' });
  await expect.poll(screen.names).toEqual(['Bilal Khan', 'Ayesha Khan', 'Sana Khan']);
  await screen.read.selectOption({ label: 'Unread' });
  await expect.poll(screen.names).toEqual(['Ayesha Khan', 'Sana Khan']);
  await expect
    .poll(() => Object.fromEntries(new URL(page.url()).searchParams))
    .toEqual({
      job_id: '7',
      status: 'interview',
      search: 'khan',
      is_read: '0',
      sort: 'rating',
    });

  await page.reload();
  await expect.poll(screen.names).toEqual(['Ayesha Khan', 'Sana Khan']);
  await expect.poll(() => screen.job.locator('option:checked').textContent()).toBe('Film editor');
  await expect.poll(() => screen.search.inputValue()).toBe('khan');
  await expect.poll(() => screen.order.inputValue()).toBe('rating');
  await expect
    .poll(() => screen.exportLink.getAttribute('href'))
    .toBe('/api/exportApplicants?job_id=7&status=interview&search=khan&is_read=0');

  await page.goBack();
  await expect.poll(screen.names).toEqual(['Bilal Khan', 'Ayesha Khan', 'Sana Khan']);
  await screen.job.selectOption({ label: 'No specific job' });
  await page.getByText(deskMessages['list.empty']).waitFor();
  await page.getByRole('button', { name: 'Clear search and filters' }).click();
  await expect.poll(screen.names).toHaveLength(5);
  await expect.poll(() => screen.search.inputValue()).toBe('');
  expectQuiet(watch);
  await close();
});

test('nobody yet: the list says how applicants come', async () => {
  const { page, watch, close } = await openAdmin(browser.current, site);
  const screen = applicantsScreen(page);
  await page.goto('/admin/applicants');
  await page.getByText('Applications from the site appear here').waitFor();
  await screen.tab('Spam 0').click();
  await page.getByText('No spam').waitFor();
  await screen.view('Board').click();
  await expect.poll(() => page.getByText('No applicants').count()).toBe(8);
  expectQuiet(watch);
  await close();
});

test('who came by an address goes on to the next one before the list is there', async () => {
  // All applicants are read: one that is marked as read now may move in the list, which shows unread ones first.
  site.stub.data.applicants = [1, 2, 3].map((id) => stubApplicant(id, { is_read: 1 }));
  const { page, watch, close } = await openAdmin(browser.current, site);
  const { review } = applicantsScreen(page);
  const list = await hold(page, callPath(contract.getApplicants));
  await page.goto('/admin/applicants?applicant=2');
  await review.name('Person 2').waitFor();
  await list.reached;
  await review.next.click();
  list.release();
  await review.name('Person 1').waitFor();
  expectQuiet(watch);
  await close();
});

test('many are chosen by range and over pages, moved, marked and deleted, and come back', async () => {
  site.stub.data.applicants = Array.from({ length: 12 }, (_, at) => stubApplicant(at + 1, { is_read: 1 }));
  const { page, watch, close } = await openAdmin(browser.current, site);
  const { bulk, ...screen } = applicantsScreen(page);
  const statuses = () => site.stub.data.applicants.map(({ status }) => status);
  await page.goto('/admin/applicants');
  await screen.choose('Person 12').check();
  await page.keyboard.down('Shift');
  await screen.choose('Person 10').click();
  await page.keyboard.up('Shift');
  await bulk.bar.getByText('3 selected').waitFor();
  await page.getByRole('button', { name: 'Page 2' }).click();
  await screen.row('Person 2').waitFor();
  await screen.chooseAll.check();
  await bulk.bar.getByText('5 selected').waitFor();

  site.stub.misbehave({ kind: 'answer', status: 500, body: '{}' }, { path: bulkPath, times: 1 });
  await bulk.move.click();
  await screen.item('Interview').click();
  await toast(page, messages['upstream.failed']).waitFor();
  await bulk.bar.getByText('5 selected').waitFor();
  expect(statuses().filter((status) => status === 'interview')).toHaveLength(0);
  await bulk.move.click();
  await screen.item('Interview').click();
  await toast(page, textOf('applicants.moved', { count: 5, status: 'Interview' })).waitFor();
  await screen.shows('Person 2', 'Interview').waitFor();
  expect(statuses().filter((status) => status === 'interview')).toHaveLength(5);
  await screen.chooseAll.check();
  await page.getByRole('button', { name: 'Page 1' }).click();
  for (const name of ['Person 12', 'Person 11', 'Person 10']) await screen.choose(name).check();
  await bulk.more.click();
  await screen.item('Mark as unread').click();
  await expect.poll(() => site.stub.data.applicants.filter(({ is_read }) => is_read === 0)).toHaveLength(5);

  await bulk.more.click();
  await screen.item('Delete').click();
  await bulk.confirm.getByRole('button', { name: 'Delete' }).click();
  const undo = await offeredUndo(page, textOf('applicants.deleted', { count: 5 }));
  await expect.poll(screen.names).toEqual([9, 8, 7, 6, 5, 4, 3].map((id) => `Person ${id}`));
  await undo.click();
  await toast(page, deskMessages['trash.restored']).waitFor();
  expect(site.stub.data.applicants).toHaveLength(12);
  await screen.row('Person 12').waitFor();
  expectQuiet(watch, [failedToLoad(500, bulkPath), apiCallError(messages['upstream.failed'])]);
  await close();
});

test('one is deleted from the review, the next one is shown, and the deleted one comes back', async () => {
  // All applicants are read, so that the order does not depend on whether the list loads before or after this one is
  // marked as read.
  site.stub.data.applicants = [1, 2, 3].map((id) => stubApplicant(id, { is_read: 1 }));
  const { page, watch, close } = await openAdmin(browser.current, site);
  const { review, ...screen } = applicantsScreen(page);
  await page.goto('/admin/applicants?applicant=2');
  await review.name('Person 2').waitFor();
  // The next applicant is known only from the list, which may load after the applicant in the address.
  await screen.row('Person 1').waitFor();
  await review.button('Delete Person 2').click();
  const undo = await offeredUndo(page, deskMessages['applicant.deleted']);
  await review.name('Person 1').waitFor();
  await expect.poll(() => site.stub.data.applicants.map(({ id }) => id)).toEqual([1, 3]);
  await expect.poll(screen.names).toEqual(['Person 3', 'Person 1']);
  await undo.click();
  await screen.row('Person 2').waitFor();
  expectQuiet(watch);
  await close();
});

test('500 applicants: pages around the current one, and a board that loads a page of a column at a time', async () => {
  site.stub.data.applicants = Array.from({ length: 500 }, (_, at) => stubApplicant(at + 1));
  const { page, watch, close } = await openAdmin(browser.current, site);
  const screen = applicantsScreen(page);
  await page.goto('/admin/applicants?page=25');
  await screen.row('Person 260').waitFor();
  const pages = page.getByRole('navigation', { name: 'Pages of applicants' }).getByRole('listitem');
  await expect.poll(() => pages.allTextContents()).toEqual(['23', '24', '25', '26', '27']);
  await page.goto('/admin/applicants?page=99');
  await screen.row('Person 10').waitFor();
  await expect.poll(() => new URL(page.url()).search).toBe('?page=50');
  await screen.view('Board').click();
  await screen.board.column('New').getByRole('heading', { name: 'New 500' }).waitFor();
  await expect.poll(() => screen.board.cards('New').count()).toBe(10);
  await screen.board.column('New').getByRole('button', { name: 'Show more' }).click();
  await expect.poll(() => screen.board.cards('New').count()).toBe(20);
  expectQuiet(watch);
  await close();
});
