import type { Page } from '@playwright/test';
import { contract } from '#shared/contract/index.ts';
import { deskMessages } from '#shared/desk-messages.ts';
import type { Id } from '#shared/id.ts';
import { forgotPath } from '#shared/link-paths.ts';
import { pathTo } from '#shared/paths.ts';
import { makeBlog, makeJob } from '../contract/resources/cases.ts';
import { stubJob, stubPost } from '../support/stub-rows.ts';
import { atRest, expect, hold, test } from './fixtures.ts';
import { applicantsScreen, applyTo } from './support/applicants-admin.ts';
import { blogsScreen, pngFile, toast } from './support/blogs.ts';
import { jobsScreen } from './support/jobs-admin.ts';
import { exactly, labelled, named, topHeading } from './support/names.ts';
import { portfolioScreen } from './support/portfolio-admin.ts';

const bare = { SAMPLE_CONTENT: 'off' };
const paramsOf = (page: Page) => Object.fromEntries(new URL(page.url()).searchParams);
const paletteOf = (page: Page) => named(page, 'dialog', 'Find anything');

test('everything is found by keys, what waits is told and counted live, and all that match are selected', async ({
  start,
  open,
}) => {
  const site = await start(bare);
  const job = await makeJob(site, { title: 'Lantern maker', status: 'open' });
  const apply = async (first: number, last = first) => {
    for (let at = first; at <= last; at += 1)
      await applyTo(site, job.id, { name: `Lantern ${at}`, email: `lantern-${at}@example.com` });
  };
  await apply(1, 12);
  const page = await open(site, { as: 'owner' });
  const strip = named(page, 'region', 'What waits');
  const sidebar = named(page, 'navigation', 'Dashboard');
  const palette = paletteOf(page);
  const field = palette.getByRole('combobox');
  const chosen = palette.locator('[aria-selected="true"]');
  const live = page.waitForResponse((answer) => answer.url().endsWith('/api/live'));
  await page.goto(pathTo('adminDashboard'));
  await expect(named(strip, 'link', '12 unread applicants')).toBeVisible();
  await live;
  await apply(13);
  await expect(named(sidebar, 'link', 'Applicants 13 unread')).toBeVisible();
  await named(strip, 'button', 'Dismiss open work').click();
  await expect(page.getByText('Nothing new is waiting.')).toBeVisible();
  await apply(14);
  await expect(named(strip, 'link', '14 unread applicants')).toBeVisible();

  await page.keyboard.press('Control+k');
  await field.fill('lantern');
  await expect(named(palette, 'option', 'Lantern 14 Lantern maker')).toBeVisible();
  await expect(named(palette, 'group', 'Applicants').getByRole('option')).toHaveCount(5);
  await field.press('ArrowUp');
  await expect(chosen).toContainText('Lantern maker');
  await field.press('ArrowDown');
  await expect(chosen).toContainText('Lantern 14');
  await field.press('Enter');
  await expect(page.getByRole('heading', { name: 'Lantern 14', level: 2 })).toBeVisible();
  // The open list shows applicants that arrive meanwhile.
  await expect(named(sidebar, 'link', 'Applicants 13 unread')).toBeVisible();
  await apply(15);
  const { chooseAll, bulk, rows, link } = applicantsScreen(page);
  await expect(link('Lantern 15')).toBeAttached();
  await page.keyboard.press('Control+k');
  await field.fill(site.credentials.email);
  await expect(named(palette, 'option', site.credentials.email)).toBeVisible();
  await field.press('Enter');
  await expect(topHeading(page, 'People')).toBeVisible();

  await apply(16, 21);
  await page.goto('/admin/applicants?search=lantern&per_page=20');
  await chooseAll.check();
  const [box, column] = await Promise.all([
    chooseAll.boundingBox(),
    exactly(page, 'columnheader', 'Applicant').boundingBox(),
  ]);
  expect(Number(box?.x) + Number(box?.width), 'covers the next column').toBeLessThanOrEqual(
    Number(column?.x),
  );
  await expect(bulk.bar.getByText('20 selected')).toBeVisible();
  await bulk.button('Select all 21 that match').click();
  await expect(bulk.bar.getByText('21 selected')).toBeVisible();
  await bulk.more.click();
  await named(page, 'menuitem', 'Mark as read').click();
  await expect(exactly(sidebar, 'link', 'Applicants')).toBeVisible();
  // The number of rows per page is in the address, which can be shared.
  await page.getByLabel('Rows per page').selectOption('100');
  await expect.poll(() => paramsOf(page).per_page).toBe('100');
  await page.reload();
  await expect(rows).toHaveCount(21);

  await page.setViewportSize({ width: 360, height: 640 });
  await named(page, 'button', 'Find anything').click();
  await field.fill('nobody is called so');
  await expect(palette.getByText('Nothing matches “nobody is called so”.')).toBeVisible();
  await field.press('Escape');
  await expect(palette).toHaveCount(0);
});

test('tabs of posts are in the address; what was deleted is restored or erased, and the activity tells it; the theme is everybody’s own', async ({
  start,
  open,
}) => {
  const site = await start(bare);
  const ids: Record<string, Id> = {};
  for (const blog_title of ['Shown', 'Hidden', 'Planned', 'ہمیشہ کے لیے'])
    ids[blog_title] = (
      await makeBlog(site, { blog_title, is_active: blog_title === 'Shown' ? '1' : '0' })
    ).id;
  const tomorrow = new Date(Date.now() + 86_400_000).toISOString();
  await site.admin
    .call('scheduleBlog', ids.Planned ?? 0, { publish_at: tomorrow, unpublish_at: null })
    .expect(200);
  await site.admin.call('deleteBlog', ids['ہمیشہ کے لیے'] ?? 0).expect(200);
  const page = await open(site, { as: 'owner', width: 360, colorScheme: 'light' });
  const { table, row, edit, editForm, deleteDialog, ...screen } = blogsScreen(page);
  const tab = (name: string) => exactly(page, 'radio', name);
  const shown = async () =>
    (await table.locator('tbody tr').allTextContents()).map((text) => /^[A-Z][a-z]+/.exec(text)?.[0]);
  const expectList = async (titles: string[], params: object) => {
    await expect.poll(shown).toEqual(titles);
    await expect.poll(() => paramsOf(page)).toEqual(params);
  };
  await page.goto(pathTo('adminDashboard'));
  await named(page, 'link', '2 inactive posts').click();
  await expectList(['Planned', 'Hidden'], { active: '0' });
  await expect(tab('Inactive')).toBeChecked();
  await tab('Scheduled').click();
  await expectList(['Planned'], { scheduled: '1' });
  await named(page, 'searchbox', 'Search posts').fill('hidden');
  await expect(page.getByText('No post matches')).toBeVisible();
  await expectList([], { scheduled: '1', search: 'hidden' });
  await tab('All').click();
  await expectList(['Hidden'], { search: 'hidden' });
  await tab('Active').click();
  await named(page, 'button', 'Show all posts').click();
  await expectList(['Planned', 'Hidden', 'Shown'], {});
  await expect(tab('All')).toBeChecked();
  // Back leaves the list for the previous screen, however many tabs were opened.
  await named(page, 'button', 'Back').click();
  await expect(topHeading(page, 'Jobs')).toBeVisible();

  // Pressing Cancel twice closes the form once: a second step back would leave the list.
  await page.goto(pathTo('adminBlogs'));
  const load = await hold(page, '**/api/singlePost/*');
  await edit('Hidden').click();
  // A press on Cancel counts also when the form arrives in the middle of it.
  await editForm.cancel.hover();
  await page.mouse.down();
  load();
  await expect(editForm.title).toHaveValue('Hidden');
  await page.mouse.up();
  await expect(editForm.dialog).toBeHidden();
  await edit('Hidden').click();
  await expect(editForm.title).toHaveValue('Hidden');
  await editForm.cancel.evaluate((button: HTMLElement) => {
    button.click();
    button.click();
  });
  await expect(editForm.dialog).toBeHidden();
  await expect(page).toHaveURL(pathTo('adminBlogs'));
  await screen.delete('Hidden').click();
  await expect(deleteDialog).toBeVisible();
  await page.keyboard.press('Control+Enter');
  await expect(row('Hidden')).toHaveCount(0);
  // The toast lies between the buttons of a phone's top bar, above the title; it stays while it has the focus.
  const offer = toast(page, 'Deleted successfully');
  await named(offer, 'button', 'Undo').focus();
  await atRest(page);
  const [lies, title] = await Promise.all([offer.boundingBox(), screen.heading.boundingBox()]);
  expect((lies?.y ?? 999) + (lies?.height ?? 999)).toBeLessThanOrEqual(title?.y ?? 0);
  const menu = named(page, 'button', 'Open menu');
  await menu.click();
  await named(page, 'button', /^Account:/).click();
  await named(page, 'radio', 'Dark').press(' ');
  const body = page.locator('body');
  const dark = 'rgb(10, 16, 32)';
  await expect(body).toHaveCSS('background-color', dark);
  await page.goto(pathTo('adminTrash'));
  await expect(body).toHaveCSS('background-color', dark);
  const trash = named(page, 'list', 'Trash').getByRole('listitem');
  await expect(trash).toHaveCount(2);
  await expect(trash.first()).toContainText(/Post.*deleted .+ by .+30 days left/s);
  await named(page, 'button', 'Restore Hidden').press('Enter');
  await expect(toast(page, deskMessages['trash.restored'])).toBeVisible();
  await expect(trash).toHaveCount(1);
  await named(page, 'button', /^Delete .* for good$/).click();
  const question = page.getByRole('alertdialog');
  await expect(question.getByText('Post “ہمیشہ کے لیے”, with its picture, will be erased.')).toBeVisible();
  await page.keyboard.press('Control+Enter');
  await expect(toast(page, deskMessages['trash.erased'])).toBeVisible();
  await expect(page.getByText('The trash is empty')).toBeVisible();

  await page.goto(pathTo('adminActivity'));
  const lines = named(page, 'list', 'Activity').getByRole('listitem');
  await page.getByLabel('What').selectOption({ label: 'Post' });
  await expect(page).toHaveURL(/\?resource=blog$/);
  await expect(lines.first()).toContainText('deleted for good');
  await expect(named(page, 'link', 'Export CSV')).toHaveAttribute(
    'href',
    `${contract.exportActivity.path}?resource=blog`,
  );
  await page.getByLabel('From').fill('2999-01-01');
  await expect(page.getByText('Nothing matches these filters')).toBeVisible();
  await named(page, 'link', 'Clear filters').click();
  await expect(lines.first()).toBeVisible();
  await page.goto(`${pathTo('adminBlogs')}?form=${ids.Hidden}`);
  await editForm.tab('History').press('Enter');
  await expect(editForm.panel('History').getByRole('listitem').filter({ hasText: 'restored' })).toBeVisible();
  // Public pages follow the system's theme.
  await page.goto(pathTo('contact'));
  await expect(body).not.toHaveCSS('background-color', dark);
});

test('over a host without the calls of the desk nothing of them is offered, and screens and forms say so', {
  tag: '@deep',
}, async ({ host, open, allow }) => {
  allow(forgotPath);
  const { stub } = host;
  stub.fill({ blogs: [stubPost(7)] });
  const [one] = [
    await applyTo(host, undefined, { name: 'Person 1', email: 'one@applicant.example' }),
    await applyTo(host, undefined, { name: 'Person 2', email: 'two@applicant.example' }),
  ];
  const page = await open(host, { as: 'owner' });
  const line = page.getByText('Previews and schedules are not available with this API host.');
  const offers = named(page, 'tab', /Preview and share|Schedule|Versions/);
  for (const path of ['/admin/blogs?form=7', '/admin/portfolio?form=project', '/admin/dashboard?form=new']) {
    await page.goto(path);
    await expect(line).toHaveCount(1);
    await expect(offers).toHaveCount(0);
  }
  await page.goto(pathTo('adminBlogs'));
  await expect(page.getByText('Your API host does not support searching this list.')).toBeVisible();
  await expect(page.getByRole('row').filter({ hasText: 'Post 7' })).toBeVisible();
  await expect(page.getByRole('searchbox')).toHaveCount(0);
  await page.keyboard.press('Control+k');
  const palette = paletteOf(page);
  await expect(
    palette.getByText('Your API host does not support search. You can still find screens and actions.'),
  ).toBeVisible();
  await palette.getByRole('combobox').fill('applicants');
  await expect(named(palette, 'option', 'Applicants')).toBeVisible();
  await palette.getByRole('combobox').press('Enter');
  await expect(topHeading(page, 'Applicants')).toBeVisible();
  await page.goto('/admin/blogs?form=new');
  const { addForm } = blogsScreen(page);
  await addForm.cover.setInputFiles(await pngFile('wide.png'));
  await expect(exactly(addForm.dialog, 'button', 'Crop')).toBeVisible();
  await expect(named(addForm.dialog, 'button', 'Choose from the library')).toHaveCount(0);
  for (const [path, text] of [
    ['/admin/pictures', 'Your API host has no library of pictures. Forms can still upload pictures.'],
    ['/admin/mail-templates', deskMessages['letter.notOffered']],
    [pathTo('adminPeople'), deskMessages['people.notOffered']],
    [pathTo('adminAccount'), deskMessages['account.notOffered']],
  ] as const) {
    await page.goto(path);
    await expect(page.getByText(text)).toBeVisible();
  }
  const { review, bulk, item, choose } = applicantsScreen(page);
  await page.goto(`/admin/applicants?applicant=${one.id}`);
  await expect(review.more).toBeVisible();
  await expect(review.button('Mail')).toHaveCount(0);
  await page.keyboard.press('m');
  await review.status('Person 1', 'New').press('Enter');
  await expect(item('Shortlisted')).toBeVisible();
  await expect(item('Write a mail')).toHaveCount(0);
  await page.keyboard.press('Escape');
  await choose('Person 2').check();
  await bulk.more.click();
  await expect(item('Mark as read')).toBeVisible();
  await expect(item('Write mails')).toHaveCount(0);
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await named(page, 'button', /^Account:/).click();
  await expect(named(page, 'button', 'Change password')).toBeVisible();
  await expect(named(page, 'link', /^(People|Your account|Pictures)$/)).toHaveCount(0);
  await page.goto(pathTo('adminDashboard'));
  await expect(topHeading(page, 'Jobs')).toBeVisible();
  await expect(named(page, 'region', 'What waits')).toHaveCount(0);
  await page.context().clearCookies();
  await page.goto(pathTo('adminLogin'));
  await expect(named(page, 'form', 'Sign in')).toBeVisible();
  await expect(named(page, 'link', 'Forgot your password?')).toHaveCount(0);
  await expect(named(page, 'button', 'Sign in with a passkey')).toHaveCount(0);
  await page.goto(forgotPath);
  await expect(named(page, 'heading', 'Passwords cannot be reset here')).toBeVisible();
});

test('files, choices and calls that a host.json lacks are not offered, and a form is saved without them', async ({
  host,
  open,
}) => {
  const { stub } = host;
  stub.fill({ jobs: [stubJob(1, { title: 'Film editor' })] });
  const page = await open(host, { as: 'owner' });
  await page.route('**/api/hostCalls', async (route) => {
    const response = await route.fetch();
    const { data, ...body } = await response.json();
    data.missing.push('changePassword');
    data.by_file = {
      accepted: {
        addProjectCategory: { image: [], tech_image: [] },
        addTeamMember: { image: [] },
        addJob: { employment_type: ['PART_TIME', 'INTERN'] },
        updateJobStatus: { status: ['draft', 'open', 'closed'] },
      },
    };
    await route.fulfill({ response, json: { ...body, data } });
  });
  await page.goto(pathTo('adminDashboard'));
  const jobs = jobsScreen(page);
  await jobs.status('Film editor').click();
  await expect(named(page, 'menuitem', 'Close')).toBeVisible();
  await expect(named(page, 'menuitem', 'Mark as filled')).toHaveCount(0);
  await page.keyboard.press('Escape');
  await expect(jobs.filter('Filled')).toHaveCount(0);
  await named(page, 'button', /^Account:/).click();
  await expect(page.getByText('Theme')).toBeVisible();
  await expect(named(page, 'button', 'Change password')).toHaveCount(0);
  await page.goto(`${pathTo('adminDashboard')}?form=new`);
  await expect(jobs.addForm.dialog.getByLabel('Employment').getByRole('option')).toHaveText([
    'Part-time',
    'Internship',
  ]);
  // The stub, which has no host.json, would need the files.
  await page.route('**/api/addProjectCategory', (route) =>
    route.fulfill({ json: { status: 1, message: 'Added', data: null } }),
  );
  await page.goto('/admin/portfolio?form=category');
  const { addCategory: form } = portfolioScreen(page);
  await expect(form.title).toBeVisible();
  await expect(form.image).toHaveCount(0);
  await expect(form.logos).toHaveCount(0);
  await form.title.fill('Film');
  await form.submit.click();
  await expect(form.dialog).toHaveCount(0);
  await page.goto(`${pathTo('adminTeam')}?form=new`);
  const ofMember = page.getByRole('dialog');
  await expect(labelled(ofMember, 'Name')).toBeVisible();
  await expect(ofMember.locator('input[type="file"]')).toHaveCount(0);
});
