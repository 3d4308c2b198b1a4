import type { Page } from '@playwright/test';
import { deskMessages, textOf } from '#shared/desk-messages.ts';
import { messages } from '#shared/messages.ts';
import { pathTo } from '#shared/paths.ts';
import type { SiteStatus } from '#shared/schemas/site-status.ts';
import { makeMessage } from '../contract/resources/cases.ts';
import { pdf } from '../support/files.ts';
import { visit } from '../support/sign-in.ts';
import { stubJob } from '../support/stub-rows.ts';
import { expect, test } from './fixtures.ts';
import { offeredUndo, toast } from './support/blogs.ts';
import { exactly, labelled, named, withText } from './support/names.ts';

/** The screen of waiting forms, and the banner above every screen, by what a user sees. */
function intakeScreen(page: Page) {
  const main = page.getByRole('main');
  const rows = named(main, 'list', 'Waiting forms').getByRole('link');
  return {
    rows,
    row: (words: string) => rows.filter({ hasText: words }),
    empty: main.getByText('Nothing is waiting'),
    beside: openForm(named(page, 'complementary', 'Open form')),
    question: page.getByRole('alertdialog'),
    link: named(named(page, 'navigation', 'Dashboard'), 'link', /^Waiting forms/),
    note: (words: string) => page.getByRole('status').getByRole('paragraph').filter({ hasText: words }),
    dismiss: (words: string) => named(page, 'button', `Dismiss: ${words}`),
  };
}

function openForm(pane: ReturnType<Page['getByRole']>) {
  const button = (name: string) => exactly(pane, 'button', name);
  return {
    pane,
    send: button('Send now'),
    sendWithoutJob: button('Send without the job'),
    remove: button('Delete'),
    file: named(pane, 'link', 'Download the CV'),
  };
}

/** The host is down, forms wait, one needs a person, and there is no backup. */
const everythingIsWrong: SiteStatus = {
  host: {
    state: 'down',
    since: new Date(Date.now() - 30 * 3_600_000).toISOString(),
    oldest_page_at: new Date(Date.now() - 2.5 * 3_600_000).toISOString(),
  },
  intake: { waiting: 3, needs_person: 1, oldest_at: new Date().toISOString(), is_full: false },
  backup: { last_at: null, is_old: true },
};

/** Answers in place of the server: the site's status, and no form in the list of waiting ones. */
async function pretend(page: Page, status: SiteStatus) {
  await page.route('**/api/siteStatus', (route) => route.fulfill({ json: { status: 1, data: status } }));
  const list = { data: [], current_page: 1, last_page: 1, per_page: 20, total: 0 };
  await page.route('**/api/intake?*', (route) => route.fulfill({ json: { status: 1, data: list } }));
}

test('messages are read by keys, assigned, answered with a saved answer, archived, and deleted with an undo', async ({
  start,
  open,
}) => {
  const site = await start({ SAMPLE_CONTENT: 'off' });
  for (const subject of ['First', 'Second', 'Third'])
    await makeMessage(site, 'contact', { subject, email: 'gul@example.com', message: 'Hello.\nHow much?' });
  const page = await open(site, { as: 'owner' });
  const { row, rows, folder, unread, beside } = messagesScreen(page);
  const keys = page.keyboard;
  const state = (words: string, status: string) => withText(row(words), status);
  await page.goto(pathTo('adminMessages'));
  await expect(unread).toContainText('3 unread');
  await row('Third').focus();
  await keys.press('ArrowDown');
  await expect(row('Second')).toBeFocused();
  await keys.press('End');
  await expect(row('First')).toBeFocused();
  await keys.press('Home');
  await keys.press('Enter');
  await expect(beside.heading('Third')).toBeFocused();
  await expect(page).toHaveURL(/[?&]message=\d+$/);
  await beside.next.press('Enter');
  await expect(beside.heading('Second')).toBeFocused();
  await expect(folder('New')).toContainText('1');
  await keys.press('Escape');
  await expect(beside.pane).toBeHidden();
  await expect(row('Second')).toBeFocused();
  await keys.press('Enter');
  await beside.choose('Mark as new');
  await expect(beside.pane).toBeHidden();
  await expect(state('Second', 'New')).toBeVisible();
  await expect(unread).toContainText('2 unread');

  await named(page, 'button', 'Saved answers').press('Enter');
  await named(page, 'button', 'Add an answer').click();
  const form = named(page, 'dialog', 'Add a saved answer');
  await named(form, 'button', 'Save').click();
  await expect(form.getByText('This field is required.')).toHaveCount(2);
  await form.getByLabel('Title').fill('Prices');
  await labelled(form, 'Text').fill('It is <b>free</b>.');
  await named(form, 'button', 'Save').click();
  await expect(toast(page, deskMessages['desk.answerAdded'])).toBeVisible();
  await keys.press('Escape');
  // Opening it marks it as read, which is a change of its own: it can be assigned once that is saved.
  await row('Second').click();
  await beside.pane.getByLabel('Assigned to').selectOption({ label: 'Admin' });
  await expect(toast(page, textOf('desk.assigned', { name: 'Admin' }))).toBeVisible();
  await expect(row('Second').getByText('For Admin')).toBeVisible();
  await exactly(beside.pane, 'button', 'Answer').press('Enter');
  await keys.type('Dear Gul,');
  await beside.pane.getByLabel('Insert a saved answer').selectOption({ label: 'Prices' });
  const answer = labelled(beside.pane, 'Answer');
  await expect(answer).toHaveValue('Dear Gul,\n\nIt is <b>free</b>.');
  await named(beside.pane, 'button', 'Send the answer').click();
  await expect(toast(page, deskMessages['desk.answered'])).toBeVisible();
  const answers = named(beside.pane, 'region', 'Answers').getByRole('listitem');
  await expect(
    answers.filter({ hasText: 'It is <b>free</b>.' }).getByText('Waiting to be sent'),
  ).toBeVisible();
  await expect(state('Second', 'Replied')).toBeVisible();
  await expect(answer).toHaveValue('');
  await answer.fill('And one thing more.');
  await named(beside.pane, 'button', 'Send the answer').click();
  await expect(answers).toHaveCount(2);

  await row('First').click();
  await expect(beside.heading('First')).toBeVisible();
  const mail = (await beside.reply.getAttribute('href')) ?? '';
  expect(decodeURIComponent(mail)).toMatch(
    /^mailto:gul@example\.com\?subject=Re: First&body=(.|\s)*> How much\?$/,
  );
  await holdMailProgram(page);
  await beside.reply.click();
  await beside.markReplied.click();
  await expect(beside.pane.getByText('Marked as replied.')).toBeVisible();
  await row('Second').click();
  await beside.archive.click();
  await (await offeredUndo(page, 'Message archived')).click();
  await expect(state('Second', 'Replied')).toBeVisible();
  await row('Second').click();
  await beside.archive.click();
  await expect(row('Second')).toBeHidden();
  await expect(row('First')).toBeFocused();
  await folder('Archived').click();
  await row('Second').click();
  await beside.unarchive.click();
  await expect(row('Second')).toBeHidden();
  await folder('Inbox').click();
  await row('Third').click();
  await beside.choose('Delete');
  const undo = await offeredUndo(page, 'Message deleted successfully');
  await expect(row('Third')).toBeHidden();
  await expect(rows).toHaveCount(2);
  await undo.click();
  await row('Third').click();
  await beside.choose('Move to spam');
  await expect(row('Third')).toBeHidden();
  await folder('Spam').click();
  await expect(state('Third', 'Spam')).toBeVisible();
  await folder('Inbox').click();
  await named(page, 'searchbox', 'Search messages').fill('first');
  await expect(rows).toHaveText([/First/]);
  await named(page, 'radio', 'Account deletion').click();
  await expect(rows).toHaveCount(0);

  // On a phone a message takes a sheet of its own, and gives the focus back.
  await page.setViewportSize({ width: 360, height: 740 });
  await page.goto(pathTo('adminMessages'));
  await named(page, 'radio', 'Mine').click();
  await expect(row('First')).toBeHidden();
  await row('Second').click();
  const { sheet } = messagesScreen(page);
  await expect(sheet.reply).toBeVisible();
  await sheet.close.click();
  await expect(sheet.pane).toBeHidden();
  await expect(row('Second')).toBeFocused();
});

test('the row of the open message stays in its folder; a deleted one is not kept by the next that is opened', {
  tag: '@deep',
}, async ({ start, open }) => {
  const site = await start({ SAMPLE_CONTENT: 'off' });
  for (const subject of ['First', 'Second', 'Third']) await makeMessage(site, 'contact', { subject });
  const page = await open(site, { as: 'owner' });
  const { row, rows, beside } = messagesScreen(page);
  await page.goto('/admin/messages?status=new');
  await row('Second').click();
  await beside.choose('Mark as new');
  await expect(beside.pane).toBeHidden();
  await row('Second').click();
  await page.waitForLoadState('networkidle');
  await expect(rows).toHaveText([/Third/, /Second/, /First/]);

  const { promise: held, resolve: release } = Promise.withResolvers<void>();
  await page.route('**/api/getMessages?**', async (route) => {
    await held;
    await route.continue();
  });
  await beside.choose('Delete');
  await expect(beside.pane).toBeHidden();
  await row('First').click();
  await expect(beside.heading('First')).toBeVisible();
  release();
  await expect(rows).toHaveText([/Third/, /First/]);
});

test('what a failing host does not take waits where an admin sees it, and is sent, mended or deleted there', {
  tag: '@deep',
}, async ({ host, start, open, allow }) => {
  const { stub } = host;
  const site = await start({ UPSTREAM_URL: stub.url, SAMPLE_CONTENT: 'off' });
  const visitor = visit(site.app);
  const contactPath = '/api/contactUs';
  const jobPath = '/api/applyJob/1';
  const answer = (status: number, json: object, headers = {}) =>
    ({
      kind: 'answer',
      status,
      headers: { 'content-type': 'application/json', ...headers },
      body: JSON.stringify(json),
    }) as const;
  allow('/api/sendIntakeItem/', messages['api.callError'], '/api/blogs');
  stub.fill({ jobs: [stubJob(1)] });
  // The host is busy at first; at the retry the job has ended.
  stub.misbehave(answer(503, {}), { path: jobPath, times: 1 });
  stub.misbehave(answer(410, { message: 'This job has ended.' }), { path: jobPath });
  await visitor
    .post(jobPath)
    .field({ name: 'سانا', email: 'sana@applicant.example', consent: '1' })
    .attach('cv', pdf(), { filename: 'CV سانا.pdf', contentType: 'application/pdf' })
    .expect(202);
  await expect.poll(() => stub.requestsTo(jobPath).length).toBe(2);
  // With this Retry-After the product does not retry for two minutes.
  stub.misbehave(answer(503, { status: 0 }, { 'retry-after': '120' }), { path: contactPath });
  for (const name of ['Ayesha', 'Nobody'])
    await visitor
      .post(contactPath)
      .send({ name, email: 'ayesha@visitor.example', subject: 'A film', message: 'Can you make one?' })
      .expect(202);

  const page = await open(site, { as: 'owner' });
  const screen = intakeScreen(page);
  await page.goto(pathTo('adminMessages'));
  await named(
    screen.note('2 forms are waiting to be delivered, 1 needs a person.'),
    'link',
    'Waiting forms',
  ).click();
  await expect(screen.rows).toHaveCount(3);
  // On the screen itself no banner points to it.
  await expect(screen.note('forms are waiting')).toHaveCount(0);
  await expect(screen.link).toContainText('3 waiting');
  await screen.row('سانا').focus();
  await page.keyboard.press('Enter');
  await expect(screen.beside.pane).toContainText('The API host answered 410: This job has ended.');
  const downloading = page.waitForEvent('download');
  await screen.beside.file.click();
  expect((await downloading).suggestedFilename()).toBe('CV سانا.pdf');
  await page.keyboard.press('Escape');
  await expect(screen.row('سانا')).toBeFocused();

  await screen.row('Nobody').click();
  await screen.beside.send.click();
  await expect(toast(page, deskMessages['intake.notSent'])).toBeVisible();
  await screen.beside.remove.click();
  await named(screen.question, 'button', 'Delete').click();
  await expect(toast(page, deskMessages['intake.deleted'])).toBeVisible();
  await expect(screen.rows).toHaveCount(2);
  // The host works again, with its initial state.
  stub.reset();
  await screen.row('Ayesha').click();
  await screen.beside.send.click();
  await expect(toast(page, deskMessages['intake.sent'])).toBeVisible();
  await expect(screen.rows).toHaveCount(1);
  expect(stub.rows('messages')).toMatchObject([{ name: 'Ayesha', message: 'Can you make one?' }]);
  await screen.row('سانا').click();
  await screen.beside.sendWithoutJob.click();
  await expect(screen.empty).toBeVisible();
  expect(stub.rows('applicants')).toMatchObject([{ name: 'سانا', job_id: null }]);
  await expect(screen.link).toBeHidden();

  // What is wrong is told after a call that failed; what can wait is dismissed.
  await page.setViewportSize({ width: 360, height: 740 });
  await pretend(page, everythingIsWrong);
  await page.route('**/api/blogs*', (route) =>
    route.fulfill({ status: 503, json: { status: 0, code: 'upstream.down', message: 'Down.' } }),
  );
  await named(page, 'button', 'Open menu').click();
  await named(page, 'link', 'Blogs').click();
  await expect(screen.note('API host down since')).toBeVisible();
  await screen.dismiss('There is no backup yet.').click();
  await page.goto(pathTo('adminTeam'));
  await expect(screen.note('API host down since')).toBeVisible();
  await expect(screen.note('There is no backup yet.')).toHaveCount(0);
});

/** The admin Messages screen, by what a user sees. */
function messagesScreen(page: Page) {
  const main = page.getByRole('main');
  const list = named(main, 'list', /^Messages: /);
  const rows = list.getByRole('link');
  return {
    rows,
    row: (words: string) => rows.filter({ hasText: words }),
    folder: (name: string) => named(named(main, 'navigation', 'Folders'), 'link', new RegExp(`^${name}\\b`)),
    unread: named(page, 'link', /^Messages/),
    beside: openMessage(page, named(page, 'complementary', 'Open message')),
    sheet: openMessage(page, page.getByRole('dialog')),
  };
}

function openMessage(page: Page, pane: ReturnType<Page['getByRole']>) {
  const more = named(pane, 'button', 'More for this message');
  return {
    pane,
    heading: (text: string) => exactly(pane, 'heading', text),
    reply: named(pane, 'link', 'Reply'),
    markReplied: named(pane, 'button', 'Mark as replied'),
    archive: exactly(pane, 'button', 'Archive'),
    unarchive: named(pane, 'button', 'Unarchive'),
    next: named(pane, 'button', 'Next message'),
    close: named(pane, 'button', /^Close/),
    choose: async (action: string) => {
      await more.click();
      await named(page, 'menuitem', action).click();
    },
  };
}

/** Stops links from opening a mail program: the browser would treat that as leaving the site. */
async function holdMailProgram(page: Page) {
  await page.evaluate(() => {
    window.addEventListener('click', (event) => {
      if (event.target instanceof Element && event.target.closest('a[href^="mailto:"]'))
        event.preventDefault();
    });
  });
}
