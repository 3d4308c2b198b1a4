// @module-tag deep/journey: the warning before the end that session-ends comes to, and logout in another tab
import type { BrowserContext, Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { callPath } from '#shared/contract/call-path.ts';
import { contract } from '#shared/contract/index.ts';
import { deskMessages } from '#shared/desk-messages.ts';
import { messages } from '#shared/messages.ts';
import { expectAccessible } from './support/axe.ts';
import { blogsScreen, fillPlainly, toast } from './support/blogs.ts';
import { routeOnce } from './support/hold.ts';
import { launchBrowser } from './support/launch.ts';
import { loginForm } from './support/login.ts';
import { ageSessions, idleMs } from './support/session-life.ts';
import { stubbedSite } from './support/stubbed-site.ts';
import { openAdmin, type VisitorOptions } from './support/visitor.ts';
import { apiCallError, expectQuiet, type Watch } from './support/watch.ts';

const browser = launchBrowser();
const site = stubbedSite();
const renewPath = callPath(contract.renewSession);
const sessionPath = callPath(contract.session);

function warning(page: Page) {
  const dialog = page.getByRole('alertdialog', { name: 'Are you still there?' });
  return {
    dialog,
    timer: dialog.getByRole('timer'),
    said: dialog.getByRole('status'),
    stay: dialog.getByRole('button', { name: 'Stay signed in' }),
    again: dialog.getByRole('button', { name: 'Sign in again' }),
    leave: dialog.getByRole('button', { name: 'Sign out' }),
    failure: dialog.getByRole('alert'),
  };
}

const signInDialog = (page: Page) => page.getByRole('dialog', { name: 'Sign in again' });

/** Opens an admin who has begun to write a post, with a session whose age the test controls. */
async function writing(options: VisitorOptions = {}) {
  const visitor = await openAdmin(browser.current, site, {
    ...options,
    keepsRequests: true,
    keepsExchanges: true,
  });
  const sessions: Sessions = await ageSessions(visitor.context);
  const { page } = visitor;
  await page.goto('/admin/blogs');
  await blogsScreen(page).add.click();
  const form = blogsScreen(page).addForm;
  await fillPlainly(form, 'Long thoughts', 'Words that took hours.');
  await isKnown(sessions);
  return { ...visitor, sessions, form, close: sessions.close };
}

const asksTo = (watch: Watch, path: string) =>
  watch.requests.filter((request) => new URL(request.url()).pathname === path).length;

const cookieOf = async (context: BrowserContext) =>
  (await context.cookies()).find(({ name }) => name === 'studio_session')?.value;

/** Waits until the page knows the lifetime of its new session. */
async function isKnown({ life }: Sessions) {
  await expect.poll(() => life.endsAt).toBeGreaterThan(0);
}

type Sessions = Awaited<ReturnType<typeof ageSessions>>;
type Writing = Awaited<ReturnType<typeof writing>>;

async function expectKept({ page, form }: Pick<Writing, 'page' | 'form'>) {
  await expect.poll(() => form.title.inputValue()).toBe('Long thoughts');
  await form.submit.click();
  await toast(page, deskMessages['blog.added']).waitFor();
  expect(site.stub.data.blogs).toMatchObject([
    { blog_title: 'Long thoughts', description: '<p>Words that took hours.</p>' },
  ]);
}

test('two minutes before the end, and not before, somebody is warned, stays, and goes on where they were', async () => {
  const scene = await writing();
  const { context, page, watch, sessions, form, close } = scene;
  const { dialog, timer, said, stay, failure } = warning(page);
  const cookie = await cookieOf(context);
  // An admin whose calls have extended the session is not warned.
  const before = asksTo(watch, sessionPath);
  sessions.life.endsAt += idleMs - 60_000;
  await sessions.passUntil(page, idleMs - 120_000);
  await expect.poll(() => asksTo(watch, sessionPath)).toBe(before + 1);
  await watch.exchanges();
  await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(resolve)));
  expect(await dialog.count()).toBe(0);

  await form.title.focus();
  await sessions.passUntil(page, 118_000);
  await dialog.waitFor();
  expect(await stay.evaluate((button) => button === document.activeElement)).toBe(true);
  await expect.poll(() => timer.textContent()).toMatch(/^1:\d\d$/);
  await dialog
    .getByText(/^Your session ends in 1 minute and \d+ seconds?\. There has been no activity/)
    .waitFor();
  await expect.poll(() => said.textContent()).toBe('');
  await expectAccessible(page, 'warning');

  await sessions.passUntil(page, 50_000);
  await expect.poll(() => timer.textContent()).toMatch(/^0:[0-5]\d$/);
  await expect.poll(() => said.textContent()).toBe('1 minute left');

  await stay.click();
  await dialog.waitFor({ state: 'hidden' });
  expect(await form.title.evaluate((field) => field === document.activeElement)).toBe(true);
  expect(asksTo(watch, renewPath)).toBe(1);
  expect(await cookieOf(context)).not.toBe(cookie);
  expect(site.stub.requestsTo(renewPath)).toEqual([]);

  // The renewed session has a warning too. A failed renewal shows an error, and can be retried.
  await sessions.passUntil(page, 100_000);
  await dialog.waitFor();
  await routeOnce(context, `**${renewPath}`, (route) => route.abort());
  await stay.click();
  await failure.getByText(messages['network.failed']).waitFor();
  await stay.click();
  await dialog.waitFor({ state: 'hidden' });
  await expectKept(scene);
  expectQuiet(watch, [
    `error: Failed to load resource: net::ERR_FAILED [${renewPath}]`,
    apiCallError(messages['network.failed']),
  ]);
  await close();
});

test('who stays in one tab stays in the others', async () => {
  const { context, page, watch, sessions, close } = await writing();
  const other = await context.newPage();
  await other.goto('/admin/team');
  await other.getByRole('heading', { name: 'Team', level: 1 }).waitFor();
  await sessions.passUntil(page, 90_000);
  for (const each of [page, other]) await warning(each).dialog.waitFor();
  // With the clock stopped no tab makes a request on a timer.
  await context.clock.pauseAt(sessions.life.endsAt - 60_000);
  await warning(other).stay.click();
  for (const each of [page, other]) await warning(each).dialog.waitFor({ state: 'hidden' });
  expectQuiet(watch);
  await close();
});

test('a session that cannot be made longer is followed by a new one, in place; and so is one whose end nobody stops', async () => {
  const scene = await writing();
  const { context, page, watch, sessions, close } = scene;
  const { dialog, again, stay } = warning(page);
  const before = await cookieOf(context);
  sessions.life.renewable = false;
  await sessions.passUntil(page, 100_000);
  await dialog.getByText(/has reached its maximum length/).waitFor();
  expect(await stay.count()).toBe(0);
  await again.click();
  await signInDialog(page)
    .getByText(/^Sign in to start a new session/)
    .waitFor();
  expect(await loginForm(page).password.evaluate((field) => field === document.activeElement)).toBe(true);
  // An admin who closes the sign-in dialog sees the warning again.
  await page.keyboard.press('Escape');
  await dialog.waitFor();
  await again.click();
  await loginForm(page).password.fill(site.credentials.password);
  await loginForm(page).submit.click();
  await signInDialog(page).waitFor({ state: 'hidden' });
  expect(await dialog.count()).toBe(0);
  expect(await cookieOf(context)).not.toBe(before);
  await isKnown(sessions);

  // If the warning is not answered, the sign-in dialog opens at the end.
  await sessions.passUntil(page, 20_000);
  await dialog.waitFor();
  await context.clearCookies();
  await sessions.passUntil(page, -1_000);
  await signInDialog(page).waitFor();
  expect(await dialog.count()).toBe(0);
  const login = loginForm(page);
  await expect.poll(() => login.email.inputValue()).toBe(site.credentials.email);
  await login.password.fill(site.credentials.password);
  await login.submit.click();
  await signInDialog(page).waitFor({ state: 'hidden' });
  await isKnown(sessions);

  // An admin who closes the warning is not warned again.
  await sessions.passUntil(page, 100_000);
  await dialog.waitFor();
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'hidden' });
  const asked = asksTo(watch, sessionPath);
  // A faster answer than the last one gives the same end slightly earlier.
  sessions.life.endsAt -= 1_500;
  await sessions.passUntil(page, 40_000);
  await expect.poll(() => asksTo(watch, sessionPath)).toBeGreaterThan(asked);
  await watch.exchanges();
  await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(resolve)));
  expect(await dialog.count()).toBe(0);
  await context.clearCookies();
  await sessions.passUntil(page, -1_000);
  await signInDialog(page).waitFor();
  await login.password.fill(site.credentials.password);
  await login.submit.click();
  await signInDialog(page).waitFor({ state: 'hidden' });
  await expectKept(scene);
  expectQuiet(watch);
  await close();
});

test('the warning fits a phone, over the menu too; signing out from it is a logout', async () => {
  const visitor = await openAdmin(browser.current, site, { width: 360, height: 640 });
  const { page, watch } = visitor;
  const { close, ...sessions } = await ageSessions(visitor.context);
  await page.goto('/admin/team');
  await page.getByRole('heading', { name: 'Team', level: 1 }).waitFor();
  await page.getByRole('button', { name: 'Open menu' }).click();
  await sessions.passUntil(page, 100_000);
  const { dialog, stay, leave } = warning(page);
  await dialog.waitFor();
  for (const button of [stay, leave]) {
    const box = await button.boundingBox();
    expect(box?.height).toBeGreaterThanOrEqual(40);
    expect((box?.x ?? 0) + (box?.width ?? 999)).toBeLessThanOrEqual(360);
    expect((box?.y ?? 0) + (box?.height ?? 999)).toBeLessThanOrEqual(640);
  }
  await stay.click();
  await dialog.waitFor({ state: 'hidden' });
  await page.getByRole('dialog', { name: 'Dashboard menu' }).waitFor();

  // A list that reloads as time passes extends the session: the test then advances the clock again.
  await expect
    .poll(async () => {
      await sessions.passUntil(page, 100_000);
      return leave.isVisible();
    })
    .toBe(true);
  await leave.click();
  await loginForm(page).form.waitFor();
  await expect.poll(() => new URL(page.url()).pathname).toBe('/admin/login');
  expect(await page.evaluate(() => localStorage.length)).toBe(0);
  expectQuiet(watch);
  await close();
});

test('logout in another tab leads to the login page here', async () => {
  const { context, page, watch, close } = await openAdmin(browser.current, site);
  await page.goto('/admin/blogs');
  await blogsScreen(page).heading.waitFor();
  // A request that is pending when the session ends would log an error on the console.
  await page.waitForLoadState('networkidle');
  const other = await context.newPage();
  await other.goto('/admin/team', { waitUntil: 'networkidle' });
  // On a slow phone the screen renders once more while the login page loads, and must make no read then.
  const devTools = await context.newCDPSession(page);
  await devTools.send('Emulation.setCPUThrottlingRate', { rate: 12 });
  await other.getByRole('button', { name: 'Logout' }).click();
  await loginForm(other).form.waitFor();

  await loginForm(page).form.waitFor();
  await expect.poll(() => new URL(page.url()).pathname).toBe('/admin/login');
  expect(await page.evaluate(() => localStorage.length)).toBe(0);
  await page.goto('/admin/blogs');
  await loginForm(page).form.waitFor();
  expectQuiet(watch);
  await close();
});
