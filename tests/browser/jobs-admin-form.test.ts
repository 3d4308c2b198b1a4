// @module-tag deep/journey: the form's limits, drafts, versions, keys and a phone on the screen of jobs-admin-journey
import { expect, test } from 'vitest';
import { callPath } from '#shared/contract/call-path.ts';
import { contract } from '#shared/contract/index.ts';
import { deskMessages } from '#shared/desk-messages.ts';
import { messages } from '#shared/messages.ts';
import { toast } from './support/blogs.ts';
import { expectFits } from './support/fits.ts';
import { expectFocus, hasFocus, tabTo } from './support/focus.ts';
import {
  dayFromNow,
  fillJob,
  fillWithJobs,
  type JobForm,
  jobsScreen,
  stubJob,
} from './support/jobs-admin.ts';
import { launchBrowser } from './support/launch.ts';
import { unbroken } from './support/long-names.ts';
import { json, stubbedSite } from './support/stubbed-site.ts';
import { openAdmin } from './support/visitor.ts';
import { apiCallError, conflictLines, expectQuiet, failedToLoad } from './support/watch.ts';

const browser = launchBrowser();
const site = stubbedSite();
const addPath = callPath(contract.addJob);
const editPath = callPath(contract.updateJob, { id: 1 });
const words = 'Nothing of this may be lost.';

test('the form refuses what the server would refuse, in its words, before it is sent; the preview follows it, and says what search engines miss', async () => {
  const { page, watch, close } = await openAdmin(browser.current, site);
  const { add, addForm: form } = jobsScreen(page);
  await page.goto('/admin/dashboard');
  await add.click();
  await form.text.waitFor();
  await form.city.fill('');
  await form.lowest.fill('200,000');
  await form.highest.fill('150,000');
  await form.currency.fill('rupees');
  await form.openings.fill('0');
  await form.closes.fill(dayFromNow(-1));
  await form.publish.click();
  for (const text of [
    messages['job.titleRequired'],
    messages['job.departmentRequired'],
    messages['job.cityRequired'],
    messages['job.salaryRange'],
    deskMessages['job.descriptionRequired'],
    deskMessages['job.closesInPast'],
  ])
    await form.says(text).waitFor();
  expect(await hasFocus(form.title)).toBe(true);
  await expect.poll(() => form.currency.inputValue()).toBe('rup');

  // An error disappears when its field, or a field on which it depends, is edited.
  await form.title.fill('Film editor');
  await form.says(messages['job.titleRequired']).waitFor({ state: 'detached' });
  await form.where('Remote').click();
  await form.says(messages['job.cityRequired']).waitFor({ state: 'detached' });
  await form.highest.fill('2,50,000');
  await form.says(messages['job.salaryRange']).waitFor({ state: 'detached' });
  await form.currency.fill('usd');
  await form.openings.fill('2');
  await form.department.fill('Film');
  // A draft requires neither a text nor a future date.
  await form.status('Draft').click();
  await form.says(deskMessages['job.descriptionRequired']).waitFor({ state: 'detached' });
  expect(site.stub.requestsTo(addPath)).toEqual([]);
  await form.saveDraft.click();
  await toast(page, deskMessages['job.added']).waitFor();
  expect(site.stub.data.jobs).toMatchObject([
    {
      title: 'Film editor',
      location_type: 'remote',
      city: null,
      country: 'Pakistan',
      salary_min: 200_000,
      salary_max: 250_000,
      salary_currency: 'USD',
      salary_unit: 'MONTH',
      show_salary: 0,
      openings: 2,
      status: 'draft',
      closes_at: dayFromNow(-1),
    },
  ]);

  await add.click();
  await fillJob(form, 'Film editor', 'You cut what others shoot.');
  const { preview } = form;
  await preview.getByRole('heading', { name: 'Film editor' }).waitFor();
  await preview.getByText('You cut what others shoot.').waitFor();
  await form.lowest.fill('140,000');
  await form.highest.fill('190000');
  expect(await preview.getByText('PKR').count()).toBe(0);
  await form.showPay.click();
  await preview.getByText('PKR 140,000–190,000 a month').waitFor();

  await form.view('In search').click();
  await preview.getByText('Search engines read this once the job is open.').waitFor();
  await preview.getByText(/Film editor · /).waitFor();
  await preview.getByText(/search engines guess when/).waitFor();
  await form.closes.fill(dayFromNow(30));
  await preview.getByText(/search engines guess when/).waitFor({ state: 'detached' });
  await preview.getByText('validThrough').waitFor();
  await form.title.fill('');
  await preview.getByText('The job has no title yet.').waitFor();
  expectQuiet(watch);
  await close();
});

test('a draft of a job has what was chosen, and what was switched on', async () => {
  const { page, watch, close } = await openAdmin(browser.current, site);
  const { add, addForm: form } = jobsScreen(page);
  await page.goto('/admin/dashboard');
  await add.click();
  await fillJob(form, 'Half a job', words);
  await form.where('Hybrid').click();
  await form.showPay.click();
  await form.saved.waitFor();
  await page.reload();
  await form.draft.waitFor();
  await expectInput(form, 'Half a job');
  await expect.poll(() => form.where('Hybrid').isChecked()).toBe(true);
  await expect.poll(() => form.showPay.isChecked()).toBe(true);
  await form.publish.click();
  await toast(page, deskMessages['job.added']).waitFor();
  expect(site.stub.data.jobs).toMatchObject([
    { title: 'Half a job', description: `<p>${words}</p>`, location_type: 'hybrid', show_salary: 1 },
  ]);
  expectQuiet(watch);
  await close();
});

test('a job that is edited: fetched at the second try, in two versions, and duplicated', async () => {
  // An open job whose day has passed can be corrected: the form refuses that day only when it is chosen anew.
  const job = stubJob(1, { title: 'Film editor', closes_at: dayFromNow(-2), openings: 3, region: 'KP' });
  site.stub.data.jobs = [job];
  const jobPath = callPath(contract.singleJob, { id: 1 });
  const { page, watch, close } = await openAdmin(browser.current, site);
  const { act, copyForm, edit, editForm: form, row } = jobsScreen(page);
  await page.goto('/admin/dashboard');
  site.stub.misbehave(json(500, {}), { path: jobPath, times: 2 });
  await edit('Film editor');
  await form.alert.getByText('The job could not be loaded').waitFor();
  await expect.poll(() => form.save.isDisabled()).toBe(true);
  await form.dialog.getByRole('button', { name: 'Try again' }).click();
  await form.title.waitFor();
  await expect.poll(() => form.title.inputValue()).toBe('Film editor');

  await form.title.fill('Mine');
  const theirs = { title: 'Theirs', closes_at: null, updated_at: '2026-11-20T10:00:00.000Z' };
  Object.assign(site.stub.data.jobs[0] ?? {}, theirs);
  await form.save.click();
  await form.alert.getByText('Their changes: Title and Closing date.').waitFor();
  await expectInput(form, 'Mine', 'The words of job 1.');
  await form.dialog.getByRole('button', { name: 'Load the newer version' }).click();
  await expect.poll(() => form.title.inputValue()).toBe('Theirs');
  await expect.poll(() => form.closes.inputValue()).toBe('');
  await form.dialog.getByRole('button', { name: 'Restore my changes' }).click();
  await expect.poll(() => form.title.inputValue()).toBe('Mine');
  await form.save.click();
  await toast(page, deskMessages['job.updated']).waitFor();
  // The form did not change the date, so the other admin's date stays.
  expect(site.stub.data.jobs).toMatchObject([{ title: 'Mine', closes_at: null, status: 'open' }]);
  const sent = site.stub.requestsTo(editPath).map(({ body }) => JSON.parse(String(body)).updated_at);
  expect(sent).toEqual([stubJob(1).updated_at, theirs.updated_at]);

  // A duplicate is a new job that starts as a draft with the texts of the original.
  const [other] = structuredClone(site.stub.data.jobs);
  await act('Mine', 'Duplicate');
  await copyForm.title.waitFor();
  await expect.poll(() => copyForm.title.inputValue()).toBe('Copy of Mine');
  await expect.poll(() => copyForm.closes.inputValue()).toBe('');
  await copyForm.text.getByText('The words of job 1.').waitFor();
  await copyForm.saveDraft.click();
  await toast(page, deskMessages['job.added']).waitFor();
  await row('Copy of Mine').getByText('Draft').waitFor();
  expect(site.stub.data.jobs).toMatchObject([
    { ...other },
    {
      title: 'Copy of Mine',
      description: other?.description,
      openings: 3,
      region: 'KP',
      status: 'draft',
      closes_at: null,
    },
  ]);
  expectQuiet(watch, [
    failedToLoad(500, jobPath),
    apiCallError(messages['upstream.failed']),
    failedToLoad(409, editPath),
    ...conflictLines(watch, 1),
  ]);
  await close();
});

test('a job is posted, closed, deleted and had back by keyboard alone', async () => {
  const { page, watch, close } = await openAdmin(browser.current, site);
  const screen = jobsScreen(page);
  const { addForm: form } = screen;
  const keys = page.keyboard;
  await page.goto('/admin/dashboard');
  await screen.add.waitFor();
  await tabTo(page, screen.add);
  await keys.press('Enter');
  await form.text.waitFor();
  await expectFocus(form.title);
  await keys.type('Film editor');
  await tabTo(page, form.department);
  await keys.type('Film');
  await tabTo(page, form.where('On-site'));
  await keys.press('ArrowRight');
  await expectFocus(form.where('Hybrid'));
  await expect.poll(() => form.where('Hybrid').isChecked()).toBe(true);
  await tabTo(page, form.showPay);
  await keys.press('Space');
  await expect.poll(() => form.showPay.isChecked()).toBe(true);
  await tabTo(page, form.text);
  await keys.type('You cut what others shoot.');
  await tabTo(page, form.status('Draft'));
  await keys.press('ArrowRight');
  await form.says('Visitors read the posting and apply.').waitFor();
  // The preview is a tab stop, for users who scroll it by keyboard.
  await tabTo(page, form.preview);
  await tabTo(page, form.publish);
  await keys.press('Enter');
  await toast(page, deskMessages['job.added']).waitFor();
  await expectFocus(screen.add);

  await tabTo(page, screen.status('Film editor'));
  await keys.press('Enter');
  await page.getByRole('menuitem', { name: 'Close' }).waitFor();
  // Selected by its first letter.
  await keys.press('c');
  await expectFocus(page.getByRole('menuitem', { name: 'Close' }));
  await keys.press('Enter');
  await toast(page, deskMessages['job.updated']).waitFor();
  await expectFocus(screen.status('Film editor'));
  expect(site.stub.data.jobs).toMatchObject([
    { title: 'Film editor', location_type: 'hybrid', show_salary: 1, status: 'closed' },
  ]);

  await tabTo(page, screen.actions('Film editor'));
  await keys.press('ArrowUp');
  await expectFocus(page.getByRole('menuitem', { name: 'Delete' }));
  await keys.press('Enter');
  await toast(page, deskMessages['job.deleted']).waitFor();
  expect(site.stub.data.jobs).toEqual([]);
  await keys.press('Control+z');
  await toast(page, deskMessages['trash.restored']).waitFor();
  await screen.row('Film editor').waitFor();
  expectQuiet(watch);
  await close();
});

test('previews, a field that is wrong, and the order are of use on a phone', async () => {
  fillWithJobs(site.stub);
  const { page, watch, close } = await openAdmin(browser.current, site, { width: 360, height: 740 });
  const { addForm: form, editForm, order, ...screen } = jobsScreen(page);
  await page.goto('/admin/dashboard');
  await screen.row('Film editor').waitFor();

  await screen.add.click();
  await form.text.waitFor();
  await form.title.fill(unbroken);
  await form.view('Preview').click();
  await form.preview.getByRole('heading', { name: unbroken }).waitFor();
  await expect.poll(() => form.title.isVisible()).toBe(false);
  await expectFits(page, 'the preview');
  await form.view('In search').click();
  await form.preview.getByText('As a search result').waitFor();
  await expectFits(page, 'the search result');

  // A wrong field scrolls into view and takes the focus.
  await form.saveDraft.click();
  await form.says('Department is required.').waitFor();
  await expectFocus(form.department);
  await form.department.fill('Film');
  await form.saveDraft.click();
  await form.dialog.waitFor({ state: 'hidden' });
  await screen.setStatus('Film editor', 'Close');
  await screen.row('Film editor').getByText('Closed').waitFor();

  await screen.reorder.click();
  await order.rows.nth(5).waitFor();
  await expectFits(page, 'the order');
  expectQuiet(watch);
  await close();
});

async function expectInput(form: JobForm, title: string, text = words): Promise<void> {
  await form.text.getByText(text).waitFor();
  await expect.poll(() => form.title.inputValue()).toBe(title);
}
