// @module-tag deep/journey: what the apply form has of its own: its CV, its consent, its token, its keys, a phone
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { beforeEach, expect, test } from 'vitest';
import { callPath } from '#shared/contract/call-path.ts';
import { contract } from '#shared/contract/index.ts';
import { limits } from '#shared/limits.ts';
import { messages, messageText } from '#shared/messages.ts';
import { withEngine } from '../support/engines.ts';
import { sha256 } from '../support/files.ts';
import { type Agent, signIn } from '../support/sign-in.ts';
import type { Misbehaviour } from '../support/stub-upstream.ts';
import {
  type ApplyForm,
  applyForm,
  cvFile,
  fillApplication,
  texts,
  textsOf,
} from './support/applications.ts';
import { expectFits } from './support/fits.ts';
import { expectFocus } from './support/focus.ts';
import { addJob, jobsPage } from './support/jobs-public.ts';
import { launchBrowser } from './support/launch.ts';
import { unbroken, urdu } from './support/long-names.ts';
import { json, stubbedSite } from './support/stubbed-site.ts';
import { openVisitor } from './support/visitor.ts';
import { apiCallError, expectQuiet, failedToLoad } from './support/watch.ts';

// The tests of the contact form cover the common behaviour of visitors' forms.
const browser = launchBrowser();
const site = stubbedSite();
// A site accepts five forms an hour from one visitor.
const otherSite = stubbedSite();
let postingPath: string;
let applyPath: string;

beforeEach(async () => {
  const { agent } = await signIn(site.app, site.credentials);
  const { id } = await addJob(agent);
  postingPath = `/careers/apply/${id}`;
  applyPath = callPath(contract.applyJobFor, { id });
});

test('what the host thinks of a link and of a CV is said at their fields, and neither file nor consent is lost', async () => {
  const { page, watch, close } = await openVisitor(browser.current, site.app);
  const form = applyForm(page);
  await page.goto(postingPath);
  await fillApplication(form);

  refuse(json(422, { errors: { linkedin_url: ['This profile is private.'], cv: ['Too dark.'] } }));
  await form.send.click();
  await form.form.getByText('This profile is private.').waitFor();
  await form.form.getByText('Too dark.').waitFor();
  await expectFocus(form.link);
  await expectInput(form);
  await form.link.press('End');
  await form.link.press('/');
  await form.form.getByText('This profile is private.').waitFor({ state: 'detached' });
  await expect.poll(() => form.form.getByText('Too dark.').isVisible()).toBe(true);
  await form.link.fill(texts.link);
  refuse(json(422, { errors: { cv: ['Too dark.'] } }));
  await form.send.click();
  await expectFocus(form.cv);
  await form.send.click();
  await form.received.waitFor();
  const sent = site.stub.requestsTo(applyPath).at(-1)?.parts ?? [];
  expect(sent.find(({ name }) => name === 'cv')?.sha256).toBe(sha256(cvFile().buffer));
  expectQuiet(watch, [failedToLoad(422, applyPath), apiCallError(messages['fields.invalid'])]);
  await close();
});

test('a form token that cannot be had is asked for once more when the form is sent; a host that knows none gets none', async () => {
  const path = callPath(contract.formToken);
  // The server requests it once, for its page; the form requests it again when it is sent.
  site.stub.misbehave(json(500, {}), { path, times: 1 });
  const { page, watch, close } = await openVisitor(browser.current, site.app);
  const form = applyForm(page);
  await page.goto(postingPath);
  await expect.poll(() => site.stub.requestsTo(path).length).toBe(1);
  await fillApplication(form);
  await form.send.click();
  await form.busy.waitFor();
  await form.received.waitFor();
  expect(partOf('form_token')).toMatch(/^stub-form-/);

  site.stub.misbehave(json(404, {}), { path });
  // A reload would show the receipt again.
  await page.goto(postingPath);
  await fillApplication(form);
  await form.send.click();
  await form.received.waitFor();
  expect(partOf('form_token')).toBe('');
  expectQuiet(watch);
  await close();
});

test('what was typed comes back after a reload, without the file and the consent, and only for its own posting', async () => {
  const { page, watch, close } = await openVisitor(browser.current, site.app);
  const form = applyForm(page);
  await page.goto(postingPath);
  await fillApplication(form);
  await page.reload();
  await form.restored.waitFor();
  await form.form.getByText('Please choose your CV and agree again').waitFor();
  expect(await textsOf(form)).toEqual(texts);
  await expect.poll(() => form.consent.isChecked()).toBe(false);
  expect(await form.cvName(cvFile().name).count()).toBe(0);
  await page.goto('/careers/apply?spontaneous=1');
  await form.form.waitFor();
  await expect.poll(() => form.name.inputValue()).toBe('');
  await page.goto(postingPath);
  await form.restored.waitFor();
  expectQuiet(watch);
  await close();
});

test('a CV is looked at before it is sent; a slow upload shows how far it is and can be stopped', async () => {
  const { page, watch, close } = await openVisitor(browser.current, site.app);
  const form = applyForm(page);
  await page.goto(postingPath);
  await form.cv.setInputFiles({ name: 'me.png', mimeType: 'image/png', buffer: Buffer.from('x') });
  const refused = form.form.getByText('me.png: this file is not one of the accepted types (PDF, DOC, DOCX).');
  await refused.waitFor();
  await form.send.click();
  await form.form.getByText(messages['applicant.nameRequired']).waitFor();
  await refused.waitFor();
  const large = { ...cvFile('large.pdf'), buffer: Buffer.alloc(limits.documentBytes + 1) };
  await form.cv.setInputFiles(large);
  await form.form.getByText(messageText('upload.tooLarge', { field: 'large.pdf', limit: '5 MB' })).waitFor();
  expect(await form.cvName('large.pdf').count()).toBe(0);

  const heavy = {
    ...cvFile('heavy.pdf'),
    buffer: Buffer.concat([cvFile().buffer, Buffer.alloc(3_000_000)]),
  };
  await fillApplication(form, heavy);
  const slowDown = await throttle(page);
  await form.send.click();
  await form.cancel.waitFor();
  await form.form.getByRole('progressbar').waitFor();
  await form.cancel.click();
  await form.alert.getByText(messages['upload.cancelled']).waitFor();
  await expectInput(form, 'heavy.pdf');
  await slowDown.stop();
  expect(site.stub.requestsTo(applyPath)).toEqual([]);
  await form.send.click();
  await form.received.waitFor();
  expect(site.stub.requestsTo(applyPath)).toHaveLength(1);
  expectQuiet(watch);
  await close();
});

test('a CV that vanished from the disk since it was chosen is told as that', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'studio-cv-'));
  const path = join(folder, 'gone.pdf');
  await writeFile(path, cvFile().buffer);
  const { page, watch, close } = await openVisitor(browser.current, site.app);
  const form = applyForm(page);
  await page.goto('/careers/apply?spontaneous=1');
  await fillApplication(form);
  await chooseFromDisk(page, path);
  await form.cvName('gone.pdf').waitFor();
  await rm(folder, { recursive: true });
  await form.send.click();
  await form.form.getByText(messageText('upload.unreadable', { field: 'gone.pdf' })).waitFor();
  await form.cv.setInputFiles(cvFile('again.pdf'));
  await form.send.click();
  await form.received.waitFor();
  expectQuiet(watch);
  await close();
});

test('a job is found and applied for by keyboard alone, and nobody meets the trap', async () => {
  const admin = await adminOfOther();
  await addJob(admin);
  await addJob(admin, { title: 'Front-end engineer', department: 'Engineering' });
  const { page, watch, close } = await openVisitor(browser.current, otherSite.app);
  const list = jobsPage(page);
  const form = applyForm(page);
  await page.goto('/careers/apply');
  await list.job('Film editor').waitFor();
  await tabTo(page, 'Film, 1 position');
  await page.keyboard.press('Enter');
  await list.count.getByText('1 position found').waitFor();
  expect(await focused(page)).toBe('Film, 1 position');
  await tabTo(page, 'Remove filter Department: Film');
  await page.keyboard.press('Enter');
  await list.count.getByText('2 positions').waitFor();
  await tabTo(page, 'Film editor');
  await page.keyboard.press('Enter');
  await form.form.waitFor();
  await tabTo(page, 'Apply for this job');
  await page.keyboard.press('Enter');
  const met: string[] = [];
  for (const [label, text] of [
    ['Name', 'Ayesha'],
    ['Email', 'a@b.example'],
    ['Phone (optional)', '+92 300 1234567'],
    ['City (optional)', 'Peshawar'],
    ['Portfolio or LinkedIn (optional)', 'behance.net/a'],
    ['Cover letter (optional)', 'I draw.'],
  ] as const) {
    await page.keyboard.press('Tab');
    met.push(await focused(page));
    expect(met.at(-1)).toBe(label);
    await page.keyboard.type(text);
  }
  await page.keyboard.press('Tab');
  expect(await focused(page)).toBe('CV');
  const [picker] = await Promise.all([page.waitForEvent('filechooser'), page.keyboard.press('Enter')]);
  await picker.setFiles(cvFile('keys.pdf'));
  await form.cvName('keys.pdf').waitFor();
  await page.keyboard.press('Tab');
  expect(await focused(page)).toBe('Remove');
  await page.keyboard.press('Tab');
  expect(await focused(page)).toMatch(/^I agree that/);
  await page.keyboard.press('Space');
  await page.keyboard.press('Tab');
  expect(await focused(page)).toBe('Send application');
  await page.keyboard.press('Enter');
  await form.received.waitFor();
  const sent = otherSite.stub.requests.find(
    ({ method, url }) => method === 'POST' && url.startsWith('/api/applyJob'),
  );
  const part = (name: string) => sent?.parts.find((each) => each.name === name);
  expect(part('website')?.value).toBe('');
  expect(part('portfolio_url')?.value).toBe('https://behance.net/a');
  expect(part('cv')?.filename).toBe('keys.pdf');
  expectQuiet(watch);
  await close();
});

test('list, posting and form are of use on a phone, whatever the words', async () => {
  const admin = await adminOfOther();
  const long = await addJob(admin, { title: unbroken, department: unbroken.slice(0, 200) });
  await addJob(admin, { title: urdu, department: 'فلم اور آواز', city: 'پشاور' });
  const { page, watch, close } = await openVisitor(browser.current, otherSite.app, {
    width: 360,
    height: 740,
  });
  const list = jobsPage(page);
  const form = applyForm(page);
  await page.goto('/careers/apply');
  await list.job(urdu).waitFor();
  await expectFits(page, 'list');
  await expect.poll(() => list.facet('On-site, 2 positions').isVisible()).toBe(false);
  await list.filters.click();
  await list.facet('فلم اور آواز, 1 position').click();
  await list.count.getByText('1 position found').waitFor();
  await expectFits(page, 'list with filters');
  await page.goto(`/careers/apply/${long.id}`);
  await form.form.waitFor();
  await form.send.click();
  await form.form.getByText(messages['applicant.nameRequired']).waitFor();
  await expectFits(page, 'form with errors');
  await fillApplication(form, cvFile(`${unbroken}.pdf`));
  await expectFits(page, 'filled form');
  await form.send.click();
  await form.received.waitFor();
  await expectFits(page, 'received');
  expectQuiet(watch);
  await close();
});

test('jobs that cannot be loaded are told with a way to try again, and in the console', async () => {
  const path = callPath(contract.jobs);
  // The server makes one of these requests, and the button two.
  site.stub.misbehave({ kind: 'answer', status: 500, body: '{"status":0}' }, { path, times: 3 });
  const { page, watch, close } = await openVisitor(browser.current, site.app);
  await page.goto('/careers/apply');
  await page.getByRole('alert').getByText(messages['upstream.failed']).waitFor();
  expect(await page.locator('.Toastify__toast').count()).toBe(0);
  const again = page.getByRole('button', { name: 'Try again' });
  await again.click();
  await expect.poll(() => site.stub.requestsTo(path).length).toBe(3);
  await again.click();
  await jobsPage(page).job('Film editor').waitFor();
  expectQuiet(watch, [
    failedToLoad(503, '/careers/apply'),
    failedToLoad(500, path),
    apiCallError(messages['upstream.failed']),
  ]);
  await close();
});

withEngine('embedded', (engine) => {
  const applicants = async (query: object) =>
    (await engine.admin.get(callPath(contract.getApplicants)).query(query)).body.data.data;

  test('a job that closes under the form: what was typed goes into an application without a job', async () => {
    const job = await addJob(engine.admin, { title: 'Grip' });
    const { page, watch, close } = await openVisitor(browser.current, engine.app);
    const form = applyForm(page);
    await page.goto(`/careers/apply/${job.id}`);
    await fillApplication(form);
    await engine.admin
      .post(callPath(contract.updateJobStatus, { id: job.id }))
      .send({ status: 'closed' })
      .expect(200);
    await form.send.click();
    await form.alert.getByText(messages['job.closed']).waitFor();
    await form.alert.getByRole('link', { name: 'Send it as an application without a position' }).click();
    await page.getByRole('heading', { name: 'Apply without a position', level: 1 }).waitFor();
    await form.restored.waitFor();
    expect(await textsOf(form)).toEqual(texts);
    await form.cv.setInputFiles(cvFile('again.pdf'));
    await form.consent.check();
    await form.send.click();
    await form.received.waitFor();
    const [applicant] = await applicants({ job_id: 'none' });
    expect(applicant).toMatchObject({ status: 'new', cv_name: 'again.pdf', source: null });

    // A second application with the same email gets the same kind of answer, and does not reveal that there was a
    // first one.
    const reference = await form.reference.innerText();
    await page.goto('/careers/apply?spontaneous=1');
    await form.form.waitFor();
    await expect.poll(() => form.name.inputValue()).toBe('');
    await fillApplication(form);
    await form.send.click();
    await form.received.waitFor();
    await expect
      .poll(() => form.reference.innerText())
      .toMatch(new RegExp(`^${reference.replace(/[^-]/g, '.')}$`));
    expect(await applicants({ job_id: 'none' })).toHaveLength(1);
    const path = callPath(contract.applyJobFor, { id: job.id });
    expectQuiet(watch, [failedToLoad(410, path), apiCallError(messages['job.closed'])]);
    await close();
  });
});

function refuse(failure: Misbehaviour): void {
  site.stub.misbehave(failure, { path: applyPath, times: 1 });
}

function partOf(name: string): string | undefined {
  const sent = site.stub.requestsTo(applyPath).at(-1);
  return sent?.parts.find((part) => part.name === name)?.value;
}

async function expectInput(form: ApplyForm, cv = cvFile().name): Promise<void> {
  expect(await textsOf(form)).toEqual(texts);
  await expect.poll(() => form.consent.isChecked()).toBe(true);
  await expect.poll(() => form.cvName(cv).isVisible()).toBe(true);
}

/** Throttles the connection so that a few megabytes take a minute. */
async function throttle(page: Page) {
  const session = await page.context().newCDPSession(page);
  const line = { offline: false, latency: 0, downloadThroughput: -1 };
  await session.send('Network.enable');
  await session.send('Network.emulateNetworkConditions', { ...line, uploadThroughput: 50_000 });
  return {
    stop: () => session.send('Network.emulateNetworkConditions', { ...line, uploadThroughput: -1 }),
  };
}

async function adminOfOther(): Promise<Agent> {
  return (await signIn(otherSite.app, otherSite.credentials)).agent;
}

/** Presses Tab until the control of this name has the focus. */
async function tabTo(page: Page, name: string): Promise<void> {
  const met: string[] = [];
  for (let step = 0; step < 60; step += 1) {
    await page.keyboard.press('Tab');
    met.push(await focused(page));
    if (met.at(-1) === name) return;
  }
  throw new Error(`Tab never came to ${name}, but to: ${met.join(' | ')}`);
}

function focused(page: Page): Promise<string> {
  return page.evaluate(() => {
    const element = document.activeElement;
    if (!(element instanceof HTMLElement)) return '';
    const label = element instanceof HTMLInputElement || element instanceof HTMLTextAreaElement;
    const words = label ? element.labels?.[0]?.textContent : element.textContent;
    return (element.ariaLabel ?? words ?? '').trim();
  });
}

/**
 * Chooses a file by its path: `setInputFiles` would copy it to the browser, which is another process than the test.
 */
async function chooseFromDisk(page: Page, path: string): Promise<void> {
  const session = await page.context().newCDPSession(page);
  const { result } = await session.send('Runtime.evaluate', {
    expression: `document.querySelector('input[type="file"]')`,
  });
  await session.send('DOM.setFileInputFiles', { files: [path], objectId: result.objectId ?? '' });
  await session.detach();
}
