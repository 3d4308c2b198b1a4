import { expect, test } from 'vitest';
import { callPath } from '#shared/contract/call-path.ts';
import { contract } from '#shared/contract/index.ts';
import { deskMessages } from '#shared/desk-messages.ts';
import { messages } from '#shared/messages.ts';
import { toast } from './support/blogs.ts';
import { hold } from './support/hold.ts';
import { jobsScreen, stubJob } from './support/jobs-admin.ts';
import { launchBrowser } from './support/launch.ts';
import { lift } from './support/lift.ts';
import { stubbedSite } from './support/stubbed-site.ts';
import { openAdmin } from './support/visitor.ts';
import { apiCallError, expectQuiet, failedToLoad } from './support/watch.ts';

const browser = launchBrowser();
const site = stubbedSite();
const orderPath = callPath(contract.reorderJobs);
const lastOrder = () => JSON.parse(String(site.stub.requestsTo(orderPath).at(-1)?.body || '{}')).ids;

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
  await expect.poll(() => order.done.evaluate((button) => button === document.activeElement)).toBe(true);

  // By its buttons: the focus stays on the one that was pressed.
  await order.up('Job 12').focus();
  await keys.press('Enter');
  await focused('Move Job 12 up');
  await keys.press('Enter');
  await focused('Move Job 12 up');
  await order.state(deskMessages['order.saved']).waitFor();
  expect(lastOrder()).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 12, 10, 11]);

  // By its handle: Space lifts and drops, arrows move.
  await lift(page, order.grip('Job 2'), /^Job 2 lifted/);
  await keys.press('ArrowUp');
  await page.getByText(/Job 2.* over place 1 of 12/).waitFor();
  await keys.press('Space');
  await page.getByText('Job 2 is now 1 of 12.').waitFor();
  await expect.poll(() => lastOrder()).toEqual([2, 1, 3, 4, 5, 6, 7, 8, 9, 12, 10, 11]);
  await order.state(deskMessages['order.saved']).waitFor();

  await order.done.click();
  await expect.poll(() => screen.reorder.evaluate((button) => button === document.activeElement)).toBe(true);
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

  // A job that is gone meanwhile: the list is asked for again.
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

test('jobs that cannot be loaded to be put in order can be asked for again', async () => {
  site.stub.data.jobs = [stubJob(1), stubJob(2)];
  const { page, watch, close } = await openAdmin(browser.current, site);
  const { reorder, order, row, alert } = jobsScreen(page);
  const listPath = callPath(contract.getJobs);
  await page.goto('/admin/dashboard');
  await row('Job 1').waitFor();
  site.stub.misbehave({ kind: 'answer', status: 500, body: '{"status":0}' }, { path: listPath, times: 2 });
  await reorder.click();
  await alert.getByText('The jobs could not be loaded').waitFor();
  await page.getByRole('button', { name: 'Try again' }).click();
  await order.rows.nth(1).waitFor();
  await order.done.click();
  await row('Job 1').waitFor();
  expectQuiet(watch, [failedToLoad(500, listPath), apiCallError(messages['upstream.failed'])]);
  await close();
});
