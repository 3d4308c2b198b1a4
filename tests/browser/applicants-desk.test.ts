import { expect, test } from 'vitest';
import { callPath } from '#shared/contract/call-path.ts';
import { contract } from '#shared/contract/index.ts';
import { deskMessages } from '#shared/desk-messages.ts';
import type { ListedApplicant } from '#shared/schemas/applicant.ts';
import { makeJob } from '../contract/resources/cases/jobs.ts';
import { withEngine } from '../support/engines.ts';
import { applicantsScreen, applyTo } from './support/applicants-admin.ts';
import { expectAccessible } from './support/axe.ts';
import { toast } from './support/blogs.ts';
import { launchBrowser } from './support/launch.ts';
import { openAdmin } from './support/visitor.ts';
import { expectQuiet } from './support/watch.ts';

const browser = launchBrowser();

withEngine('embedded', (engine) => {
  test('applicants: a place that stays, the CV in sight, other applications, folded columns, hidden stages, a phone', async () => {
    const job = await makeJob(engine, { status: 'open', title: 'Animator' });
    const letter = 'A long letter. '.repeat(200);
    const ayesha = { name: 'Ayesha', email: 'ayesha@applicant.example', cover_letter: letter };
    const made: ListedApplicant[] = [];
    for (const name of ['Omar', 'Bilal'])
      made.push(await applyTo(engine, job.id, { name, email: `${name}@applicant.example` }));
    await applyTo(engine, job.id, ayesha);
    await applyTo(engine, undefined, ayesha);
    const move = (at: number, status: string) =>
      engine.admin
        .post(callPath(contract.updateApplicantStatus, { id: made[at]?.id ?? 0 }))
        .send({ status })
        .expect(200);
    await move(0, 'offered');
    const { page, watch, close } = await openAdmin(browser.current, engine);
    const { review, board, ...screen } = applicantsScreen(page);

    // Who is read keeps the place, also when the list loads again and nobody has the focus in it.
    await page.goto('/admin/applicants');
    await expect.poll(screen.names).toEqual(['Ayesha', 'Ayesha', 'Bilal', 'Omar']);
    await screen.link('Ayesha').first().click();
    await review.pages.first().locator('canvas').waitFor();
    const cv = await review.pages.first().boundingBox();
    expect(cv?.y).toBeLessThan(900);
    await expectAccessible(page, 'the review');
    await review.pane.getByRole('link', { name: 'Animator' }).click();
    await review.pane.getByRole('link', { name: 'No specific job' }).waitFor();
    await review.close.click();
    await review.pane.waitFor({ state: 'detached' });
    await screen.heading.click();
    const reloaded = page.waitForResponse((answer) => answer.url().includes('/api/getApplicants'));
    await screen.status('Bilal').click();
    await screen.item('Reviewing').click();
    await reloaded;
    await screen.shows('Bilal', 'Reviewing').waitFor();
    expect(await screen.names()).toEqual(['Ayesha', 'Ayesha', 'Bilal', 'Omar']);

    // A column without anybody is narrow, opens by keyboard, and takes a card.
    await page.goto(`/admin/applicants?view=board&job_id=${job.id}`);
    await board.card('Bilal').waitFor();
    const interview = board.column('Interview').getByRole('button', { name: 'Interview 0' });
    await expect.poll(() => interview.getAttribute('aria-expanded')).toBe('false');
    expect((await board.column('Interview').boundingBox())?.width).toBeLessThan(60);
    await interview.press('Enter');
    await board.column('Interview').getByText('Nobody here').waitFor();
    await expect.poll(() => interview.evaluate((button) => button === document.activeElement)).toBe(true);
    await interview.press('Enter');
    await expect.poll(() => interview.getAttribute('aria-expanded')).toBe('false');
    // All have loaded, and the board is at its end: nothing folds or scrolls under the card.
    for (const stage of ['Shortlisted', 'Interview', 'Hired', 'Rejected', 'Withdrawn'])
      await board.column(stage).and(page.locator('[data-folded]')).waitFor();
    await board.columns.evaluate((columns) => columns.scrollTo({ left: columns.scrollWidth }));
    await board.card('Bilal').hover({ position: { x: 60, y: 20 } });
    const [from, to] = [await board.card('Bilal').boundingBox(), await board.column('Hired').boundingBox()];
    await page.mouse.down();
    await page.mouse.move((from?.x ?? 0) + 60, (from?.y ?? 0) + 40, { steps: 2 });
    await board.card('Bilal').and(page.locator('[data-dragging]')).waitFor();
    await page.mouse.move((to?.x ?? 0) + 20, (to?.y ?? 0) + 80, { steps: 4 });
    await board.column('Hired').and(page.locator('[data-over]')).waitFor();
    await page.mouse.up();
    await board.cards('Hired').filter({ hasText: 'Bilal' }).waitFor();

    // Stages of this job are hidden for everybody; who is in one is counted, and shown when asked for.
    await page.getByRole('button', { name: 'Stages' }).click();
    const dialog = page.getByRole('dialog', { name: 'Stages on this board' });
    const stages = dialog.getByRole('checkbox');
    for (const stage of await stages.all()) await stage.uncheck();
    await dialog.getByRole('button', { name: 'Save' }).click();
    await dialog.getByText(deskMessages['desk.everyStage']).waitFor();
    for (const stage of await stages.all()) await stage.check();
    for (const stage of ['Offered', 'Withdrawn'])
      await dialog.getByRole('checkbox', { name: stage }).uncheck();
    await expectAccessible(page, 'the stages');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await toast(page, deskMessages['desk.stagesSaved']).waitFor();
    await board.column('Offered').waitFor({ state: 'detached' });
    expect(await board.column('Withdrawn').count()).toBe(0);
    await page.reload();
    await page.getByText('2 stages are hidden, with people in:').waitFor();
    await expectAccessible(page, 'the board');
    await page.getByRole('button', { name: 'Show Offered, 1' }).press('Enter');
    await board.cards('Offered').filter({ hasText: 'Omar' }).waitFor();

    // On a phone the first of the list is seen without scrolling.
    await page.setViewportSize({ width: 360, height: 640 });
    await page.goto('/admin/applicants');
    const first = await screen.rows.first().boundingBox();
    expect((first?.y ?? 999) + (first?.height ?? 0)).toBeLessThan(640);
    await page.goto(`/admin/applicants?view=board&job_id=${job.id}`);
    await board.cards('Hired').first().waitFor();
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360);
    expectQuiet(watch);
    await close();
  });
});
