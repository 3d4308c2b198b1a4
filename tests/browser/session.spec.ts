import type { Page } from '@playwright/test';
import { TOTP } from 'otpauth';
import { deskMessages } from '#shared/desk-messages.ts';
import { messages } from '#shared/messages.ts';
import { createSeal } from '../../server/bff/session/seal.ts';
import { sealPasswords } from '../../server/bff/session/secrets.ts';
import { sessionContent } from '../../server/bff/session/session.ts';
import { makeBlog } from '../contract/resources/cases.ts';
import { freePort } from '../support/free-port.ts';
import { runSql } from '../support/run-sql.ts';
import { expect, expectAccessible, test } from './fixtures.ts';
import { blogsScreen, fillPlainly, pngFile, toast } from './support/blogs.ts';
import { fillLogin, loginForm } from './support/login.ts';
import { labelled, named, topHeading } from './support/names.ts';

const prompt = (page: Page) => named(page, 'dialog', 'Sign in again');

test('the session ends while a post is written: sign-in in place, and the post is saved whole; declined, it can be saved later', async ({
  admin: page,
  site,
  allow,
}) => {
  allow('401', messages['api.callError']);
  const { addForm, editForm, row, add, edit } = blogsScreen(page);
  const { email, password, submit, form } = loginForm(page);
  await page.goto('/admin/blogs');
  await add.click();
  await fillPlainly(addForm, 'Every word kept', 'Typed before the session ended.');
  await page.context().clearCookies();
  await addForm.submit.click();
  await expect(prompt(page)).toBeVisible();
  await expect(email).toHaveValue(site.credentials.email);
  await expect(password).toBeFocused();
  await password.fill('not the password');
  await submit.click();
  await expect(form.getByRole('alert')).toContainText(messages['login.wrong']);
  await expect(password).toHaveValue('not the password');
  await password.fill(site.credentials.password);
  await submit.click();
  await expect(toast(page, 'Added successfully')).toBeVisible();
  await expect(row('Every word kept')).toBeVisible();

  await edit('Every word kept').click();
  await expect(editForm.text).toHaveText('Typed before the session ended.');
  await editForm.title.fill('Not yet');
  await editForm.cover.setInputFiles(await pngFile('other.png'));
  await expect(editForm.coverName('other.png')).toBeVisible();
  await page.context().clearCookies();
  await editForm.submit.click();
  await expect(prompt(page)).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(editForm.alert).toContainText(messages['session.required']);
  await expect(editForm.title).toHaveValue('Not yet');
  await expect(editForm.coverName('other.png')).toBeVisible();
  await editForm.submit.click();
  await password.fill(site.credentials.password);
  await submit.click();
  await expect(row('Not yet')).toBeVisible();
});

test('a session that is over leads from any admin page to the login, and back; after logout here or in another tab nothing is asked for', async ({
  admin: page,
  site,
  allow,
}) => {
  allow('401', '422', messages['api.callError']);
  await page.context().clearCookies();
  await page.goto('/admin/team');
  await expect(page).toHaveURL(/\/admin\/login/);
  expect(await page.evaluate(() => localStorage.length)).toBe(0);
  await fillLogin(page, site.credentials);
  await expect(topHeading(page, 'Team')).toBeVisible();
  await named(page, 'button', /^Account:/).click();
  await named(page, 'button', 'Change password').first().click();
  const change = named(page, 'dialog', 'Change password');
  const current = labelled(change, 'Current password');
  await expect(current).toBeFocused();
  await current.fill('not the password');
  await labelled(change, 'New password').fill('another good passphrase');
  await page.keyboard.press('Enter');
  await expect(change.getByText(messages['password.wrong'])).toBeVisible();
  await expect(current).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(change).toBeHidden();
  const other = await page.context().newPage();
  await other.goto('/admin/blogs', { waitUntil: 'networkidle' });
  const calls: string[] = [];
  page.on('request', (request) => {
    const { pathname } = new URL(request.url());
    if (pathname.startsWith('/api/') && pathname !== '/api/hostCalls') calls.push(pathname);
  });
  await page.waitForLoadState('networkidle');
  calls.splice(0);
  await named(page, 'button', 'Logout').click();
  await expect(loginForm(page).form).toBeVisible();
  expect(calls).toEqual(['/api/logout']);
  await expect(other).toHaveURL(/\/admin\/login/);
  await page.goBack();
  await expect(loginForm(page).form).toBeVisible();
});

test('two minutes before the end somebody is warned, stays in all tabs, or goes on with a new session in place', async ({
  admin: page,
  site,
  allow,
}) => {
  const context = page.context();
  allow('/api/renewSession', messages['api.callError'], '401');
  const life = { left: 8 * 3600, renewable: true };
  await context.route(`**/api/session`, async (route) => {
    const response = await route.fetch();
    const json = await response.json();
    if (json.data?.authenticated) {
      delete json.data.expires_at;
      Object.assign(json.data, { expires_in: life.left, renewable: life.renewable });
    }
    await route.fulfill({ response, json });
  });
  await context.clock.install();
  const dialog = named(page, 'alertdialog', 'Are you still there?');
  const stay = named(dialog, 'button', 'Stay signed in');
  const form = blogsScreen(page).addForm;
  /** Lets time pass until this many seconds are left. */
  const passUntil = async (left: number) => {
    life.left = left;
    await context.clock.fastForward((8 * 3600 - left - 2) * 1000);
  };
  await page.goto('/admin/blogs?form=new');
  await form.title.fill('Long thoughts');
  await expect(form.saved).toBeVisible();
  await passUntil(118);
  await expect(stay).toBeFocused();
  await expect(dialog.getByRole('timer')).toHaveText(/^1:\d\d$/);
  await expectAccessible(page);
  await context.route(`**/api/renewSession`, (route) => route.abort(), { times: 1 });
  await stay.click();
  await expect(dialog.getByRole('alert')).toContainText(messages['network.failed']);
  life.left = 8 * 3600;
  await stay.click();
  await expect(dialog).toBeHidden();
  await expect(form.title).toHaveValue('Long thoughts');

  life.renewable = false;
  await page.reload();
  await expect(form.title).toHaveValue('Long thoughts');
  await page.waitForLoadState('networkidle');
  await passUntil(100);
  await expect(dialog).toContainText('has reached its maximum length');
  await expect(stay).toHaveCount(0);
  life.renewable = true;
  await named(dialog, 'button', 'Sign in again').click();
  await expect(prompt(page)).toContainText('Sign in to start a new session');
  life.left = 8 * 3600;
  await loginForm(page).password.fill(site.credentials.password);
  await loginForm(page).submit.click();
  await expect(prompt(page)).toBeHidden();
  await expect(dialog).toBeHidden();
  await expect(form.title).toHaveValue('Long thoughts');

  // A session that is over goes on when there is one again, as after a sign-in in another tab.
  const cookies = await context.cookies();
  await context.clearCookies();
  await passUntil(0);
  await expect(prompt(page)).toContainText('Your session has ended');
  // Not the life of the session before: an answer that is told by no value from the last one says nothing new.
  life.left = 7 * 3600;
  await context.addCookies(cookies);
  await context.clock.fastForward(16_000);
  await expect(prompt(page)).toBeHidden();
  await expect(form.title).toHaveValue('Long thoughts');
});

test('the token of a signed-in admin is nowhere that a script can look', async ({ open, site }) => {
  const page = await open(site);
  const texts = new Map<string, string>();
  page.on('response', async (response) => {
    const type = response.headers()['content-type'] ?? '';
    if (/json|html|text/.test(type) && !response.url().endsWith('/api/live'))
      texts.set(response.url(), JSON.stringify(response.headers()) + (await response.text().catch(() => '')));
  });
  await page.goto('/admin/blogs');
  await fillLogin(page, site.credentials);
  const { heading } = blogsScreen(page);
  await expect(heading).toBeVisible();
  await makeBlog(site, { blog_title: 'A secret kept' });
  await page.goto('/admin/account');
  await page.waitForLoadState('networkidle');
  const cookies = await page.context().cookies();
  const [session] = cookies.filter(({ name }) => /session/.test(name));
  expect(session).toMatchObject({ httpOnly: true, sameSite: 'Strict' });
  const passwords = await sealPasswords({ SESSION_SECRET: undefined, DATA_DIR: site.app.dataDir }, 'session');
  const token = (await createSeal(passwords, sessionContent).open(session?.value ?? ''))?.token ?? '';
  expect(token.length).toBeGreaterThan(20);
  texts.set(
    'the page',
    await page.evaluate(
      () =>
        JSON.stringify({ ...localStorage, ...sessionStorage }) + document.cookie + document.body.outerHTML,
    ),
  );
  const spellings = [token, Buffer.from(token).toString('hex'), encodeURIComponent(token)];
  const found = [...texts].filter(([, text]) => spellings.some((spelling) => text.includes(spelling)));
  expect(found.map(([place]) => place)).toEqual([]);
});

test('an app, a recovery code and a passkey: added, signed in with, taken off; a step that took too long says so', {
  tag: '@deep',
}, async ({ start, open, allow, browserName }) => {
  test.skip(browserName !== 'chromium', 'only Chromium has a made-up authenticator');
  const port = String(await freePort());
  const site = await start({ SAMPLE_CONTENT: 'off', PORT: port, PUBLIC_URL: `http://localhost:${port}` });
  allow('401', '422', '403', messages['api.callError']);
  const page = await open(site, { width: 360, baseURL: `http://localhost:${port}` });
  const authenticator = await page.context().newCDPSession(page);
  await authenticator.send('WebAuthn.enable');
  await authenticator.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
  const { password } = site.credentials;
  const code = (key: string, steps: number) =>
    new TOTP({ secret: key }).generate({ timestamp: Date.now() + steps * 30_000 });
  const dialog = page.getByRole('dialog');
  const second = named(page, 'form', 'Second step');
  const section = named(page, 'region', 'Signing in');
  const codes = named(dialog, 'list', 'Recovery codes').getByRole('listitem');
  const withPassword = async () => {
    await labelled(dialog, 'Your password').fill(password);
    await page.keyboard.press('Enter');
  };
  /** Signs out as a browser does that has forgotten everything, and opens the login. */
  const comeBack = async () => {
    await page.evaluate(() => fetch('/api/logout', { method: 'POST', headers: { 'x-csrf': '1' } }));
    await page.evaluate(() => localStorage.clear());
    await page.goto('/admin/login?next=/admin/account');
  };
  await page.goto('/admin/login?next=/admin/account');
  await fillLogin(page, site.credentials);
  await named(section, 'button', 'Add an app').press('Enter');
  await labelled(dialog, 'Your password').fill('not it');
  await page.keyboard.press('Enter');
  await expect(dialog.getByText('This is not your current password.')).toBeVisible();
  await withPassword();
  await expect(named(dialog, 'img', 'QR code for your authenticator app')).toBeVisible();
  const key = ((await dialog.locator('[translate=no]').textContent()) ?? '').replaceAll(' ', '');
  await dialog.getByLabel('Code that the app shows').fill(code(key, 0));
  await page.keyboard.press('Enter');
  await expect(toast(page, deskMessages['secondStep.totpAdded'])).toBeVisible();
  // The next code is used within the same half minute.
  await runSql(site, 'update totp_keys set last_step = 0');
  await expect(codes).toHaveCount(10);
  const [recovery = ''] = await codes.allTextContents();
  await page.keyboard.press('Escape');
  await named(dialog, 'button', 'I have saved them').click();
  await expect(section).toContainText('10 of 10 left');
  await expectAccessible(page);

  await comeBack();
  await fillLogin(page, site.credentials);
  const field = second.getByLabel('Code');
  await expect(field).toBeFocused();
  await expect(field).toHaveAttribute('autocomplete', 'one-time-code');
  await field.fill('12 34');
  await page.keyboard.press('Enter');
  await expect(second).toContainText(deskMessages['secondStep.codeShape']);
  await field.fill(code(key, -5));
  await page.keyboard.press('Enter');
  await expect(second).toContainText(deskMessages['secondStep.wrong']);
  await field.fill(code(key, 0));
  await page.keyboard.press('Enter');
  await expect(section).toBeVisible();

  await comeBack();
  await fillLogin(page, site.credentials);
  await named(second, 'button', 'Use a recovery code').click();
  await second.getByLabel('Recovery code').fill(recovery.toUpperCase());
  await page.keyboard.press('Enter');
  await expect(section).toContainText('9 of 10 left');
  await named(section, 'button', 'Add a passkey').click();
  await dialog.getByLabel('Name').fill('میرا فون');
  await withPassword();
  await expect(section).toContainText('میرا فون');

  await comeBack();
  await named(page, 'button', 'Sign in with a passkey').press('Enter');
  await expect(section).toContainText('last used');
  await named(section, 'button', 'Remove the passkey میرا فون').click();
  await withPassword();
  await expect(toast(page, deskMessages['passkey.removed'])).toBeVisible();

  // The password is asked for again where the step took longer than five minutes.
  await comeBack();
  await fillLogin(page, site.credentials);
  await page.route(`**/api/secondStep`, (route) =>
    route.fulfill({
      status: 401,
      json: { status: 0, code: 'secondStep.expired', message: deskMessages['secondStep.expired'] },
    }),
  );
  await field.fill(code(key, 1));
  await page.keyboard.press('Enter');
  await expect(loginForm(page).form).toContainText(deskMessages['secondStep.expired']);
});
