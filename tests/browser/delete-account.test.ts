// @module-tag deep/journey: deletion by app, on a phone and after too many forms; page-forms sends one
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { callPath } from '#shared/contract/call-path.ts';
import { contract } from '#shared/contract/index.ts';
import { limits } from '#shared/limits.ts';
import { messages, messageText } from '#shared/messages.ts';
import { pathTo } from '#shared/paths.ts';
import { sampleFile } from '#shared/site/sample-file.ts';
import { sampleSite } from '#shared/site/sample-site.ts';
import { withEngine } from '../support/engines.ts';
import { visit } from '../support/sign-in.ts';
import { startTestApp } from '../support/start-test-app.ts';
import { expectAccessible } from './support/axe.ts';
import { launchBrowser } from './support/launch.ts';
import { openVisitor } from './support/visitor.ts';
import { deletionForm, loseTheLine } from './support/visitor-forms.ts';
import { apiCallError, expectQuiet, failedToLoad } from './support/watch.ts';

const browser = launchBrowser();
const path = pathTo('deleteAccount');
const call = callPath(contract.requestAccountDeletion);
const [qissa, board] = sampleSite.apps;

withEngine('embedded', (engine) => {
  test('somebody without a session asks for deletion and is told the day; after five in an hour, how long to wait', async () => {
    const { page, watch, close } = await openVisitor(browser.current, engine.app, { width: 360 });
    const form = deletionForm(page);
    await page.goto(path);
    await page.getByRole('link', { name: 'To the form' }).click();
    await form.send.click();
    for (const code of ['appRequired', 'accountRequired', 'emailRequired'] as const)
      await form.form.getByText(messages[`message.${code}`]).waitFor();
    expect(await form.app.evaluate((field) => field === document.activeElement)).toBe(true);
    await form.app.selectOption(qissa?.name ?? '');
    await form.account.fill('عائشہ-77');
    await form.email.fill('ayesha@visitor.example');
    const before = Date.now();
    await form.send.click();
    await form.received.waitFor();

    const shown = await page.locator('time[datetime]').last().getAttribute('datetime');
    const due = Date.parse(shown ?? '');
    expect(due - before).toBeGreaterThan((limits.accountDeletionDays - 1) * 86_400_000);
    expect(due - before).toBeLessThan((limits.accountDeletionDays + 1) * 86_400_000);
    const copy = await form.copy.innerText();
    for (const text of [qissa?.name, 'عائشہ-77', 'ayesha@visitor.example']) expect(copy).toContain(text);
    const { body } = await engine.admin
      .get(callPath(contract.getMessages))
      .query({ type: 'account_deletion' });
    expect(body.data.data).toHaveLength(1);
    expect(body.data.data[0]).toMatchObject({
      app_name: qissa?.name,
      account_identifier: 'عائشہ-77',
      status: 'new',
      due_at: shown,
    });
    const wider = await page.evaluate(
      () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
    );
    expect(wider).toBeLessThanOrEqual(0);

    await page.reload();
    await expect.poll(() => page.locator('time[datetime]').last().getAttribute('datetime')).toBe(shown);
    await page.goto('/delete-account');

    // A mailbox sends five in an hour.
    const again = { app_name: 'Qissa', account_identifier: 'me', email: 'me@visitor.example' };
    for (let time = 0; time < limits.formsPerHour; time += 1)
      await visit(engine.app).post(call).send(again).expect(200);
    await form.app.selectOption(qissa?.name ?? '');
    await form.account.fill('me');
    await form.email.fill('me@visitor.example');
    await form.send.click();
    const told = messageText('form.tooOften', { minutes: 60 });
    await form.alert.getByText(told).waitFor();
    await expect.poll(() => form.account.inputValue()).toBe('me');
    expectQuiet(watch, [failedToLoad(429, call), apiCallError(told)]);
    await close();
  });
});

withEngine(
  'stub',
  (engine) => {
    test('a link of an app names it; each app has a draft of its own; failures lose nothing', async () => {
      const { page, watch, close } = await openVisitor(browser.current, engine.app);
      const form = deletionForm(page);
      await page.goto(`${path}?app=${board?.id}`);
      await page.getByRole('heading', { name: `Delete your ${board?.name} account`, level: 1 }).waitFor();
      await expect.poll(() => form.app.inputValue()).toBe(board?.name);
      await form.account.fill('shop-9');
      await form.email.fill('owner@shop.example');
      await loseTheLine(page, call);
      await form.send.click();
      await form.alert.getByText(messages['network.failed']).waitFor();
      await page.reload();
      await form.restored.waitFor();
      expect([await form.app.inputValue(), await form.account.inputValue()]).toEqual([board?.name, 'shop-9']);

      await page.goto(`${path}?app=${qissa?.id}`);
      expect([await form.app.inputValue(), await form.account.inputValue()]).toEqual([qissa?.name, '']);
      const offline = watch.consoleLines.filter((line) => line.includes('ERR_INTERNET_DISCONNECTED'));
      expectQuiet(watch, [...offline, apiCallError(messages['network.failed'])]);
      await close();
    });

    test('axe finds nothing on it and on the legal texts; all of them are read without scripts', async () => {
      const { page, watch, close } = await openVisitor(browser.current, engine.app);
      await page.goto(path);
      await expectAccessible(page, 'delete account');
      await page.goto(pathTo('privacyPolicy'));
      await expectAccessible(page, 'privacy');
      await page.getByRole('link', { name: 'If you apply for a job' }).click();
      await expect.poll(() => new URL(page.url()).hash).toBe('#applications');
      await expect
        .poll(() => page.locator('#applications').evaluate((part) => part.getBoundingClientRect().top))
        .toBeLessThan(200);
      await page.goto(pathTo('termsConditions'));
      await expectAccessible(page, 'terms');

      const form = await sentBy(page, path);
      for (const name of [qissa?.name, qissa?.developer, board?.name, 'Receipts of what you bought'])
        expect(form.text).toContain(name);
      expect((await sentBy(page, `${path}?app=${board?.id}`)).app).toBe(board?.name);
      // Only where the embedded engine erases applications does the text promise when.
      expect((await sentBy(page, pathTo('privacyPolicy'))).text).toContain(
        engine.stub
          ? 'We keep all of it until we no longer need it for your application'
          : `${limits.retentionMonths} months after your most recent application`,
      );
      expect((await sentBy(page, pathTo('termsConditions'))).text).toContain(sampleSite.legal_entity);
      expectQuiet(watch);
      await close();
    });
  },
  { settings: { formMinSeconds: 0 } },
);

test('a site without apps asks for the name; names of people who write right to left stand', async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'studio-test-'));
  await writeFile(
    join(dataDir, 'site.json'),
    JSON.stringify({
      ...sampleFile,
      name: 'Mahr & <Sons>',
      short_name: 'Mahr',
      legal_entity: 'مہر اینڈ سنز',
      address: { street: '12 Saddar Road', city: 'Lahore', postal_code: '54000', country: 'Pakistan' },
      apps: [],
    }),
  );
  const app = await startTestApp({ DATA_DIR: dataDir });
  const { page, watch, close } = await openVisitor(browser.current, app);
  const form = deletionForm(page);
  await page.goto(path);
  expect(await page.title()).toBe('Delete your account · Mahr & <Sons>');
  await page.getByText('This applies to every app of Mahr & <Sons>.').waitFor();
  await form.app.fill('Old Reader');
  await form.account.fill('me');
  await form.email.fill('me@visitor.example');
  await form.send.click();
  await form.received.waitFor();
  await expect.poll(() => form.copy.innerText()).toContain('Old Reader');
  await page.getByRole('contentinfo').getByText('مہر اینڈ سنز').waitFor();
  await page.goto(pathTo('contact'));
  await page.getByRole('main').getByText('Lahore 54000').waitFor();
  await page.goto('/admin/login');
  await page.getByText('This is where the people of Mahr & <Sons> write and publish.').waitFor();
  expect(await page.title()).toContain('Mahr & <Sons>');
  expectQuiet(watch);
  await close();
  await app.close();
  await rm(dataDir, { recursive: true, force: true });
});

/** Returns the page as sent, before any script: its text, and the app that its form names. */
function sentBy(page: Page, address: string): Promise<{ text: string; app: string | undefined }> {
  return page.evaluate(async (from) => {
    const answer = await fetch(from, { headers: { accept: 'text/html' } });
    const sent = new DOMParser().parseFromString(await answer.text(), 'text/html');
    return {
      text: sent.querySelector('main')?.textContent ?? '',
      app: sent.querySelector<HTMLSelectElement>('form[aria-label] select')?.value,
    };
  }, address);
}
