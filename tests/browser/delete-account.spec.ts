import type { Page } from '@playwright/test';
import { limits } from '#shared/limits.ts';
import { messages } from '#shared/messages.ts';
import { pathTo } from '#shared/paths.ts';
import { sampleSite } from '#shared/site/sample-site.ts';
import { expect, test } from './fixtures.ts';
import { labelled, named, topHeading } from './support/names.ts';

const path = pathTo('deleteAccount');
const call = '/api/requestAccountDeletion';
const [qissa, board] = sampleSite.apps;

function deletionForm(page: Page) {
  const form = named(page, 'form', 'Request for deletion');
  return {
    form,
    app: labelled(form, 'App'),
    account: form.getByLabel('Account'),
    email: form.getByLabel('Email'),
    alert: form.getByRole('alert'),
    send: named(form, 'button', 'Request deletion'),
    received: named(page, 'heading', 'Thank you. Your request has reached us.'),
    copy: named(page, 'region', 'What you sent'),
    day: page.locator('time[datetime]').last(),
  };
}

test('somebody without a session asks for deletion and is told the day', {
  tag: '@deep',
}, async ({ open, site, allow }) => {
  allow(call, messages['api.callError']);
  const page = await open(site, { width: 360 });
  const form = deletionForm(page);
  await page.goto(path);
  await named(page, 'link', 'To the form').click();
  await form.send.click();
  for (const code of ['appRequired', 'accountRequired', 'emailRequired'] as const)
    await expect(form.form.getByText(messages[`message.${code}`])).toBeVisible();
  await expect(form.app).toBeFocused();
  await form.app.selectOption(qissa?.name ?? '');
  await form.account.fill('عائشہ-77');
  await form.email.fill('ayesha@visitor.example');
  const before = Date.now();
  await form.send.click();
  await expect(form.received).toBeVisible();
  const due = (await form.day.getAttribute('datetime')) ?? '';
  expect(Math.abs((Date.parse(due) - before) / 86_400_000 - limits.accountDeletionDays)).toBeLessThan(1);
  for (const text of [qissa?.name ?? '', 'عائشہ-77', 'ayesha@visitor.example'])
    await expect(form.copy).toContainText(text);
  const { body } = await site.admin.call('getMessages', { type: 'account_deletion' });
  expect(body.data.data[0]).toMatchObject({
    app_name: qissa?.name,
    account_identifier: 'عائشہ-77',
    status: 'new',
    due_at: due,
  });
  await page.reload();
  await expect(form.day).toHaveAttribute('datetime', due);
});

test('a link of an app names it, and each app has a draft of its own; without scripts it is sent as well', async ({
  open,
  host,
  allow,
}) => {
  allow('422 (Unprocessable Entity)');
  const page = await open(host);
  const form = deletionForm(page);
  await page.goto(`${path}?app=${board?.id}`);
  await expect(topHeading(page)).toHaveText(`Delete your ${board?.name} account`);
  await expect(form.app).toHaveValue(board?.name ?? '');
  await form.account.fill('shop-9');
  await page.goto(`${path}?app=${qissa?.id}`);
  await expect(form.app).toHaveValue(qissa?.name ?? '');
  await expect(form.account).toHaveValue('');
  await page.goto(`${path}?app=${board?.id}`);
  await expect(form.account).toHaveValue('shop-9');
  await form.email.fill('shop@visitor.example');
  await form.send.click();
  await expect(form.received).toBeFocused();
  for (const text of [board?.name ?? '', 'shop-9']) await expect(form.copy).toContainText(text);

  const plain = deletionForm(await open(host, { javaScriptEnabled: false }));
  await plain.form.page().goto(`${path}?app=${board?.id}`);
  await plain.account.fill('ayesha');
  await plain.send.click();
  await named(plain.alert, 'link', /^Email: /).click();
  await expect(plain.app).toHaveValue(board?.name ?? '');
  await expect(plain.account).toHaveValue('ayesha');
  await plain.email.fill('ayesha@visitor.example');
  await plain.send.click();
  await expect(plain.form.page().getByText(/^Done by \d+ \w+ 20\d\d$/)).toBeVisible();
  expect(host.stub.rows('messages')).toMatchObject([
    { type: 'account_deletion', account_identifier: 'shop-9', app_name: board?.name },
    { type: 'account_deletion', account_identifier: 'ayesha', app_name: board?.name },
  ]);
});
