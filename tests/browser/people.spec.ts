import type { Page } from '@playwright/test';
import { deskMessages } from '#shared/desk-messages.ts';
import { messages } from '#shared/messages.ts';
import { pathTo } from '#shared/paths.ts';
import { linkTo, password, publicUrl } from '../contract/resources/support/account-links.ts';
import { runSql } from '../support/run-sql.ts';
import { signIn, visit } from '../support/sign-in.ts';
import { expect, expectAccessible, test } from './fixtures.ts';
import { toast } from './support/blogs.ts';
import { fillLogin, loginForm } from './support/login.ts';
import { exactly, labelled, named, topHeading } from './support/names.ts';

const settings = { SAMPLE_CONTENT: 'off', PUBLIC_URL: publicUrl };
const failedCalls = [messages['api.callError'], '422', '401', '403', '409', '404'];

function accountMenu(page: Page) {
  const dialog = named(page, 'dialog', 'Change password');
  return {
    opener: named(page, 'button', /^Account:/),
    change: named(page, 'button', 'Change password').first(),
    dialog,
    current: labelled(dialog, 'Current password'),
    wanted: labelled(dialog, 'New password'),
    submit: named(dialog, 'button', 'Change password'),
  };
}

test('somebody is invited, joins without scripts, loses their second step, becomes an owner, and is the one who is left', async ({
  start,
  open,
  allow,
}) => {
  allow(...failedCalls);
  const site = await start(settings);
  const colleague = { email: 'zoya@studio.example', password };
  const page = await open(site, { as: 'owner', width: 360 });
  const row = (text: string) => named(page, 'table', 'People').getByRole('row').filter({ hasText: text });
  const dialog = page.getByRole('dialog');
  const role = named(dialog, 'combobox', 'Role');
  const act = async (on: string, action: string) => {
    await named(row(on), 'button', /^Actions for /).press('Enter');
    await named(page, 'menuitem', action).press('Enter');
  };
  // The only owner cannot step down.
  await page.goto(pathTo('adminPeople'));
  await act(site.credentials.email, 'Change role');
  await expect(dialog.getByText('You can step down only while another owner')).toBeVisible();
  await role.selectOption('reader');
  await page.keyboard.press('Control+Enter');
  await expect(dialog.getByText(deskMessages['people.lastOwner'])).toBeVisible();
  await page.keyboard.press('Escape');

  await named(page, 'button', 'Invite a person').press('Enter');
  await expect(dialog.getByLabel('Name')).toBeFocused();
  await page.keyboard.type('Zoya Khan');
  await dialog.getByLabel('Email').fill(site.credentials.email);
  await page.keyboard.press('Control+Enter');
  await expect(dialog.getByText(deskMessages['people.emailTaken'])).toBeVisible();
  await expect(dialog.getByLabel('Email')).toBeFocused();
  await expect(dialog.getByLabel('Name')).toHaveValue('Zoya Khan');
  await expectAccessible(page);
  await dialog.getByLabel('Email').fill(colleague.email);
  await page.keyboard.press('Enter');
  await expect(row('Zoya Khan').getByText('Invited')).toBeVisible();
  await expect(row('Zoya Khan')).toContainText(/Editor.*Invitation until/s);
  const first = await linkTo(site, colleague.email, 'invite');
  await act('Zoya Khan', 'Send the invitation again');
  await expect.poll(() => linkTo(site, colleague.email, 'invite')).not.toBe(first);
  const link = await linkTo(site, colleague.email, 'invite');
  expect((await fetch(`${site.app.url}${first}`)).status).toBe(404);
  // Mail scanners open the link before a person reads the mail.
  for (let time = 0; time < 2; time += 1) expect((await fetch(`${site.app.url}${link}`)).status).toBe(200);
  const plain = await open(site, { width: 360, javaScriptEnabled: false });
  await plain.goto(link);
  await plain.getByLabel('Your name').fill('Zoya K.');
  await plain.getByLabel('Choose a password').fill(colleague.email);
  await plain.keyboard.press('Enter');
  await expect(plain.getByText('Your email address cannot be your password.')).toBeVisible();
  await expect(plain.getByLabel('Your name')).toHaveValue('Zoya K.');
  await plain.getByLabel('Choose a password').fill(password);
  await plain.keyboard.press('Enter');
  await expect(named(plain, 'heading', 'Your account is ready')).toBeVisible();
  const theirs = await open(site, { width: 360 });
  const notAllowed = deskMessages['role.notAllowed'];
  await theirs.goto(`${pathTo('adminLogin')}?next=${pathTo('adminPeople')}`);
  await fillLogin(theirs, colleague);
  await expect(theirs.getByText(notAllowed)).toBeVisible();

  // The owner takes off the colleague's second step, with the owner's own password.
  await runSql(
    site,
    `insert into totp_keys (admin_id, sealed_key, last_step, created_at, confirmed_at)
     select id, 'sealed', 0, created_at, created_at from admins where email = '${colleague.email}'`,
  );
  await page.reload();
  await expect(row('Zoya K.').getByText('Second step')).toBeVisible();
  await act('Zoya K.', 'Remove the second step');
  const own = labelled(dialog, 'Your password');
  await expect(own).toBeFocused();
  await page.keyboard.type('not it');
  await page.keyboard.press('Enter');
  await expect(dialog.getByText(messages['password.wrong'])).toBeVisible();
  await own.fill(site.credentials.password);
  await page.keyboard.press('Enter');
  await expect(toast(page, deskMessages['secondStep.takenOff'])).toBeVisible();
  await expect(row('Zoya K.').getByText('Second step')).toHaveCount(0);

  // With another owner the first can step down, has to sign in again, and may no longer see people.
  await act('Zoya K.', 'Change role');
  await expect(role).toHaveValue('editor');
  await role.selectOption('owner');
  await named(dialog, 'button', 'Change role').press('Enter');
  await expect(toast(page, deskMessages['people.roleChanged'])).toBeVisible();
  await expect(row('Zoya K.')).toContainText(/Owner.*Last sign-in: /s);
  await act(site.credentials.email, 'Change role');
  await role.selectOption('reader');
  await page.keyboard.press('Control+Enter');
  await expect(toast(page, deskMessages['people.ownRoleChanged'])).toBeVisible();
  await loginForm(page).password.fill(site.credentials.password);
  await page.keyboard.press('Enter');
  await expect(page.getByText(notAllowed)).toBeVisible();
  // The new owner removes the first one.
  await theirs.evaluate(() => localStorage.clear());
  await theirs.context().clearCookies();
  await theirs.goto(`${pathTo('adminLogin')}?next=${pathTo('adminPeople')}`);
  await fillLogin(theirs, colleague);
  const shown = theirs.getByRole('row').filter({ hasText: site.credentials.email });
  await named(shown, 'button', /^Actions for /).press('Enter');
  await named(theirs, 'menuitem', 'Remove').press('Enter');
  await expect(theirs.getByRole('alertdialog').getByText('is signed out everywhere')).toBeVisible();
  await theirs.keyboard.press('Control+Enter');
  await expect(toast(theirs, deskMessages['people.removed'])).toBeVisible();
  await expect(shown).toHaveCount(0);
  await expect(signIn(site.app, site.credentials)).rejects.toThrow('401');
});

test('an admin sets a forgotten password by a link, changes it, told at the field what is wrong, and ends other sessions', {
  tag: '@deep',
}, async ({ start, open, allow }) => {
  allow(...failedCalls);
  const site = await start(settings);
  const { email } = site.credentials;
  const page = await open(site);
  await page.goto(pathTo('adminLogin'));
  await named(page, 'link', 'Forgot your password?').press('Enter');
  await page.getByLabel('Email').fill(email);
  await page.keyboard.press('Enter');
  await expect(page.getByText(deskMessages['forgot.received'])).toBeVisible();
  await expect.poll(() => linkTo(site, email, 'reset').catch(() => '')).not.toBe('');
  const link = await linkTo(site, email, 'reset');
  const plain = await open(site, { javaScriptEnabled: false });
  await plain.goto(link);
  for (const [wanted, answer] of [
    ['short', 'Use at least 10 characters.'],
    [password, 'Your new password is set'],
  ] as const) {
    await plain.getByLabel('New password').fill(wanted);
    await plain.keyboard.press('Enter');
    await expect(plain.getByText(answer).last()).toBeVisible();
  }
  await page.goto(link);
  await expect(named(page, 'heading', 'This link doesn’t work')).toBeVisible();
  await site.admin.call('getAccount').expect(401);
  await expect(signIn(site.app, site.credentials)).rejects.toThrow('401');

  const others = [];
  for (const agent of ['Firefox/140.0 Windows', 'Version/18.0 Safari/605 Macintosh']) {
    const other = visit(site.app).set('User-Agent', agent);
    await other.call('login', { email, password }).expect(200);
    others.push(other);
  }
  await page.goto(`${pathTo('adminLogin')}?next=${pathTo('adminAccount')}`);
  await fillLogin(page, { email, password });
  const section = named(page, 'region', 'Where you are signed in');
  const sessions = section.getByRole('listitem');
  await expect(sessions).toHaveCount(3);
  await expect(sessions.first()).toContainText('This browser');
  await named(section, 'button', /^End the session of Firefox on Windows/).press('Enter');
  await expect(sessions).toHaveCount(2);
  await expect(section.getByRole('heading')).toBeFocused();
  await others[0]?.call('getAccount').expect(401);
  await others[1]?.call('getAccount').expect(200);
  await named(section, 'button', 'End all other sessions').press('Enter');
  await expect(page.getByRole('alertdialog').getByText('one other browser')).toBeVisible();
  await page.keyboard.press('Control+Enter');
  await expect(sessions).toHaveCount(1);
  await expect(section.getByRole('heading')).toBeFocused();
  await others[1]?.call('getAccount').expect(401);

  const { opener, change, dialog, current, wanted, submit } = accountMenu(page);
  await page.goto(pathTo('adminTeam'));
  const links = named(page, 'navigation', 'Dashboard').getByRole('link');
  const daily = ['Jobs', 'Applicants', 'Portfolio', 'Team', 'Blogs', 'Messages'];
  const ofSettings = ['Site', 'Pictures', 'People', 'Mail templates', 'Redirects', 'Trash', 'Activity'];
  const group = exactly(page, 'button', 'Settings');
  await expect(links).toHaveText(daily);
  await expect(group).toHaveAttribute('aria-expanded', 'false');
  await group.press('Enter');
  await expect(links).toHaveText([...daily, ...ofSettings]);
  // The group is open on its screens, closed on the others.
  await exactly(page, 'link', 'Trash').click();
  await expect(topHeading(page, 'Trash')).toBeVisible();
  await page.reload();
  await expect(links).toHaveText([...daily, ...ofSettings]);
  await exactly(page, 'link', 'Team').click();
  await expect(links).toHaveText(daily);
  await expect(opener).toContainText(email);
  await opener.press('Enter');
  await expect(opener).toHaveAttribute('aria-expanded', 'true');
  await page.keyboard.press('Escape');
  await expect(change).toHaveCount(0);
  await expect(opener).toBeFocused();
  await opener.click();
  await topHeading(page).click();
  await expect(change).toHaveCount(0);
  await opener.press('Enter');
  await change.press('Enter');
  await expect(current).toBeFocused();
  await submit.click();
  await expect(dialog.getByText(messages['password.currentRequired'])).toBeVisible();
  await expect(current).toBeFocused();
  await current.fill('not the password');
  await wanted.fill('too short');
  await page.keyboard.press('Enter');
  await expect(wanted).toBeFocused();
  await expect(wanted).toHaveAttribute('aria-invalid', 'true');
  await wanted.fill('another good passphrase');
  await named(dialog, 'button', 'Show new password').click();
  await expect(wanted).toHaveAttribute('type', 'text');
  await expect(current).toHaveAttribute('type', 'password');
  await submit.click();
  await expect(dialog.getByText(messages['password.wrong'])).toBeVisible();
  await expect(current).toBeFocused();
  await expect(wanted).toHaveValue('another good passphrase');
  await current.fill(password);
  // The dialog keeps no password.
  await named(dialog, 'button', 'Cancel').click();
  await opener.click();
  await change.click();
  await expect(current).toHaveValue('');
  await expect(wanted).toHaveValue('');
  await current.fill(password);
  await wanted.fill('another good passphrase');
  await submit.click();
  await expect(toast(page, messages['password.changed'])).toBeVisible();
  await expect(opener).toBeFocused();
  await expect(signIn(site.app, { email, password })).rejects.toThrow('401');
  await signIn(site.app, { email, password: 'another good passphrase' });
});

test('on a phone the menu holds the links, the account and logout, and gives the focus back', {
  tag: '@deep',
}, async ({ host, open }) => {
  const phone = await open(host, { as: 'owner', width: 360 });
  const { opener, change, dialog } = accountMenu(phone);
  const menu = named(phone, 'button', 'Open menu');
  const drawer = named(phone, 'dialog', 'Dashboard menu');
  await phone.goto(pathTo('adminTeam'));
  await menu.click();
  await exactly(drawer, 'button', 'Settings').click();
  await expect(drawer.getByRole('navigation').getByRole('link')).toHaveText([
    ...['Jobs', 'Applicants', 'Portfolio', 'Team', 'Blogs', /^Messages/],
    ...['Site', 'Redirects', 'Trash', 'Activity'],
  ]);
  await opener.click();
  for (const button of [change, opener, named(drawer, 'button', 'Logout')]) {
    await button.scrollIntoViewIfNeeded();
    expect((await button.boundingBox())?.height).toBeGreaterThanOrEqual(44);
  }
  // Escape closes the account menu, then the drawer.
  await phone.keyboard.press('Escape');
  await expect(change).toHaveCount(0);
  await expect(drawer).toBeVisible();
  await opener.click();
  await change.click();
  await expect(dialog).toBeVisible();
  await expect(drawer).toBeHidden();
  await phone.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  await expect(menu).toBeFocused();
});
