import { expect, test } from 'vitest';
import { callPath } from '#shared/contract/call-path.ts';
import { contract } from '#shared/contract/index.ts';
import { textOf } from '#shared/desk-messages.ts';
import { messages } from '#shared/messages.ts';
import { applicantsScreen, stubApplicant } from './support/applicants-admin.ts';
import { toast } from './support/blogs.ts';
import { hold } from './support/hold.ts';
import { launchBrowser } from './support/launch.ts';
import { loginForm } from './support/login.ts';
import { endSession } from './support/session-life.ts';
import { stubbedSite } from './support/stubbed-site.ts';
import { openAdmin } from './support/visitor.ts';
import { apiCallError, expectQuiet, failedToLoad } from './support/watch.ts';

const browser = launchBrowser();
const site = stubbedSite();
const listPath = callPath(contract.getApplicants);
const changePath = (id: number) => callPath(contract.updateApplicantStatus, { id });

test('a move is on the screen at once, is put back with a word when it is refused, and goes on after sign-in in place', async () => {
  site.stub.data.applicants = [1, 2].map((id) => stubApplicant(id));
  const { page, watch, close } = await openAdmin(browser.current, site);
  const screen = applicantsScreen(page);
  await page.goto('/admin/applicants');
  await screen.tab('New 2').waitFor();
  site.stub.misbehave({ kind: 'answer', status: 500, body: '{}' }, { path: changePath(1), times: 1 });
  const sending = await hold(page, changePath(1));
  await screen.status('Person 1').click();
  await screen.item('Interview').click();
  await sending.reached;
  await screen.shows('Person 1', 'Interview').waitFor();
  await screen.tab('New 1').waitFor();
  await screen.tab('Interview 1').waitFor();

  // Put back by itself, before the list has come again.
  const listing = await hold(page, listPath);
  sending.release();
  await toast(page, 'Person 1 was not changed.').waitFor();
  await screen.shows('Person 1', 'New').waitFor();
  await screen.tab('New 2').waitFor();
  listing.release();
  expect(site.stub.data.applicants[0]?.status).toBe('new');

  const again = await hold(page, listPath);
  await screen.status('Person 1').click();
  await screen.item('Interview').click();
  await expect.poll(() => site.stub.data.applicants[0]?.status).toBe('interview');
  await screen.shows('Person 1', 'Interview').waitFor();
  await again.reached;

  // Somebody whom a colleague has moved meanwhile, which the list is about to say: told, and shown where they stand.
  Object.assign(site.stub.data.applicants[1] ?? {}, {
    status: 'hired',
    updated_at: new Date().toISOString(),
  });
  await screen.status('Person 2').click();
  await screen.item('Withdrawn').click();
  await toast(page, textOf('applicant.changedMeanwhile', { name: 'Person 2' })).waitFor();
  again.release();
  await screen.shows('Person 2', 'Hired').waitFor();
  expect(site.stub.data.applicants[1]?.status).toBe('hired');

  await endSession(page, site);
  await screen.link('Person 1').focus();
  await page.keyboard.press('3');
  const prompt = page.getByRole('dialog', { name: 'Sign in again' });
  await prompt.waitFor();
  const login = loginForm(page);
  await login.password.fill(site.credentials.password);
  await login.submit.click();
  await prompt.waitFor({ state: 'hidden' });
  await expect.poll(() => site.stub.data.applicants[0]?.status).toBe('shortlisted');
  await screen.shows('Person 1', 'Shortlisted').waitFor();
  const conflicts = watch.consoleLines.filter((line) => /ApiError.*saved this at/.test(line));
  expect(conflicts).toHaveLength(1);
  expectQuiet(watch, [
    failedToLoad(500, changePath(1)),
    apiCallError(messages['upstream.failed']),
    failedToLoad(409, changePath(2)),
    ...conflicts,
    failedToLoad(401, changePath(1)),
  ]);
  await close();
});

test('in the review quick changes are not taken for somebody else; a reason and a note survive a host that fails', async () => {
  site.stub.data.applicants = [stubApplicant(1), stubApplicant(2, { is_read: 1 })];
  const { page, watch, close } = await openAdmin(browser.current, site);
  const { review, ...screen } = applicantsScreen(page);
  const notePath = callPath(contract.addApplicantNote, { id: 1 });
  const failing = { kind: 'answer', status: 500, body: '{}' } as const;
  await page.goto('/admin/applicants?applicant=1');
  await review.name('Person 1').waitFor();
  const first = await hold(page, changePath(1));
  for (const key of ['2', '3', '4']) await page.keyboard.press(key);
  await review.star('5 stars').check();
  await first.reached;
  await review.status('Person 1', 'Interview').waitFor();
  first.release();
  await expect.poll(() => site.stub.data.applicants[0]).toMatchObject({ status: 'interview', rating: 5 });
  await review.status('Person 1', 'Interview').waitFor();

  // A note that was not added waits with the applicant whom it is about.
  await review.note.fill('Half a thought');
  await review.pane.getByText(/^Saved/).waitFor();
  await review.next.click();
  await review.name('Person 2').waitFor();
  await expect.poll(() => review.note.inputValue()).toBe('');
  await review.previous.click();
  await review.name('Person 1').waitFor();
  await expect.poll(() => review.note.inputValue()).toBe('Half a thought');

  site.stub.misbehave(failing, { path: changePath(1), times: 1 });
  site.stub.misbehave(failing, { path: notePath, times: 1 });
  await review.button('Reject').click();
  await screen.reason.fill('Kept words');
  const reject = screen.rejectDialog.getByRole('button', { name: 'Reject', exact: true });
  await reject.click();
  await screen.rejectDialog.getByText(messages['upstream.failed']).waitFor();
  await expect.poll(() => screen.reason.inputValue()).toBe('Kept words');
  await reject.click();
  await review.status('Person 1', 'Rejected').waitFor();
  await expect.poll(() => site.stub.data.applicants[0]?.reject_reason).toBe('Kept words');

  await review.note.fill('Another thing');
  await review.addNote.click();
  await review.pane.getByText(messages['upstream.failed']).waitFor();
  await expect.poll(() => review.note.inputValue()).toBe('Another thing');
  await review.addNote.click();
  await review.notes.filter({ hasText: 'Another thing' }).waitFor();
  expectQuiet(watch, [
    failedToLoad(500, changePath(1)),
    failedToLoad(500, notePath),
    apiCallError(messages['upstream.failed']),
  ]);
  await close();
});

test('a list, a record and a CV that do not come say so, and come with another try', async () => {
  site.stub.data.applicants = [
    stubApplicant(1, { cv_name: 'cv.pdf', cv_mime: 'application/pdf' }),
    stubApplicant(2, { cv_name: 'old.doc', cv_mime: 'application/msword' }),
  ];
  const { page, watch, close } = await openAdmin(browser.current, site);
  const { review, ...screen } = applicantsScreen(page);
  const failing = { kind: 'answer', status: 404, body: '{}' } as const;
  site.stub.misbehave({ ...failing, status: 500 }, { path: listPath, times: 2 });
  await page.goto('/admin/applicants');
  await page.getByText('The applicants could not be loaded').waitFor();
  await page.getByRole('button', { name: 'Try again' }).click();
  const onePath = callPath(contract.getSingleApplicant, { id: 1 });
  site.stub.misbehave(failing, { path: onePath, times: 1 });
  await screen.link('Person 1').click();
  await review.pane.getByText('This applicant could not be loaded').waitFor();
  await review.button('Try again').click();
  // The stub keeps no file of this CV.
  await review.pane.getByText('The CV could not be loaded').waitFor();
  await expect.poll(() => review.download.getAttribute('href')).toBe('/api/downloadCv/1?submission=1');
  await screen.link('Person 2').click();
  await review.pane.getByText('only PDFs are shown here').waitFor();
  await expect.poll(() => review.download.getAttribute('download')).toBe('old.doc');
  expect(watch.consoleLines.filter((line) => line.includes('API call error:')).length).toBeGreaterThan(2);
  expect(watch.cspViolations).toEqual([]);
  expect(await page.locator('.Toastify__toast').count()).toBe(0);
  await close();
});
