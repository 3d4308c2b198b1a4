import { deskMessages } from '#shared/desk-messages.ts';
import { messages } from '#shared/messages.ts';
import { makeBlog, makeJob } from '../contract/resources/cases.ts';
import { expect, expectAccessible, test } from './fixtures.ts';
import { blogsScreen, fillPlainly, offeredUndo, pngFile, toast } from './support/blogs.ts';
import { jobsScreen } from './support/jobs-admin.ts';
import { exactly, labelled, named, topHeading, withText } from './support/names.ts';

test('a post is made public by a button, and its page is a press away', async ({ admin: page, site }) => {
  await makeBlog(site, { blog_title: 'Kites', is_active: '0' });
  const { add, addForm, edit, editForm: form, row } = blogsScreen(page);
  await page.goto('/admin/blogs');
  await edit('Kites').click();
  await expect(form.text).toBeVisible();
  await expect(row('Kites')).toContainText('Inactive');
  await expect(named(row('Kites'), 'link', /on the site/)).toHaveCount(0);
  const pressed = named(form.dialog, 'group', 'Set the status').locator('[aria-pressed=true]');
  await expect(pressed).toHaveText(['Inactive']);
  await form.status('Active').press('Enter');
  await expect(form.active).toHaveValue('1');
  await expect(pressed).toHaveText(['Active']);
  await expect(form.active).toBeHidden();
  await form.dialog.getByText('As a number').click();
  await form.active.fill('2');
  await expect(pressed).toHaveCount(0);
  await form.way('Publish now');
  await expect(toast(page, 'Updated successfully')).toBeVisible();
  await expect(withText(row('Kites'), 'Active')).toBeVisible();
  const opening = page.context().waitForEvent('page');
  await named(row('Kites'), 'link', 'View Kites on the site').press('Enter');
  await expect(topHeading(await opening, 'Kites')).toBeVisible();

  // Somebody who begins to schedule a post, and saves it inactive instead, is not led to its schedule.
  await add.click();
  await addForm.way('Schedule…');
  await expect(addForm.dialog.getByText('Title is required for creating a blog')).toBeVisible();
  await fillPlainly(addForm, 'Not yet', 'Later.');
  await addForm.way('Save inactive');
  await expect(row('Not yet')).toContainText('Inactive');
  await expect(page).toHaveURL('/admin/blogs');

  // A new post is stored first, and scheduled in its form.
  await add.click();
  await fillPlainly(addForm, 'Kites next spring', 'Later.');
  await addForm.way('Schedule…');
  await labelled(form.panel('Schedule'), 'Publish at (optional)').fill(
    new Date(Date.now() + 3 * 86_400_000).toISOString().slice(0, 16),
  );
  await named(form.panel('Schedule'), 'button', 'Save schedule').click();
  await expect(toast(page, 'Schedule saved')).toBeVisible();
  await expect(form.title).toHaveValue('Kites next spring');
  await form.cancel.click();
  await expect(form.dialog).toBeHidden();
  await expect(row('Kites next spring')).toContainText(/Inactive.*Scheduled for/);
});

test('a draft is looked at and shared, and its link taken back', { tag: '@deep' }, async ({
  admin: page,
  open,
  site,
  allow,
}) => {
  const { id } = await makeBlog(site, { blog_title: 'Boats', is_active: '0' });
  allow('/api/saveContentPreview', messages['api.callError'], '/preview/');
  const context = page.context();
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  const { editForm: form } = blogsScreen(page);
  await page.goto(`/admin/blogs?form=${id}`);
  await form.title.fill('Boats, not saved');
  await form.cover.setInputFiles(await pngFile('new.png', 2400, 1600));
  await expect(form.coverName('new.png')).toBeVisible();
  await form.tab('Preview and share').press('Enter');
  const preview = form.panel('Preview and share');
  const opening = context.waitForEvent('page');
  await named(preview, 'link', /^Phone/).press('Enter');
  const phone = await opening;
  await expect(topHeading(phone, 'Boats, not saved')).toBeVisible();
  await expect(phone.getByText('Only for you: it works until')).toBeVisible();
  await phone.close();
  await expect(preview.getByText(deskMessages['preview.noFiles'])).toBeVisible();

  await expect(preview.getByText('There are no working links.')).toBeVisible();
  await preview.getByLabel('Works for').selectOption('1 day');
  await named(preview, 'button', 'Create a link').press('Enter');
  await named(preview, 'button', 'Copy the link').press('Enter');
  await expect(withText(preview, 'Copied')).toBeVisible();
  const address = await page.evaluate(() => navigator.clipboard.readText());
  const links = named(preview, 'list', 'Links that work').getByRole('listitem');
  await expect(links).toHaveText(/Admin.+Works until/s);
  const reader = await open(site, { javaScriptEnabled: false });
  await reader.goto(address);
  await expect(topHeading(reader, 'Boats, not saved')).toBeVisible();
  await form.tab('Content').click();
  await form.title.fill('Boats, still not saved');
  await form.tab('Preview and share').click();
  await named(links, 'button', /^Update/).click();
  await expect(toast(page, 'The link now shows the current draft.')).toBeVisible();
  await reader.reload();
  await expect(topHeading(reader, 'Boats, still not saved')).toBeVisible();

  await named(links.last(), 'button', /^Revoke/).press('Enter');
  await named(named(page, 'alertdialog', 'Revoke this link?'), 'button', 'Revoke').click();
  await expect(links).toHaveCount(0);
  await expect(exactly(preview, 'heading', 'Share a link')).toBeFocused();
  await reader.reload();
  await expect(named(reader, 'heading', 'This link doesn’t work')).toBeVisible();
  // Esc leads back to the form, and not out of it.
  await form.tab('History').press('Enter');
  await page.keyboard.press('Escape');
  await expect(form.tab('Content')).toHaveAttribute('aria-selected', 'true');
  await expect(form.tab('Content')).toBeFocused();
  await expect(form.title).toHaveValue('Boats, still not saved');
});

test('a post and a job are scheduled in the time of the browser, and what is wrong stands at the field', async ({
  open,
  site,
  allow,
}) => {
  const post = await makeBlog(site, { blog_title: 'Rain', is_active: '0' });
  const job = await makeJob(site, { title: 'Rain maker', description: '', status: 'draft' });
  allow('/api/scheduleBlog', '/api/scheduleJob', messages['api.callError']);
  const page = await open(site, { as: 'owner', width: 360, timezoneId: 'Asia/Karachi' });
  const { editForm: form, row } = blogsScreen(page);
  const schedule = named(page, 'tabpanel', 'Schedule');
  const save = named(schedule, 'button', 'Save schedule');
  const from = labelled(schedule, 'Publish at (optional)');
  const until = schedule.getByLabel('Unpublish at (optional)');
  const day = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);
  const local = (days: number) => `${day(days)}T10:00`;
  const openSchedule = form.tab('Schedule');
  await page.goto(`/admin/blogs?form=${post.id}`);
  await form.title.fill('Rain, not saved');
  await openSchedule.press('Enter');
  await expect(schedule.getByText('Only saved changes are published')).toBeVisible();
  await expect(schedule.getByText(/^Times are in your time zone: \w+/)).toBeVisible();
  await from.press('Enter');
  await expect(schedule.getByText('Choose at least one time.')).toBeVisible();
  await from.fill('2020-05-12T10:00');
  await until.fill(local(-1));
  await save.press('Enter');
  await expect(schedule.getByText('This time has passed. Choose a later one.')).toHaveCount(2);
  await expect(from).toBeFocused();
  await from.fill(local(3));
  await until.fill(local(2));
  await save.click();
  await expect(schedule.getByText('Choose a time after the time of publishing.')).toBeVisible();
  await until.fill(local(5));
  await save.click();
  await expect(toast(page, 'Schedule saved')).toBeVisible();
  const note = /Scheduled for \d+ \w+ \d{4}, 10:00, until .+10:00/;
  await expect(form.dialog.getByText(note)).toBeVisible();
  // The form was not sent, and its text is not lost.
  await expect(form.title).toHaveValue('Rain, not saved');
  const { body } = await site.admin.call('blogSchedules');
  expect(body.data).toContainEqual(
    expect.objectContaining({ row_id: post.id, publish_at: `${day(3)}T05:00:00.000Z` }),
  );
  await openSchedule.click();
  await expect(from).toHaveValue(local(3));
  await page.goto('/admin/blogs');
  await expect(row('Rain').getByText(note)).toBeVisible();

  // The schedule runs while the list is open.
  await site.admin
    .call('scheduleBlog', post.id, {
      publish_at: new Date(Date.now() + 4_000).toISOString(),
      unpublish_at: null,
    })
    .expect(200);
  await page.reload();
  await expect(withText(row('Rain'), 'Active')).toBeVisible();
  await expect(row('Rain').getByText('Scheduled for')).toHaveCount(0);

  const jobs = jobsScreen(page);
  const jobSchedule = exactly(jobs.editForm.dialog, 'tab', 'Schedule');
  const opens = schedule.getByLabel('Open at (optional)');
  await page.goto(`/admin/dashboard?form=${job.id}`);
  await jobSchedule.click();
  await opens.fill(local(3));
  await save.click();
  await expect(schedule.getByText(deskMessages['job.descriptionRequired'])).toBeVisible();
  await expect(opens).toBeFocused();
  await named(jobs.editForm.dialog, 'button', 'Cancel').click();
  await expect(schedule).toBeHidden();
  await expect(jobs.editForm.dialog).toBeVisible();
});

test('a post is saved twice, compared and restored, by keyboard and on a phone', async ({ open, site }) => {
  const { id } = await makeBlog(site, {
    blog_title: 'A film',
    description: '<p>One red kite</p><p>Two</p>',
  });
  const page = await open(site, { as: 'owner', width: 360 });
  const { editForm: form } = blogsScreen(page);
  const openForm = () => page.goto(`/admin/blogs?form=${id}`);
  await openForm();
  await form.title.fill('A film, cut');
  await form.dialog.getByLabel('Excerpt').fill('What lists say');
  await form.dialog.getByLabel('Search title').fill('Found as this');
  await expect(form.dialog.getByText('Found as this · ')).toBeVisible();
  await form.submit.click();
  await expect(form.dialog).toBeHidden();
  await openForm();
  await form.text.press('ControlOrMeta+A');
  await page.keyboard.insertText('One blue kite');
  await form.submit.click();
  await expect(form.dialog).toBeHidden();

  await openForm();
  await form.title.fill('Typed and not saved');
  await form.tab('Versions').press('Enter');
  const versions = form.panel('Versions');
  const rows = versions.getByRole('listitem');
  await expect(rows).toHaveCount(3);
  await expect(rows.nth(1)).toContainText(/Saved by .+: Title, Excerpt,? and Search title/);
  await named(versions, 'button', 'Compare version 3').press('Enter');
  await expect(versions.getByText('Version 3').first()).toBeVisible();
  await versions.getByLabel('Compare with').selectOption({ index: 1 });
  await expect(versions.locator('del').filter({ hasText: 'red' })).toBeVisible();
  await expect(versions.locator('ins').filter({ hasText: 'blue' })).toBeVisible();
  await expect(exactly(versions, 'region', 'Title')).toHaveText(/A film.*A film, cut/s);
  await expectAccessible(page);
  // Esc leaves the comparison, not the form.
  await named(versions, 'button', 'All versions').press('Escape');
  await named(versions, 'button', 'Compare version 3').press('Enter');
  await named(versions, 'button', 'All versions').press('Enter');
  await expect(versions).toContainText('are set aside');
  await named(versions, 'button', 'Restore version 1').press('Enter');
  const undo = await offeredUndo(page, 'Version 1 restored');
  await expect(form.title).toHaveValue('A film');
  await named(form.dialog, 'button', /my changes/i).click();
  await expect(form.title).toHaveValue('Typed and not saved');
  await undo.click();
  await expect(toast(page, 'Restore undone')).toBeVisible();
  await expect(form.title).toHaveValue('A film, cut');
  const head = await site.visitor.get(`/view-blog/${id}`);
  expect(head.text).toMatch(/<title>Found as this · /);
  expect(head.text).toContain('<meta property="og:description" content="What lists say"');
});
