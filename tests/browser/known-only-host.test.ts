// @module-tag deep/hosts: a host with the known calls only
import { afterAll, beforeAll, expect, test } from 'vitest';
import { sampleSite } from '#shared/site/sample-site.ts';
import { type KnownOnlyHost, knownOnlyAdmin, startKnownOnlyHost } from '../support/known-only-host.ts';
import { signIn } from '../support/sign-in.ts';
import { startTestApp, type TestApp } from '../support/start-test-app.ts';
import { launchBrowser } from './support/launch.ts';
import { openVisitor } from './support/visitor.ts';
import { contactForm, fillLetter, letter } from './support/visitor-forms.ts';
import { apiCallError, expectQuiet, failedToLoad } from './support/watch.ts';

const browser = launchBrowser();

let host: KnownOnlyHost;
let app: TestApp;
beforeAll(async () => {
  host = await startKnownOnlyHost();
  app = await startTestApp({ UPSTREAM_URL: host.url });
});
afterAll(async () => {
  await app?.close();
  await host?.close();
});

test('a visitor of a host with the known calls only meets no form and no error', async () => {
  const { page, watch, close } = await openVisitor(browser.current, app);
  await page.goto('/');
  const main = page.getByRole('main');
  for (const name of ['Portfolio', 'Publishing', 'Team', 'Careers', 'Jobs', 'Contact']) {
    await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name, exact: true }).click();
    await main.getByRole('heading', { level: 1 }).waitFor();
    await page.waitForLoadState('networkidle');
    expect(await main.getByRole('alert').count(), name).toBe(0);
    expect(await main.locator('form[aria-label]').count(), name).toBe(0);
  }
  await main.getByRole('link', { name: sampleSite.email }).first().waitFor();
  // The browser logs every 404; none of them is an error of the page.
  const own = watch.consoleLines.filter((line) => !/404 \(Not Found\)|API call error/.test(line));
  expect(own).toEqual([]);
  expect(watch.pageErrors).toEqual([]);
  await close();
});

test('a message that the host turns out not to take stays, with the address that reaches the studio', async () => {
  // The host hides which calls it supports, so that the site learns of the missing call only with the first message.
  const hiding = await startKnownOnlyHost({ options: 'cors' });
  const site = await startTestApp({ UPSTREAM_URL: hiding.url });
  const { page, watch, close } = await openVisitor(browser.current, site);
  await page.goto('/contact');
  const form = contactForm(page);
  await fillLetter(form);
  await form.send.click();
  const notice = form.form.getByRole('alert').filter({ hasText: 'What you typed is still here' });
  await notice.waitFor();
  await expect.poll(() => notice.getByRole('link').getAttribute('href')).toBe(`mailto:${sampleSite.email}`);
  await expect.poll(() => notice.innerText()).not.toContain('could not be found');
  await expect.poll(() => form.message.inputValue()).toBe(letter.message);
  // From now on the site knows that the call is missing.
  await page.goto('/contact');
  await page.getByRole('main').getByText('Please email us.').waitFor();
  expect(await page.getByRole('main').locator('form').count()).toBe(0);
  expectQuiet(watch, [failedToLoad(404, '/api/contactUs'), apiCallError('This cannot be done here.')]);
  await close();
  await site.close();
  await hiding.close();
});

test('admin screens say which lists the host does not have', async () => {
  const { cookie } = await signIn(app, knownOnlyAdmin);
  const { page, close } = await openVisitor(browser.current, app, { cookie });
  for (const [path, what] of [
    ['/admin/dashboard', 'jobs'],
    ['/admin/applicants', 'applicants'],
    ['/admin/team', 'a team'],
    ['/admin/messages', 'messages'],
  ]) {
    await page.goto(path ?? '');
    await page.getByText(`Your API host does not offer ${what}`).waitFor();
    expect(await page.getByRole('button', { name: 'Try again' }).count()).toBe(0);
  }
  // A missing list has no search.
  expect(await page.getByRole('main').getByRole('searchbox').count()).toBe(0);
  expect(await page.getByRole('navigation', { name: 'Folders' }).count()).toBe(0);
  await page.goto('/admin/blogs');
  await page.getByRole('cell', { name: 'Hidden post 24' }).first().waitFor();
  await close();
});
