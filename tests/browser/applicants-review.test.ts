// @module-tag deep/journey: keys, failures, the board and a phone, in the review of applicants-journey
import { expect, test } from 'vitest';
import { callPath } from '#shared/contract/call-path.ts';
import { contract } from '#shared/contract/index.ts';
import { textOf } from '#shared/desk-messages.ts';
import { messages } from '#shared/messages.ts';
import { stubAdminName } from '../support/stub-upstream.ts';
import { applicantsScreen, dragCard, fillWithApplicants, stubApplicant } from './support/applicants-admin.ts';
import { expectAccessible } from './support/axe.ts';
import { toast } from './support/blogs.ts';
import { expectFits } from './support/fits.ts';
import { expectFocus } from './support/focus.ts';
import { hold } from './support/hold.ts';
import { launchBrowser } from './support/launch.ts';
import { signInAgain } from './support/login.ts';
import { unbroken, urdu } from './support/long-names.ts';
import { endSession } from './support/session-life.ts';
import { stubbedSite } from './support/stubbed-site.ts';
import { openAdmin } from './support/visitor.ts';
import { apiCallError, conflictLines, expectQuiet, failedToLoad } from './support/watch.ts';

const browser = launchBrowser();
const site = stubbedSite();
const listPath = callPath(contract.getApplicants);
const changePath = (id: number) => callPath(contract.updateApplicantStatus, { id });
const statusOf = (id: number) => site.stub.data.applicants.find((each) => each.id === id)?.status;

test('a morning of reviews by keyboard alone', async () => {
  site.stub.data.applicants = [1, 2, 3].map((id) => stubApplicant(id));
  const { page, watch, close } = await openAdmin(browser.current, site);
  const { review, ...screen } = applicantsScreen(page);
  const keys = page.keyboard;
  await page.goto('/admin/applicants');
  await screen.row('Person 3').waitFor();
  await keys.press('j');
  await expectFocus(screen.link('Person 3'));
  await keys.press('j');
  await keys.press('k');
  await expectFocus(screen.link('Person 3'));
  await keys.press('x');
  await expect.poll(() => screen.choose('Person 3').isChecked()).toBe(true);
  await keys.press('x');
  await keys.press('3');
  await expect.poll(() => statusOf(3)).toBe('shortlisted');
  await screen.shows('Person 3', 'Shortlisted').waitFor();

  await keys.press('o');
  await review.name('Person 3').waitFor();
  await expectFocus(review.name('Person 3'));
  await keys.press('j');
  await review.name('Person 2').waitFor();
  await keys.press('n');
  await expectFocus(review.note);
  await keys.type('j4u? are letters here');
  await keys.press('Control+Enter');
  await review.notes.filter({ hasText: 'j4u? are letters here' }).waitFor();
  await review.name('Person 2').waitFor();
  expect(statusOf(2)).toBe('new');
  await review.name('Person 2').focus();
  await keys.press('7');
  await screen.rejectDialog.waitFor();
  // In a dialog the keys enter text, or do nothing.
  await keys.type('62');
  await keys.press('Escape');
  await page.getByRole('button', { name: 'Discard changes' }).click();
  await screen.rejectDialog.waitFor({ state: 'hidden' });
  expect(statusOf(2)).toBe('new');
  await keys.press('4');
  await review.status('Person 2', 'Interview').waitFor();
  await keys.press('u');
  await review.button('Mark as read').waitFor();
  await expect.poll(() => site.stub.data.applicants[1]?.is_read).toBe(0);
  await keys.press('Escape');
  await review.pane.waitFor({ state: 'hidden' });
  await expectFocus(screen.link('Person 2'));
  await keys.press('/');
  await expectFocus(screen.search);
  await keys.type('1');
  await expect.poll(screen.names).toEqual(['Person 1']);
  expect(statusOf(1)).toBe('new');
  expectQuiet(watch);
  await close();
});

test('whoever reads the unread ones meets each of them once, though reading moves them down', async () => {
  site.stub.data.applicants = Array.from({ length: 13 }, (_, at) => stubApplicant(at + 1));
  const { page, watch, close } = await openAdmin(browser.current, site);
  const { review, ...screen } = applicantsScreen(page);
  await page.goto('/admin/applicants');
  await screen.link('Person 13').click();
  for (let id = 13; id > 1; id -= 1) {
    await review.name(`Person ${id}`).waitFor();
    // Each move reloads the list, in which read applicants follow the unread ones.
    await page.keyboard.press('2');
    await expect.poll(() => statusOf(id)).toBe('reviewing');
    await page.keyboard.press('j');
  }
  await review.name('Person 1').waitFor();
  await review.previous.click();
  await review.name('Person 2').waitFor();
  expectQuiet(watch);
  await close();
});

test('the keys can be switched off for good, and never act together with others', async () => {
  site.stub.data.applicants = [stubApplicant(1)];
  const { page, watch, close } = await openAdmin(browser.current, site);
  const { review, ...screen } = applicantsScreen(page);
  await page.goto('/admin/applicants?applicant=1');
  await review.name('Person 1').waitFor();
  await page.keyboard.press('Control+3');
  await page.keyboard.press('Alt+3');
  await page.keyboard.press('?');
  await screen.keysDialog.getByText('Move to Shortlisted').waitFor();
  await page.keyboard.press('3');
  const toggle = screen.keysDialog.getByRole('switch', { name: 'Keyboard shortcuts' });
  await toggle.click();
  await expect.poll(() => toggle.isChecked()).toBe(false);
  await page.keyboard.press('Escape');
  await screen.keysDialog.waitFor({ state: 'hidden' });
  await page.reload();
  await review.name('Person 1').waitFor();
  for (const key of ['3', 'j', '?', 'u']) await page.keyboard.press(key);
  expect(await page.getByRole('dialog').count()).toBe(0);
  await screen.keys.click();
  await toggle.click();
  await page.keyboard.press('Escape');
  await screen.keysDialog.waitFor({ state: 'hidden' });
  expect(site.stub.requestsTo('/api/updateApplicantStatus/1')).toEqual([]);
  await page.keyboard.press('3');
  await review.status('Person 1', 'Shortlisted').waitFor();
  expectQuiet(watch);
  await close();
});

test('who is marked as unread while their record is read again stays unread: the read would mark them as read', async () => {
  site.stub.data.applicants = [stubApplicant(1)];
  const { page, watch, close } = await openAdmin(browser.current, site);
  const { review } = applicantsScreen(page);
  await page.goto('/admin/applicants?applicant=1');
  await review.button('Mark as unread').waitFor();
  const again = await hold(page, '/api/getSingleApplicant/1');
  await page.keyboard.press('4');
  await again.reached;
  await page.keyboard.press('u');
  await review.button('Mark as read').waitFor();
  const read = page.waitForResponse('**/api/getSingleApplicant/1');
  again.release();
  await read;
  await expect.poll(() => site.stub.data.applicants[0]?.is_read).toBe(0);
  expect(
    site.stub.requestsTo('/api/updateApplicantStatus/1').map(({ body }) => JSON.parse(String(body))),
  ).toMatchObject([{ status: 'interview' }, { is_read: 0 }]);
  await review.button('Mark as read').waitFor();
  expectQuiet(watch);
  await close();
});

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

  // The screen reverts the change itself, before the list has loaded again.
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

  // A colleague has moved this applicant meanwhile, and the reloaded list is still on its way: the admin sees a
  // message, and the current status.
  Object.assign(site.stub.data.applicants[1] ?? {}, {
    status: 'hired',
    updated_at: new Date().toISOString(),
  });
  await screen.status('Person 2').click();
  await screen.item('Withdrawn').click();
  await toast(page, textOf('conflict.changedMeanwhile', { who: stubAdminName, what: 'Person 2' })).waitFor();
  again.release();
  await screen.shows('Person 2', 'Hired').waitFor();
  expect(site.stub.data.applicants[1]?.status).toBe('hired');

  await endSession(page, site);
  await screen.link('Person 1').focus();
  await page.keyboard.press('3');
  await signInAgain(page, site.credentials);
  await expect.poll(() => site.stub.data.applicants[0]?.status).toBe('shortlisted');
  await screen.shows('Person 1', 'Shortlisted').waitFor();
  expectQuiet(watch, [
    failedToLoad(500, changePath(1)),
    apiCallError(messages['upstream.failed']),
    failedToLoad(409, changePath(2)),
    ...conflictLines(watch, 1),
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
  await page.goto('/admin/applicants?sort=oldest&applicant=1');
  await review.name('Person 1').waitFor();
  const first = await hold(page, changePath(1));
  for (const key of ['2', '3', '4']) await page.keyboard.press(key);
  await review.star('5 stars').check();
  await first.reached;
  await review.status('Person 1', 'Interview').waitFor();
  first.release();
  await expect.poll(() => site.stub.data.applicants[0]).toMatchObject({ status: 'interview', rating: 5 });
  await review.status('Person 1', 'Interview').waitFor();

  // An unsaved note stays with its applicant.
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

test('a record and a CV that do not come say so, and come with another try', async () => {
  site.stub.data.applicants = [
    stubApplicant(1, { cv_name: 'cv.pdf', cv_mime: 'application/pdf' }),
    stubApplicant(2, { cv_name: 'old.doc', cv_mime: 'application/msword' }),
  ];
  const { page, watch, close } = await openAdmin(browser.current, site);
  const { review, ...screen } = applicantsScreen(page);
  const failing = { kind: 'answer', status: 404, body: '{}' } as const;
  await page.goto('/admin/applicants');
  const onePath = callPath(contract.getSingleApplicant, { id: 1 });
  site.stub.misbehave(failing, { path: onePath, times: 1 });
  await screen.link('Person 1').click();
  await review.pane.getByText('This applicant could not be loaded').waitFor();
  await review.button('Try again').click();
  // The stub has no file for this CV.
  await review.pane.getByText('The CV could not be loaded').waitFor();
  await expect.poll(() => review.download.getAttribute('href')).toBe('/api/downloadCv/1?submission=1');
  await screen.link('Person 2').click();
  await review.pane.getByText('only PDFs are shown here').waitFor();
  await expect.poll(() => review.download.getAttribute('download')).toBe('old.doc');
  expect(watch.consoleLines.filter((line) => line.includes('API call error:')).length).toBeGreaterThan(1);
  expect(watch.cspViolations).toEqual([]);
  expect(await page.locator('.Toastify__toast').count()).toBe(0);
  await close();
});

test('a card is dragged to another column, and only a drop on one moves it', async () => {
  fillWithApplicants(site.stub);
  const { page, watch, close } = await openAdmin(browser.current, site);
  const { board } = applicantsScreen(page);
  await page.goto('/admin/applicants?view=board');
  await board.card('Person 3').waitFor();
  const answers: string[] = [];
  page.on('response', (answer) => answers.push(answer.url()));
  await dragCard(page, 'Person 3', 'New');
  await board.cards('New').filter({ hasText: 'Person 3' }).waitFor();
  await expect.poll(() => site.stub.data.applicants[2]?.status).toBe('new');
  await expect.poll(() => new URL(page.url()).search).toBe('?view=board');
  // A save reloads the list, and the card may move within its column.
  const afterSaving = () => {
    const saved = answers.findIndex((url) => url.includes('/api/updateApplicantStatus/3'));
    return saved < 0 ? [] : answers.slice(saved);
  };
  await expect.poll(afterSaving).toContainEqual(expect.stringMatching(/getApplicants\?.*status=new/));
  await dragCard(page, 'Person 3', 'Reviewing', { cancel: true });
  await board.cards('New').filter({ hasText: 'Person 3' }).waitFor();
  expect(site.stub.requestsTo('/api/updateApplicantStatus/3')).toHaveLength(1);
  expectQuiet(watch);
  await close();
});

test('filters, many, review and board are of use on a phone, with the longest names', async () => {
  fillWithApplicants(site.stub);
  const { page, watch, close } = await openAdmin(browser.current, site, { width: 360, height: 740 });
  const { review, ...screen } = applicantsScreen(page);
  await page.goto('/admin/applicants');
  await screen.row(unbroken).waitFor();
  await page.getByRole('button', { name: 'Filters' }).click();
  await screen.read.selectOption({ label: 'Unread' });
  await expect.poll(screen.names).toHaveLength(2);
  await expectFits(page, 'filters');
  await screen.choose(urdu).check();
  await page.getByRole('button', { name: 'More for the selected applicants' }).click();
  await screen.item('Mark as read').click();
  await expect.poll(() => site.stub.data.applicants[0]?.is_read).toBe(1);
  await screen.link(unbroken).click();
  await review.name(unbroken).waitFor();
  await expectFits(page, 'review');
  await review.status(unbroken, 'New').click();
  await screen.item('Offered').click();
  await review.status(unbroken, 'Offered').waitFor();
  // A finger is gone after the press; a pointer over the toast would keep the toast open.
  await page.mouse.move(0, 0);
  await expectAccessible(page, 'the sheet');
  await review.close.click();
  await review.pane.waitFor({ state: 'hidden' });
  await screen.read.selectOption({ label: 'Read and unread' });
  await screen.view('Board').click();
  await screen.board.cards('Offered').first().waitFor();
  await page.getByRole('button', { name: `Move ${unbroken}` }).click();
  await screen.item('Hired').click();
  await screen.board.cards('Hired').filter({ hasText: unbroken }).waitFor();
  await expect.poll(() => site.stub.data.applicants[1]?.status).toBe('hired');
  expectQuiet(watch);
  await close();
});
