import { expect, test } from 'vitest';
import { applicantsScreen, stubApplicant } from './support/applicants-admin.ts';
import { hold } from './support/hold.ts';
import { launchBrowser } from './support/launch.ts';
import { stubbedSite } from './support/stubbed-site.ts';
import { openAdmin } from './support/visitor.ts';
import { expectQuiet } from './support/watch.ts';

const browser = launchBrowser();
const site = stubbedSite();

const statusOf = (id: number) => site.stub.data.applicants.find((each) => each.id === id)?.status;

test('a morning of reviews by keyboard alone', async () => {
  site.stub.data.applicants = [1, 2, 3].map((id) => stubApplicant(id));
  const { page, watch, close } = await openAdmin(browser.current, site);
  const { review, ...screen } = applicantsScreen(page);
  const keys = page.keyboard;
  await page.goto('/admin/applicants');
  await screen.row('Person 3').waitFor();
  await keys.press('j');
  await expect.poll(() => hasFocus(screen.link('Person 3'))).toBe(true);
  await keys.press('j');
  await keys.press('k');
  await expect.poll(() => hasFocus(screen.link('Person 3'))).toBe(true);
  await keys.press('x');
  await expect.poll(() => screen.choose('Person 3').isChecked()).toBe(true);
  await keys.press('x');
  await keys.press('3');
  await expect.poll(() => statusOf(3)).toBe('shortlisted');
  await screen.shows('Person 3', 'Shortlisted').waitFor();

  await keys.press('o');
  await review.name('Person 3').waitFor();
  await expect.poll(() => hasFocus(review.name('Person 3'))).toBe(true);
  await keys.press('j');
  await review.name('Person 2').waitFor();
  await keys.press('n');
  await expect.poll(() => hasFocus(review.note)).toBe(true);
  await keys.type('j4u? are letters here');
  await keys.press('Control+Enter');
  await review.notes.filter({ hasText: 'j4u? are letters here' }).waitFor();
  await review.name('Person 2').waitFor();
  expect(statusOf(2)).toBe('new');
  await review.name('Person 2').focus();
  await keys.press('7');
  await screen.rejectDialog.waitFor();
  // In a dialog the keys are text, or nothing.
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
  await expect.poll(() => hasFocus(screen.link('Person 2'))).toBe(true);
  await keys.press('/');
  await expect.poll(() => hasFocus(screen.search)).toBe(true);
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
    // Each move asks for the list again, where the read ones stand below the unread ones.
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

function hasFocus(target: { evaluate: <R>(fn: (element: Element) => R) => Promise<R> }): Promise<boolean> {
  return target.evaluate((element) => element === document.activeElement);
}
