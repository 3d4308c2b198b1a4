// @module-tag deep/journey: invitations, links and second steps by mail; contract/resources/people and second-step hold their calls, team-admin the screens of lists
import { afterAll, expect, test } from 'vitest';
import { callPath } from '#shared/contract/call-path.ts';
import { contract } from '#shared/contract/index.ts';
import { deskMessages } from '#shared/desk-messages.ts';
import { messages } from '#shared/messages.ts';
import { pathTo } from '#shared/paths.ts';
import { type Engine, withEngine } from '../support/engines.ts';
import { startMailServer } from '../support/mail/mail-server.ts';
import { runSql } from '../support/run-sql.ts';
import { signIn, visit } from '../support/sign-in.ts';
import { expectAccessible } from './support/axe.ts';
import { toast } from './support/blogs.ts';
import { sideways } from './support/fits.ts';
import { expectFocus } from './support/focus.ts';
import { launchBrowser } from './support/launch.ts';
import { fillLogin, loginForm } from './support/login.ts';
import { openAdmin, openVisitor } from './support/visitor.ts';

const browser = launchBrowser();
const post = await startMailServer();
afterAll(() => post.close());

const publicUrl = 'http://studio.example';
const phone = { width: 360 };
const password = 'a sound passphrase of theirs';

/** Returns the path of the link in the next mail, which is the only one. */
async function nextLink(kind: 'invite' | 'reset', to: string): Promise<string> {
  await expect.poll(() => post.mails.length).toBe(1);
  const [mail] = post.mails.splice(0);
  expect(mail?.to).toEqual([to]);
  const path = new RegExp(`${publicUrl}(/${kind}/[\\w-]+)`).exec(mail?.text ?? '')?.[1] ?? '';
  expect(mail?.html).toContain(`href="${publicUrl}${path}"`);
  return path;
}

/** Opens the link as mail scanners do before a person reads the mail. */
async function openAsRobot({ app }: Engine, path: string): Promise<void> {
  for (let time = 0; time < 2; time += 1) {
    const { status } = await fetch(`${app.url}${path}`, { headers: { 'User-Agent': 'Scanner/1' } });
    expect(status).toBe(200);
  }
}

/** Opens a page in a browser without scripts. */
async function openWithoutScripts({ app }: Engine) {
  const context = await browser.current.newContext({
    baseURL: app.url,
    javaScriptEnabled: false,
    viewport: { width: 360, height: 800 },
    isMobile: true,
  });
  return { page: await context.newPage(), close: () => context.close() };
}

withEngine(
  'embedded',
  (engine) => {
    test('a password that was forgotten is set by a link, which ends sessions; the account lists those that there are', async () => {
      const { email } = engine.credentials;
      const { page, watch, close } = await openVisitor(browser.current, engine.app, phone);
      await page.goto(pathTo('adminLogin'));
      await page.getByRole('link', { name: 'Forgot your password?' }).press('Enter');
      await page.getByRole('heading', { name: 'Forgot your password?' }).waitFor();
      await page.getByLabel('Email').fill('nobody@nowhere');
      await page.keyboard.press('Enter');
      await page.getByText(messages['field.badEmail']).waitFor();
      await expectAccessible(page, 'forgot, refused');
      await expect.poll(() => page.getByLabel('Email').inputValue()).toBe('nobody@nowhere');
      await page.getByLabel('Email').fill(email);
      await page.keyboard.press('Enter');
      await page.getByText(deskMessages['forgot.received']).waitFor();
      await expectAccessible(page, 'look into your mail');
      expect(await sideways(page)).toBe(0);

      const path = await nextLink('reset', email);
      await openAsRobot(engine, path);
      await page.goto(path);
      await expectAccessible(page, 'reset');
      expect(await sideways(page)).toBe(0);
      const plain = await openWithoutScripts(engine);
      await plain.page.goto(path);
      await plain.page.getByLabel('New password').fill('short');
      await plain.page.keyboard.press('Enter');
      await plain.page.getByText('Use at least 10 characters.').last().waitFor();
      await plain.page.getByLabel('New password').fill(password);
      await plain.page.keyboard.press('Enter');
      await plain.page.getByRole('heading', { name: 'Your new password is set' }).waitFor();
      await plain.close();
      await page.reload();
      await page.getByRole('heading', { name: 'This link doesn’t work' }).waitFor();
      await expectAccessible(page, 'no such link');

      // All sessions have ended, and the old password no longer works.
      await engine.admin.get(callPath(contract.getAccount)).expect(401);
      await expect(signIn(engine.app, engine.credentials)).rejects.toThrow('401');
      engine.credentials.password = password;
      const others = await Promise.all(
        ['Firefox/140.0 Windows', 'Version/18.0 Safari/605 Macintosh'].map(async (agent) => {
          const other = visit(engine.app).set('User-Agent', agent);
          await other.post(callPath(contract.login)).send(engine.credentials).expect(200);
          return other;
        }),
      );
      await page.goto(`${pathTo('adminLogin')}?next=${pathTo('adminAccount')}`);
      await fillLogin(page, engine.credentials);
      const section = page.getByRole('region', { name: 'Where you are signed in' });
      const sessions = section.getByRole('listitem');
      await expect.poll(() => sessions.count()).toBe(3);
      await expect.poll(() => sessions.first().innerText()).toContain('This browser');
      expect(await sideways(page)).toBe(0);
      await section.getByRole('button', { name: /^End the session of Firefox on Windows/ }).press('Enter');
      await toast(page, deskMessages['session.ended']).waitFor();
      await expect.poll(() => sessions.count()).toBe(2);
      await expectFocus(section.getByRole('heading'));
      await others[0]?.get(callPath(contract.getAccount)).expect(401);
      await others[1]?.get(callPath(contract.getAccount)).expect(200);
      await section.getByRole('button', { name: 'End all other sessions' }).press('Enter');
      await page.getByRole('alertdialog').getByText('one other browser').waitFor();
      await expectAccessible(page, 'the question before sessions end');
      await page.keyboard.press('Control+Enter');
      await toast(page, deskMessages['session.othersEnded']).waitFor();
      await expect.poll(() => sessions.count()).toBe(1);
      await others[1]?.get(callPath(contract.getAccount)).expect(401);
      expect([watch.cspViolations, watch.pageErrors, watch.foreign]).toEqual([[], [], []]);
      await close();
    });

    test('somebody is invited by mail, joins, loses their second step, becomes an owner, and is the one who is left', {
      tags: ['deep/journey'],
    }, async () => {
      const colleague = { email: 'zoya@studio.example', password };
      const { page, watch, close } = await openAdmin(browser.current, engine, phone);
      const table = page.getByRole('table', { name: 'People' });
      const row = (text: string) => table.getByRole('row').filter({ hasText: text });
      const dialog = page.getByRole('dialog');
      const act = async (on: string, action: string) => {
        await row(on)
          .getByRole('button', { name: /^Actions for / })
          .press('Enter');
        await page.getByRole('menuitem', { name: action }).press('Enter');
      };

      // The only owner cannot step down.
      await page.goto(pathTo('adminPeople'));
      await act(engine.credentials.email, 'Change role');
      await dialog.getByText('You can step down only while another owner').waitFor();
      await dialog.getByRole('combobox', { name: 'Role' }).selectOption('reader');
      await page.keyboard.press('Control+Enter');
      await dialog.getByText(deskMessages['people.lastOwner']).waitFor();
      await expectAccessible(page, 'the last owner');
      expect(await sideways(page)).toBe(0);
      await page.keyboard.press('Escape');

      // Invited, with what is wrong at its field, and once more.
      await page.getByRole('button', { name: 'Invite a person' }).press('Enter');
      await expectFocus(dialog.getByLabel('Name'));
      await page.keyboard.type('Zoya Khan');
      await dialog.getByLabel('Email').fill(engine.credentials.email);
      await page.keyboard.press('Control+Enter');
      await dialog.getByText(deskMessages['people.emailTaken']).waitFor();
      await expectFocus(dialog.getByLabel('Email'));
      await expect.poll(() => dialog.getByLabel('Name').inputValue()).toBe('Zoya Khan');
      await expectAccessible(page, 'an invitation, refused');
      await dialog.getByLabel('Email').fill(colleague.email);
      await page.keyboard.press('Enter');
      await toast(page, deskMessages['people.invited']).waitFor();
      await row('Zoya Khan').getByText('Invited').waitFor();
      const first = await nextLink('invite', colleague.email);
      expect(await sideways(page)).toBe(0);
      await act('Zoya Khan', 'Send the invitation again');
      const second = await nextLink('invite', colleague.email);
      expect(second).not.toBe(first);
      expect((await fetch(`${engine.app.url}${first}`)).status).toBe(404);

      // The invited person joins without scripts.
      await openAsRobot(engine, second);
      const theirs = await openVisitor(browser.current, engine.app, phone);
      await theirs.page.goto(second);
      await theirs.page.getByText(colleague.email).waitFor();
      await expectAccessible(theirs.page, 'invite');
      expect(await sideways(theirs.page)).toBe(0);
      const plain = await openWithoutScripts(engine);
      await plain.page.goto(second);
      await plain.page.getByLabel('Your name').fill('Zoya K.');
      await plain.page.getByLabel('Choose a password').fill(colleague.email);
      await plain.page.keyboard.press('Enter');
      await plain.page.getByText('Your email address cannot be your password.').waitFor();
      expect(await plain.page.getByLabel('Your name').inputValue()).toBe('Zoya K.');
      await plain.page.getByLabel('Choose a password').fill(password);
      await plain.page.keyboard.press('Enter');
      await plain.page.getByRole('heading', { name: 'Your account is ready' }).waitFor();
      await plain.close();
      await theirs.page.goto(`${pathTo('adminLogin')}?next=${pathTo('adminPeople')}`);
      await fillLogin(theirs.page, colleague);
      await theirs.page.getByText(deskMessages['role.notAllowed']).waitFor();

      // The owner removes the colleague's second step, with the owner's own password.
      await runSql(
        engine,
        `insert into totp_keys (admin_id, sealed_key, last_step, created_at, confirmed_at)
         select id, 'sealed', 0, created_at, created_at from admins where email = '${colleague.email}'`,
      );
      await page.reload();
      await row('Zoya K.').getByText('Second step').waitFor();
      await act('Zoya K.', 'Remove the second step');
      const own = dialog.getByLabel('Your password', { exact: true });
      await expectFocus(own);
      await page.keyboard.type('not it');
      await page.keyboard.press('Enter');
      await dialog.getByText(messages['password.wrong']).waitFor();
      await expectAccessible(page, 'a lost second step');
      expect(await sideways(page)).toBe(0);
      await own.fill(engine.credentials.password);
      await page.keyboard.press('Enter');
      await toast(page, deskMessages['secondStep.takenOff']).waitFor();
      await expect.poll(() => row('Zoya K.').getByText('Second step').count()).toBe(0);
      await expect.poll(() => post.mails.at(-1)?.text).toContain('An owner has removed the second step of');

      // The colleague becomes an owner, so that the first owner can step down, has to sign in again, and may no
      // longer see people.
      await act('Zoya K.', 'Change role');
      await dialog.getByRole('combobox', { name: 'Role' }).selectOption('owner');
      await dialog.getByRole('button', { name: 'Change role' }).press('Enter');
      await toast(page, deskMessages['people.roleChanged']).waitFor();
      await act(engine.credentials.email, 'Change role');
      await dialog.getByRole('combobox', { name: 'Role' }).selectOption('reader');
      await page.keyboard.press('Control+Enter');
      await toast(page, deskMessages['people.ownRoleChanged']).waitFor();
      await loginForm(page).password.fill(engine.credentials.password);
      await page.keyboard.press('Enter');
      await page.getByText(deskMessages['role.notAllowed']).waitFor();

      // The new owner removes the first one.
      await theirs.page.evaluate(() => localStorage.clear());
      await theirs.context.clearCookies();
      await theirs.page.goto(`${pathTo('adminLogin')}?next=${pathTo('adminPeople')}`);
      await fillLogin(theirs.page, colleague);
      const shown = theirs.page.getByRole('row').filter({ hasText: engine.credentials.email });
      await shown.getByRole('button', { name: /^Actions for / }).press('Enter');
      await theirs.page.getByRole('menuitem', { name: 'Remove' }).press('Enter');
      await theirs.page.getByRole('alertdialog').getByText('is signed out everywhere').waitFor();
      await expectAccessible(theirs.page, 'the question before somebody is removed');
      await theirs.page.keyboard.press('Control+Enter');
      await toast(theirs.page, deskMessages['people.removed']).waitFor();
      await expect.poll(() => shown.count()).toBe(0);
      await expect(signIn(engine.app, engine.credentials)).rejects.toThrow('401');
      await theirs.page.goto(pathTo('adminActivity'));
      for (const words of ['removed a second step', 'invited a person', 'changed a role'])
        await theirs.page.getByText(words).first().waitFor();
      for (const seen of [watch, theirs.watch])
        expect([seen.cspViolations, seen.pageErrors, seen.foreign]).toEqual([[], [], []]);
      await theirs.close();
      await close();
    });
  },
  { environment: { PUBLIC_URL: publicUrl, SMTP_URL: post.url, MAIL_FROM: 'mails@studio.example' } },
);
