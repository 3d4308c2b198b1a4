// @module-tag deep/journey: list, filters, statuses and order on the screen of jobs-admin-journey
import { expect, test } from 'vitest';
import { callPath } from '#shared/contract/call-path.ts';
import { contract } from '#shared/contract/index.ts';
import { deskMessages } from '#shared/desk-messages.ts';
import { messages } from '#shared/messages.ts';
import { stubAdminName } from '../support/stub-upstream.ts';
import { offeredUndo, toast } from './support/blogs.ts';
import { expectFocus } from './support/focus.ts';
import { hold } from './support/hold.ts';
import { dayFromNow, jobsScreen, stubJob } from './support/jobs-admin.ts';
import { launchBrowser } from './support/launch.ts';
import { lift } from './support/lift.ts';
import { json, stubbedSite } from './support/stubbed-site.ts';
import { openAdmin } from './support/visitor.ts';
import { apiCallError, expectQuiet, failedToLoad } from './support/watch.ts';

const browser = launchBrowser();
const site = stubbedSite();
const listPath = callPath(contract.getJobs);
const statusPath = callPath(contract.updateJobStatus, { id: 1 });
const deletePath = callPath(contract.deleteJob, { id: 1 });
const orderPath = callPath(contract.reorderJobs);
const lastOrder = () => JSON.parse(String(site.stub.requestsTo(orderPath).at(-1)?.body || '{}')).ids;

test('the list says of each job where it stands, what is about to end or over, and who of its applicants is unread', async () => {
  site.stub.data.jobs = [
    stubJob(1, { title: 'Ends today', closes_at: dayFromNow(0) }),
    stubJob(2, { title: 'Ends this week', closes_at: dayFromNow(6), department: 'اردو شعبہ' }),
    stubJob(3, { title: 'Ends later', closes_at: dayFromNow(8) }),
    stubJob(4, { title: 'Over', closes_at: dayFromNow(-1) }),
    stubJob(5, { title: 'Was closed in time', status: 'closed', closes_at: dayFromNow(-1) }),
    stubJob(6, { title: 'Not written yet', status: 'draft', posted_at: null }),
  ];
  const { page, watch, close } = await openAdmin(browser.current, site);
  const screen = jobsScreen(page);
  await page.goto('/admin/dashboard');
  await screen.row('Not written yet').waitFor();
  await expect.poll(() => screen.titles.count()).toBe(6);
  expect(await page.title()).toMatch(/^Jobs · /);
  const notes = [
    'Closing soon: last day',
    'Closing soon: 6 days left',
    '',
    'Expired: no longer accepting applications',
    '',
    '',
  ];
  for (const [at, note] of notes.entries()) {
    const text = await screen.rows.nth(at).textContent();
    if (note) expect(text).toContain(note);
    else expect(text).not.toMatch(/Closing soon|Expired/);
  }
  await expect.poll(() => screen.row('Not written yet').textContent()).toContain('No closing date');
  await expect.poll(() => screen.status('Over').getAttribute('aria-label')).toBe('Status of Over: Open');

  const counted = [
    { ...stubJob(1), applicants_count: 3, unread_count: 2 },
    { ...stubJob(2), applicants_count: 1, unread_count: 0 },
    { ...stubJob(3), applicants_count: 0, unread_count: 0 },
  ];
  const data = { data: counted, current_page: 1, last_page: 1, per_page: 10, total: 3 };
  site.stub.misbehave(
    { kind: 'answer', status: 200, body: JSON.stringify({ status: 1, data }) },
    { path: listPath },
  );
  await page.reload();
  await screen.applicants('Job 1').waitFor();
  await expect
    .poll(() => screen.applicants('Job 1').getAttribute('aria-label'))
    .toBe('3 applicants for Job 1, 2 unread');
  await expect
    .poll(() => screen.applicants('Job 2').getAttribute('aria-label'))
    .toBe('1 applicant for Job 2');
  await expect.poll(() => screen.row('Job 3').textContent()).toContain('No applicants');
  await screen.applicants('Job 1').click();
  await page.getByRole('heading', { name: 'Applicants', level: 1 }).waitFor();
  await expect.poll(() => new URL(page.url()).search).toBe('?job_id=1');
  expectQuiet(watch);
  await close();
});

test('filters, search and page live in the address', async () => {
  site.stub.data.jobs = [
    ...Array.from({ length: 12 }, (_, at) => stubJob(at + 1)),
    stubJob(13, { title: 'Sound editor', status: 'closed' }),
    stubJob(14, { title: 'Film editor', status: 'closed' }),
  ];
  const { page, watch, close } = await openAdmin(browser.current, site);
  const screen = jobsScreen(page);
  const query = () => new URL(page.url()).search;
  await page.goto('/admin/dashboard');
  await screen.row('Job 10').waitFor();
  await screen.next.click();
  await screen.row('Sound editor').waitFor();
  await expect.poll(query).toBe('?page=2');

  // Another filter starts on the first page.
  await screen.filter('Closed').click();
  await screen.row('Job 10').waitFor({ state: 'detached' });
  await expect.poll(() => screen.titles.allTextContents()).toEqual(['Sound editor', 'Film editor']);
  await expect.poll(query).toBe('?status=closed');
  await screen.search.fill('sound');
  await screen.row('Film editor').waitFor({ state: 'detached' });
  await expect.poll(() => screen.titles.allTextContents()).toEqual(['Sound editor']);
  await expect.poll(query).toBe('?status=closed&search=sound');
  await page.reload();
  await screen.row('Sound editor').waitFor();
  await expect.poll(() => screen.titles.allTextContents()).toEqual(['Sound editor']);
  await expect.poll(() => screen.filter('Closed').isChecked()).toBe(true);
  await expect.poll(() => screen.search.inputValue()).toBe('sound');

  await screen.filter('Draft').click();
  await page.getByText('No job matches').waitFor();
  await page.goBack();
  await screen.row('Sound editor').waitFor();
  await expect.poll(() => screen.titles.allTextContents()).toEqual(['Sound editor']);
  await page.goForward();
  await screen.clear.click();
  await screen.row('Job 10').waitFor();
  await expect.poll(query).toBe('');
  await expect.poll(() => screen.search.inputValue()).toBe('');

  // An address past the end leads to the last page.
  await page.goto('/admin/dashboard?page=99');
  await screen.row('Film editor').waitFor();
  await expect.poll(query).toBe('?page=2');

  // So does one that the host counts among the pages, though it has no rows.
  const data = { data: [], current_page: 4, last_page: 9 };
  site.stub.misbehave(json(200, { status: 1, data }), { path: listPath, times: 1 });
  await page.goto('/admin/dashboard?page=4');
  await screen.row('Film editor').waitFor();
  await expect.poll(query).toBe('?page=2');
  expectQuiet(watch);
  await close();
});

test('without jobs the screen says how to begin, after it has said that it loads', async () => {
  const { page, watch, close } = await openAdmin(browser.current, site);
  const screen = jobsScreen(page);
  const held = await hold(page, listPath);
  await page.goto('/admin/dashboard');
  await page.getByText('Loading the jobs…').waitFor();
  held.release();
  await page.getByText('No jobs yet').waitFor();
  await page.getByRole('button', { name: 'Post the first job' }).click();
  await screen.addForm.title.waitFor();
  expectQuiet(watch);
  await close();
});

test('a change of status shows at once, and is taken back when it fails', async () => {
  site.stub.data.jobs = [stubJob(1), stubJob(2)];
  const { page, watch, close } = await openAdmin(browser.current, site);
  const screen = jobsScreen(page);
  await page.goto('/admin/dashboard');
  const held = await hold(page, statusPath);
  await screen.setStatus('Job 1', 'Mark as filled');
  await held.reached;
  await screen.row('Job 1').getByText('Filled').waitFor();
  expect(site.stub.data.jobs[0]?.status).toBe('open');
  held.release();
  await toast(page, deskMessages['job.updated']).waitFor();
  expect(site.stub.data.jobs[0]?.status).toBe('filled');

  site.stub.misbehave({ kind: 'reset' }, { path: statusPath, times: 1 });
  const again = await hold(page, statusPath);
  // By keyboard: the menu opens on its first action.
  await screen.status('Job 1').focus();
  await page.keyboard.press('Enter');
  await page.getByRole('menuitem', { name: 'Make it a draft' }).waitFor();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await again.reached;
  await screen.row('Job 1').getByText('Open').waitFor();
  // The screen reverts the change itself, before the list has loaded again.
  const reload = await hold(page, listPath);
  again.release();
  await screen.alert.getByText(messages['upstream.unreachable']).waitFor();
  await reload.reached;
  await screen.row('Job 1').getByText('Filled').waitFor();
  reload.release();
  await expect.poll(() => screen.status('Job 2').getAttribute('aria-label')).toBe('Status of Job 2: Open');
  expectQuiet(watch, [failedToLoad(502, statusPath), apiCallError(messages['upstream.unreachable'])]);
  await close();
});

test('a draft that is not fit to open leads to its form; a job somebody else has changed keeps what they chose', async () => {
  site.stub.data.jobs = [stubJob(1, { status: 'draft', description: '', posted_at: null }), stubJob(2)];
  const { page, watch, close } = await openAdmin(browser.current, site);
  const screen = jobsScreen(page);
  await page.goto('/admin/dashboard');
  await screen.row('Job 2').waitFor();
  const [, second] = site.stub.data.jobs;
  Object.assign(second ?? {}, { status: 'closed', updated_at: '2026-11-20T10:00:00.000Z' });
  await screen.setStatus('Job 2', 'Mark as filled');
  await screen.alert.getByText(`${stubAdminName} changed this job in the meantime`).waitFor();
  await screen.row('Job 2').getByText('Closed').waitFor();
  expect(second?.status).toBe('closed');
  const [changed = ''] = watch.consoleLines.slice(-1);
  expect(changed).toContain(stubAdminName);

  await screen.setStatus('Job 1', 'Open');
  await screen.alert.getByText(deskMessages['job.descriptionRequired']).waitFor();
  await screen.row('Job 1').getByText('Draft').waitFor();
  await screen.alert.getByRole('button', { name: 'Edit the job' }).click();
  await screen.editForm.title.waitFor();
  await expect.poll(() => screen.editForm.title.inputValue()).toBe('Job 1');
  expect(await screen.alert.count()).toBe(0);
  expectQuiet(watch, [
    failedToLoad(409, callPath(contract.updateJobStatus, { id: 2 })),
    changed,
    failedToLoad(422, statusPath),
    apiCallError(messages['fields.invalid']),
  ]);
  await close();
});

test('a deleted job can be had back for a moment; one that cannot be deleted stays', async () => {
  site.stub.data.jobs = [stubJob(1), stubJob(2)];
  const { page, watch, close } = await openAdmin(browser.current, site);
  const screen = jobsScreen(page);
  await page.goto('/admin/dashboard');
  await screen.act('Job 1', 'Delete');
  const undo = await offeredUndo(page, deskMessages['job.deleted']);
  await screen.row('Job 1').waitFor({ state: 'detached' });
  await undo.click();
  await toast(page, deskMessages['trash.restored']).waitFor();
  await screen.row('Job 1').waitFor();

  site.stub.misbehave(json(500, {}), { path: deletePath, times: 1 });
  await screen.act('Job 1', 'Delete');
  await toast(page, deskMessages['blog.deleteFailed']).waitFor();
  await expect.poll(() => screen.row('Job 1').count()).toBe(1);
  expectQuiet(watch, [failedToLoad(500, deletePath), apiCallError(messages['upstream.failed'])]);
  await close();
});

test('all jobs of all pages are put in order by keyboard alone', async () => {
  site.stub.data.jobs = Array.from({ length: 12 }, (_, at) => stubJob(at + 1));
  const { page, watch, close } = await openAdmin(browser.current, site);
  const screen = jobsScreen(page);
  const { order } = screen;
  const keys = page.keyboard;
  const focused = (name: string) =>
    expect
      .poll(() => page.evaluate(() => document.activeElement?.getAttribute('aria-label')), { message: name })
      .toBe(name);
  await page.goto('/admin/dashboard');
  await screen.reorder.focus();
  await keys.press('Enter');
  await order.rows.nth(11).waitFor();
  await expect.poll(() => order.rows.count()).toBe(12);
  await expectFocus(order.done);

  // By buttons: the focus stays on the pressed button.
  await order.up('Job 12').focus();
  await keys.press('Enter');
  await focused('Move Job 12 up');
  await keys.press('Enter');
  await focused('Move Job 12 up');
  await order.state(deskMessages['order.saved']).waitFor();
  expect(lastOrder()).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 12, 10, 11]);

  // By the handle: Space lifts and drops, arrows move.
  await lift(page, order.grip('Job 2'), /^Job 2 lifted/);
  await keys.press('ArrowUp');
  await page.getByText(/Job 2.* over place 1 of 12/).waitFor();
  await keys.press('Space');
  await page.getByText('Job 2 is now 1 of 12.').waitFor();
  await expect.poll(() => lastOrder()).toEqual([2, 1, 3, 4, 5, 6, 7, 8, 9, 12, 10, 11]);
  await order.state(deskMessages['order.saved']).waitFor();

  await order.done.click();
  await expectFocus(screen.reorder);
  await expect.poll(() => screen.titles.first().textContent()).toBe('Job 2');
  expectQuiet(watch);
  await close();
});

test('an order that cannot be saved is taken back', async () => {
  site.stub.data.jobs = [stubJob(1), stubJob(2), stubJob(3)];
  const { page, watch, close } = await openAdmin(browser.current, site);
  const { reorder, order } = jobsScreen(page);
  const titles = () => order.rows.locator('[dir=auto]').allTextContents();
  await page.goto('/admin/dashboard');
  await reorder.click();
  await order.rows.nth(2).waitFor();
  site.stub.misbehave({ kind: 'reset' }, { path: orderPath, times: 1 });
  const held = await hold(page, orderPath);
  await order.down('Job 1').click();
  await held.reached;
  expect(await titles()).toEqual(['Job 2', 'Job 1', 'Job 3']);
  await order.state('Saving the order…').waitFor();
  held.release();
  await toast(page, messages['upstream.unreachable']).waitFor();
  await expect.poll(titles).toEqual(['Job 1', 'Job 2', 'Job 3']);

  // A job was deleted meanwhile: the list is loaded again.
  site.stub.data.jobs.splice(1, 1);
  await order.down('Job 1').click();
  await toast(page, deskMessages['order.unknown']).waitFor();
  await order.rows.nth(2).waitFor({ state: 'detached' });
  expect(await titles()).toEqual(['Job 1', 'Job 3']);
  await order.up('Job 3').click();
  await order.state(deskMessages['order.saved']).waitFor();
  expect(lastOrder()).toEqual([3, 1]);
  expectQuiet(watch, [
    failedToLoad(502, orderPath),
    apiCallError(messages['upstream.unreachable']),
    failedToLoad(422, orderPath),
    apiCallError(messages['fields.invalid']),
  ]);
  await close();
});
