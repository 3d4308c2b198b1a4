// @module-tag deep/journey: moves of one and of several applicants, and the way back, on the screens of applicants-journey
import { expect, test } from 'vitest';
import { callPath } from '#shared/contract/call-path.ts';
import { contract } from '#shared/contract/index.ts';
import { textOf } from '#shared/desk-messages.ts';
import { messages } from '#shared/messages.ts';
import { stubAdminName } from '../support/stub-upstream.ts';
import { applicantsScreen, stubApplicant } from './support/applicants-admin.ts';
import { offeredUndo, toast } from './support/blogs.ts';
import { launchBrowser } from './support/launch.ts';
import { stubbedSite } from './support/stubbed-site.ts';
import { openAdmin } from './support/visitor.ts';
import { apiCallError, expectQuiet, failedToLoad } from './support/watch.ts';

const browser = launchBrowser();
const site = stubbedSite();
const bulkPath = callPath(contract.bulkApplicants);

/** Returns status and reason of every applicant, by id. */
function stored() {
  return Object.fromEntries(
    site.stub.data.applicants.map(({ id, status, reject_reason }) => [id, [status, reject_reason]]),
  );
}

test('who is moved among others leaves the tab and the selection, and comes back to the status that each had', async () => {
  site.stub.data.applicants = Array.from({ length: 12 }, (_, at) => stubApplicant(at + 1, { is_read: 1 }));
  const [first, second] = site.stub.data.applicants;
  Object.assign(first ?? {}, { status: 'rejected', reject_reason: 'No reel.' });
  Object.assign(second ?? {}, { status: 'reviewing' });
  const before = stored();
  const { page, watch, close } = await openAdmin(browser.current, site);
  const { bulk, ...screen } = applicantsScreen(page);
  const moveTo = async (status: string) => {
    await bulk.move.click();
    await screen.item(status).click();
  };
  await page.goto('/admin/applicants?status=new');
  await expect.poll(screen.names).toHaveLength(10);
  // A rejection requires a reason; a rejected applicant leaves the tab like any other.
  await screen.choose('Person 12').check();
  await screen.choose('Person 11').check();
  await moveTo('Rejected');
  await screen.reason.fill('Too far away.');
  await screen.rejectDialog.getByRole('button', { name: 'Reject', exact: true }).click();
  await screen.rejectDialog.waitFor({ state: 'detached' });
  await expect.poll(screen.names).toEqual([10, 9, 8, 7, 6, 5, 4, 3].map((id) => `Person ${id}`));
  await bulk.bar.waitFor({ state: 'detached' });
  await screen.tab('Rejected 3').waitFor();
  expect(stored()[12]).toEqual(['rejected', 'Too far away.']);
  await (await offeredUndo(page, textOf('applicants.moved', { count: 2, status: 'Rejected' }))).click();
  await screen.row('Person 12').waitFor();
  expect(stored()).toEqual(before);

  await screen.choose('Person 10').check();
  await moveTo('Reviewing');
  await offeredUndo(page, textOf('applicant.moved', { name: 'Person 10', status: 'Reviewing' }));
  await expect.poll(screen.names).toEqual([12, 11, 9, 8, 7, 6, 5, 4, 3].map((id) => `Person ${id}`));
  await bulk.bar.waitFor({ state: 'detached' });
  await expect.poll(() => screen.chooseAll.evaluate((box) => box === document.activeElement)).toBe(true);

  // A selection across pages, from several statuses.
  Object.assign(site.stub.data.applicants[9] ?? {}, { status: 'new' });
  await page.goto('/admin/applicants');
  await screen.chooseAll.check();
  await page.getByRole('button', { name: 'Page 2' }).click();
  await screen.row('Person 2').waitFor();
  await screen.chooseAll.check();
  await bulk.bar.getByText('12 selected').waitFor();
  await moveTo('Interview');
  const undo = await offeredUndo(page, textOf('applicants.moved', { count: 12, status: 'Interview' }));
  await screen.shows('Person 2', 'Interview').waitFor();
  await undo.click();
  await toast(page, textOf('applicants.movedBack', { count: 12 })).waitFor();
  await screen.shows('Person 2', 'Reviewing').waitFor();
  expect(stored()).toEqual(before);
  expectQuiet(watch);
  await close();
});

test('an undo of a move that fails says so, and the rows tell what is', async () => {
  site.stub.data.applicants = [1, 2, 3].map((id) => stubApplicant(id, { is_read: 1 }));
  const { page, watch, close } = await openAdmin(browser.current, site);
  const { bulk, ...screen } = applicantsScreen(page);
  await page.goto('/admin/applicants');
  await screen.chooseAll.check();
  await bulk.move.click();
  await screen.item('Interview').click();
  const undo = await offeredUndo(page, textOf('applicants.moved', { count: 3, status: 'Interview' }));
  site.stub.misbehave({ kind: 'answer', status: 500, body: '{}' }, { path: bulkPath, times: 1 });
  await undo.click();
  await toast(page, textOf('applicants.notMovedBack', { count: 3, total: 3 })).waitFor();
  await screen.shows('Person 3', 'Interview').waitFor();

  // An applicant that another admin has changed meanwhile keeps that change.
  await screen.status('Person 2').click();
  await screen.item('Offered').click();
  const one = await offeredUndo(page, textOf('applicant.moved', { name: 'Person 2', status: 'Offered' }));
  const second = site.stub.data.applicants.find(({ id }) => id === 2);
  if (second) second.updated_at = new Date(Date.now() + 60_000).toISOString();
  await one.click();
  await toast(page, textOf('conflict.changedMeanwhile', { who: stubAdminName, what: 'Person 2' })).waitFor();
  expect(second?.status).toBe('offered');
  expectQuiet(watch, [
    failedToLoad(500, bulkPath),
    apiCallError(messages['upstream.failed']),
    failedToLoad(409, callPath(contract.updateApplicantStatus, { id: 2 })),
    ...watch.consoleLines.filter((line) => line.includes('Stub Admin saved this at ')),
  ]);
  await close();
});

test('a move of one is told with an Undo, by menu and by key; back in Rejected the reason is there again', async () => {
  site.stub.data.applicants = [
    stubApplicant(1, { is_read: 1, status: 'rejected', reject_reason: 'No reel.' }),
    stubApplicant(2, { is_read: 1 }),
  ];
  const { page, watch, close } = await openAdmin(browser.current, site);
  const screen = applicantsScreen(page);
  const moved = (id: number, status: string) => textOf('applicant.moved', { name: `Person ${id}`, status });
  await page.goto('/admin/applicants');
  await screen.status('Person 1').click();
  await screen.item('Shortlisted').click();
  await offeredUndo(page, moved(1, 'Shortlisted'));
  await screen.status('Person 2').click();
  await screen.item('Hired').click();
  const undo = await offeredUndo(page, moved(2, 'Hired'));
  await undo.click();
  await toast(page, moved(2, 'New')).waitFor();
  await screen.shows('Person 2', 'New').waitFor();
  expect(stored()).toEqual({ 1: ['shortlisted', null], 2: ['new', null] });

  await screen.status('Person 2').click();
  await screen.item('Rejected').click();
  await screen.reason.fill('Too far away.');
  await screen.rejectDialog.getByRole('button', { name: 'Reject', exact: true }).click();
  await offeredUndo(page, moved(2, 'Rejected'));
  await screen.status('Person 2').click();
  await screen.item('Reviewing').click();
  await offeredUndo(page, moved(2, 'Reviewing'));
  expect(stored()[2]).toEqual(['reviewing', null]);
  await page.keyboard.press('Control+z');
  await toast(page, moved(2, 'Rejected')).waitFor();
  await expect.poll(() => stored()[2]).toEqual(['rejected', 'Too far away.']);
  expectQuiet(watch);
  await close();
});

test('a folded column stays under the hand that aims at it: the board scrolls only near its edge', async () => {
  const statuses = ['new', 'reviewing', 'shortlisted', 'offered', 'rejected'] as const;
  site.stub.data.applicants = statuses.map((status, at) => stubApplicant(at + 1, { is_read: 1, status }));
  const { page, watch, close } = await openAdmin(browser.current, site, { width: 1440, height: 900 });
  const { board } = applicantsScreen(page);
  await page.goto('/admin/applicants?view=board');
  for (const status of ['Interview', 'Hired'])
    await board.column(status).and(page.locator('[data-folded]')).waitFor();
  const card = board.card('Person 1');
  await card.hover({ position: { x: 60, y: 20 } });
  await page.mouse.down();
  const aim = await board.column('Interview').boundingBox();
  if (!aim) throw new Error('the board has no column Interview');
  const [x, y] = [aim.x + aim.width / 2, aim.y + 80];
  const edge = await board.columns.evaluate((columns) => columns.getBoundingClientRect().right);
  // Within the fifth of the board in which the library would scroll by default.
  expect(edge - x).toBeLessThan(200);
  await page.mouse.move(x - 300, y, { steps: 2 });
  await card.and(page.locator('[data-dragging]')).waitFor();
  await page.mouse.move(x, y, { steps: 4 });
  await board.column('Interview').and(page.locator('[data-over]')).waitFor();
  // The person pauses over the column before letting go.
  await page.evaluate(async () => {
    for (let frame = 0; frame < 60; frame += 1) await new Promise(requestAnimationFrame);
  });
  expect(await board.columns.evaluate((columns) => columns.scrollLeft)).toBe(0);
  await page.mouse.up();
  await board.cards('Interview').filter({ hasText: 'Person 1' }).waitFor();
  await expect.poll(() => site.stub.data.applicants[0]?.status).toBe('interview');
  expectQuiet(watch);
  await close();
});
