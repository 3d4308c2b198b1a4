// @module-tag deep/hosts: what the admin area leaves out over a host without the calls of the desk
import { expect, test } from 'vitest';
import { deskMessages } from '#shared/desk-messages.ts';
import { forgotPath } from '#shared/link-paths.ts';
import { pathTo } from '#shared/paths.ts';
import { applicantsScreen, stubApplicant } from './support/applicants-admin.ts';
import { expectAccessible } from './support/axe.ts';
import { blogsScreen, pngFile } from './support/blogs.ts';
import { launchBrowser } from './support/launch.ts';
import { loginForm } from './support/login.ts';
import { stubbedSite, stubPost } from './support/stubbed-site.ts';
import { openAdmin } from './support/visitor.ts';
import { expectQuiet } from './support/watch.ts';

// The admin area with an API host that has none of the desk's calls: one server for the tests of all parts.
const browser = launchBrowser();
const site = stubbedSite();

test('over a host without previews and schedules, forms say so in one line', async () => {
  site.stub.data.blogs = [stubPost(7)];
  const { page, watch, close } = await openAdmin(browser.current, site);
  const line = page.getByText('Previews and schedules are not available with this API host.');
  await page.goto('/admin/blogs?form=7');
  await line.waitFor();
  expect(await line.count()).toBe(1);
  const offers = page.getByRole('button', { name: /Preview and share|Schedule|Versions/ });
  expect(await offers.count()).toBe(0);
  await page.goto('/admin/portfolio?form=project');
  await line.waitFor();
  await page.goto('/admin/dashboard?form=new');
  await line.waitFor();
  expect(await offers.count()).toBe(0);
  expectQuiet(watch);
  await close();
});

test('over a host that cannot find anything, lists and the palette say so, and nothing is asked in vain', async () => {
  site.stub.data.blogs = [stubPost(7)];
  const { page, watch, close } = await openAdmin(browser.current, site, { keepsRequests: true });
  await page.goto('/admin/blogs');
  await page.getByText('Your API host does not support searching this list.').waitFor();
  await page.getByRole('row').filter({ hasText: 'Post 7' }).waitFor();
  expect(await page.getByRole('searchbox').count()).toBe(0);
  await page.keyboard.press('Control+k');
  const palette = page.getByRole('dialog', { name: 'Find anything' });
  await palette
    .getByText('Your API host does not support search. You can still find screens and actions.')
    .waitFor();
  await palette.getByRole('combobox').fill('applicants');
  await palette.getByRole('option', { name: 'Applicants' }).waitFor();
  await palette.getByRole('combobox').press('Enter');
  await page.getByRole('heading', { name: 'Applicants', level: 1 }).waitFor();
  // There is no picture library either: forms upload as usual, and crop the chosen file.
  await page.goto('/admin/pictures');
  await page
    .getByText('Your API host has no library of pictures. Forms can still upload pictures.')
    .waitFor();
  expect(await page.getByRole('button', { name: 'Upload pictures' }).count()).toBe(0);
  expect(await page.getByRole('link', { name: 'Pictures' }).count()).toBe(0);
  await page.goto('/admin/blogs?form=new');
  const { addForm } = blogsScreen(page);
  await addForm.cover.setInputFiles(await pngFile('wide.png'));
  await addForm.dialog.getByRole('button', { name: 'Crop', exact: true }).waitFor();
  expect(await addForm.dialog.getByRole('button', { name: 'Choose from the library' }).count()).toBe(0);
  await page.goto('/admin/dashboard');
  await page.getByRole('heading', { name: 'Jobs', level: 1 }).waitFor();
  expect(await page.getByRole('region', { name: 'What waits' }).count()).toBe(0);
  // The check for supported calls used no token; no admin called a call that the host lacks.
  const asked = site.stub.requests.filter(
    ({ url, headerAll }) =>
      /findAnything|deskCounts|Picture|search(Blogs|Team|Projects)|live/.test(url) &&
      headerAll('authorization').length > 0,
  );
  expect(asked).toEqual([]);
  expectQuiet(watch);
  await close();
});

test('over a host that keeps no mails, nobody is offered to write one, and the screen of the templates says why', async () => {
  site.stub.data.applicants = [stubApplicant(1), stubApplicant(2)];
  const { page, watch, close } = await openAdmin(browser.current, site);
  const { review, bulk, ...screen } = applicantsScreen(page);
  await page.goto('/admin/mail-templates');
  await page.getByText(deskMessages['letter.notOffered']).waitFor();
  await page.goto('/admin/applicants?applicant=1');
  await review.button('Delete Person 1').waitFor();
  await page.keyboard.press('m');
  await review.status('Person 1', 'New').press('Enter');
  await screen.item('Shortlisted').waitFor();
  expect(await screen.item('Write a mail').count()).toBe(0);
  await page.keyboard.press('Escape');
  await screen.choose('Person 2').check();
  await bulk.more.click();
  await screen.item('Mark as read').waitFor();
  expect(await screen.item('Write mails').count()).toBe(0);
  await page.keyboard.press('Escape');
  expect(await page.getByRole('dialog').count()).toBe(0);
  expect(site.stub.requests.filter(({ url }) => /Mail/.test(url)).length).toBe(0);
  expectQuiet(watch);
  await close();
});

test('over a host that keeps its own accounts, nothing is offered for them, and their screens say so', async () => {
  const { page, watch, close } = await openAdmin(browser.current, site, { width: 360 });
  for (const [path, text] of [
    [pathTo('adminPeople'), deskMessages['people.notOffered']],
    [pathTo('adminAccount'), deskMessages['account.notOffered']],
  ] as const) {
    await page.goto(path);
    await page.getByText(text).waitFor();
    await expectAccessible(page, path);
  }
  await page.getByRole('button', { name: 'Open menu' }).click();
  await page.getByRole('button', { name: /^Account:/ }).click();
  await page.getByRole('button', { name: 'Change password' }).waitFor();
  expect(await page.getByRole('link', { name: /^(People|Your account)$/ }).count()).toBe(0);
  expectQuiet(watch);
  await page.context().clearCookies();
  await page.goto(pathTo('adminLogin'));
  await loginForm(page).submit.waitFor();
  expect(await page.getByRole('link', { name: 'Forgot your password?' }).count()).toBe(0);
  expect(await page.getByRole('button', { name: 'Sign in with a passkey' }).count()).toBe(0);
  await page.goto(forgotPath);
  await page.getByRole('heading', { name: 'Passwords cannot be reset here' }).waitFor();
  await expectAccessible(page, 'no links');
  await close();
});
