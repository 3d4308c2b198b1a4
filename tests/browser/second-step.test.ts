// @module-tag deep/journey: apps, recovery codes and passkeys of an account, whose screen admin-screens visits
import { TOTP } from 'otpauth';
import type { CDPSession, Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { deskMessages } from '#shared/desk-messages.ts';
import { withEngine } from '../support/engines.ts';
import { freePort } from '../support/free-port.ts';
import { runSql } from '../support/run-sql.ts';
import { expectAccessible } from './support/axe.ts';
import { toast } from './support/blogs.ts';
import { sideways } from './support/fits.ts';
import { expectFocus } from './support/focus.ts';
import { launchBrowser } from './support/launch.ts';
import { fillLogin, loginForm } from './support/login.ts';
import { openVisitor } from './support/visitor.ts';

const browser = launchBrowser();
const port = await freePort();

/** Adds a virtual authenticator with user verification. */
async function addAuthenticator(page: Page): Promise<CDPSession> {
  const session = await page.context().newCDPSession(page);
  await session.send('WebAuthn.enable');
  await session.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
  return session;
}

withEngine(
  'embedded',
  (engine) => {
    test('an app, a recovery code and a passkey: added, signed in with, taken off', async () => {
      const { page, watch, close } = await openVisitor(
        browser.current,
        { url: `http://localhost:${port}` },
        { width: 360 },
      );
      await addAuthenticator(page);
      const { password } = engine.credentials;
      const code = (key: string, steps: number) =>
        new TOTP({ secret: key }).generate({ timestamp: Date.now() + steps * 30_000 });
      const dialog = page.getByRole('dialog');
      const second = page.getByRole('form', { name: 'Second step' });
      const logout = () =>
        page.evaluate(() => fetch('/api/logout', { method: 'POST', headers: { 'x-csrf': '1' } }));

      // Second step by app.
      await page.goto('/admin/login?next=/admin/account');
      await page.getByRole('button', { name: 'Sign in with a passkey' }).waitFor();
      await expectAccessible(page, 'sign-in');
      await loginForm(page).email.fill(engine.credentials.email);
      await loginForm(page).password.fill(password);
      await page.keyboard.press('Enter');
      const section = page.getByRole('region', { name: 'Signing in' });
      await section.getByRole('button', { name: 'Add an app' }).press('Enter');
      await expectFocus(dialog.getByLabel('Your password', { exact: true }));
      await page.keyboard.type('not it');
      await page.keyboard.press('Enter');
      await dialog.getByText('This is not your current password.').waitFor();
      await dialog.getByLabel('Your password', { exact: true }).fill(password);
      await page.keyboard.press('Enter');
      await dialog.getByRole('img', { name: 'QR code for your authenticator app' }).waitFor();
      await expectAccessible(page, 'QR code');
      expect(await sideways(page)).toBe(0);
      const shown = (await dialog.locator('[translate=no]').textContent()) ?? '';
      const key = shown.replaceAll(' ', '');
      await dialog.getByLabel('Code that the app shows').fill(code(key, 0));
      await page.keyboard.press('Enter');
      await toast(page, deskMessages['secondStep.totpAdded']).waitFor();
      // The next code is used within the same half minute.
      await runSql(engine, 'update totp_keys set last_step = 0');
      const codes = await dialog
        .getByRole('list', { name: 'Recovery codes' })
        .getByRole('listitem')
        .allTextContents();
      expect(codes).toHaveLength(10);
      await expectAccessible(page, 'recovery codes');
      await page.keyboard.press('Escape');
      await page.keyboard.press('Escape');
      await dialog.getByRole('button', { name: 'I have saved them' }).click();
      await section.getByText('10 of 10 are left').waitFor();
      await expectAccessible(page, 'signing in');

      // The app's code in the sign-in dialog of an ended session.
      await logout();
      await section.getByRole('button', { name: 'Make new codes' }).click();
      await dialog.getByLabel('Your password', { exact: true }).fill(password);
      await page.keyboard.press('Enter');
      const again = page.getByRole('dialog', { name: 'Sign in again' });
      await again.getByLabel('Password', { exact: true }).fill(password);
      await again.getByRole('button', { name: 'Sign in', exact: true }).click();
      const field = second.getByLabel('Code');
      await expectFocus(field);
      expect([await field.getAttribute('autocomplete'), await field.getAttribute('inputmode')]).toEqual([
        'one-time-code',
        'numeric',
      ]);
      await expectAccessible(page, 'second step');
      expect(await sideways(page)).toBe(0);
      await field.fill('12 34');
      await page.keyboard.press('Enter');
      await second.getByText(deskMessages['secondStep.codeShape']).waitFor();
      // Computed once: half a minute later the code would differ.
      const old = code(key, -5);
      await field.fill(old);
      await page.keyboard.press('Enter');
      await second.getByText(deskMessages['secondStep.wrong']).waitFor();
      await expect.poll(() => field.inputValue()).toBe(old);
      await field.fill(code(key, 0));
      await page.keyboard.press('Enter');
      const renewed = dialog.getByRole('list', { name: 'Recovery codes' }).getByRole('listitem');
      await renewed.first().waitFor();
      const [first = ''] = await renewed.allTextContents();
      expect(codes).not.toContain(first);
      await page.keyboard.press('Enter');

      // Sign-in with a recovery code.
      await logout();
      await page.evaluate(() => localStorage.clear());
      await page.goto('/admin/login?next=/admin/account');
      await fillLogin(page, engine.credentials);
      await second.getByRole('button', { name: 'Use a recovery code' }).click();
      await second.getByLabel('Recovery code').fill(first.toUpperCase());
      await page.keyboard.press('Enter');
      await section.getByText('9 of 10 are left').waitFor();

      // A passkey with a right-to-left name.
      await section.getByRole('button', { name: 'Add a passkey' }).click();
      await dialog.getByLabel('Name').fill('میرا فون');
      await dialog.getByLabel('Your password', { exact: true }).fill(password);
      await expectAccessible(page, 'a new passkey');
      await page.keyboard.press('Enter');
      await section.getByText('میرا فون').waitFor();
      await logout();
      await page.evaluate(() => localStorage.clear());
      await page.goto('/admin/login?next=/admin/account');
      await page.getByRole('button', { name: 'Sign in with a passkey' }).press('Enter');
      await section.getByText(/last used/).waitFor();

      // The passkey as second step, then removed.
      await logout();
      await page.evaluate(() => localStorage.clear());
      await page.goto('/admin/login?next=/admin/account');
      await fillLogin(page, engine.credentials);
      await second.getByRole('button', { name: 'Use a passkey' }).click();
      await second.getByRole('button', { name: 'Use a passkey' }).click();
      await section.getByRole('button', { name: 'Remove the passkey میرا فون' }).click();
      await dialog.getByLabel('Your password', { exact: true }).fill(password);
      await page.keyboard.press('Enter');
      await toast(page, deskMessages['passkey.removed']).waitFor();
      await section.getByRole('button', { name: 'Remove the app' }).click();
      await dialog.getByLabel('Your password', { exact: true }).fill(password);
      await page.keyboard.press('Enter');
      await section.getByRole('button', { name: 'Add an app' }).waitFor();
      expect(await section.getByText('Recovery codes').count()).toBe(0);
      expect(watch.cspViolations).toEqual([]);
      expect(watch.pageErrors).toEqual([]);
      await close();
    });
  },
  { environment: { PORT: String(port), PUBLIC_URL: `http://localhost:${port}` } },
);
