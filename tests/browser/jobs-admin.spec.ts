import { deskMessages } from '#shared/desk-messages.ts';
import { messages } from '#shared/messages.ts';
import { makeJob } from '../contract/resources/cases.ts';
import { answerOnce, expect, hold, test } from './fixtures.ts';
import { offeredUndo, toast } from './support/blogs.ts';
import { dayFromNow, fillJob, jobsScreen } from './support/jobs-admin.ts';
import { lift } from './support/lift.ts';
import { named, topHeading } from './support/names.ts';

const words = 'You make the night blue.';
const bare = { SAMPLE_CONTENT: 'off' };

test('a job is written as a draft that a reload does not lose, posted, read by visitors, edited, closed and opened again', async ({
  start,
  open,
  allow,
}) => {
  const site = await start(bare);
  const page = await open(site, { as: 'owner' });
  const visitor = await open(site);
  const screen = jobsScreen(page);
  const { addForm: form, editForm } = screen;
  await page.goto('/admin/dashboard');
  await named(page, 'button', 'Post the first job').click();
  await expect(form.text).toBeVisible();
  // What the server would refuse is said before anything is sent, and goes where its field is edited.
  await form.city.fill('');
  await form.lowest.fill('200,000');
  await form.highest.fill('150,000');
  await form.closes.fill(dayFromNow(-1));
  await form.publish.click();
  const asked = [
    messages['job.titleRequired'],
    messages['job.departmentRequired'],
    messages['job.cityRequired'],
    messages['job.salaryRange'],
    deskMessages['job.descriptionRequired'],
    deskMessages['job.closesInPast'],
  ];
  for (const text of asked) await expect(form.says(text)).toBeVisible();
  await expect(form.title).toBeFocused();
  await form.where('Hybrid').click();
  await form.city.fill('Peshawar');
  await fillJob(form, 'Colour grader', words);
  await form.highest.fill('');
  await form.lowest.fill('180,000');
  await form.showPay.click();
  await form.closes.fill(dayFromNow(20));
  for (const text of asked) await expect(form.says(text)).toBeHidden();
  await expect(form.preview.getByText('From PKR 180,000 a month')).toBeVisible();
  await expect(named(form.preview, 'figure', 'As a search result')).toContainText(words);
  await expect(form.saved).toBeVisible();
  await page.reload();
  await expect(form.draft).toBeVisible();
  await expect(form.title).toHaveValue('Colour grader');
  await expect(form.where('Hybrid')).toBeChecked();
  await expect(form.showPay).toBeChecked();
  await form.status('Draft').click();
  await form.saveDraft.click();
  await expect(toast(page, deskMessages['job.added'])).toBeVisible();
  await expect(screen.row('Colour grader')).toContainText(/Film.*Full-time.*Peshawar.*Draft.*No applicants/s);
  await visitor.goto('/careers/apply');
  await expect(visitor.getByText('Colour grader')).toHaveCount(0);

  await screen.edit('Colour grader');
  await expect(editForm.text).toHaveText(words);
  await expect(editForm.department).toHaveValue('Film');
  await expect(editForm.where('Hybrid')).toBeChecked();
  await expect(editForm.lowest).toHaveValue('180000');
  await expect(editForm.closes).toHaveValue(dayFromNow(20));
  await editForm.publish.click();
  await expect(toast(page, deskMessages['job.updated'])).toBeVisible();
  await expect(screen.row('Colour grader')).toContainText('Open');
  await visitor.reload();
  await named(visitor, 'link', 'Colour grader').first().click();
  const title = topHeading(visitor);
  await expect(title).toHaveText('Colour grader');
  await expect(visitor.getByText('From PKR 180,000 a month').first()).toBeVisible();
  await expect(visitor.getByText('Peshawar, Pakistan · Hybrid').first()).toBeVisible();
  await expect(visitor.getByText(words)).toBeVisible();
  const { pathname } = new URL(visitor.url());

  await screen.edit('Colour grader');
  await expect(editForm.title).toHaveValue('Colour grader');
  await editForm.title.fill('Colourist');
  await editForm.showPay.click();
  await editForm.save.click();
  await expect(screen.row('Colourist')).toBeVisible();
  await visitor.reload();
  await expect(title).toHaveText('Colourist');
  await expect(visitor.getByText('PKR 180,000')).toHaveCount(0);
  allow(pathname);
  await screen.setStatus('Colourist', 'Close');
  await expect(screen.row('Colourist')).toContainText('Closed');
  expect((await visitor.reload())?.status()).toBe(410);
  await screen.setStatus('Colourist', 'Open');
  await expect(screen.row('Colourist')).toContainText('Open');
  await visitor.reload();
  await expect(title).toHaveText('Colourist');

  // A copy is a draft without a closing day.
  await screen.act('Colourist', 'Duplicate');
  await expect(screen.copyForm.title).toHaveValue('Copy of Colourist');
  await expect(screen.copyForm.closes).toHaveValue('');
  await expect(screen.copyForm.text).toHaveText(words);
  await screen.copyForm.saveDraft.click();
  await expect(screen.row('Copy of Colourist')).toContainText('Draft');
});

test('the list says where each job stands; filters, search and page live in the address', async ({
  start,
  open,
}) => {
  const site = await start(bare);
  const changes = [
    ...Array.from({ length: 9 }, (_, at) => ({ title: `Job ${at}` })),
    { title: 'Ends today', closes_at: dayFromNow(0) },
    { title: 'Ends this week', closes_at: dayFromNow(6) },
    { title: 'Sound editor', status: 'closed', closes_at: null },
    { title: 'Film editor', status: 'closed', closes_at: null },
  ];
  for (const [at, change] of changes.entries())
    await makeJob(site, { status: 'open', ...change, v_order: at + 1 });
  const page = await open(site, { as: 'owner' });
  const screen = jobsScreen(page);
  await page.goto('/admin/dashboard?page=2');
  await expect(screen.row('Ends this week')).toContainText('Closing soon: 6 days left');
  await expect(screen.row('Sound editor')).not.toContainText(/Closing soon|Expired/);
  await expect(screen.row('Sound editor')).toContainText('No closing date');
  // Another filter starts on the first page.
  await screen.filter('Closed').click();
  await expect(screen.titles).toHaveText(['Sound editor', 'Film editor']);
  await expect(page).toHaveURL('/admin/dashboard?status=closed');
  await screen.search.fill('sound');
  await expect(screen.titles).toHaveText(['Sound editor']);
  await expect(page).toHaveURL('/admin/dashboard?status=closed&search=sound');
  await page.reload();
  await expect(screen.titles).toHaveText(['Sound editor']);
  await expect(screen.filter('Closed')).toBeChecked();
  await expect(screen.search).toHaveValue('sound');
  await screen.filter('Draft').click();
  await expect(page.getByText('No job matches')).toBeVisible();
  await screen.clear.click();
  await expect(screen.row('Ends today')).toContainText('Closing soon: last day');
  await expect(page).toHaveURL('/admin/dashboard');
  await expect(screen.search).toHaveValue('');
  // An address past the end leads to the last page.
  await page.goto('/admin/dashboard?page=99');
  await expect(screen.row('Film editor')).toBeVisible();
  await expect(page).toHaveURL('/admin/dashboard?page=2');
});

test('a change of status shows at once, and is taken back when it fails; a draft that is not fit to open leads to its form', async ({
  start,
  open,
  allow,
}) => {
  const site = await start(bare);
  const job = await makeJob(site, { title: 'Grip', status: 'open' });
  const draft = await makeJob(site, { title: 'Not written', status: 'draft', description: '' });
  const [path, deletePath] = [`/api/updateJobStatus/${job.id}`, `/api/deleteJob/${job.id}`];
  allow('/api/updateJobStatus', deletePath, messages['api.callError'], 'changed this');
  const page = await open(site, { as: 'owner' });
  const screen = jobsScreen(page);
  const { keyboard } = page;
  await page.goto('/admin/dashboard');
  const release = await hold(page, `**${path}`, { times: 1, fails: true });
  // By keys: an action is chosen by its first letter.
  await screen.status('Grip').press('Enter');
  await keyboard.press('m');
  await keyboard.press('Enter');
  await expect(screen.row('Grip')).toContainText('Filled');
  await expect(screen.status('Grip')).toBeFocused();
  release();
  await expect(toast(page, messages['network.failed'])).toBeVisible();
  await expect(screen.row('Grip')).toContainText('Open');

  await site.admin.post(path).send({ status: 'closed' }).expect(200);
  await screen.setStatus('Grip', 'Mark as filled');
  await expect(toast(page, 'changed this job in the meantime')).toBeVisible();
  await expect(screen.row('Grip')).toContainText('Closed');

  await screen.setStatus('Not written', 'Open');
  await expect(toast(page, deskMessages['job.descriptionRequired'])).toBeVisible();
  await expect(screen.editForm.title).toHaveValue('Not written');
  await expect(screen.row('Not written')).toContainText('Draft');
  await expect(page).toHaveURL(new RegExp(`form=${draft.id}`));
  await page.keyboard.press('Escape');

  await answerOnce(page, deletePath, 500);
  await screen.act('Grip', 'Delete');
  await expect(toast(page, deskMessages['blog.deleteFailed'])).toBeVisible();
  await expect(screen.row('Grip')).toHaveCount(1);
  await screen.act('Grip', 'Delete');
  const undo = await offeredUndo(page, deskMessages['job.deleted']);
  await expect(screen.row('Grip')).toHaveCount(0);
  // The row below has the focus, and gets it back from the offer.
  const next = screen.row('Not written').getByRole('button').first();
  await expect(next).toBeFocused();
  await undo.press('Enter');
  await expect(toast(page, deskMessages['trash.restored'])).toBeVisible();
  await expect(screen.row('Grip')).toBeVisible();
  await expect(next).toBeFocused();
  // Of the last row it goes to the heading.
  for (const title of ['Grip', 'Not written']) await screen.act(title, 'Delete');
  await expect(screen.row('Not written')).toHaveCount(0);
  await expect(topHeading(page, 'Jobs')).toBeFocused();
});

test('all jobs of all pages are put in order by keys; an order that cannot be saved is taken back', async ({
  start,
  open,
  allow,
}) => {
  const site = await start(bare);
  const ids: unknown[] = [];
  for (let at = 1; at <= 12; at += 1) ids.push((await makeJob(site, { title: `Job ${at}`, v_order: at })).id);
  const path = '/api/reorderJobs';
  allow(path, messages['api.callError']);
  const page = await open(site, { as: 'owner' });
  const { reorder, order, titles } = jobsScreen(page);
  const shown = order.rows.locator('[dir=auto]');
  await page.goto('/admin/dashboard');
  await reorder.press('Enter');
  await expect(order.rows).toHaveCount(12);
  await expect(order.done).toBeFocused();
  await order.up('Job 12').press('Enter');
  await expect(order.up('Job 12')).toBeFocused();
  await order.up('Job 12').press('Enter');
  await expect(order.state(deskMessages['order.saved'])).toBeVisible();
  await lift(page, order.grip('Job 2'), /^Job 2 lifted/);
  await page.keyboard.press('ArrowUp');
  await expect(page.getByText(/Job 2.* over place 1 of 12/)).toBeAttached();
  await page.keyboard.press('Space');
  await expect(page.getByText('Job 2 is now 1 of 12.')).toBeAttached();
  const wanted = [2, 1, 3, 4, 5, 6, 7, 8, 9, 12, 10, 11].map((at) => `Job ${at}`);
  await expect(shown).toHaveText(wanted);
  await page.route(`**${path}`, (route) => route.abort('connectionreset'), { times: 1 });
  await order.down('Job 1').click();
  await expect(toast(page, messages['network.failed'])).toBeVisible();
  await expect(shown).toHaveText(wanted);
  // A job was deleted meanwhile: the list is loaded again.
  await site.admin.call('deleteJob', Number(ids[4])).expect(200);
  await order.down('Job 1').click();
  await expect(toast(page, deskMessages['order.unknown'])).toBeVisible();
  await expect(order.rows).toHaveCount(11);
  await order.done.click();
  await expect(reorder).toBeFocused();
  await expect(titles.first()).toHaveText('Job 2');
});
