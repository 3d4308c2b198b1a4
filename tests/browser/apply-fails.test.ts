import type { Page } from 'playwright-core';
import { beforeEach, expect, test } from 'vitest';
import { callPath } from '#shared/contract/call-path.ts';
import { contract } from '#shared/contract/index.ts';
import type { Id } from '#shared/id.ts';
import { limits } from '#shared/limits.ts';
import { messages, messageText } from '#shared/messages.ts';
import { sha256 } from '../support/files.ts';
import { signIn } from '../support/sign-in.ts';
import type { Misbehaviour } from '../support/stub-upstream.ts';
import {
  type ApplyForm,
  applyForm,
  cvFile,
  fillApplication,
  texts,
  textsOf,
} from './support/applications.ts';
import { holdScripts } from './support/hold.ts';
import { addJob } from './support/jobs-public.ts';
import { launchBrowser } from './support/launch.ts';
import { json, stubbedSite } from './support/stubbed-site.ts';
import { takenOver } from './support/taken-over.ts';
import { openVisitor } from './support/visitor.ts';
import { loseTheLine } from './support/visitor-forms.ts';
import { apiCallError, expectQuiet, failedToLoad } from './support/watch.ts';

const browser = launchBrowser();
const site = stubbedSite();
let jobId: Id;
let postingPath: string;
let applyPath: string;

beforeEach(async () => {
  const { agent } = await signIn(site.app, site.credentials);
  jobId = (await addJob(agent)).id;
  postingPath = `/careers/apply/${jobId}`;
  applyPath = callPath(contract.applyJobFor, { id: jobId });
});

test('whatever goes wrong is said in words, and nothing that was typed is lost', async () => {
  const { page, watch, close } = await openVisitor(browser.current, site.app);
  const form = applyForm(page);
  await page.goto(postingPath);
  await fillApplication(form);

  refuse(json(422, { errors: { linkedin_url: ['This profile is private.'], cv: ['Too dark.'] } }));
  await form.send.click();
  await form.form.getByText('This profile is private.').waitFor();
  await form.form.getByText('Too dark.').waitFor();
  await expect.poll(() => form.link.evaluate((field) => field === document.activeElement)).toBe(true);
  await expectInput(form);
  await form.link.press('End');
  await form.link.press('/');
  await form.form.getByText('This profile is private.').waitFor({ state: 'detached' });
  await expect.poll(() => form.form.getByText('Too dark.').isVisible()).toBe(true);
  await form.link.fill(texts.link);

  refuse(json(422, { errors: { cv: ['Too dark.'] } }));
  await form.send.click();
  await expect.poll(() => form.cv.evaluate((field) => field === document.activeElement)).toBe(true);

  const failures: [Misbehaviour, status: number, text: string][] = [
    [json(413, { message: 'The host takes 1 MB.' }), 413, 'The host takes 1 MB.'],
    [json(409, { message: 'It is here already.' }), 409, 'It is here already.'],
  ];
  for (const [failure, , text] of failures) {
    refuse(failure);
    await form.send.click();
    await form.alert.getByText(text).waitFor();
    expect(await form.alert.evaluate((notice) => notice === document.activeElement)).toBe(true);
    await expectInput(form);
  }
  await loseTheLine(page, applyPath);
  await form.send.click();
  await form.alert.getByText(messages['network.failed']).waitFor();
  await expectInput(form);
  refuse(json(200, { status: 0, message: 'Not today.' }));
  await form.send.click();
  await form.alert.getByText('Not today.').waitFor();

  await form.send.click();
  await form.received.waitFor();
  const sent = site.stub.requestsTo(applyPath).at(-1)?.parts ?? [];
  expect(sent.find(({ name }) => name === 'cv')?.sha256).toBe(sha256(cvFile().buffer));
  expectQuiet(watch, [
    failedToLoad(422, applyPath),
    apiCallError(messages['fields.invalid']),
    ...failures.flatMap(([, status, text]) => [failedToLoad(status, applyPath), apiCallError(text)]),
    `error: Failed to load resource: net::ERR_INTERNET_DISCONNECTED [${applyPath}]`,
    apiCallError(messages['network.failed']),
  ]);
  await close();
});

test('a form token that cannot be had is asked for once more when the form is sent; a host that knows none gets none', async () => {
  const path = callPath(contract.formToken);
  // The server asks once, for its page; the form asks again when it is sent.
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
  await page.reload();
  await fillApplication(form);
  await form.send.click();
  await form.received.waitFor();
  expect(partOf('form_token')).toBe('');
  expectQuiet(watch);
  await close();
});

test('what was typed stays in its tab until it is sent, also before the scripts came; the file and the consent do not', async () => {
  const { page, context, watch, close } = await openVisitor(browser.current, site.app);
  const scripts = await holdScripts(page);
  await page.goto(postingPath, { waitUntil: 'commit' });
  const form = applyForm(page);
  await form.name.fill(texts.name);
  await form.letter.fill(texts.letter);
  await form.consent.check();
  scripts.release();
  await expect.poll(() => page.evaluate(() => sessionStorage.length)).toBe(1);
  await expect.poll(() => form.name.inputValue()).toBe(texts.name);
  await expect.poll(() => form.letter.inputValue()).toBe(texts.letter);
  await expect.poll(() => form.consent.isChecked()).toBe(true);

  await fillApplication(form);
  await page.reload();
  await form.restored.waitFor();
  expect(await textsOf(form)).toEqual(texts);
  await expect.poll(() => form.consent.isChecked()).toBe(false);
  expect(await form.cvName(cvFile().name).count()).toBe(0);

  const other = await context.newPage();
  await other.goto(postingPath);
  await takenOver(other);
  await expect.poll(() => applyForm(other).name.inputValue()).toBe('');
  await other.close();
  // Another posting, in the same tab.
  await page.goto('/careers/apply?spontaneous=1');
  await form.form.waitFor();
  await expect.poll(() => form.name.inputValue()).toBe('');

  await page.goto(postingPath);
  await form.restored.waitFor();
  await form.startAfresh.click();
  await expect.poll(() => form.name.inputValue()).toBe('');
  await page.reload();
  await form.form.waitFor();
  expect(await form.restored.count()).toBe(0);
  await fillApplication(form);
  await form.send.click();
  await form.received.waitFor();
  expect(partOf('name')).toBe(texts.name);
  expect(await page.evaluate(() => sessionStorage.length)).toBe(0);
  expectQuiet(watch);
  await close();
});

test('a CV is looked at before it is sent; a slow upload shows how far it is and can be stopped', async () => {
  const { page, watch, close } = await openVisitor(browser.current, site.app);
  const form = applyForm(page);
  await page.goto(postingPath);
  await form.cv.setInputFiles({ name: 'me.png', mimeType: 'image/png', buffer: Buffer.from('x') });
  await form.form.getByText('me.png: this file is not one of the accepted types (PDF, DOC, DOCX).').waitFor();
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

/** A line on which a few megabytes take a minute. */
async function throttle(page: Page) {
  const session = await page.context().newCDPSession(page);
  const line = { offline: false, latency: 0, downloadThroughput: -1 };
  await session.send('Network.enable');
  await session.send('Network.emulateNetworkConditions', { ...line, uploadThroughput: 50_000 });
  return {
    stop: () => session.send('Network.emulateNetworkConditions', { ...line, uploadThroughput: -1 }),
  };
}
