// @module-tag deep/journey: places, stages, CVs, retention and spam of applicants-journey's screen on the embedded engine
import { expect, test } from 'vitest';
import { callPath } from '#shared/contract/call-path.ts';
import { contract } from '#shared/contract/index.ts';
import { deskMessages } from '#shared/desk-messages.ts';
import type { ListedApplicant } from '#shared/schemas/applicant.ts';
import { makeJob } from '../contract/resources/cases/jobs.ts';
import { withEngine } from '../support/engines.ts';
import { sendForm } from '../support/forms.ts';
import { applicantsScreen, applicationParts, applyTo, dragCard } from './support/applicants-admin.ts';
import { expectAccessible } from './support/axe.ts';
import { toast } from './support/blogs.ts';
import { sideways } from './support/fits.ts';
import { expectFocus } from './support/focus.ts';
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
      made.push(
        await applyTo(engine, job.id, {
          name,
          email: `${name}@applicant.example`,
          cover_letter: name === 'Bilal' ? 'https://one.example https://two.example' : 'Hello',
        }),
      );
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

    // An applicant that is read stays in place, even if the list reloads without focus in it.
    await page.goto('/admin/applicants');
    await expect.poll(screen.names).toEqual(['Ayesha', 'Ayesha', 'Bilal', 'Omar']);
    await screen.row('Ayesha').first().getByText('Applied again').waitFor();
    await screen.row('Bilal').getByText('Suspect: 2 links').waitFor();
    expect(await page.getByText(/^\d+ unread$/).allTextContents()).toEqual(['4 unread']);
    await page.getByRole('link', { name: 'Applicants 4 unread' }).waitFor();
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

    // An empty column is narrow, opens by keyboard, and accepts a card.
    await page.goto(`/admin/applicants?view=board&job_id=${job.id}`);
    await board.card('Bilal').waitFor();
    const interview = board.column('Interview').getByRole('button', { name: 'Interview 0' });
    await expect.poll(() => interview.getAttribute('aria-expanded')).toBe('false');
    expect((await board.column('Interview').boundingBox())?.width).toBeLessThan(60);
    await interview.press('Enter');
    await board.column('Interview').getByText('No applicants').waitFor();
    await expectFocus(interview);
    await interview.press('Enter');
    await expect.poll(() => interview.getAttribute('aria-expanded')).toBe('false');
    // All columns have loaded and the board is scrolled to its end: nothing folds or scrolls under the card.
    for (const stage of ['Shortlisted', 'Interview', 'Hired', 'Rejected', 'Withdrawn'])
      await board.column(stage).and(page.locator('[data-folded]')).waitFor();
    await board.columns.evaluate((columns) => columns.scrollTo({ left: columns.scrollWidth }));
    await dragCard(page, 'Bilal', 'Hired');
    await board.cards('Hired').filter({ hasText: 'Bilal' }).waitFor();

    // The stages of this job are hidden for every admin; applicants in a hidden stage are counted, and shown on
    // request.
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

    // On a phone the first applicant is visible without scrolling.
    await page.setViewportSize({ width: 360, height: 640 });
    await page.goto('/admin/applicants');
    await screen.link('Bilal').waitFor();
    const first = await screen.rows.first().boundingBox();
    expect((first?.y ?? 999) + (first?.height ?? 0)).toBeLessThan(640);
    await page.goto(`/admin/applicants?view=board&job_id=${job.id}`);
    await board.cards('Hired').first().waitFor();
    expect(await sideways(page)).toBe(0);
    expectQuiet(watch);
    await close();
  });

  test('who applies again is one applicant with both applications, and unread again', async () => {
    const email = 'again@applicant.example';
    const { id } = await applyTo(engine, undefined, { name: 'Sana Gul', email });
    await engine.admin.get(callPath(contract.getSingleApplicant, { id }));
    await applyTo(engine, undefined, { name: 'Sana G.', email, cover_letter: 'The second letter.' });
    const { page, watch, close } = await openAdmin(browser.current, engine, { keepsRequests: true });
    const { review, ...screen } = applicantsScreen(page);
    await page.goto('/admin/applicants?search=Sana&is_read=0');
    await screen.link('Sana Gul').click();
    const several = review.pane.getByLabel('Applied 2 times');
    await several.waitFor();
    await review.pages.first().getByText(`Curriculum vitae of ${email}`).waitFor();
    expect(await review.pane.getByText('The second letter.').count()).toBe(0);
    await several.selectOption('2');
    await review.pane.getByText('The second letter.').waitFor();
    await review.pages.first().getByText(`Curriculum vitae of ${email}`).waitFor();
    const cvs = watch.requests.map((request) => request.url()).filter((url) => url.includes('/downloadCv/'));
    expect(cvs.map((url) => new URL(url).search)).toEqual(['?submission=1', '?submission=2']);
    await review.events.filter({ hasText: 'Applied again' }).waitFor();
    expectQuiet(watch);
    await close();
  });

  test('how long somebody is kept is in sight, and can be changed', async () => {
    await applyTo(engine, undefined, { name: 'Li Na', email: 'li@applicant.example' });
    const { page, watch, close } = await openAdmin(browser.current, engine);
    const { review, ...screen } = applicantsScreen(page);
    await page.goto('/admin/applicants?search=li@applicant.example');
    await screen
      .row('Li Na')
      .getByText(/^\d+ \w+ \d{4}$/)
      .waitFor();
    await screen.link('Li Na').click();
    await review.button('Change').click();
    const dialog = page.getByRole('dialog', { name: 'Retention period' });
    const day = new Date(Date.now() + 3 * 86_400_000).toISOString().slice(0, 10);
    await dialog.getByLabel('Keep until').fill('');
    await dialog.getByLabel('Keep until').fill(day);
    await dialog.getByRole('button', { name: 'Save' }).click();
    await dialog.waitFor({ state: 'hidden' });
    await review.pane.getByText(/^Deleted after /).waitFor();
    await page.reload();
    await review.pane.getByText(/^Deleted after /).waitFor();
    expectQuiet(watch);
    await close();
  });

  test('spam waits in a folder of its own, and one press makes an applicant of it', async () => {
    const texts = { name: 'Omar Farooq', email: 'omar@applicant.example' };
    // Without the token of a form that was open for a while the application counts as a robot's.
    await sendForm(engine.visitor.post(callPath(contract.applyJob)), applicationParts(texts));
    const { page, watch, close } = await openAdmin(browser.current, engine);
    const { review, ...screen } = applicantsScreen(page);
    await page.goto('/admin/applicants?search=Farooq');
    await page.getByText(deskMessages['list.empty']).waitFor();
    await screen.tab('Spam 1').click();
    await screen.link('Omar Farooq').click();
    await review.button('Not spam').click();
    await review.status('Omar Farooq', 'New').waitFor();
    await review.close.click();
    await review.pane.waitFor({ state: 'hidden' });
    await screen.tab('All').click();
    await expect.poll(screen.names).toEqual(['Omar Farooq']);
    expectQuiet(watch);
    await close();
  });

  test('axe finds nothing on a CV in place', async () => {
    await applyTo(engine, undefined, { name: 'Zeynep', email: 'zeynep@applicant.example' });
    const { page, watch, close } = await openAdmin(browser.current, engine);
    const { review, ...screen } = applicantsScreen(page);
    await page.goto('/admin/applicants?search=zeynep');
    await screen.link('Zeynep').click();
    await review.pages.first().getByText('Curriculum vitae').waitFor();
    await expectAccessible(page, 'a CV');
    await review.button('Larger').click();
    await review.button('Larger').click();
    await review.pages.first().locator('canvas').waitFor();
    await expectAccessible(page, 'a CV that is larger than its place');
    expectQuiet(watch);
    await close();
  });
});
