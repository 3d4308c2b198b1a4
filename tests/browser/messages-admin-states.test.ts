// @module-tag deep/journey: folders, addresses, failures, a phone and saved answers of the screen of messages-admin
import { expect, test } from 'vitest';
import { callPath } from '#shared/contract/call-path.ts';
import { contract } from '#shared/contract/index.ts';
import { deskMessages, textOf } from '#shared/desk-messages.ts';
import { messages } from '#shared/messages.ts';
import type { MessageStatus } from '#shared/schemas/message.ts';
import { withEngine } from '../support/engines.ts';
import { stubAdminName } from '../support/stub-upstream.ts';
import { expectAccessible } from './support/axe.ts';
import { offeredUndo, toast } from './support/blogs.ts';
import { expectFits } from './support/fits.ts';
import { hold } from './support/hold.ts';
import { launchBrowser } from './support/launch.ts';
import { fillWithMessages, messagesScreen, stubMessage, stubRequest } from './support/messages-admin.ts';
import { stubbedSite } from './support/stubbed-site.ts';
import { openAdmin } from './support/visitor.ts';
import { apiCallError, conflictLines, expectQuiet, failedToLoad } from './support/watch.ts';

const browser = launchBrowser();
const site = stubbedSite();
const listPath = callPath(contract.getMessages);
const statusPath = (id: number) => callPath(contract.updateMessageStatus, { id });
const failure = { kind: 'answer', status: 500, body: '{"status":0}' } as const;

test('requests for deletion count down, the most urgent first', async () => {
  const done = { status: 'replied', handled_at: '2026-11-02T10:00:00.000Z' } as const;
  site.stub.data.messages = [
    stubRequest(1, 20),
    stubRequest(2, -2),
    stubRequest(3, 0),
    stubRequest(4, 5, { status: 'read' }),
    stubRequest(5, -9, done),
    stubMessage(6),
  ];
  const { page, watch, close } = await openAdmin(browser.current, site);
  const { rows, row, kind, beside, folder } = messagesScreen(page);
  await page.goto('/admin/messages');
  await row('Subject 6').waitFor();
  await kind('Account deletion').click();
  await page.getByText('Sorted by due date.').waitFor();
  await expect.poll(() => new URL(page.url()).search).toBe('?type=account_deletion');
  const texts = await rows.allTextContents();
  const words = ['2 days overdue', 'Due today', '5 days left', '20 days left', 'Done on 2 November 2026'];
  expect(texts).toHaveLength(words.length);
  for (const [at, word] of words.entries()) expect(texts[at]).toContain(word);
  await expect.poll(() => folder('Inbox').textContent()).toContain('5');

  await rows.first().click();
  await beside.heading('Delete an account of Chowk').waitFor();
  await beside.pane.getByText('player_2').waitFor();
  await beside.choose('Mark as replied');
  await beside.pane.getByText(/^Done on/).waitFor();
  expectQuiet(watch);
  await close();
});

test('an address leads to its folder, kind and message, also to one that is far down', async () => {
  site.stub.data.messages = [
    ...Array.from({ length: 25 }, (_, at) => stubMessage(at + 1, { status: 'read' })),
    stubMessage(26, { status: 'spam' }),
    stubMessage(27, { status: 'archived' }),
  ];
  const { page, watch, close } = await openAdmin(browser.current, site);
  const { row, rows, folder, beside } = messagesScreen(page);
  await page.goto('/admin/messages?status=replied&message=25');
  await page.getByText('No replies yet').waitFor();
  await beside.heading('Subject 25').waitFor();
  // One call for the message, wherever it is in the list, in addition to the calls for the folder and for the number
  // in the menu. (What the account may do is asked by another call, once.)
  const reads = () =>
    site.stub.requests.map(({ url }) => url).filter((url) => /^\/api\/get\w*Message/.test(url));
  await expect
    .poll(() => reads().sort())
    .toEqual([
      '/api/getMessages?page=1&status=new',
      '/api/getMessages?page=1&status=replied',
      '/api/getSingleMessage/25',
    ]);
  const gone = callPath(contract.getSingleMessage, { id: 999 });
  await page.goto('/admin/messages?message=999');
  await beside.pane.getByText('This message no longer exists').waitFor();
  await beside.close.click();

  // Scrolling to the end loads all messages.
  await expect
    .poll(async () => {
      await rows.last().scrollIntoViewIfNeeded();
      return rows.count();
    })
    .toBe(25);
  await folder('Spam').click();
  await row('Subject 26').click();
  await beside.heading('Subject 26').waitFor();
  expect(statusOf(26)).toBe('spam');
  await beside.notSpam.click();
  const undo = await offeredUndo(page, 'Moved to the inbox');
  expect(statusOf(26)).toBe('read');
  await undo.click();
  await expect.poll(() => statusOf(26)).toBe('spam');
  await page.goBack();
  await beside.heading('Subject 26').waitFor();

  // A message that is in no list on the screen is deleted: its pane closes, and no call requests the message again.
  await page.goto('/admin/messages?status=replied&message=24');
  await beside.heading('Subject 24').waitFor();
  await beside.choose('Delete');
  await toast(page, 'Message deleted successfully').waitFor();
  await beside.pane.waitFor({ state: 'hidden' });
  expect(site.stub.requestsTo(callPath(contract.getSingleMessage, { id: 24 }))).toHaveLength(1);
  expectQuiet(watch, [failedToLoad(404, gone), apiCallError(deskMessages['message.notFound'])]);
  await close();
});

test('a new message opened by its address does not wait for its list, and the list comes all the same', async () => {
  site.stub.data.messages = [1, 2, 3].map((id) => stubMessage(id));
  const { page, watch, close } = await openAdmin(browser.current, site);
  const { row, folder, beside } = messagesScreen(page);
  const list = await hold(page, ({ searchParams }) => searchParams.get('folder') === 'inbox');
  await page.goto('/admin/messages?message=2');
  await beside.heading('Subject 2').waitFor();
  await beside.pane.getByText('Read', { exact: true }).waitFor();
  list.release();
  await row('Subject 2').waitFor();
  // The delayed list may be older than the change to read; the next list follows.
  await expect.poll(() => row('Subject 2').getByText('New', { exact: true }).count()).toBe(0);
  await expect.poll(() => folder('New').textContent()).toContain('2');
  expectQuiet(watch);
  await close();
});

test('each empty folder says what it is for', async () => {
  const { page, watch, close } = await openAdmin(browser.current, site);
  const { folder } = messagesScreen(page);
  await page.goto('/admin/messages');
  const words = {
    Inbox: 'Inbox zero',
    New: 'Nothing new',
    Read: 'Nothing left unanswered',
    Replied: 'No replies yet',
    Archived: 'The archive is empty',
    Spam: 'No spam',
  };
  for (const [name, text] of Object.entries(words)) {
    await folder(name).click();
    await page.getByText(text, { exact: true }).waitFor();
  }
  await page.getByRole('button', { name: 'Show the whole inbox' }).click();
  await page.getByText('Inbox zero').waitFor();
  expectQuiet(watch);
  await close();
});

test('what cannot be changed is put back, and says why', async () => {
  site.stub.data.messages = [1, 2, 3].map((id) => stubMessage(id, id === 1 ? {} : { status: 'read' }));
  const { page, watch, close } = await openAdmin(browser.current, site);
  const { row, rows, beside, folder } = messagesScreen(page);
  await page.goto('/admin/messages');
  await row('Subject 1').waitFor();

  // A message that cannot be marked as read is still shown, without an error.
  site.stub.misbehave(failure, { path: statusPath(1), times: 1 });
  await row('Subject 1').click();
  await beside.pane.getByText('The words of message 1.').waitFor();
  await beside.pane.getByText('New', { exact: true }).waitFor();
  expect(await page.locator('.Toastify__toast').count()).toBe(0);

  await row('Subject 2').click();
  await beside.heading('Subject 2').waitFor();
  site.stub.misbehave({ kind: 'reset' }, { path: statusPath(2), times: 1 });
  const held = await hold(page, statusPath(2));
  await beside.archive.click();
  await held.reached;
  await row('Subject 2').waitFor({ state: 'detached' });
  await expect.poll(() => folder('Archived').textContent()).toContain('1');
  // The change is reverted at once, before the list has loaded again.
  const list = await hold(page, listPath);
  held.release();
  await toast(page, messages['upstream.unreachable']).waitFor();
  await row('Subject 2').waitFor();
  list.release();
  await expect.poll(() => rows.count()).toBe(3);
  await expect.poll(() => folder('Archived').textContent()).toContain('0');

  // Another admin was faster: a message appears, with the current state.
  await row('Subject 3').click();
  await beside.heading('Subject 3').waitFor();
  const message = site.stub.data.messages.find(({ id }) => id === 3);
  const third = await hold(page, statusPath(3));
  await beside.archive.click();
  await third.reached;
  Object.assign(message ?? {}, { status: 'replied', updated_at: new Date().toISOString() });
  third.release();
  await toast(
    page,
    textOf('conflict.changedMeanwhile', { who: stubAdminName, what: 'this message' }),
  ).waitFor();
  await row('Subject 3').getByText('Replied', { exact: true }).waitFor();
  expect(message?.status).toBe('replied');

  expectQuiet(watch, [
    failedToLoad(500, statusPath(1)),
    apiCallError(messages['upstream.failed']),
    failedToLoad(502, statusPath(2)),
    apiCallError(messages['upstream.unreachable']),
    failedToLoad(409, statusPath(3)),
    ...conflictLines(watch, 1),
  ]);
  await close();
});

test('a host that knows neither folders nor single messages: the inbox is whole, and what cannot be done is said', async () => {
  site.stub.settings.ignores = ['folder', 'order'];
  site.stub.settings.lacks = ['getSingleMessage'];
  const age = (id: number) => (id < 40 ? 'archived' : 'read');
  site.stub.data.messages = Array.from({ length: 55 }, (_, at) =>
    stubMessage(at + 1, { status: at < 5 ? 'new' : age(at + 1) }),
  );
  const { page, watch, close } = await openAdmin(browser.current, site);
  const { row, rows, beside, folder, kind } = messagesScreen(page);
  await page.goto('/admin/messages?message=55');
  await beside.pane.getByText('This message is not in the list').waitFor();
  await beside.close.click();
  await page.getByText('Your API host keeps archived messages in the same list.').waitFor();
  await expect.poll(() => rows.count()).toBe(5);

  // Pages without inbox messages do not load one after another on their own.
  const pages = () => site.stub.requestsTo(listPath).filter(({ url }) => url.includes('folder=inbox')).length;
  const more = page.getByRole('button', { name: 'Show more' });
  for (const asked of [2, 3]) {
    await expect.poll(pages).toBe(asked);
    await more.click();
  }
  // Pages with inbox messages load when the end is near.
  await row('Subject 50').scrollIntoViewIfNeeded();
  await row('Subject 55').waitFor();
  expect(pages()).toBe(6);
  await row('Subject 55').scrollIntoViewIfNeeded();
  await row('Subject 55').click();
  await beside.heading('Subject 55').waitFor();
  await beside.archive.click();
  await row('Subject 55').waitFor({ state: 'detached' });
  await folder('Archived').click();
  await row('Subject 6').waitFor();

  site.stub.data.messages = [stubRequest(1, 20), stubRequest(2, 3), ...site.stub.data.messages.slice(2)];
  await folder('Inbox').click();
  await kind('Account deletion').click();
  // All messages are loaded, so that the client sorts them.
  await page.getByText('Sorted by due date.').waitFor();
  await expect.poll(() => rows.first().textContent()).toContain('3 days left');
  const missing = callPath(contract.getSingleMessage, { id: 55 });
  expectQuiet(watch, [failedToLoad(404, missing), apiCallError(messages['host.callMissing'])]);
  await close();
});

test('opening and archiving in one breath: the second change has the version that the first one made', async () => {
  site.stub.data.messages = [stubMessage(1)];
  const { page, watch, close } = await openAdmin(browser.current, site);
  const { row, beside } = messagesScreen(page);
  await page.goto('/admin/messages');
  const held = await hold(page, statusPath(1));
  await row('Subject 1').click();
  await held.reached;
  await beside.archive.click();
  await row('Subject 1').waitFor({ state: 'detached' });
  held.release();
  await toast(page, 'Message archived').waitFor();
  expect(site.stub.data.messages[0]?.status).toBe('archived');
  expect(site.stub.requestsTo(statusPath(1)).map(({ body }) => JSON.parse(String(body)).status)).toEqual([
    'read',
    'archived',
  ]);
  expectQuiet(watch);
  await close();
});

test('on a phone a message takes a sheet of its own, and gives the focus back', async () => {
  fillWithMessages(site.stub);
  const { page, watch, close } = await openAdmin(browser.current, site, { width: 360, height: 740 });
  const { row, rows, sheet, folder } = messagesScreen(page);
  await page.goto('/admin/messages');
  await row('Subject 4').waitFor();
  for (const at of [0, 1, 2]) {
    await rows.nth(at).click();
    await sheet.reply.waitFor();
    await expectFits(page, `message ${at}`);
    if (at === 0) await expectAccessible(page, 'the sheet');
    await sheet.close.click();
    await sheet.pane.waitFor({ state: 'detached' });
    const id = () => page.evaluate(() => document.activeElement?.getAttribute('data-message-id'));
    await expect.poll(id).toBe(String(at + 1));
  }
  await row('Subject 4').click();
  await sheet.archive.click();
  await toast(page, 'Message archived').waitFor();
  await folder('Archived').click();
  await row('Subject 4').waitFor();
  await expectFits(page, 'the archive');
  expectQuiet(watch);
  await close();
});

withEngine('embedded', (engine) => {
  test('a message is assigned, answered with a saved answer, and found among mine; on a phone too', async () => {
    for (const subject of ['First', 'Second']) {
      const body = { name: 'Gul Meena', email: 'gul@example.com', subject, message: 'How much?' };
      await engine.admin.post('/api/contactUs').set('x-csrf', '1').send(body).expect(200);
    }
    const { page, watch, close } = await openAdmin(browser.current, engine);
    const { row, beside } = messagesScreen(page);
    await page.goto('/admin/messages');
    await page.getByRole('button', { name: 'Saved answers' }).press('Enter');
    await page.getByRole('button', { name: 'Add an answer' }).click();
    const form = page.getByRole('dialog', { name: 'Add a saved answer' });
    await form.getByRole('button', { name: 'Save' }).click();
    await expect.poll(() => form.getByText('This field is required.').count()).toBe(2);
    await form.getByLabel('Title').fill('Prices');
    await form.getByLabel('Text', { exact: true }).fill('It is <b>free</b>.');
    await form.getByRole('button', { name: 'Save' }).click();
    await toast(page, deskMessages['desk.answerAdded']).waitFor();
    await expectAccessible(page, 'the saved answers');
    await page.keyboard.press('Escape');

    await row('Second').click();
    await beside.pane.getByLabel('Assigned to').selectOption({ label: 'Admin' });
    await toast(page, textOf('desk.assigned', { name: 'Admin' })).waitFor();
    await row('Second').getByText('For Admin').waitFor();
    await beside.pane.getByRole('button', { name: 'Answer', exact: true }).press('Enter');
    await page.keyboard.type('Dear Gul,');
    await beside.pane.getByLabel('Insert a saved answer').selectOption({ label: 'Prices' });
    const answer = beside.pane.getByLabel('Answer', { exact: true });
    await expect.poll(() => answer.inputValue()).toBe('Dear Gul,\n\nIt is <b>free</b>.');
    await beside.pane.getByRole('button', { name: 'Send the answer' }).click();
    await toast(page, deskMessages['desk.answered']).waitFor();
    const answers = beside.pane.getByRole('region', { name: 'Answers' }).getByRole('listitem');
    await answers.filter({ hasText: 'It is <b>free</b>.' }).getByText('On its way').waitFor();
    await row('Second').getByText('Replied', { exact: true }).waitFor();
    await expect.poll(() => answer.inputValue()).toBe('');
    await expectAccessible(page, 'the answered message');

    await page.setViewportSize({ width: 360, height: 640 });
    await page.goto('/admin/messages');
    await page.getByRole('radio', { name: 'Mine' }).click();
    await row('Second').waitFor();
    await expect.poll(() => row('First').count()).toBe(0);
    await expectFits(page, 'messages for somebody');
    expectQuiet(watch);
    await close();
  });
});

function statusOf(id: number): MessageStatus | undefined {
  return site.stub.data.messages.find((message) => message.id === id)?.status;
}
