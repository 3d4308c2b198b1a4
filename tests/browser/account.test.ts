// @module-tag deep/journey: the password, the menu and the count of messages in the sidebar that every screen of the first depth shows
import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { callPath } from '#shared/contract/call-path.ts';
import { contract } from '#shared/contract/index.ts';
import { messages } from '#shared/messages.ts';
import type { Message } from '#shared/schemas/message.ts';
import { withEngine } from '../support/engines.ts';
import { signIn } from '../support/sign-in.ts';
import { expectAccessible } from './support/axe.ts';
import { toast } from './support/blogs.ts';
import { launchBrowser } from './support/launch.ts';
import { stubbedSite } from './support/stubbed-site.ts';
import { openAdmin } from './support/visitor.ts';
import { apiCallError, expectQuiet, failedToLoad } from './support/watch.ts';

const browser = launchBrowser();
const changePath = callPath(contract.changePassword);
const inboxPath = callPath(contract.getMessages);
const phone = { width: 360, height: 640 };

function accountMenu(page: Page) {
  const dialog = page.getByRole('dialog', { name: 'Change password' });
  return {
    opener: page.getByRole('button', { name: /^Account:/ }),
    change: page.getByRole('button', { name: 'Change password' }).first(),
    dialog,
    current: dialog.getByLabel('Current password', { exact: true }),
    wanted: dialog.getByLabel('New password', { exact: true }),
    submit: dialog.getByRole('button', { name: 'Change password' }),
    cancel: dialog.getByRole('button', { name: 'Cancel' }),
    alert: dialog.getByRole('alert'),
  };
}

const hasFocus = (element: Element) => element === document.activeElement;

/** Returns the distance from the top of the window to the bottom of the sign-out button. */
async function endOfLogout(page: Page): Promise<number> {
  const box = await page.getByRole('button', { name: 'Logout' }).boundingBox();
  return box ? box.y + box.height : Number.NaN;
}

// The contract tests check each engine's texts for a wrong password.
withEngine('embedded', (engine) => {
  test('an admin changes their password, told at the field what is wrong with it', async () => {
    const { page, watch, close } = await openAdmin(browser.current, engine);
    const { opener, change, dialog, current, wanted, submit } = accountMenu(page);
    await page.goto('/admin/team');
    await opener.getByText(engine.credentials.email).waitFor();

    // An owner has every link, and sees the sign-out button without scrolling.
    await expect
      .poll(() => page.getByRole('navigation', { name: 'Dashboard' }).getByRole('link').allTextContents())
      .toEqual([
        ...['Jobs', 'Applicants', 'Portfolio', 'Team', 'Blogs', 'Messages'],
        ...['Site', 'Mail templates', 'People', 'Pictures', 'Redirects', 'Trash', 'Activity'],
      ]);
    await expect.poll(() => endOfLogout(page)).toBeLessThanOrEqual(900);
    await page.setViewportSize({ width: 1440, height: 768 });
    await expect.poll(() => endOfLogout(page)).toBeLessThanOrEqual(768);
    // In a lower window only the links scroll, and the keyboard brings the last one into view.
    await page.setViewportSize({ width: 1440, height: 600 });
    await expect.poll(() => endOfLogout(page)).toBeLessThanOrEqual(600);
    const last = page.getByRole('link', { name: 'Activity' });
    await last.focus();
    await expect.poll(async () => (await last.boundingBox())?.y).toBeLessThan((await endOfLogout(page)) - 64);
    await page.setViewportSize({ width: 1440, height: 900 });

    await opener.press('Enter');
    await expect.poll(() => opener.getAttribute('aria-expanded')).toBe('true');
    await expect.poll(() => endOfLogout(page)).toBeLessThanOrEqual(900);
    await page.keyboard.press('Escape');
    expect(await change.count()).toBe(0);
    expect(await opener.evaluate(hasFocus)).toBe(true);
    await opener.press('Enter');
    await expectAccessible(page, 'account menu');
    await change.press('Enter');
    await dialog.waitFor();
    expect(await current.evaluate(hasFocus)).toBe(true);
    await dialog.getByText('Use at least 10 characters.').waitFor();
    await expectAccessible(page, 'change password');

    await submit.click();
    await dialog.getByText(messages['password.currentRequired']).waitFor();
    expect(await current.evaluate(hasFocus)).toBe(true);
    await current.fill('not the password');
    await wanted.fill('too short');
    await page.keyboard.press('Enter');
    await expect.poll(() => wanted.evaluate(hasFocus)).toBe(true);
    await expect.poll(() => wanted.getAttribute('aria-invalid')).toBe('true');
    await expect.poll(() => current.getAttribute('aria-invalid')).toBeNull();
    await wanted.fill('another good passphrase');
    await dialog.getByRole('button', { name: 'Show new password' }).click();
    await expect.poll(() => wanted.getAttribute('type')).toBe('text');
    await expect.poll(() => current.getAttribute('type')).toBe('password');

    await submit.click();
    await dialog.getByText(messages['password.wrong']).waitFor();
    expect(await current.evaluate(hasFocus)).toBe(true);
    await expect.poll(() => wanted.inputValue()).toBe('another good passphrase');
    await expectAccessible(page, 'change password, refused');
    await current.fill(engine.credentials.password);
    await submit.click();
    await toast(page, messages['password.changed']).waitFor();
    await dialog.waitFor({ state: 'hidden' });
    expect(await opener.evaluate(hasFocus)).toBe(true);

    await page.reload();
    await opener.waitFor();
    await expect(signIn(engine.app, engine.credentials)).rejects.toThrow('401');
    await signIn(engine.app, { ...engine.credentials, password: 'another good passphrase' });
    expectQuiet(watch, [failedToLoad(422, changePath), apiCallError(messages['fields.invalid'])]);
    await close();
  });
});

describe('before a host that fails', () => {
  const site = stubbedSite();

  test('a count that fails is no count; a password that cannot be changed now stays typed, and the reason is said', async () => {
    site.stub.data.messages = [message(1)];
    site.stub.misbehave(
      { kind: 'answer', status: 404, body: '{"message":"No such route."}' },
      { path: inboxPath },
    );
    const { page, watch, close } = await openAdmin(browser.current, site);
    const { opener, change, dialog, current, wanted, submit, alert, cancel } = accountMenu(page);
    await page.goto('/admin/team');
    await expect.poll(() => site.stub.requestsTo(inboxPath).length).toBeGreaterThan(0);
    await page.getByRole('link', { name: 'Messages', exact: true }).waitFor();
    expect(await page.locator('.Toastify__toast').count()).toBe(0);

    await opener.click();
    await change.click();
    await current.fill(site.credentials.password);
    await wanted.fill('another good passphrase');
    site.stub.misbehave({ kind: 'answer', status: 500, body: 'boom' }, { path: changePath, times: 1 });
    await submit.click();
    await alert.waitFor();
    await expect.poll(() => current.inputValue()).toBe(site.credentials.password);
    await expect.poll(() => wanted.inputValue()).toBe('another good passphrase');
    await cancel.click();
    await dialog.waitFor({ state: 'hidden' });

    // The dialog keeps no password.
    await opener.click();
    await change.click();
    expect([await current.inputValue(), await wanted.inputValue()]).toEqual(['', '']);
    expect(watch.cspViolations).toEqual([]);
    await close();
  });

  test('on a phone the menu holds the links, the account and logout, and a long address', async () => {
    const { email } = site.stub.admin;
    site.stub.admin.email = `${'a-very-long-name-of-a-person.'.repeat(4)}x@studio.example`;
    const { page, watch, close } = await openAdmin(browser.current, site, phone);
    site.stub.admin.email = email;
    const { opener, change, dialog } = accountMenu(page);
    await page.goto('/admin/team');
    const menu = page.getByRole('button', { name: 'Open menu' });
    const drawer = page.getByRole('dialog', { name: 'Dashboard menu' });
    await menu.click();
    await drawer.waitFor();
    await expect
      .poll(() => drawer.getByRole('navigation').getByRole('link').allTextContents())
      .toEqual([
        'Jobs',
        'Applicants',
        'Portfolio',
        'Team',
        'Blogs',
        'Messages',
        'Site',
        'Redirects',
        'Trash',
        'Activity',
      ]);
    await opener.click();
    await change.waitFor();
    const wide = (element: Element) =>
      [element, ...element.querySelectorAll('div, button')].map(
        (each) => each.scrollWidth - each.clientWidth,
      );
    expect(Math.max(...(await drawer.evaluate(wide)))).toBeLessThanOrEqual(0);
    for (const button of [change, opener, drawer.getByRole('button', { name: 'Logout' })]) {
      await button.scrollIntoViewIfNeeded();
      expect((await button.boundingBox())?.height).toBeGreaterThanOrEqual(44);
    }
    // Escape closes the account dialog, then the drawer.
    await page.keyboard.press('Escape');
    expect(await change.count()).toBe(0);
    await expect.poll(() => drawer.isVisible()).toBe(true);
    await opener.click();
    await change.click();
    await dialog.waitFor();
    await drawer.waitFor({ state: 'hidden' });
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'hidden' });
    expect(await menu.evaluate(hasFocus)).toBe(true);
    expectQuiet(watch);
    await close();
  });

  test('the sidebar counts unread messages, and asks again when somebody comes back', async () => {
    site.stub.data.messages = Array.from({ length: 120 }, (_, at) => message(at + 1));
    const { context, page, watch, close } = await openAdmin(browser.current, site);
    await context.clock.install();
    const link = page.getByRole('link', { name: /^Messages/ });
    await page.goto('/admin/team');
    await page.getByRole('link', { name: 'Messages 120 unread' }).waitFor();
    await expect.poll(() => link.locator('[aria-hidden=true]').last().textContent()).toBe('99+');
    site.stub.data.messages.splice(3);
    // The page never polls: calls of a forgotten tab would keep its session alive for ever.
    const asked = site.stub.requestsTo(inboxPath).length;
    await context.clock.fastForward('30:00');
    // A request made by then would arrive before the next one.
    await page.getByRole('link', { name: 'Blogs' }).click();
    // A request without a page checks whether this account is an admin of the host.
    const lists = () =>
      site.stub.requestsTo(callPath(contract.blogs)).filter(({ url }) => url.includes('page='));
    await expect.poll(() => lists().length).toBe(1);
    expect(site.stub.requestsTo(inboxPath)).toHaveLength(asked);
    await page.evaluate(() => window.dispatchEvent(new Event('visibilitychange')));
    await page.getByRole('link', { name: 'Messages 3 unread' }).waitFor();
    expectQuiet(watch);
    await close();
  });
});

function message(id: number): Message {
  const at = new Date(Date.UTC(2026, 0, 1) + id * 60_000).toISOString();
  return {
    id,
    type: 'contact',
    name: `Writer ${id}`,
    email: 'writer@example.com',
    subject: 'Hello',
    message: 'Words.',
    status: 'new',
    created_at: at,
    updated_at: at,
  };
}
