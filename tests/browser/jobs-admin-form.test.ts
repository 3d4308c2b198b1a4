import { expect, test } from 'vitest';
import { callPath } from '#shared/contract/call-path.ts';
import { contract } from '#shared/contract/index.ts';
import { deskMessages } from '#shared/desk-messages.ts';
import { messages } from '#shared/messages.ts';
import { toast } from './support/blogs.ts';
import { dayFromNow, fillJob, type JobForm, jobsScreen, stubJob } from './support/jobs-admin.ts';
import { launchBrowser } from './support/launch.ts';
import { leaveDialog } from './support/leaving.ts';
import { loginForm } from './support/login.ts';
import { endSession } from './support/session-life.ts';
import { json, stubbedSite } from './support/stubbed-site.ts';
import { openAdmin } from './support/visitor.ts';
import { apiCallError, expectQuiet, failedToLoad } from './support/watch.ts';

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
  expect(await form.title.evaluate((field) => field === document.activeElement)).toBe(true);
  await expect.poll(() => form.currency.inputValue()).toBe('rup');

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

test('a job half written outlives the page, a host that refuses it and the end of the session, and is saved whole', async () => {
  const { page, watch, close } = await openAdmin(browser.current, site);
  const { add, addForm: form, row } = jobsScreen(page);
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
  await expect.poll(() => form.where('Hybrid').isChecked()).toBe(true);
  await expect.poll(() => form.showPay.isChecked()).toBe(true);

  const answer = json(422, {
    message: 'Two are wrong.',
    errors: { title: ['Taken.'], closes_at: ['Too soon.'] },
  });
  site.stub.misbehave(answer, { path: addPath, times: 1 });
  await form.publish.click();
  await form.alert.getByText('Two are wrong.').waitFor();
  await form.says('Taken.').waitFor();
  await form.says('Too soon.').waitFor();
  await expect.poll(() => form.title.evaluate((field) => field === document.activeElement)).toBe(true);
  await expectInput(form, 'Half a job');

  await form.title.fill('Every word kept');
  await endSession(page, site);
  await form.publish.click();
  const prompt = page.getByRole('dialog', { name: 'Sign in again' });
  await prompt.waitFor();
  await expect.poll(() => form.dialog.isVisible()).toBe(true);
  await loginForm(page).password.fill(site.credentials.password);
  await loginForm(page).submit.click();
  await prompt.waitFor({ state: 'hidden' });
  await toast(page, deskMessages['job.added']).waitFor();
  await row('Every word kept').getByText('Open').waitFor();
  expect(site.stub.data.jobs).toMatchObject([
    { title: 'Every word kept', description: `<p>${words}</p>`, location_type: 'hybrid', show_salary: 1 },
  ]);
  expectQuiet(watch, [
    failedToLoad(422, addPath),
    apiCallError('Two are wrong.'),
    failedToLoad(401, addPath),
  ]);
  await close();
});

test('a job that is edited: fetched at the second try, taken from whoever was faster, and duplicated', async () => {
  site.stub.data.jobs = [
    stubJob(1, { title: 'Film editor', closes_at: dayFromNow(9), openings: 3, region: 'KP' }),
  ];
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
  await toast(page, deskMessages['job.updated']).waitFor();
  expect(site.stub.data.jobs).toMatchObject([{ title: 'Mine', closes_at: dayFromNow(9), status: 'open' }]);
  const sent = site.stub.requestsTo(editPath).map(({ body }) => JSON.parse(String(body)).updated_at);
  expect(sent).toEqual([stubJob(1).updated_at, theirs.updated_at, undefined]);

  // A duplicate begins as a draft with the words of the other, and is a job of its own.
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
  const conflicts = watch.consoleLines.filter((line) => /ApiError.*saved this at/.test(line));
  expectQuiet(watch, [
    failedToLoad(500, jobPath),
    apiCallError(messages['upstream.failed']),
    failedToLoad(409, editPath),
    ...conflicts,
  ]);
  await close();
});

async function expectInput(form: JobForm, title: string, text = words): Promise<void> {
  await form.text.getByText(text).waitFor();
  await expect.poll(() => form.title.inputValue()).toBe(title);
}
