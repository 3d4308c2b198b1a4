// @module-tag deep/journey: previews, links and schedules of the forms of write-a-post and jobs-admin-journey
import { expect, test } from 'vitest';
import { callPath } from '#shared/contract/call-path.ts';
import { contract } from '#shared/contract/index.ts';
import { deskMessages } from '#shared/desk-messages.ts';
import { messages } from '#shared/messages.ts';
import { withEngine } from '../support/engines.ts';
import { video } from '../support/files.ts';
import { blogForm, sendForm } from '../support/forms.ts';
import { expectAccessible } from './support/axe.ts';
import { blogsScreen, pngFile, toast } from './support/blogs.ts';
import { expectFocus } from './support/focus.ts';
import { jobsScreen } from './support/jobs-admin.ts';
import { launchBrowser } from './support/launch.ts';
import { fillLogin } from './support/login.ts';
import { offline } from './support/offline.ts';
import { portfolioScreen } from './support/portfolio-admin.ts';
import { brokenImages } from './support/posts.ts';
import { openAdmin, openVisitor } from './support/visitor.ts';
import { apiCallError, expectQuiet, failedOffline, failedToLoad } from './support/watch.ts';

const browser = launchBrowser();

withEngine('embedded', (engine) => {
  test('a post is made public by a button, and its page is a press away', async () => {
    const made = await sendForm(
      engine.admin.post(callPath(contract.saveBlog)),
      await blogForm({ blog_title: 'Kites', description: '<p>One red kite</p>', is_active: '0' }),
    );
    expect(made.status, made.text).toBe(200);
    const { page, watch, close } = await openVisitor(browser.current, engine.app);
    const { edit, editForm: form, row } = blogsScreen(page);
    await page.goto('/admin/blogs');
    await fillLogin(page, engine.credentials);
    await edit('Kites').click();
    await form.text.waitFor();
    expect(await page.getByRole('link', { name: /on the site/ }).count()).toBe(0);
    const choices = form.dialog.getByRole('group', { name: 'Set the status' });
    const pressed = () => choices.locator('[aria-pressed=true]').allInnerTexts();
    await expect.poll(pressed).toEqual(['Inactive']);
    await choices.getByRole('button', { name: 'Active', exact: true }).press('Enter');
    await expect.poll(() => form.active.inputValue()).toBe('1');
    await expect.poll(pressed).toEqual(['Active']);
    await form.active.fill('2');
    await expect.poll(pressed).toEqual([]);
    await choices.getByRole('button', { name: 'Active', exact: true }).click();
    await expectAccessible(page, 'the status of a post');
    await page.setViewportSize({ width: 360, height: 740 });
    await form.submit.click();
    await toast(page, 'Updated successfully').waitFor();
    const [opened] = await Promise.all([
      page.context().waitForEvent('page'),
      row('Kites').getByRole('link', { name: 'View Kites on the site' }).press('Enter'),
    ]);
    await opened.getByRole('heading', { name: 'Kites', level: 1 }).waitFor();
    await opened.close();
    await edit('Kites').click();
    await form.dialog.getByRole('link', { name: 'View on the site' }).waitFor();
    expectQuiet(watch);
    await close();
  });

  test('a draft is looked at and shared, and its link taken back', async () => {
    const made = await sendForm(
      engine.admin.post(callPath(contract.saveBlog)),
      await blogForm({ blog_title: 'Boats', description: '<p>One green boat</p>', is_active: '0' }),
    );
    const id = made.body.data.id;
    const { page, context, watch, close } = await openVisitor(browser.current, engine.app);
    await context.grantPermissions(['clipboard-read', 'clipboard-write']);
    const { editForm: form } = blogsScreen(page);
    await page.goto(`/admin/blogs?form=${id}`);
    await fillLogin(page, engine.credentials);
    await form.text.waitFor();
    await form.title.fill('Boats, not saved');
    await form.cover.setInputFiles(await pngFile('new.png', 2400, 1600));
    await form.coverName('new.png').waitFor();
    await form.dialog.getByRole('button', { name: 'Preview and share' }).press('Enter');
    const preview = page.getByRole('dialog', { name: 'Preview and share' });
    const [phone] = await Promise.all([
      context.waitForEvent('page'),
      preview.getByRole('link', { name: /^Phone/ }).press('Enter'),
    ]);
    await phone.getByRole('heading', { name: 'Boats, not saved', level: 1 }).waitFor();
    await phone.getByText('Only for you: it works until').waitFor();
    expect(await brokenImages(phone)).toEqual([]);
    expect(await phone.locator('article img').first().getAttribute('src')).toMatch(/^data:image/);
    await phone.close();

    await page.setViewportSize({ width: 360, height: 740 });
    await preview.getByText('There are no working links.').waitFor();
    await preview.getByLabel('Works for').selectOption('1 day');
    await preview.getByRole('button', { name: 'Create a link' }).press('Enter');
    const copy = preview.getByRole('button', { name: 'Copy the link' });
    await copy.press('Enter');
    await preview.getByText('Copied', { exact: true }).waitFor();
    const address = await page.evaluate(() => navigator.clipboard.readText());
    expect(address).toMatch(new RegExp(`^${engine.app.url}/preview/[\\w-]{22}$`));
    const links = preview.getByRole('list', { name: 'Links that work' }).getByRole('listitem');
    await expect.poll(() => links.allInnerTexts()).toEqual([expect.stringMatching(/Admin.+Works until/s)]);
    await expectAccessible(page, 'previews and links at 360');
    expect(await preview.evaluate((dialog) => dialog.scrollWidth <= dialog.clientWidth)).toBe(true);

    const plain = await browser.current.newContext({ javaScriptEnabled: false });
    const reader = await plain.newPage();
    await reader.goto(address);
    await reader.getByRole('heading', { name: 'Boats, not saved', level: 1 }).waitFor();
    await reader.getByText('The link works until').waitFor();
    await page.setViewportSize({ width: 1440, height: 900 });
    await preview.getByRole('button', { name: 'Close', exact: true }).last().click();
    await form.title.fill('Boats, still not saved');
    await form.dialog.getByRole('button', { name: 'Preview and share' }).click();
    await links.getByRole('button', { name: /^Update/ }).click();
    await toast(page, 'The link now shows the current draft.').waitFor();
    await reader.reload();
    await reader.getByRole('heading', { name: 'Boats, still not saved', level: 1 }).waitFor();

    // An unsaved project with an unsaved picture and video.
    const writer = await openAdmin(browser.current, engine);
    const project = portfolioScreen(writer.page).addProject;
    await writer.page.goto('/admin/portfolio?form=project');
    await project.title.fill('Harbour');
    await project.images.setInputFiles(await pngFile('quay.png', 300, 200));
    await project.fileName('quay.png').waitFor();
    await project.video.setInputFiles({ name: 'sea.mp4', mimeType: 'video/mp4', buffer: video('mp4') });
    await project.fileName('sea.mp4').waitFor();
    await project.dialog.getByRole('button', { name: 'Preview and share' }).click();
    await writer.page.getByText('Save the video first').waitFor();
    const [tablet] = await Promise.all([
      writer.context.waitForEvent('page'),
      writer.page.getByRole('link', { name: /^Tablet/ }).click(),
    ]);
    await tablet.getByRole('heading', { name: 'Harbour', level: 1 }).waitFor();
    await tablet.locator('main img[src^="data:image"]').first().waitFor();
    expectQuiet(writer.watch);
    await writer.close();

    const more = Array.from({ length: 9 }, () =>
      engine.admin.post(callPath(contract.saveContentPreview)).send({
        resource: 'blog',
        row_id: id,
        draft: { blog_title: 'x', description: '', blog_image: null },
      }),
    );
    await Promise.all(more);
    await preview.getByRole('button', { name: 'Create a link' }).click();
    await preview.getByText('This already has 10 links. Revoke one first.').waitFor();
    await expect.poll(() => links.count()).toBe(10);
    await offline(context, async () => {
      await preview.getByRole('button', { name: 'Create a link' }).click();
      await preview.getByRole('alert').filter({ hasText: 'connection' }).waitFor();
    });
    await links
      .last()
      .getByRole('button', { name: /^Revoke/ })
      .press('Enter');
    const question = page.getByRole('alertdialog', { name: 'Revoke this link?' });
    await expectAccessible(page, 'the question before a link is revoked');
    await question.getByRole('button', { name: 'Revoke' }).click();
    await question.waitFor({ state: 'hidden' });
    await expect.poll(() => links.count()).toBe(9);
    await reader.reload();
    await reader.getByRole('heading', { name: 'This link doesn’t work' }).waitFor();
    await plain.close();
    await page.keyboard.press('Escape');
    await preview.waitFor({ state: 'hidden' });
    await expect.poll(() => form.title.inputValue()).toBe('Boats, still not saved');
    expectQuiet(watch, [
      apiCallError('This already has 10 links. Revoke one first.'),
      apiCallError(messages['network.failed']),
      failedOffline(callPath(contract.saveContentPreview)),
      failedToLoad(422, callPath(contract.saveContentPreview)),
    ]);
    await close();
  });

  test('a post and a job are scheduled, and what is wrong stands at the field', async () => {
    const made = await sendForm(
      engine.admin.post(callPath(contract.saveBlog)),
      await blogForm({ blog_title: 'Rain', description: '<p>One drop</p>', is_active: '0' }),
    );
    const id = made.body.data.id;
    const job = await engine.admin
      .post(callPath(contract.addJob))
      .send({ ...draftJob, title: 'Rain maker', description: '' });
    expect(job.status, job.text).toBe(200);
    const { page, watch, close } = await openVisitor(browser.current, engine.app, { width: 360 });
    const { editForm: form, row } = blogsScreen(page);
    await page.goto(`/admin/blogs?form=${id}`);
    await fillLogin(page, engine.credentials);
    const schedule = page.getByRole('dialog', { name: 'Schedule' });
    const save = schedule.getByRole('button', { name: 'Save schedule' });
    const from = schedule.getByLabel('Publish at (optional)', { exact: true });
    const until = schedule.getByLabel('Unpublish at (optional)');
    const local = (days: number) =>
      `${new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10)}T10:00`;
    await form.text.waitFor();
    await form.title.fill('Rain, not saved');
    await form.dialog.getByRole('button', { name: 'Schedule', exact: true }).press('Enter');
    await schedule.getByText('Only saved changes are published').waitFor();
    await schedule.getByText(/^Times are in your time zone: \w+/).waitFor();
    await expectFocus(from);
    await page.keyboard.press('Enter');
    await schedule.getByText('Choose at least one time.').waitFor();
    await from.fill('2020-05-12T10:00');
    await until.fill(local(-1));
    await save.press('Enter');
    await expect.poll(() => schedule.getByText('This time has passed. Choose a later one.').count()).toBe(2);
    await expectFocus(from);
    await expectAccessible(page, 'a schedule with every error at 360');
    await from.fill(local(3));
    await until.fill(local(2));
    await save.click();
    await schedule.getByText('Choose a time after the time of publishing.').waitFor();
    await until.fill(local(5));
    await save.click();
    await toast(page, 'Schedule saved').waitFor();
    await schedule.waitFor({ state: 'hidden' });
    const note = /Scheduled for \d+ \w+ \d{4}, 10:00, until .+10:00/;
    await form.dialog.getByText(note).waitFor();
    // The form was not sent, and its text is not lost.
    await expect.poll(() => form.title.inputValue()).toBe('Rain, not saved');
    const stored = await engine.admin.get(callPath(contract.blogSchedules));
    const wanted = await page.evaluate((typed) => new Date(typed).toISOString(), local(3));
    expect(stored.body.data).toMatchObject([{ row_id: id, publish_at: wanted }]);
    await form.dialog.getByRole('button', { name: 'Schedule', exact: true }).click();
    await expect.poll(() => from.inputValue()).toBe(local(3));
    await page.keyboard.press('Escape');
    await page.goto('/admin/blogs');
    await row('Rain').getByText(note).waitFor();
    await expectAccessible(page, 'a list with a schedule at 360');

    // The schedule runs while the list is open.
    const soon = new Date(Date.now() + 4_000).toISOString();
    const plan = engine.admin.post(callPath(contract.scheduleBlog, { id }));
    expect((await plan.send({ publish_at: soon, unpublish_at: null })).status).toBe(200);
    await page.reload();
    await row('Rain').getByText('Active', { exact: true }).waitFor();
    await expect.poll(() => row('Rain').getByText('Scheduled for').count()).toBe(0);

    const jobs = jobsScreen(page);
    await page.setViewportSize({ width: 1440, height: 900 });
    await page.goto(`/admin/dashboard?form=${job.body.data.id}`);
    const opens = schedule.getByLabel('Open at (optional)');
    await jobs.editForm.dialog.getByRole('button', { name: 'Schedule', exact: true }).click();
    await opens.fill(local(3));
    await save.click();
    await schedule.getByText(deskMessages['job.descriptionRequired']).waitFor();
    await expectFocus(opens);
    await schedule.getByRole('button', { name: 'Cancel' }).click();
    await jobs.editForm.text.click();
    await page.keyboard.insertText('Make rain');
    await jobs.editForm.saveDraft.click();
    await toast(page, 'Job updated successfully').waitFor();
    await jobs.edit('Rain maker');
    await jobs.editForm.dialog.getByRole('button', { name: 'Schedule', exact: true }).click();
    await opens.fill(local(3));
    await save.click();
    await jobs.editForm.dialog.getByText('Scheduled for').waitFor();
    await jobs.editForm.dialog.getByRole('button', { name: 'Preview and share' }).click();
    const [desktop] = await Promise.all([
      page.context().waitForEvent('page'),
      page.getByRole('link', { name: /^Desktop/ }).click(),
    ]);
    await desktop.getByRole('heading', { name: 'Rain maker', level: 1 }).waitFor();
    await desktop.getByText('Make rain').first().waitFor();
    await desktop.close();
    await page.keyboard.press('Escape');
    await jobs.editForm.cancel.click();
    await jobs.row('Rain maker').getByText('Scheduled for').waitFor();
    await jobs.edit('Rain maker');
    await jobs.editForm.dialog.getByRole('button', { name: 'Schedule', exact: true }).click();
    await schedule.getByRole('button', { name: 'Remove' }).click();
    await toast(page, 'Schedule removed').waitFor();
    await expect.poll(() => page.getByText('Scheduled for').count()).toBe(0);
    expectQuiet(watch, [
      apiCallError(messages['fields.invalid']),
      failedToLoad(422, callPath(contract.scheduleBlog, { id })),
      failedToLoad(422, callPath(contract.scheduleJob, { id: job.body.data.id })),
    ]);
    await close();
  });
});

/** A job that an admin has begun to write. */
const draftJob = {
  department: 'Film',
  employment_type: 'FULL_TIME',
  location_type: 'remote',
  openings: 1,
  show_salary: 0,
  status: 'draft',
};
