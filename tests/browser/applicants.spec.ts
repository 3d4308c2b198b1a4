import { buffer } from 'node:stream/consumers';
import type { Download, Page } from '@playwright/test';
import { simpleParser } from 'mailparser';
import { deskMessages, textOf } from '#shared/desk-messages.ts';
import type { Id } from '#shared/id.ts';
import { messages } from '#shared/messages.ts';
import type { MovedFrom } from '#shared/schemas/applicant.ts';
import { makeJob } from '../contract/resources/cases.ts';
import type { Engine } from '../support/engines.ts';
import { startMailServer } from '../support/mail/mail-server.ts';
import { expect, expectAccessible, test } from './fixtures.ts';
import { applicantsScreen, applicationParts, applyTo, dragCard } from './support/applicants-admin.ts';
import { offeredUndo, toast } from './support/blogs.ts';
import { exactly, labelled, named } from './support/names.ts';

const bare = { SAMPLE_CONTENT: 'off' };
const emailOf = (name: string) => `${name.toLowerCase().replaceAll(/\W/g, '')}@applicant.example`;
const apply = (site: Engine, name: string, job?: Id) =>
  applyTo(site, job, { name, email: emailOf(name), cover_letter: `The letter of ${name}.` });
const contentOf = async (download: Download) => buffer(await download.createReadStream());

/** Status, reason and read mark of every applicant, by name. */
async function stored({ admin }: Engine) {
  const { body } = await admin.call('getApplicants', { per_page: 50, sort: 'oldest' });
  const rows = body.data.data as (MovedFrom & { name: string })[];
  return Object.fromEntries(
    rows.map(({ name, status, reject_reason, is_read }) => [name, [status, reject_reason, is_read]]),
  );
}

/** Most of the window is the CV's. */
async function expectPaper(page: Page) {
  const cv = named(applicantsScreen(page).review.pane, 'tabpanel', 'CV');
  for (const [width, height, least] of [
    [360, 740, 0.5],
    [1440, 900, 0.6],
  ] as const) {
    await page.setViewportSize({ width, height });
    const share = async () => 1 - Number((await cv.boundingBox())?.y) / height;
    await expect.poll(share, `share at ${width}`).toBeGreaterThan(least);
  }
}

test('somebody applies twice and is read, noted, rated, moved, rejected and exported; spam waits apart', async ({
  start,
  open,
  allow,
}) => {
  allow('/api/getSingleApplicant/987654', messages['api.callError']);
  const site = await start(bare);
  const job = await makeJob(site, { title: 'Storyboard artist', status: 'open' });
  const cover_letter = 'See https://a.example/reel, and www.b.example.';
  await applyTo(site, job.id, { name: 'Bilal Afridi', email: emailOf('Bilal Afridi'), cover_letter });
  const { id } = await apply(site, 'Ayesha Khan', job.id);
  await site.admin.call('getSingleApplicant', id);
  await site.admin.call('addApplicantNote', id, { note: 'Seen before.' }).expect(200);
  await apply(site, 'Ayesha Khan', job.id);
  // Without the token of a form that was open for a while the application counts as a robot's.
  const robot = applicationParts({ name: 'Omar Farooq', email: 'omar@applicant.example' });
  await site.visitor.call('applyJob', robot);
  const page = await open(site, { as: 'owner' });
  const { review, ...screen } = applicantsScreen(page);
  await page.goto('/admin/applicants');
  for (const words of ['Storyboard artist', 'Applied again'])
    await expect(screen.row('Ayesha Khan')).toContainText(words);
  await expect(screen.row('Bilal Afridi')).toContainText('Suspect: 2 links');
  await expect(screen.row('Ayesha Khan')).toHaveAttribute('data-unread', 'true');
  await expect(page.getByRole('main').getByText('2 unread')).toBeVisible();
  await screen.link('Ayesha Khan').click();
  await expect(review.name('Ayesha Khan')).toBeFocused();
  await expect(page).toHaveTitle(/^Ayesha Khan · Applicants · /);
  await expect(page.getByRole('main').getByText('1 unread')).toBeVisible();
  await expectPaper(page);
  await review.pane.getByLabel('Applied 2 times').selectOption('2');
  await review.tab('History').click();
  await expect(review.events.filter({ hasText: 'Applied again' })).toBeVisible();
  // The arrow keys go round the tabs.
  await page.keyboard.press('ArrowRight');
  await expect(review.tab('CV')).toBeFocused();
  // The CV is drawn and can be read; its second page is drawn when it is near.
  await expect(review.pages.first()).toContainText(`Curriculum vitae of ${emailOf('Ayesha Khan')}`);
  const cvWidth = async () => Math.round((await review.pages.first().boundingBox())?.width ?? 0);
  const fitted = await cvWidth();
  await review.button('Larger').click();
  await expect.poll(cvWidth).toBe(Math.round(fitted * 1.25));
  await review.button('125%, fit to width').click();
  await expect.poll(cvWidth).toBe(fitted);
  await review.pages.nth(1).scrollIntoViewIfNeeded();
  await expect(review.pages.nth(1)).toContainText('The second page');
  await review.tab('Letter').click();
  await expect(review.pane.getByText('The letter of Ayesha Khan.')).toBeVisible();
  await page.keyboard.press('ArrowLeft');
  await expect(review.pages.first()).toBeVisible();
  await expect(named(review.pane, 'link', emailOf('Ayesha Khan'))).toBeVisible();
  await expect(named(review.pane, 'link', 'Portfolio')).toHaveAttribute('rel', /noopener/);
  const downloading = page.waitForEvent('download');
  await review.download.click();
  expect((await contentOf(await downloading)).subarray(0, 5).toString()).toBe('%PDF-');
  await expectAccessible(page);

  await page.keyboard.press('n');
  await page.keyboard.type('Draws hands 7 times better than j and k.');
  await page.keyboard.press('Control+Enter');
  await expect(review.notes).toHaveText([/Draws hands 7 times better than j and k\./, /Seen before\./]);
  await expect(review.note).toHaveValue('');
  const edit = named(review.notes.first(), 'button', /^Edit the note/);
  const edited = review.notes.getByLabel('Edit note');
  await edit.click();
  await edited.fill('Not for long');
  await expect(review.notes.getByText(/^Saved/)).toBeVisible();
  await exactly(review.notes, 'button', 'Cancel').click();
  await edit.click();
  await expectAccessible(page);
  await expect(edited).toHaveValue(/^Draws hands/);
  await edited.fill('Draws hands well.');
  await named(review.notes, 'button', 'Save note').click();
  await expect(review.notes.first()).toContainText(/^Draws hands well\..*edited/);
  await expect(edit).toBeFocused();
  await review.star('4 stars').click();
  await expect(review.star('4 stars')).toBeChecked();
  await review.name('Ayesha Khan').click();
  await page.keyboard.press('2');
  await expect(review.status('Ayesha Khan', 'Reviewing')).toBeVisible();
  await page.keyboard.press('7');
  await screen.reason.fill('Wants to work by night.');
  await exactly(screen.rejectDialog, 'button', 'Reject').click();
  await expect(review.status('Ayesha Khan', 'Rejected')).toBeVisible();
  await review.tab('History').click();
  await expect(review.events.filter({ hasText: 'Moved from Reviewing to Rejected' })).toBeVisible();
  await page.reload();
  await expect(review.pane.getByText('Wants to work by night.')).toBeVisible();
  await expect(review.star('4 stars')).toBeChecked();
  await review.tab('History').click();
  await review.button('Change').click();
  const retention = named(page, 'dialog', 'Retention period');
  await retention
    .getByLabel('Keep until')
    .fill(new Date(Date.now() + 3 * 86_400_000).toISOString().slice(0, 10));
  await named(retention, 'button', 'Save').click();
  await expect(review.pane.getByText(/^Deleted after /)).toBeVisible();
  await review.close.click();
  await screen.tab('Rejected').click();
  await expect.poll(screen.names).toEqual(['Ayesha Khan']);
  const exporting = page.waitForEvent('download');
  await screen.exportLink.click();
  const csv = (await contentOf(await exporting)).toString();
  expect(csv).toMatch(/Ayesha Khan.*rejected.*Wants to work by night\./s);
  expect(csv).not.toContain('Bilal');

  await screen.tab('Spam 1').click();
  await screen.link('Omar Farooq').click();
  await expectPaper(page);
  await review.button('Not spam').click();
  await expect(review.status('Omar Farooq', 'New')).toBeVisible();
  await review.more.click();
  await screen.item('Delete').click();
  await (await offeredUndo(page, deskMessages['applicant.deleted'])).click();
  await expect(toast(page, deskMessages['trash.restored'])).toBeVisible();
  await page.goto('/admin/applicants?applicant=987654');
  await expect(review.pane.getByText('This applicant no longer exists')).toBeVisible();
});

test('a morning of reviews by keys: each unread one is met once, though reading moves them down', {
  tag: '@deep',
}, async ({ start, open }) => {
  const site = await start(bare);
  const names = ['A', 'B', 'C', 'D', 'E'].map((letter) => `Person ${letter}`);
  for (const name of names) await apply(site, name);
  const page = await open(site, { as: 'owner' });
  const { review, ...screen } = applicantsScreen(page);
  const keys = page.keyboard;
  await page.goto('/admin/applicants');
  await expect(screen.row('Person E')).toBeVisible();
  await keys.press('j');
  await expect(screen.link('Person E')).toBeFocused();
  await keys.press('x');
  await expect(screen.choose('Person E')).toBeChecked();
  await keys.press('x');
  await keys.press('Control+3');
  await keys.press('o');
  for (const name of names.toReversed()) {
    await expect(review.name(name)).toBeVisible();
    await keys.press('2');
    await expect(review.status(name, 'Reviewing')).toBeVisible();
    if (name !== 'Person A') await keys.press('j');
  }
  await review.previous.click();
  await expect(review.name('Person B')).toBeFocused();
  // In a dialog and a field the keys write, or do nothing.
  await keys.press('7');
  await expect(screen.rejectDialog).toBeVisible();
  await keys.type('62');
  await keys.press('Escape');
  await named(page, 'button', 'Discard changes').click();
  await keys.press('u');
  await review.more.click();
  await expect(screen.item('Mark as read')).toBeVisible();
  await keys.press('Escape');
  expect((await stored(site))['Person B']).toEqual(['reviewing', null, 0]);
  // An unsaved note stays with its applicant.
  await review.tab('Notes').click();
  await review.note.fill('Half a thought');
  await expect(review.pane.getByText(/^Saved/)).toBeVisible();
  await review.previous.click();
  await expect(review.name('Person C')).toBeVisible();
  await review.tab('Notes').click();
  await expect(review.note).toHaveValue('');
  await review.next.click();
  await review.tab('Notes').click();
  await expect(review.note).toHaveValue('Half a thought');
  await keys.press('Escape');
  await expect(screen.link('Person B')).toBeFocused();
  await keys.press('/');
  await expect(screen.search).toBeFocused();

  // The keys can be switched off for good.
  await screen.keys.click();
  await named(screen.keysDialog, 'switch', 'Keyboard shortcuts').click();
  await keys.press('Escape');
  await page.reload();
  await screen.link('Person B').click();
  await expect(review.name('Person B')).toBeVisible();
  for (const key of ['3', 'j', '?']) await keys.press(key);
  await expect(review.status('Person B', 'Reviewing')).toBeVisible();
  await expect(named(page, 'dialog', 'Keyboard shortcuts')).toHaveCount(0);
});

test('moves of one and of many are on the screen at once, go back where they fail, and Undo gives each the status, reason and read mark before', async ({
  start,
  open,
  allow,
}) => {
  const site = await start(bare);
  const ids = new Map<string, Id>();
  for (const name of ['Ada', 'Bea', 'Cid', 'Dan']) ids.set(name, (await apply(site, name)).id);
  const pathOf = (name: string) => `/api/updateApplicantStatus/${ids.get(name) ?? 0}`;
  for (const [name, reject_reason] of Object.entries({ Ada: 'No reel.', Dan: 'Too late.' }))
    await site.admin.post(pathOf(name)).send({ status: 'rejected', reject_reason }).expect(200);
  await site.admin.post(pathOf('Bea')).send({ status: 'reviewing' }).expect(200);
  const before = await stored(site);
  const bulkPath = '/api/bulkApplicants';
  allow('/api/updateApplicantStatus', bulkPath, messages['api.callError'], 'saved this at');
  const page = await open(site, { as: 'owner' });
  const { bulk, ...screen } = applicantsScreen(page);
  const fail = (path: string) =>
    page.route(`**${path}`, (route) => route.abort('connectionreset'), { times: 1 });
  const moveTo = async (status: string) => {
    await bulk.move.click();
    await screen.item(status).click();
  };
  await page.goto('/admin/applicants');
  await screen.chooseAll.check();
  await fail(bulkPath);
  await moveTo('Interview');
  await expect(toast(page, messages['network.failed'])).toBeVisible();
  await expect(bulk.bar).toContainText('4 selected');
  expect(await stored(site)).toEqual(before);
  // Of another list nobody is selected.
  await screen.tab('New').click();
  await expect(bulk.bar).toBeHidden();
  await page.goBack();
  await expect(bulk.bar).toContainText('4 selected');
  await moveTo('Withdrawn');
  const undo = await offeredUndo(page, textOf('applicants.moved', { count: 4, status: 'Withdrawn' }));
  await expect(screen.shows('Ada', 'Withdrawn')).toBeVisible();
  await expect(bulk.bar).toBeHidden();
  await undo.click();
  await expect(toast(page, textOf('applicants.movedBack', { count: 4 }))).toBeVisible();
  await expect(screen.shows('Bea', 'Reviewing')).toBeVisible();
  expect(await stored(site)).toEqual(before);

  // One, by menu, and back in Rejected with its reason.
  await screen.status('Ada').click();
  await screen.item('Shortlisted').click();
  const back = await offeredUndo(page, textOf('applicant.moved', { name: 'Ada', status: 'Shortlisted' }));
  await expect.poll(() => stored(site)).toMatchObject({ Ada: ['shortlisted', null, 1] });
  await back.click();
  await expect.poll(() => stored(site)).toEqual(before);
  // One whom the move has marked as read is unread again.
  await screen.status('Cid').click();
  await screen.item('Withdrawn').click();
  const unread = await offeredUndo(page, textOf('applicant.moved', { name: 'Cid', status: 'Withdrawn' }));
  await expect.poll(() => stored(site)).toMatchObject({ Cid: ['withdrawn', null, 1] });
  await unread.click();
  await expect.poll(() => stored(site)).toEqual(before);
  // On a phone the review is a dialog. Undo gives the focus back to where it was there.
  await page.setViewportSize({ width: 360, height: 740 });
  await screen.link('Bea').click();
  await screen.review.status('Bea', 'Reviewing').press('Enter');
  await screen.item('Interview').press('Enter');
  const onPhone = await offeredUndo(page, textOf('applicant.moved', { name: 'Bea', status: 'Interview' }));
  await onPhone.press('Enter');
  await expect(screen.review.status('Bea', 'Reviewing')).toBeFocused();
  await expect.poll(async () => (await stored(site)).Bea?.[0]).toBe('reviewing');
  await page.keyboard.press('Escape');
  await expect(screen.review.pane).toBeHidden();
  await page.setViewportSize({ width: 1440, height: 900 });
  await fail(pathOf('Cid'));
  await screen.status('Cid').click();
  await screen.item('Interview').click();
  await expect(toast(page, 'Cid was not changed.')).toBeVisible();
  await expect(screen.shows('Cid', 'New')).toBeVisible();
  // A colleague has moved this one meanwhile.
  await site.admin.post(pathOf('Dan')).send({ status: 'hired' }).expect(200);
  await screen.status('Dan').click();
  await screen.item('Withdrawn').click();
  await expect(toast(page, textOf('conflict.changedMeanwhile', { who: 'Admin', what: 'Dan' }))).toBeVisible();
  await expect(screen.shows('Dan', 'Hired')).toBeVisible();
  await screen.chooseAll.check();
  await bulk.more.click();
  await screen.item('Delete').click();
  await named(bulk.confirm, 'button', 'Delete').click();
  const restore = await offeredUndo(page, textOf('applicants.deleted', { count: 4 }));
  await expect.poll(screen.names).toEqual([]);
  await restore.click();
  await expect(screen.row('Ada')).toBeVisible();

  // Filters live in the address, and survive a reload and the way back.
  await screen.choose('Ada').check();
  await expect(bulk.bar).toContainText('1 selected');
  await screen.search.fill('ada@');
  await expect.poll(screen.names).toEqual(['Ada']);
  // A search and a filter start without a selection.
  await expect(screen.choose('Ada')).not.toBeChecked();
  await screen.choose('Ada').check();
  await screen.read.selectOption('0');
  await expect(page).toHaveURL(/is_read=0/);
  await expect(bulk.bar).toBeHidden();
  await page.goBack();
  await screen.order.selectOption({ label: 'Best rating first' });
  await screen.tab('Rejected 1').click();
  await expect(page).toHaveURL(/status=rejected/);
  await page.reload();
  await expect.poll(screen.names).toEqual(['Ada']);
  await expect(screen.search).toHaveValue('ada@');
  await expect(screen.order).toHaveValue('rating');
  await expect(screen.exportLink).toHaveAttribute('href', /status=rejected&search=ada/);
  await page.goBack();
  await expect(page).not.toHaveURL(/status=/);
  await expect.poll(screen.names).toEqual(['Ada']);

  // Several are rejected with one reason.
  await page.goto('/admin/applicants');
  for (const name of ['Bea', 'Cid']) await screen.choose(name).check();
  await moveTo('Rejected');
  await screen.reason.fill('Too far away.');
  await exactly(screen.rejectDialog, 'button', 'Reject').click();
  await expect(bulk.bar).toBeHidden();
  const rejected = ['rejected', 'Too far away.', 1];
  expect(await stored(site)).toMatchObject({
    Ada: ['rejected', 'No reel.', 1],
    Bea: rejected,
    Cid: rejected,
  });
});

test('the board: a card is dragged, empty columns are narrow, and stages of a job are hidden', async ({
  start,
  open,
}) => {
  const site = await start(bare);
  const job = await makeJob(site, { status: 'open', title: 'Animator' });
  const { id } = await apply(site, 'Omar', job.id);
  await apply(site, 'Bilal', job.id);
  await site.admin.call('updateApplicantStatus', id, { status: 'offered' }).expect(200);
  const page = await open(site, { as: 'owner' });
  const { board, ...screen } = applicantsScreen(page);
  await page.goto(`/admin/applicants?view=board&job_id=${job.id}`);
  await expect(board.card('Bilal')).toBeVisible();
  for (const stage of ['Shortlisted', 'Interview', 'Hired', 'Rejected', 'Withdrawn'])
    await expect(board.column(stage).and(page.locator('[data-folded]'))).toBeVisible();
  // Without a mouse a card is moved by its menu.
  await named(board.card('Omar'), 'button', 'Move Omar').press('Enter');
  await named(page, 'menuitem', 'Interview').press('Enter');
  await expect(named(board.column('Interview'), 'heading', 'Interview 1')).toBeVisible();
  await (await offeredUndo(page, textOf('applicant.moved', { name: 'Omar', status: 'Interview' }))).click();
  await expect(board.cards('Offered')).toHaveText([/Omar/]);
  await dragCard(page, 'Bilal', 'Interview');
  await expect(board.cards('Interview')).toHaveText([/Bilal/]);
  await expect.poll(() => stored(site)).toMatchObject({ Bilal: ['interview', null, 0] });
  await dragCard(page, 'Bilal', 'Reviewing', { cancel: true });
  await expect(board.cards('Interview')).toHaveText([/Bilal/]);
  await expect(named(board.column('Interview'), 'heading', 'Interview 1')).toBeVisible();
  await named(page, 'button', 'Stages').click();
  const dialog = named(page, 'dialog', 'Stages on this board');
  for (const stage of await dialog.getByRole('checkbox').all()) await stage.uncheck();
  await named(dialog, 'button', 'Save').click();
  await expect(dialog.getByText(deskMessages['desk.everyStage'])).toBeVisible();
  for (const stage of await dialog.getByRole('checkbox').all()) await stage.check();
  await named(dialog, 'checkbox', 'Offered').uncheck();
  await named(dialog, 'button', 'Save').click();
  await expect(board.column('Offered')).toHaveCount(0);
  await page.reload();
  await expectAccessible(page);
  await named(page.getByRole('main'), 'link', 'Offered 1').press('Enter');
  await expect.poll(screen.names).toEqual(['Omar']);
});

test('mails to candidates: a template, one that is taken back with its move, one that is sent, one each to several', {
  tag: '@deep',
}, async ({ start, open }) => {
  const server = await startMailServer();
  const site = await start({ ...bare, SMTP_URL: server.url, MAIL_FROM: 'site@studio.example' });
  /** A name with markup, a placeholder and a second line of a header. */
  const hostile = 'Eve <b>{job}</b> & "Co"';
  const job = await makeJob(site, { status: 'open', title: 'Animator' });
  const eve = await applyTo(site, job.id, { name: hostile, email: 'eve@applicant.example' });
  await applyTo(site, job.id, { name: 'عائشہ', email: 'ayesha@applicant.example' });
  const status = `/api/updateApplicantStatus/${eve.id}`;
  await site.admin.post(status).send({ status: 'shortlisted' }).expect(200);
  /** The mails that admins wrote, without the receipts of the site. */
  const written = async () => {
    const mails = await Promise.all(server.mails.map(({ raw }) => simpleParser(raw)));
    return mails.filter(({ headers }) => !headers.has('auto-submitted'));
  };
  const page = await open(site, { as: 'owner' });
  const { review, bulk, ...screen } = applicantsScreen(page);

  await page.goto('/admin/mail-templates');
  await named(page, 'button', 'Edit Invite').press('Enter');
  const template = named(page, 'dialog', 'Template: Invite');
  const words = labelled(template, 'Text');
  await words.fill('Hello {nmae},\n\ncome for {job}.');
  await page.keyboard.press('Control+s');
  await expect(template.getByText('Unknown placeholder: {nmae}.')).toBeVisible();
  await expect(words).toBeFocused();
  await words.fill('Hello {name},\n\ncome for {job} ({reference}).');
  await page.keyboard.press('Control+s');
  await expect(toast(page, deskMessages['letter.templateSaved'])).toBeVisible();

  await page.goto(`/admin/applicants?applicant=${eve.id}`);
  await expect(review.name(hostile)).toBeVisible();
  await page.keyboard.press('m');
  const mail = named(page, 'dialog', `Mail to ${hostile}`);
  const text = labelled(mail, 'Text');
  // The template of the status, filled in; a name that contains braces is filled in on sending.
  await expect(text).toHaveValue(`Hello {name},\n\ncome for Animator (${eve.reference}).`);
  await mail.getByLabel('Template').selectOption({ label: 'Offer' });
  await named(mail, 'button', 'Send in an hour').press('Enter');
  await expect(mail.getByText(textOf('letter.gaps', { gaps: '(date), (amount), (place)' }))).toBeVisible();
  await mail.getByLabel('Template').selectOption({ label: 'Invite' });
  await mail.getByLabel('Subject').fill('To {name}, from {sender}');
  await page.keyboard.press('Escape');
  await named(page.getByRole('alertdialog'), 'button', 'Close and keep the draft').click();
  await expect(mail).toBeHidden();
  await page.keyboard.press('m');
  await expect(mail.getByLabel('Subject')).toHaveValue('To {name}, from {sender}');
  await named(mail, 'button', 'Preview').press('Enter');
  const preview = named(mail, 'region', 'Preview');
  await expect(preview).toContainText(`To ${hostile}, from Admin`);
  await expect(preview).toContainText(`Hello ${hostile},`);
  await named(mail, 'button', 'Send in an hour').press('Enter');
  await expect(mail).toBeHidden();
  await expect(toast(page, / moved to Interview/)).toBeVisible();
  await review.tab('History').click();
  const mails = named(review.pane, 'region', 'Mails').getByRole('listitem');
  await expect(mails).toContainText(/Held until /);
  await exactly(page, 'button', 'Undo').last().press('Enter');
  await expect(mails).toContainText('Cancelled');
  await expect(toast(page, / moved to Shortlisted/)).toBeVisible();
  expect(await written()).toEqual([]);

  await page.mouse.move(0, 0);
  await page.keyboard.press('m');
  await mail.getByLabel('Subject').fill('To {name}, from {sender}');
  await mail.getByLabel('Hold it for an hour').uncheck();
  await named(mail, 'button', 'Send now').press('Enter');
  await expect.poll(async () => (await written()).length).toBe(1);
  const [one] = await written();
  expect(one).toMatchObject({
    subject: `To ${hostile}, from Admin`,
    to: { text: 'eve@applicant.example' },
    replyTo: { text: site.credentials.email },
  });
  expect(one?.html).toContain('Hello Eve &#60;b&#62;{job}&#60;/b&#62; &#38;');

  // Rejecting several asks for the reason, and offers to write; one undo takes back the move and the mails.
  await page.setViewportSize({ width: 360, height: 640 });
  const reject = async () => {
    for (const name of [hostile, 'عائشہ']) await screen.choose(name).check();
    await bulk.move.press('Enter');
    await screen.item('Rejected').press('Enter');
    await screen.reason.fill('No reel.');
    await named(screen.rejectDialog, 'button', 'Reject and email').press('Enter');
    await expect(several.getByLabel('Template')).toHaveValue('rejection');
  };
  const several = named(page, 'dialog', 'Mail to 2 applicants');
  await page.goto('/admin/applicants');
  await reject();
  await page.keyboard.press('Control+Enter');
  await toast(page, /^2 applicants moved to Rejected\. 2 mails held until /)
    .getByRole('button', { name: 'Undo' })
    .press('Enter');
  await expect(toast(page, '2 applicants moved back')).toBeVisible();
  await reject();
  await several.getByLabel('Hold it for an hour').uncheck();
  await page.keyboard.press('Control+Enter');
  await expect.poll(async () => (await written()).length).toBe(3);
  const rejections = JSON.stringify((await written()).slice(1));
  for (const address of ['ayesha@applicant.example', 'eve@applicant.example'])
    expect(rejections).toContain(address);
  expect(rejections).not.toContain('No reel.');
  await server.close();
});
