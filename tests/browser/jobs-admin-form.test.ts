import { expect, test } from 'vitest';
import { contract } from '#shared/contract/index.ts';
import { callPath } from '#shared/contract/match.ts';
import { messages } from '#shared/messages.ts';
import type { Misbehaviour } from '../support/stub-upstream.ts';
import { toast } from './support/blogs.ts';
import { dayFromNow, fillJob, type JobForm, jobsScreen, stubJob } from './support/jobs-admin.ts';
import { launchBrowser } from './support/launch.ts';
import { leaveDialog } from './support/leaving.ts';
import { loginForm } from './support/login.ts';
import { endSession } from './support/session-life.ts';
import { stubbedSite } from './support/stubbed-site.ts';
import { openAdmin } from './support/visitor.ts';
import { apiCallError, expectQuiet, failedToLoad } from './support/watch.ts';

const browser = launchBrowser();
const site = stubbedSite();
const addPath = callPath(contract.addJob);
const editPath = callPath(contract.updateJob, { id: 1 });
const words = 'Nothing of this may be lost.';

test('the form refuses what the server would refuse, in its words, before it is sent', async () => {
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
    messages['job.descriptionRequired'],
    messages['job.closesInPast'],
  ])
    await form.says(text).waitFor();
  expect(await form.title.evaluate((field) => field === document.activeElement)).toBe(true);
  expect(await form.currency.inputValue()).toBe('rup');

  // An error goes when its field, or what it depends on, is edited.
  await form.title.fill('Film editor');
  await form.says(messages['job.titleRequired']).waitFor({ state: 'detached' });
  await form.where('Remote').click();
  await form.says(messages['job.cityRequired']).waitFor({ state: 'detached' });
  await form.highest.fill('2,50,000');
  await form.says(messages['job.salaryRange']).waitFor({ state: 'detached' });
  await form.currency.fill('usd');
  await form.openings.fill('2');
  await form.department.fill('Film');
  // A draft needs neither words nor a date that is still to come.
  await form.status('Draft').click();
  await form.says(messages['job.descriptionRequired']).waitFor({ state: 'detached' });
  expect(site.stub.requestsTo(addPath)).toEqual([]);
  await form.saveDraft.click();
  await toast(page, messages['job.added']).waitFor();
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
  expectQuiet(watch);
  await close();
});

test('a save that fails leaves the form open, says why, and loses nothing', async () => {
  const { page, watch, close } = await openAdmin(browser.current, site);
  const { add, addForm: form, row } = jobsScreen(page);
  await page.goto('/admin/dashboard');
  await add.click();
  await fillJob(form, 'Tried often', words);
  refuse(json(422, { message: 'Two are wrong.', errors: { title: ['Taken.'], closes_at: ['Too soon.'] } }));
  await form.publish.click();
  await form.alert.getByText('Two are wrong.').waitFor();
  await form.says('Taken.').waitFor();
  await form.says('Too soon.').waitFor();
  await expect.poll(() => form.title.evaluate((field) => field === document.activeElement)).toBe(true);

  const failures: [Misbehaviour, status: number, text: string][] = [
    [json(500, { message: 'SQLSTATE[42S22]' }), 500, messages['upstream.failed']],
    [{ kind: 'reset' }, 502, messages['upstream.unreachable']],
  ];
  for (const [failure, , text] of failures) {
    refuse(failure);
    await form.publish.click();
    await form.alert.getByText(text).waitFor();
    await expectInput(form, 'Tried often');
  }
  await page.route(`**${addPath}`, (route) => route.abort('connectionreset'), { times: 1 });
  await form.publish.click();
  await form.alert.getByText(messages['network.failed']).waitFor();
  await expectInput(form, 'Tried often');

  await form.publish.click();
  await toast(page, messages['job.added']).waitFor();
  await row('Tried often').getByText('Open').waitFor();
  expect(site.stub.data.jobs).toMatchObject([{ title: 'Tried often', description: `<p>${words}</p>` }]);
  expectQuiet(watch, [
    failedToLoad(422, addPath),
    apiCallError('Two are wrong.'),
    ...failures.flatMap(([, status, text]) => [failedToLoad(status, addPath), apiCallError(text)]),
    `error: Failed to load resource: net::ERR_CONNECTION_RESET [${addPath}]`,
    apiCallError(messages['network.failed']),
  ]);
  await close();
});

test('the session ends while a job is written: sign-in in place, and the job is saved whole', async () => {
  const { page, watch, close } = await openAdmin(browser.current, site);
  const { add, addForm: form, row } = jobsScreen(page);
  await page.goto('/admin/dashboard');
  await add.click();
  await fillJob(form, 'Every word kept', words);
  await endSession(page, site);
  await form.saveDraft.click();
  const prompt = page.getByRole('dialog', { name: 'Sign in again' });
  await prompt.waitFor();
  expect(await form.dialog.isVisible()).toBe(true);
  await loginForm(page).password.fill(site.credentials.password);
  await loginForm(page).submit.click();
  await prompt.waitFor({ state: 'hidden' });
  await toast(page, messages['job.added']).waitFor();
  await row('Every word kept').waitFor();
  expect(site.stub.data.jobs).toMatchObject([{ title: 'Every word kept', description: `<p>${words}</p>` }]);
  expectQuiet(watch, [failedToLoad(401, addPath)]);
  await close();
});

test('somebody else was faster: the newer version can be loaded, or overwritten', async () => {
  site.stub.data.jobs = [stubJob(1, { title: 'Film editor', closes_at: dayFromNow(9) })];
  const { page, watch, close } = await openAdmin(browser.current, site);
  const { edit, editForm: form } = jobsScreen(page);
  await page.goto('/admin/dashboard');
  await edit('Film editor');
  await form.title.waitFor();
  await form.title.fill('Mine');
  const theirs = { title: 'Theirs', closes_at: null, updated_at: '2026-11-20T10:00:00.000Z' };
  Object.assign(site.stub.data.jobs[0] ?? {}, theirs);
  await form.save.click();
  await form.alert.getByText(/saved this at/).waitFor();
  await expectInput(form, 'Mine', 'The words of job 1.');
  await form.dialog.getByRole('button', { name: 'Load the newer version' }).click();
  await expect.poll(() => form.title.inputValue()).toBe('Theirs');
  await expect.poll(() => form.closes.inputValue()).toBe('');
  await form.dialog.getByRole('button', { name: 'Restore my changes' }).click();
  await expect.poll(() => form.title.inputValue()).toBe('Mine');

  Object.assign(site.stub.data.jobs[0] ?? {}, { updated_at: '2026-11-20T11:00:00.000Z' });
  await form.save.click();
  await form.alert.getByText(/saved this at/).waitFor();
  await form.dialog.getByRole('button', { name: 'Overwrite with mine' }).click();
  await toast(page, messages['job.updated']).waitFor();
  expect(site.stub.data.jobs).toMatchObject([{ title: 'Mine', closes_at: dayFromNow(9), status: 'open' }]);
  const sent = site.stub.requestsTo(editPath).map(({ body }) => JSON.parse(String(body)).updated_at);
  expect(sent).toEqual([stubJob(1).updated_at, theirs.updated_at, undefined]);
  const said = watch.consoleLines.filter((line) => line.startsWith('error: API call error:'));
  expectQuiet(watch, [failedToLoad(409, editPath), ...said]);
  await close();
});

test('a duplicate begins as a draft with the words of the other, and is a job of its own', async () => {
  const other = stubJob(1, { title: 'Film editor', closes_at: dayFromNow(20), openings: 3, region: 'KP' });
  site.stub.data.jobs = [other];
  const { page, watch, close } = await openAdmin(browser.current, site);
  const { act, copyForm: form, row } = jobsScreen(page);
  await page.goto('/admin/dashboard');
  await act('Film editor', 'Duplicate');
  await form.title.waitFor();
  expect(await form.title.inputValue()).toBe('Copy of Film editor');
  expect(await form.closes.inputValue()).toBe('');
  await form.text.getByText('The words of job 1.').waitFor();
  await form.saveDraft.click();
  await toast(page, messages['job.added']).waitFor();
  await row('Copy of Film editor').getByText('Draft').waitFor();
  expect(site.stub.data.jobs).toMatchObject([
    { ...other },
    {
      title: 'Copy of Film editor',
      description: other.description,
      openings: 3,
      region: 'KP',
      status: 'draft',
      closes_at: null,
    },
  ]);
  expectQuiet(watch);
  await close();
});

test('a form that is closed half filled keeps its draft', async () => {
  const { page, watch, close } = await openAdmin(browser.current, site);
  const { add, addForm: form } = jobsScreen(page);
  await page.goto('/admin/dashboard');
  await add.click();
  await fillJob(form, 'Half a job', words);
  await form.where('Hybrid').click();
  await form.showPay.click();
  await form.saved.waitFor();
  await page.keyboard.press('Escape');
  await leaveDialog(page).keep.click();
  await form.dialog.waitFor({ state: 'hidden' });
  await page.reload();
  await add.click();
  await form.draft.waitFor();
  await expectInput(form, 'Half a job');
  expect(await form.where('Hybrid').isChecked()).toBe(true);
  expect(await form.showPay.isChecked()).toBe(true);
  expectQuiet(watch);
  await close();
});

test('the preview follows the form, and says what search engines miss', async () => {
  const { page, watch, close } = await openAdmin(browser.current, site);
  const { add, addForm: form } = jobsScreen(page);
  await page.goto('/admin/dashboard');
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

test('a job that cannot be fetched for editing says so, and can be tried again', async () => {
  site.stub.data.jobs = [stubJob(1)];
  const jobPath = callPath(contract.singleJob, { id: 1 });
  const { page, watch, close } = await openAdmin(browser.current, site);
  const { edit, editForm: form } = jobsScreen(page);
  await page.goto('/admin/dashboard');
  site.stub.misbehave(json(500, {}), { path: jobPath, times: 2 });
  await edit('Job 1');
  await form.alert.getByText('The job could not be loaded').waitFor();
  expect(await form.save.isDisabled()).toBe(true);
  await form.dialog.getByRole('button', { name: 'Try again' }).click();
  await form.title.waitFor();
  expect(await form.title.inputValue()).toBe('Job 1');
  expectQuiet(watch, [failedToLoad(500, jobPath), apiCallError(messages['upstream.failed'])]);
  await close();
});

function refuse(rule: Misbehaviour): void {
  site.stub.misbehave(rule, { path: addPath, times: 1 });
}

function json(status: number, body: Record<string, unknown>): Misbehaviour {
  return { kind: 'answer', status, body: JSON.stringify({ status: 0, ...body }) };
}

async function expectInput(form: JobForm, title: string, text = words): Promise<void> {
  await form.text.getByText(text).waitFor();
  await expect.poll(() => form.title.inputValue()).toBe(title);
}
