import { expect, test } from 'vitest';
import { callPath } from '#shared/contract/call-path.ts';
import { contract } from '#shared/contract/index.ts';
import { deskMessages } from '#shared/desk-messages.ts';
import { messages } from '#shared/messages.ts';
import { toast } from './support/blogs.ts';
import { hold } from './support/hold.ts';
import { launchBrowser } from './support/launch.ts';
import { loginForm } from './support/login.ts';
import { messagesScreen, stubMessage, stubRequest } from './support/messages-admin.ts';
import { endSession } from './support/session-life.ts';
import { stubbedSite } from './support/stubbed-site.ts';
import { openAdmin } from './support/visitor.ts';
import { apiCallError, expectQuiet, failedToLoad } from './support/watch.ts';

const browser = launchBrowser();
const site = stubbedSite();
const listPath = callPath(contract.getMessages);
const statusPath = (id: number) => callPath(contract.updateMessageStatus, { id });
const failure = { kind: 'answer', status: 500, body: '{"status":0}' } as const;

test('a list that does not come is asked for again; what cannot be changed is put back, and says why', async () => {
  fill();
  const { page, watch, close } = await openAdmin(browser.current, site);
  const { alert, row, rows, beside, folder } = messagesScreen(page);
  site.stub.misbehave(failure, { path: listPath });
  await page.goto('/admin/messages');
  await alert.getByText('The messages could not be loaded').waitFor();
  expect(await page.locator('.Toastify__toast').count()).toBe(0);
  site.stub.reset();
  fill();
  await page.getByRole('button', { name: 'Try again' }).click();
  await row('Subject 1').waitFor();

  // A message that cannot be marked as read is shown all the same, quietly.
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
  // Put back at once, whatever becomes of the list that is asked for again.
  const list = await hold(page, listPath);
  held.release();
  await toast(page, messages['upstream.unreachable']).waitFor();
  await row('Subject 2').waitFor();
  list.release();
  await expect.poll(() => rows.count()).toBe(4);
  await expect.poll(() => folder('Archived').textContent()).toContain('0');

  // Somebody else was faster: told, and shown as it is now.
  await row('Subject 3').click();
  await beside.heading('Subject 3').waitFor();
  const message = site.stub.data.messages.find(({ id }) => id === 3);
  const third = await hold(page, statusPath(3));
  await beside.archive.click();
  await third.reached;
  Object.assign(message ?? {}, { status: 'replied', updated_at: new Date().toISOString() });
  third.release();
  await toast(page, deskMessages['message.changedMeanwhile']).waitFor();
  await row('Subject 3').getByText('Replied', { exact: true }).waitFor();
  expect(message?.status).toBe('replied');

  // The session ends while a message is open: sign-in in place, and the change is made.
  await row('Subject 4').click();
  await beside.heading('Subject 4').waitFor();
  await endSession(page, site);
  await beside.choose('Mark as replied');
  const login = loginForm(page);
  await login.password.fill(site.credentials.password);
  await login.submit.click();
  await expect.poll(() => site.stub.data.messages.find(({ id }) => id === 4)?.status).toBe('replied');
  await beside.pane.getByText('Replied', { exact: true }).waitFor();

  const conflicts = watch.consoleLines.filter((line) => /ApiError.*saved this at/.test(line));
  expect(conflicts).toHaveLength(1);
  expectQuiet(watch, [
    failedToLoad(500, listPath),
    failedToLoad(500, statusPath(1)),
    apiCallError(messages['upstream.failed']),
    failedToLoad(502, statusPath(2)),
    apiCallError(messages['upstream.unreachable']),
    failedToLoad(409, statusPath(3)),
    ...conflicts,
    failedToLoad(401, statusPath(4)),
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

  // Pages that hold nothing of the inbox do not come one after another by themselves.
  const pages = () => site.stub.requestsTo(listPath).filter(({ url }) => url.includes('folder=inbox')).length;
  const more = page.getByRole('button', { name: 'Show more' });
  for (const asked of [2, 3]) {
    await expect.poll(pages).toBe(asked);
    await more.click();
  }
  // Those that do hold some come as the end comes near.
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

  site.stub.data.messages = [stubRequest(1, 20), stubRequest(2, 3), ...site.stub.data.messages];
  await folder('Inbox').click();
  await kind('Account deletion').click();
  // All of them are there, so that their order is ours.
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

/** A new message and three that were read. */
function fill(): void {
  site.stub.data.messages = [1, 2, 3, 4].map((id) => stubMessage(id, id === 1 ? {} : { status: 'read' }));
}
