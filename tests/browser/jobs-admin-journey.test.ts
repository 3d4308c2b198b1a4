import { expect, test } from 'vitest';
import { deskMessages } from '#shared/desk-messages.ts';
import { withEngine } from '../support/engines.ts';
import { toast } from './support/blogs.ts';
import { dayFromNow, fillJob, jobsScreen } from './support/jobs-admin.ts';
import { jobPage, jobsPage } from './support/jobs-public.ts';
import { launchBrowser } from './support/launch.ts';
import { openAdmin, openVisitor } from './support/visitor.ts';
import { expectQuiet, failedToLoad } from './support/watch.ts';

const browser = launchBrowser();

withEngine('embedded', (engine) => {
  test('a job is posted, read by visitors, edited, closed and opened again', async () => {
    const admin = await openAdmin(browser.current, engine);
    const visitor = await openVisitor(browser.current, engine.app);
    const screen = jobsScreen(admin.page);
    const { addForm, editForm } = screen;
    const list = jobsPage(visitor.page);
    const posting = jobPage(visitor.page);

    await admin.page.goto('/admin/dashboard');
    await screen.add.click();
    await fillJob(addForm, 'Colour grader', 'You make the night blue.');
    await addForm.where('Hybrid').click();
    await addForm.lowest.fill('180,000');
    await addForm.showPay.click();
    await addForm.closes.fill(dayFromNow(20));
    await addForm.saveDraft.click();
    await toast(admin.page, deskMessages['job.added']).waitFor();
    await screen.row('Colour grader').getByText('Draft').waitFor();
    await visitor.page.goto('/careers/apply');
    await list.title.waitFor();
    expect(await list.job('Colour grader').count()).toBe(0);

    await screen.edit('Colour grader');
    await editForm.text.getByText('You make the night blue.').waitFor();
    await expect.poll(() => editForm.closes.inputValue()).toBe(dayFromNow(20));
    await editForm.publish.click();
    await toast(admin.page, deskMessages['job.updated']).waitFor();
    await screen.row('Colour grader').getByText('Open').waitFor();
    await visitor.page.reload();
    await list.job('Colour grader').click();
    await posting.title.waitFor();
    await expect.poll(() => posting.title.textContent()).toBe('Colour grader');
    await expect.poll(() => posting.fact('Pay').textContent()).toBe('From PKR 180,000 a month');
    await expect.poll(() => posting.fact('Place').textContent()).toBe('Peshawar, Pakistan · Hybrid');
    await visitor.page.getByText('You make the night blue.').waitFor();

    await screen.edit('Colour grader');
    await editForm.title.waitFor();
    await editForm.title.fill('Colourist');
    await editForm.showPay.click();
    await editForm.save.click();
    await screen.row('Colourist').waitFor();
    await visitor.page.reload();
    await posting.title.getByText('Colourist').waitFor();
    expect(await posting.fact('Pay').count()).toBe(0);

    await screen.setStatus('Colourist', 'Close');
    await screen.row('Colourist').getByText('Closed').waitFor();
    const { pathname } = new URL(visitor.page.url());
    await visitor.page.reload();
    await posting.closed.waitFor();
    await visitor.page.goto('/careers/apply');
    await list.title.waitFor();
    expect(await list.job('Colourist').count()).toBe(0);
    await screen.setStatus('Colourist', 'Open');
    await screen.row('Colourist').getByText('Open').waitFor();
    await visitor.page.goto(pathname);
    await posting.title.getByText('Colourist').waitFor();

    expectQuiet(admin.watch);
    expectQuiet(visitor.watch, [failedToLoad(410, pathname)]);
    await admin.close();
    await visitor.close();
  });
});
