// @module-tag deep/journey: waiting forms that are sent, mended and deleted; admin-screens visits their screen
import type { Locator } from 'playwright-core';
import { expect, test } from 'vitest';
import { callPath } from '#shared/contract/call-path.ts';
import { contract } from '#shared/contract/index.ts';
import { deskMessages } from '#shared/desk-messages.ts';
import { messages } from '#shared/messages.ts';
import { pathTo } from '#shared/paths.ts';
import { pdf } from '../support/files.ts';
import { visit } from '../support/sign-in.ts';
import { toast } from './support/blogs.ts';
import { everythingIsWrong, formsOfEachState, intakeScreen, pretend } from './support/intake-admin.ts';
import { launchBrowser } from './support/launch.ts';
import { stubJob } from './support/public-records.ts';
import { json, stubbedSite } from './support/stubbed-site.ts';
import { openAdmin, openVisitor } from './support/visitor.ts';
import { contactForm, fillLetter, letter } from './support/visitor-forms.ts';
import { apiCallError, expectQuiet, failedToLoad } from './support/watch.ts';

const browser = launchBrowser();
const site = stubbedSite();
const contactPath = callPath(contract.contactUs);
const jobPath = callPath(contract.applyJobFor, { id: 1 });

/** With this Retry-After the product does not retry for two minutes. */
const leaveMeAlone = {
  kind: 'answer',
  status: 503,
  headers: { 'content-type': 'application/json', 'retry-after': '120' },
  body: '{"status":0}',
} as const;

test('what a failing host does not take is received, waits where an admin sees it, and is sent, mended or deleted there', async () => {
  site.stub.data.jobs = [stubJob(1)];
  // The host is busy at first; at the retry the job has ended.
  site.stub.misbehave(json(503, {}), { path: jobPath, times: 1 });
  site.stub.misbehave(json(410, { message: 'This job has ended.' }), { path: jobPath });
  const applied = await visit(site.app)
    .post(jobPath)
    .field({ name: 'سانا', email: 'sana@applicant.example', consent: '1' })
    .attach('cv', pdf(), { filename: 'CV سانا.pdf', contentType: 'application/pdf' });
  expect(applied.status).toBe(202);
  await expect.poll(() => site.stub.requestsTo(jobPath).length).toBe(2);

  site.stub.misbehave(leaveMeAlone, { path: contactPath });
  const visitor = await openVisitor(browser.current, site.app, { width: 360 });
  const form = contactForm(visitor.page);
  await visitor.page.goto(pathTo('contact'));
  await fillLetter(form);
  await form.send.click();
  await form.received.waitFor();
  const reference = await visitor.page.getByText('Your reference').locator('strong').innerText();
  expectQuiet(visitor.watch);
  await visitor.close();
  expect(
    (
      await visit(site.app)
        .post(contactPath)
        .send({ ...letter, name: 'Nobody' })
    ).status,
  ).toBe(202);

  const { page, watch, close } = await openAdmin(browser.current, site);
  const screen = intakeScreen(page);
  await page.goto(pathTo('adminMessages'));
  await screen
    .note('2 forms are waiting to be delivered, 1 needs a person.')
    .getByRole('link', { name: 'Waiting forms' })
    .click();
  await screen.row(letter.name).getByText(reference).waitFor();
  await expect.poll(() => screen.rows.count()).toBe(3);
  const search = page.getByRole('searchbox', { name: 'Search waiting forms' });
  await search.fill('sana@applicant');
  await expect.poll(() => screen.rows.count()).toBe(1);
  await search.fill('nobody has typed this');
  await page.getByText('No waiting form matches').waitFor();
  await page.getByText('Clear the search', { exact: true }).click();
  await expect.poll(() => screen.rows.count()).toBe(3);
  // On the screen itself no banner points to it.
  expect(await screen.note('forms are waiting').count()).toBe(0);
  await screen.link.getByText('3 waiting').waitFor({ state: 'attached' });

  // By keyboard: the form opens, closes, and the focus returns to the list.
  await screen.row('سانا').focus();
  await page.keyboard.press('Enter');
  await screen.beside.pane.getByText('The API host answered 410: This job has ended.').waitFor();
  const download = page.waitForEvent('download');
  await screen.beside.file.click();
  expect((await download).suggestedFilename()).toBe('CV سانا.pdf');
  await page.keyboard.press('Escape');
  await expect.poll(() => screen.row('سانا').evaluate((row) => row === document.activeElement)).toBe(true);

  await screen.row('Nobody').click();
  await screen.beside.send.click();
  await toast(page, deskMessages['intake.notSent']).waitFor();
  await screen.beside.remove.click();
  await screen.question.getByRole('button', { name: 'Delete' }).click();
  await toast(page, deskMessages['intake.deleted']).waitFor();
  await expect.poll(() => screen.rows.count()).toBe(2);

  // The host works again, with its initial state.
  site.stub.reset();
  await screen.row(letter.name).click();
  await screen.beside.send.click();
  await toast(page, deskMessages['intake.sent']).waitFor();
  await expect.poll(() => screen.rows.count()).toBe(1);
  expect(site.stub.data.messages).toMatchObject([{ name: letter.name, message: letter.message }]);
  await screen.row('سانا').click();
  await screen.beside.sendWithoutJob.click();
  await screen.empty.waitFor();
  expect(site.stub.data.applicants).toMatchObject([{ name: 'سانا', job_id: null }]);
  await screen.link.waitFor({ state: 'detached' });
  expectQuiet(watch, [
    failedToLoad(502, callPath(contract.sendIntakeItem, { id: 3 })),
    apiCallError(deskMessages['intake.notSent']),
  ]);
  await close();
});

test('the banner tells what is wrong at once after a call that failed, in two lines on a phone, and what can wait is dismissed', async () => {
  const { page, watch, close } = await openAdmin(browser.current, site, { width: 360, height: 740 });
  const screen = intakeScreen(page);
  await page.goto(pathTo('adminTeam'));
  await page.getByRole('heading', { name: 'Team', level: 1 }).waitFor();
  expect(await page.getByRole('status').getByRole('paragraph').count()).toBe(0);

  await pretend(page, everythingIsWrong, formsOfEachState);
  const down = { status: 0, code: 'upstream.down', message: messages['upstream.unreachable'] };
  await page.route(`**${callPath(contract.blogs)}*`, (route) => route.fulfill({ status: 503, json: down }));
  await page.evaluate((to) => {
    history.pushState({ idx: (history.state?.idx ?? 0) + 1 }, '', to);
    dispatchEvent(new PopStateEvent('popstate'));
  }, pathTo('adminBlogs'));
  const host = screen.note('API host down since');
  await host.waitFor();
  expect(await linesOf(host)).toBeLessThanOrEqual(2);
  const forms = '3 forms are waiting to be delivered, 1 needs a person.';
  expect(await linesOf(screen.note(forms))).toBeLessThanOrEqual(3);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360);
  await expect.poll(() => page.getByRole('button', { name: /^Dismiss: / }).count()).toBe(2);

  await screen.dismiss('There is no backup yet.').click();
  await screen.note('There is no backup yet.').waitFor({ state: 'detached' });
  await page.clock.install();
  await page.goto(pathTo('adminIntake'));
  await host.waitFor();
  expect(await screen.note('There is no backup yet.').count()).toBe(0);

  // A form that the host already has, perhaps twice, is removed without a question.
  await page.route(`**${callPath(contract.deleteIntakeItem, { id: 5 })}`, (route) =>
    route.fulfill({ json: { status: 1 } }),
  );
  await screen.row('NQ-1005').click();
  await pretend(page, everythingIsWrong, formsOfEachState.slice(0, 4));
  await screen.sheet.done.click();
  await expect.poll(() => screen.rows.count()).toBe(4);
  await expect
    .poll(() => page.evaluate(() => document.activeElement?.getAttribute('aria-label')))
    .toBe('List of waiting forms');

  // A form that is delivered while the list is open leaves the list.
  const none = { waiting: 0, needs_person: 0, oldest_at: null, is_full: false };
  await pretend(page, { ...everythingIsWrong, intake: none }, []);
  await page.clock.fastForward(31_000);
  await screen.empty.waitFor();
  expectQuiet(watch, [
    failedToLoad(503, callPath(contract.blogs)),
    apiCallError(messages['upstream.unreachable']),
  ]);
  await close();
});

function linesOf(text: Locator): Promise<number> {
  return text.evaluate((element) => {
    const { lineHeight } = getComputedStyle(element);
    return Math.round(element.getBoundingClientRect().height / Number.parseFloat(lineHeight));
  });
}
