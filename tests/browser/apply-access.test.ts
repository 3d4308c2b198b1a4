import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { beforeEach, expect, test } from 'vitest';
import { callPath } from '#shared/contract/call-path.ts';
import { contract } from '#shared/contract/index.ts';
import { messages, messageText } from '#shared/messages.ts';
import { type Agent, signIn } from '../support/sign-in.ts';
import { applyForm, cvFile, fillApplication } from './support/applications.ts';
import { addJob, jobPage, jobsPage } from './support/jobs-public.ts';
import { launchBrowser } from './support/launch.ts';
import { unbroken, urdu } from './support/long-names.ts';
import { stubbedSite } from './support/stubbed-site.ts';
import { openVisitor } from './support/visitor.ts';
import { apiCallError, expectQuiet, failedToLoad } from './support/watch.ts';

const browser = launchBrowser();
const site = stubbedSite();
const phone = { width: 360, height: 740 };
let admin: Agent;

beforeEach(async () => {
  admin = (await signIn(site.app, site.credentials)).agent;
});

test('a job is found and applied for by keyboard alone, and nobody meets the trap', async () => {
  await addJob(admin);
  await addJob(admin, { title: 'Front-end engineer', department: 'Engineering' });
  const { page, watch, close } = await openVisitor(browser.current, site.app);
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
  const sent = site.stub.requests.find(
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
  const long = await addJob(admin, { title: unbroken, department: unbroken.slice(0, 200) });
  await addJob(admin, { title: urdu, department: 'فلم اور آواز', city: 'پشاور' });
  const { page, watch, close } = await openVisitor(browser.current, site.app, phone);
  const list = jobsPage(page);
  await page.goto('/careers/apply');
  await list.job(urdu).waitFor();
  await expectFits(page, 'list');
  await expect.poll(() => list.facet('On-site, 2 positions').isVisible()).toBe(false);
  await list.filters.click();
  await list.facet('فلم اور آواز, 1 position').click();
  await list.count.getByText('1 position found').waitFor();
  await expectFits(page, 'list with filters');
  await expectReachable(page);
  await page.goto(`/careers/apply/${long.id}`);
  await applyForm(page).form.waitFor();
  await expectFits(page, 'posting');
  await applyForm(page).send.click();
  await applyForm(page).form.getByText(messages['applicant.nameRequired']).waitFor();
  await expectFits(page, 'form with errors');
  await fillApplication(applyForm(page), cvFile(`${unbroken}.pdf`));
  await expectFits(page, 'filled form');
  await expectReachable(page);
  await applyForm(page).send.click();
  await applyForm(page).received.waitFor();
  await expectFits(page, 'received');
  expectQuiet(watch);
  await close();
});

test('on paper stands the posting alone', async () => {
  const job = await addJob(admin);
  const { page, watch, close } = await openVisitor(browser.current, site.app);
  await page.goto(`/careers/apply/${job.id}`);
  await applyForm(page).form.waitFor();
  await page.emulateMedia({ media: 'print' });
  const posting = jobPage(page);
  await expect.poll(() => posting.title.isVisible()).toBe(true);
  await expect.poll(() => posting.fact('Pay').isVisible()).toBe(true);
  for (const gone of [
    page.getByRole('banner'),
    page.getByRole('contentinfo'),
    page.getByText('All positions'),
    page.getByText('Apply for this job').first(),
    page.getByText('Send application'),
  ]) {
    await expect.poll(() => gone.isVisible()).toBe(false);
  }
  expectQuiet(watch);
  await close();
});

test('a CV that vanished from the disk since it was chosen is told as that', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'studio-cv-'));
  const path = join(folder, 'gone.pdf');
  await writeFile(path, cvFile().buffer);
  await addJob(admin);
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

test('jobs that cannot be loaded are told with a way to try again, and in the console', async () => {
  await addJob(admin);
  const path = callPath(contract.jobs);
  // The server asks once, and the button twice.
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

async function expectFits(page: Page, name: string): Promise<void> {
  const width = await page.evaluate(() => document.documentElement.scrollWidth);
  expect(width, name).toBeLessThanOrEqual(phone.width);
}

/** Every control of the page's body lies within the screen and is large enough for a finger. */
async function expectReachable(page: Page): Promise<void> {
  const small = await page.evaluate(() =>
    [...document.querySelectorAll('main :is(a, button, input, textarea)')]
      .filter((element) => !element.closest('[aria-hidden=true]'))
      // A tick box is ticked by its label too.
      .map((element) => ({ element, box: (element.closest('label') ?? element).getBoundingClientRect() }))
      .filter(
        ({ box }) =>
          box.width > 0 &&
          (box.left < 0 || box.right > document.documentElement.clientWidth || box.height < 24),
      )
      .map(({ element, box }) => `${element.outerHTML.slice(0, 90)} ${box.left} ${box.right} ${box.height}`),
  );
  expect(small).toEqual([]);
}

/** Chooses a file where it lies: `setInputFiles` would hand a copy to the browser, which is another process than the test's. */
async function chooseFromDisk(page: Page, path: string): Promise<void> {
  const session = await page.context().newCDPSession(page);
  const { result } = await session.send('Runtime.evaluate', {
    expression: `document.querySelector('input[type="file"]')`,
  });
  await session.send('DOM.setFileInputFiles', { files: [path], objectId: result.objectId ?? '' });
  await session.detach();
}
