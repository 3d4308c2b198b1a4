// @module-tag deep/journey: sign-in in place of a form; applicants-journey and write-a-post hold forms, contract/session the sessions
import { expect, test } from 'vitest';
import { callPath } from '#shared/contract/call-path.ts';
import { contract } from '#shared/contract/index.ts';
import { messages } from '#shared/messages.ts';
import { sha256 } from '../support/files.ts';
import { blogsScreen, fillPlainly, pngFile, toast } from './support/blogs.ts';
import { hasFocus } from './support/focus.ts';
import { hold } from './support/hold.ts';
import { launchBrowser } from './support/launch.ts';
import { fillLogin, loginForm, signInAgain } from './support/login.ts';
import { endSession } from './support/session-life.ts';
import { stubbedSite, stubPost } from './support/stubbed-site.ts';
import { openAdmin } from './support/visitor.ts';
import { apiCallError, expectQuiet, failedToLoad } from './support/watch.ts';

const browser = launchBrowser();
const site = stubbedSite();
const savePath = callPath(contract.saveBlog);
const loginPath = callPath(contract.login);

test('the session ends while a post is written: sign-in in place, and the post is saved whole; declined, it can be saved later', async () => {
  const { context, page, watch, close } = await openAdmin(browser.current, site);
  const { addForm, editForm, row, add, edit } = blogsScreen(page);
  const prompt = page.getByRole('dialog', { name: 'Sign in again' });
  const login = loginForm(page);
  await page.goto('/admin/blogs');
  await add.click();
  await fillPlainly(addForm, 'Every word kept', 'Typed before the session ended.');
  await endSession(page, site);

  await addForm.submit.click();
  await prompt.waitFor();
  await expect.poll(() => addForm.dialog.isVisible()).toBe(true);
  await expect.poll(() => login.email.inputValue()).toBe(site.credentials.email);
  expect(await hasFocus(login.password)).toBe(true);
  await login.password.fill('not the password');
  await login.submit.click();
  await login.failure.getByText(messages['login.wrong']).waitFor();
  await expect.poll(() => login.password.inputValue()).toBe('not the password');
  await signInAgain(page, site.credentials);
  await toast(page, 'Added successfully').waitFor();
  await row('Every word kept').waitFor();
  const saved = site.stub.requestsTo(savePath, 'POST').at(-1)?.parts ?? [];
  expect(saved.map(({ name, value, sha256: hash }) => [name, value ?? hash])).toEqual([
    ['blog_title', 'Every word kept'],
    ['is_active', '1'],
    ['description', '<p>Typed before the session ended.</p>'],
    ['blog_image', sha256((await pngFile('cover.png')).buffer)],
  ]);
  expect(site.stub.data.blogs).toHaveLength(1);

  // A change of a post: after a declined sign-in all of it stays in the form; sent again, it carries the version on
  // which it is based.
  const { updated_at: version } = { ...site.stub.data.blogs[0] };
  await edit('Every word kept').click();
  await editForm.text.waitFor();
  await editForm.title.fill('Not yet');
  await editForm.cover.setInputFiles(await pngFile('other.png'));
  await editForm.coverName('other.png').waitFor();
  await context.clearCookies();
  await editForm.submit.click();
  await prompt.waitFor();
  await page.keyboard.press('Escape');
  await prompt.waitFor({ state: 'hidden' });
  await editForm.alert.getByText(messages['session.required']).waitFor();
  await expect.poll(() => editForm.title.inputValue()).toBe('Not yet');
  await expect.poll(() => editForm.text.textContent()).toBe('Typed before the session ended.');
  await expect.poll(() => editForm.coverName('other.png').isVisible()).toBe(true);
  await editForm.submit.click();
  await prompt.waitFor();
  await signInAgain(page, site.credentials);
  await row('Not yet').waitFor();
  const changePath = callPath(contract.editBlog);
  const sent = site.stub.requestsTo(changePath).at(-1)?.parts ?? [];
  expect(sent.find(({ name }) => name === 'updated_at')?.value).toBe(version);
  expectQuiet(watch, [
    failedToLoad(401, savePath),
    failedToLoad(401, loginPath),
    apiCallError(messages['login.wrong']),
    failedToLoad(401, changePath),
    apiCallError(messages['session.required']),
  ]);
  await close();
});

// The case of one failing call has its own test.
test('calls that fail together ask once', { tags: ['deep/journey'] }, async () => {
  site.stub.data.blogs = Array.from({ length: 12 }, (_, at) => stubPost(at + 1));
  const { page, watch, close } = await openAdmin(browser.current, site);
  const screen = blogsScreen(page);
  await page.goto('/admin/blogs');
  await screen.row('Post 12').waitFor();
  const listing = await hold(page, callPath(contract.blogs));
  const fetching = await hold(page, callPath(contract.singlePost, { id: 12 }));
  await page.getByRole('button', { name: 'Page 2' }).click();
  await listing.reached;
  await screen.edit('Post 12').click();
  await fetching.reached;
  // Both calls carry the session that ends here.
  const over = { kind: 'answer', status: 401, body: '{"message":"Unauthenticated."}' } as const;
  site.stub.misbehave(over, { path: '/api/blogs', times: 1 });
  site.stub.misbehave(over, { path: '/api/singlePost/12', times: 1 });
  listing.release();
  fetching.release();

  const prompt = page.getByRole('dialog', { name: 'Sign in again' });
  await prompt.waitFor();
  await expect.poll(() => failures(watch.consoleLines)).toHaveLength(2);
  await expect.poll(() => prompt.count()).toBe(1);
  await signInAgain(page, site.credentials);
  await expect.poll(() => screen.editForm.title.inputValue()).toBe('Post 12');
  await screen.editForm.cancel.click();
  await screen.row('Post 2').waitFor();
  expect(await prompt.count()).toBe(0);
  expect(site.stub.requestsTo(loginPath)).toHaveLength(2);
  expectQuiet(watch, [failedToLoad(401, '/api/blogs'), failedToLoad(401, '/api/singlePost/12')]);
  await close();
});

test('after logout nothing more is asked for in the name of the admin', async () => {
  site.stub.data.blogs = [stubPost(1)];
  const { page, watch, close } = await openAdmin(browser.current, site, { keepsRequests: true });
  await page.goto('/admin/blogs');
  await blogsScreen(page).row('Post 1').waitFor();
  await page.getByRole('button', { name: 'Logout' }).click();
  await loginForm(page).form.waitFor();
  const calls = watch.requests.map((request) => new URL(request.url()).pathname);
  const ofTheApi = calls.filter((path) => path.startsWith('/api/'));
  // The list is requested while the guard is still waiting for the session, and may come first.
  const whileSignedIn = ofTheApi.slice(0, ofTheApi.indexOf('/api/logout') + 1);
  expect(whileSignedIn.toSorted()).toEqual([
    '/api/blogs',
    '/api/getMessages',
    '/api/hostCalls',
    '/api/logout',
    '/api/session',
    '/api/siteStatus',
  ]);
  // The sign-in page checks, without a session, whether the host supports passkeys.
  expect(ofTheApi.slice(whileSignedIn.length).filter((path) => path !== '/api/hostCalls')).toEqual([]);
  await page.goBack();
  await loginForm(page).form.waitFor();
  expectQuiet(watch);
  await close();
});

test('a session that is over leads from any admin page to the login, and back to that page', async () => {
  const { context, page, watch, close } = await openAdmin(browser.current, site);
  await context.clearCookies();
  await page.goto('/admin/team');
  await loginForm(page).form.waitFor();
  expect(await page.evaluate(() => localStorage.length)).toBe(0);
  await fillLogin(page, site.credentials);
  await page.getByRole('heading', { name: 'Team', level: 1 }).waitFor();
  // The screen's own list is requested while the guard is still waiting for the session; it may come first.
  const early = [failedToLoad(401, '/api/getTeam'), apiCallError(messages['session.required'])];
  expectQuiet(
    watch,
    early.filter((line) => watch.consoleLines.includes(line)),
  );
  await close();
});

function failures(lines: readonly string[]): string[] {
  return lines.filter((line) => line.includes('status of 401'));
}
