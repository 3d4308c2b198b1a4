import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { callPath } from '#shared/contract/call-path.ts';
import { contract } from '#shared/contract/index.ts';
import { deskMessages } from '#shared/desk-messages.ts';
import type { MessageStatus } from '#shared/schemas/message.ts';
import { withEngine } from '../support/engines.ts';
import { offeredUndo, toast } from './support/blogs.ts';
import { hold } from './support/hold.ts';
import { launchBrowser } from './support/launch.ts';
import { holdMailProgram, messagesScreen, stubMessage, stubRequest } from './support/messages-admin.ts';
import { stubbedSite } from './support/stubbed-site.ts';
import { openAdmin } from './support/visitor.ts';
import { apiCallError, expectQuiet, failedToLoad } from './support/watch.ts';

const browser = launchBrowser();

withEngine('embedded', (engine) => {
  test('a message is read, answered, archived, brought back, and deleted with an undo', async () => {
    for (const subject of ['First', 'Second', 'Third']) {
      const body = {
        name: `Ayesha ${subject}`,
        email: 'ayesha@example.com',
        subject,
        message: 'Hello.\nHow much?',
      };
      await engine.admin.post('/api/contactUs').set('x-csrf', '1').send(body).expect(200);
    }
    const { page, watch, close } = await openAdmin(browser.current, engine);
    const { row, rows, folder, unread, beside } = messagesScreen(page);
    await page.goto('/admin/messages');
    await row('Second').waitFor();
    await expect.poll(() => unread.textContent()).toContain('3 unread');
    await expect.poll(() => row('Second').getByText('New', { exact: true }).isVisible()).toBe(true);

    await row('Second').click();
    await beside.heading('Second').waitFor();
    await expect.poll(() => new URL(page.url()).searchParams.get('message')).toMatch(/^\d+$/);
    await beside.pane.getByText('Read', { exact: true }).waitFor();
    await expect.poll(() => unread.textContent()).toContain('2 unread');
    await expect.poll(() => folder('New').textContent()).toContain('2');
    const mail = (await beside.reply.getAttribute('href')) ?? '';
    expect(decodeURIComponent(mail)).toMatch(
      /^mailto:ayesha@example\.com\?subject=Re: Second&body=(.|\s)*> How much\?$/,
    );

    await holdMailProgram(page);
    await beside.reply.click();
    await beside.markReplied.click();
    await beside.pane.getByText('Marked as replied.').waitFor();
    await row('Second').getByText('Replied', { exact: true }).waitFor();

    await beside.archive.click();
    await toast(page, 'Message archived').waitFor();
    await row('Second').waitFor({ state: 'detached' });
    await expectFocus(page, row('First'));
    await folder('Archived').click();
    await row('Second').click();
    await beside.unarchive.click();
    await row('Second').waitFor({ state: 'detached' });
    await folder('Inbox').click();
    await row('Second').waitFor();

    await row('Third').click();
    await beside.choose('Delete');
    const undo = await offeredUndo(page, 'Message deleted successfully');
    await row('Third').waitFor({ state: 'detached' });
    await expect.poll(() => rows.count()).toBe(2);
    await undo.click();
    await row('Third').waitFor();
    expectQuiet(watch);
    await close();
  });
});

const site = stubbedSite();

test('by keyboard alone: from row to row, into the message, on to the next, and back', async () => {
  site.stub.data.messages = [1, 2, 3].map((id) => stubMessage(id));
  const { page, watch, close } = await openAdmin(browser.current, site);
  const { row, beside, folder } = messagesScreen(page);
  const keys = page.keyboard;
  await page.goto('/admin/messages');
  await row('Subject 1').focus();
  await keys.press('ArrowDown');
  await expectFocus(page, row('Subject 2'));
  await keys.press('End');
  await expectFocus(page, row('Subject 3'));
  await keys.press('Home');
  await keys.press('Enter');
  await expectFocus(page, beside.heading('Subject 1'));
  await beside.next.focus();
  await keys.press('Enter');
  await expectFocus(page, beside.heading('Subject 2'));
  await keys.press('Escape');
  await beside.pane.waitFor({ state: 'detached' });
  await expectFocus(page, row('Subject 2'));

  await keys.press('Enter');
  await expectFocus(page, beside.heading('Subject 2'));
  await beside.more.focus();
  await keys.press('Enter');
  await keys.press('ArrowDown');
  await keys.press('Enter');
  await beside.pane.waitFor({ state: 'detached' });
  await row('Subject 2').getByText('New', { exact: true }).waitFor();
  await expect.poll(() => folder('New').textContent()).toContain('2');
  // What the screen shows already is on its way.
  await expect
    .poll(() => site.stub.data.messages.map(({ status }) => status))
    .toEqual(['read', 'new', 'new']);
  expectQuiet(watch);
  await close();
});

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
  // One call for the message, however far down it is, beside those of the folder and of the menu's number.
  const reads = () => site.stub.requests.map(({ url }) => url).filter((url) => url.startsWith('/api/get'));
  await expect
    .poll(() => reads().sort())
    .toEqual([
      '/api/getMessages?page=1&status=new',
      '/api/getMessages?page=1&status=replied',
      '/api/getSingleMessage/25',
    ]);
  const gone = callPath(contract.getSingleMessage, { id: 999 });
  await page.goto('/admin/messages?message=999');
  await beside.pane.getByText('This message is no longer here').waitFor();
  await beside.close.click();

  // All of them, as the end comes near.
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

  // One that no list on the screen has is deleted: its pane closes, and nothing asks where it is.
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
  // The list that was held back may be of before the reading; the next one follows it.
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

function statusOf(id: number): MessageStatus | undefined {
  return site.stub.data.messages.find((message) => message.id === id)?.status;
}

async function expectFocus(page: Page, target: ReturnType<Page['locator']>): Promise<void> {
  const has = () => target.evaluate((element) => element === document.activeElement);
  await expect.poll(has, { message: `focus on ${target} of ${page.url()}` }).toBe(true);
}
