// @module-tag deep/hosts: in front of the hosts of hosts/examples
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { messages } from '#shared/messages.ts';
import { type ExampleHost, openHost } from '../hosts/host.ts';
import { startSiteBefore } from '../hosts/site.ts';
import { pdf } from '../support/files.ts';
import type { TestApp } from '../support/start-test-app.ts';
import { blogsScreen, fillPlainly, toast } from './support/blogs.ts';
import { launchBrowser } from './support/launch.ts';
import { fillLogin, loginForm } from './support/login.ts';
import { brokenImages, postPage } from './support/posts.ts';
import { openVisitor } from './support/visitor.ts';
import { apiCallError, expectQuiet, failedToLoad } from './support/watch.ts';

const browser = launchBrowser();

describe.each(['laravel', 'json-api'] as const)('in front of the %s host, by its host.json alone', (name) => {
  let host: ExampleHost;
  let app: TestApp;
  beforeAll(async () => {
    host = await openHost(name);
    app = await startSiteBefore(host);
  });
  afterAll(async () => {
    await app?.close();
    await host?.stop();
  });

  test('somebody signs in and writes a post with a picture, and a visitor reads it', async () => {
    const title = 'A film that nobody has seen';
    const admin = await openVisitor(browser.current, app);
    const { page } = admin;
    const screen = blogsScreen(page);
    await page.goto('/admin/blogs');
    await loginForm(page).form.waitFor();
    if (name === 'json-api') await refuseCustomer(page, host.customer);
    await fillLogin(page, host.admin);
    const newestOfTheirs = host.posts().at(-1)?.title ?? '';
    await screen.row(newestOfTheirs).waitFor();
    await screen.add.click();
    await fillPlainly(screen.addForm, title, 'Grüße aus Peshawar');
    await screen.addForm.submit.click();
    await toast(page, 'Added successfully').waitFor();
    await screen.row(title).waitFor();
    if (name === 'laravel') await readApplicant(page, host);
    else await withdrawQueued(page, title);
    // Calls that the host lacks, such as counting messages, are not made.
    expectQuiet(admin.watch, name === 'json-api' ? noRole : []);
    await admin.close();
    const stored = host.posts().at(-1);
    expect(stored).toMatchObject({ title, isActive: true, text: '<p>Grüße aus Peshawar</p>' });
    expect(stored?.picture?.length).toBeGreaterThan(0);

    const reader = await openVisitor(browser.current, app);
    await reader.page.goto('/publishing');
    await reader.page.getByRole('main').getByRole('link', { name: title, exact: true }).click();
    const read = postPage(reader.page);
    await read.article.getByText('Grüße aus Peshawar').waitFor();
    expect(await read.title.innerText()).toBe(title);
    await read.cover.waitFor();
    expect(await brokenImages(reader.page)).toEqual([]);

    // The host's earlier content, with its projects' pictures from any origin.
    const [category] = host.categories();
    const project = host.projects().find(({ categoryId }) => categoryId === category?.id);
    await reader.page.goto(`/portfolio/${encodeURIComponent(category?.title ?? '')}`);
    await reader.page
      .getByRole('link', { name: project?.title ?? '' })
      .first()
      .click();
    await reader.page.getByRole('heading', { name: project?.title ?? '', level: 1 }).waitFor();
    expect(await brokenImages(reader.page)).toEqual([]);
    expectQuiet(reader.watch);
    await reader.close();
  });
});

const noRole = [failedToLoad(403, '/api/login'), apiCallError(messages['login.noRole'])];

/** A customer of the host has an account there, but no access to the admin area. */
async function refuseCustomer(page: Page, customer: ExampleHost['customer']) {
  const { form, failure } = loginForm(page);
  await form.getByLabel('User name', { exact: true }).waitFor();
  await fillLogin(page, customer);
  await expect.poll(() => failure.innerText()).toContain(messages['login.noRole']);
}

/** An applicant of the host is found, read and moved; actions and screens that the host lacks are not offered. */
async function readApplicant(page: Page, { data }: ExampleHost): Promise<void> {
  const cv = data.keep(pdf());
  for (const name of ['Özgür Şahin', 'Nadia Malik'])
    data.add('applications', { name, email: 'a@b.example', vacancy: 2, motivation: 'I draw.', resume: cv });
  await page.goto('/admin/messages');
  await page.getByText('Your API host does not offer messages').waitFor();
  await page.goto('/admin/applicants');
  const table = page.getByRole('table', { name: 'Applicants' });
  await table.getByText('Developer').nth(1).waitFor();
  await page.getByRole('searchbox', { name: 'Search applicants' }).fill('ozgur');
  await expect.poll(() => table.getByRole('row').count()).toBe(2);
  await table.getByRole('link', { name: 'Özgür Şahin' }).click();
  const review = page.getByRole('complementary', { name: 'Review' });
  await review.getByText('I draw.').waitFor();
  await review.getByRole('link', { name: 'Download' }).waitFor();
  await review.getByRole('button', { name: 'Interview' }).click();
  await expect.poll(() => data.rows.applications?.[0]?.state).toBe('interview');
  const offered = await review.getByRole('button').allInnerTexts();
  expect(offered.join()).not.toMatch(/Mark as|Add note|Change|Mail/);
}

/** The host has no versions: the site has stored the overwritten record, and restores it. */
async function withdrawQueued(page: Page, title: string): Promise<void> {
  const { edit, editForm, row } = blogsScreen(page);
  await edit(title).click();
  await editForm.text.waitFor();
  await editForm.title.fill('Another name');
  await editForm.submit.click();
  await row('Another name').waitFor();
  await edit('Another name').click();
  await editForm.dialog.getByRole('button', { name: 'Versions' }).click();
  await page.getByRole('button', { name: 'Restore version 1' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Restore' }).click();
  await toast(page, 'Version 1 restored').waitFor();
  await expect.poll(() => editForm.title.inputValue()).toBe(title);
  expect(await editForm.dialog.getByLabel('Excerpt').count()).toBe(0);
  await editForm.cancel.click();
  await row(title).waitFor();
}
