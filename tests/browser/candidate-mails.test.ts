// @module-tag deep/journey: mails to candidates from applicants-journey's screen, and their templates, which admin-screens visits
import { simpleParser } from 'mailparser';
import { afterAll, expect, test } from 'vitest';
import { callPath } from '#shared/contract/call-path.ts';
import { contract } from '#shared/contract/index.ts';
import { deskMessages, textOf } from '#shared/desk-messages.ts';
import { sampleSite } from '#shared/site/sample-site.ts';
import { makeJob } from '../contract/resources/cases/jobs.ts';
import { withEngine } from '../support/engines.ts';
import { startMailServer } from '../support/mail/mail-server.ts';
import { applicantsScreen, applyTo } from './support/applicants-admin.ts';
import { expectAccessible } from './support/axe.ts';
import { toast } from './support/blogs.ts';
import { sideways } from './support/fits.ts';
import { launchBrowser } from './support/launch.ts';
import { openAdmin } from './support/visitor.ts';
import { expectQuiet } from './support/watch.ts';

const browser = launchBrowser();
const mailFrom = 'site@studio.example';
const server = await startMailServer();
afterAll(() => server.close());

/** A name with markup, a placeholder and a second line of a header. */
const hostile = 'Eve <b>{job}</b> & "Co"';

withEngine(
  'embedded',
  (engine) => {
    test('mails to candidates: a template, one that is taken back, one that is sent, one each to several, a rejection', async () => {
      const job = await makeJob(engine, { status: 'open', title: 'Animator' });
      const eve = await applyTo(engine, job.id, { name: hostile, email: 'eve@applicant.example' });
      await applyTo(engine, job.id, { name: 'عائشہ', email: 'ayesha@applicant.example' });
      const status = callPath(contract.updateApplicantStatus, { id: eve.id });
      await engine.admin.post(status).send({ status: 'shortlisted' }).expect(200);
      /** Returns the mails that admins wrote, by recipient, without the receipts that the site writes. */
      const written = async () => {
        const mails = await Promise.all(server.mails.map(({ raw }) => simpleParser(raw)));
        return mails.filter(({ headers }) => !headers.has('auto-submitted'));
      };
      const { page, watch, close } = await openAdmin(browser.current, engine);
      const { review, bulk, ...screen } = applicantsScreen(page);
      const focused = (selector: string) => page.locator(`${selector}:focus`).waitFor();

      // A template with a wrong placeholder is refused with the placeholder's name, and no typed text is lost.
      await page.goto('/admin/mail-templates');
      await page.getByRole('button', { name: 'Edit Invite' }).press('Enter');
      const template = page.getByRole('dialog', { name: 'Template: Invite' });
      await template.getByLabel('Text', { exact: true }).fill('Hello {nmae},\n\ncome for {job}.');
      await page.keyboard.press('Control+s');
      await template.getByText('Unknown placeholder: {nmae}.').waitFor();
      await focused('textarea');
      await expectAccessible(page, 'the template');
      await template
        .getByLabel('Text', { exact: true })
        .fill('Hello {name},\n\ncome for {job} ({reference}).');
      await page.keyboard.press('Control+s');
      await toast(page, deskMessages['letter.templateSaved']).waitFor();
      await template.waitFor({ state: 'detached' });
      await page.getByRole('listitem').filter({ hasText: 'come for {job}' }).getByText('Admin').waitFor();

      // A mail from the open applicant: closing a half-written mail asks, and the draft is found again.
      await page.goto(`/admin/applicants?applicant=${eve.id}`);
      await review.name(hostile).waitFor();
      await page.keyboard.press('m');
      const mail = page.getByRole('dialog', { name: `Mail to ${hostile}` });
      // The template of the status with known values filled in; a name that contains braces is filled in on sending.
      await expect.poll(() => mail.getByLabel('Template').inputValue()).toBe('invite');
      const text = mail.getByLabel('Text', { exact: true });
      await expect
        .poll(() => text.inputValue())
        .toBe(`Hello {name},\n\ncome for Animator (${eve.reference}).`);
      // A gap is refused with its name, like an unknown placeholder.
      await mail.getByLabel('Template').selectOption({ label: 'Offer' });
      expect(await text.inputValue()).toContain('we would like to offer you Animator.');
      await mail.getByRole('button', { name: 'Send in an hour' }).press('Enter');
      await mail.getByText(textOf('letter.gaps', { gaps: '(date), (amount), (place)' })).waitFor();
      await focused('textarea');
      await mail.getByLabel('Template').selectOption({ label: 'Invite' });
      await mail.getByLabel('Subject').fill('To {name}, from {sender}');
      await page.keyboard.press('Escape');
      const question = page.getByRole('alertdialog', { name: 'Unsaved changes' });
      await question.getByRole('button', { name: 'Close and keep the draft' }).press('Enter');
      await mail.waitFor({ state: 'detached' });
      await page.keyboard.press('m');
      await expect.poll(() => mail.getByLabel('Subject').inputValue()).toBe('To {name}, from {sender}');
      await expect.poll(() => text.inputValue()).toContain('come for Animator');

      // A preview shows a name as plain text.
      await mail.getByLabel('Subject').fill('To {nmae}');
      await mail.getByRole('button', { name: 'Preview' }).press('Enter');
      await mail.getByText('Unknown placeholder: {nmae}.').waitFor();
      await mail.getByLabel('Subject').fill('To {name}, from {sender}');
      await mail.getByRole('button', { name: 'Preview' }).press('Enter');
      const preview = mail.getByRole('region', { name: 'Preview' });
      await expect.poll(() => preview.evaluate((it) => it === document.activeElement)).toBe(true);
      await preview.getByText(`To ${hostile}, from Admin`).waitFor();
      await preview.getByText(`Hello ${hostile},`).waitFor();
      await preview.getByText(engine.credentials.email).waitFor();
      await expectAccessible(page, 'the mail');

      // The mail is held for an hour, and cancelled with the move that belongs to an invitation.
      await mail.getByRole('button', { name: 'Send in an hour' }).press('Enter');
      await mail.waitFor({ state: 'detached' });
      await toast(page, / moved to Interview/).waitFor();
      const mails = review.pane.getByRole('region', { name: 'Mails' }).getByRole('listitem');
      await mails.getByText(/^Held until /).waitFor();
      await page.getByRole('button', { name: 'Undo', exact: true }).last().press('Enter');
      await mails.getByText('Cancelled').waitFor();
      await toast(page, / moved to Shortlisted/).waitFor();
      expect(await written()).toEqual([]);

      // Sent at once: the sender is the site, and replies go to the author.
      await page.keyboard.press('m');
      await mail.getByLabel('Subject').fill('To {name}, from {sender}');
      await mail.getByLabel('Hold it for an hour').uncheck();
      await mail.getByRole('button', { name: 'Send now' }).press('Enter');
      await mail.waitFor({ state: 'detached' });
      await mails.nth(1).waitFor();
      await expect.poll(async () => (await written()).length).toBe(1);
      const [one] = await written();
      expect(one).toMatchObject({
        subject: `To ${hostile}, from Admin`,
        from: { value: [{ name: sampleSite.name, address: mailFrom }] },
        to: { value: [{ name: '', address: 'eve@applicant.example' }] },
        replyTo: { value: [{ name: '', address: engine.credentials.email }] },
      });
      expect(one?.text).toContain(`Hello ${hostile},`);
      expect(one?.html).toContain('Hello Eve &lt;b&gt;{job}&lt;/b&gt; &amp;');

      // One mail to each of several applicants; held mails are cancelled together.
      await page.setViewportSize({ width: 360, height: 640 });
      await page.goto('/admin/applicants');
      // Selected by name: while the list loads, its placeholder rows have no checkboxes.
      for (const name of [hostile, 'عائشہ']) await screen.choose(name).check();
      const several = page.getByRole('dialog', { name: 'Mail to 2 applicants' });
      await bulk.bar.getByRole('button', { name: 'More for the selected applicants' }).press('Enter');
      await screen.item('Write mails').press('Enter');
      await several.getByLabel('Subject').waitFor();
      expect(await sideways(page)).toBe(0);
      await expectAccessible(page, 'mails on a phone');
      // The buttons of a long form are in one row.
      const tops = await several
        .locator(':scope > :last-child button')
        .evaluateAll((all) => all.map((button) => button.getBoundingClientRect().top));
      expect([tops.length, new Set(tops).size]).toEqual([3, 1]);
      // The applicants have two statuses, so that the template is a question, with placeholders and a gap to fill.
      const words = await several.getByLabel('Text', { exact: true }).inputValue();
      expect(words).toContain('Hello {name},');
      await several
        .getByLabel('Text', { exact: true })
        .fill(words.replace('(your question)', 'Where do you live?'));
      await page.keyboard.press('Control+Enter');
      await several.waitFor({ state: 'detached' });
      await toast(page, /^2 mails held until /)
        .getByRole('button', { name: 'Undo' })
        .press('Enter');
      await toast(page, '2 mails were cancelled.').waitFor();

      // Rejecting several applicants asks for the reason first, and then offers to email them.
      await bulk.move.press('Enter');
      await screen.item('Rejected').press('Enter');
      await screen.reason.fill('No reel.');
      await screen.rejectDialog.getByRole('button', { name: 'Reject and email' }).press('Enter');
      await several.getByLabel('Template').waitFor();
      await expect.poll(() => several.getByLabel('Template').inputValue()).toBe('rejection');
      // One undo takes back the move and the mails that belong to it.
      await page.keyboard.press('Control+Enter');
      await several.waitFor({ state: 'detached' });
      const undo = toast(page, /^2 applicants moved to Rejected\. 2 mails held until /);
      await expect.poll(() => page.getByRole('button', { name: 'Undo', exact: true }).count()).toBe(1);
      await undo.getByRole('button', { name: 'Undo' }).press('Enter');
      await toast(page, '2 applicants moved back').waitFor();
      for (const name of [hostile, 'عائشہ']) await screen.choose(name).check();
      await bulk.move.press('Enter');
      await screen.item('Rejected').press('Enter');
      await screen.reason.fill('No reel.');
      await screen.rejectDialog.getByRole('button', { name: 'Reject and email' }).press('Enter');
      await several.getByLabel('Template').waitFor();
      await several.getByLabel('Hold it for an hour').uncheck();
      await page.keyboard.press('Control+Enter');
      await several.waitFor({ state: 'detached' });
      await expect.poll(async () => (await written()).length).toBe(3);
      const rejections = (await written()).slice(1);
      expect(
        rejections
          .map(({ to }) => to)
          .flatMap((to) => [to ?? []].flat())
          .map(({ text }) => text)
          .sort(),
      ).toEqual(['ayesha@applicant.example', 'eve@applicant.example']);
      expect(rejections.map(({ text = '' }) => /Hello (.*),/.exec(text)?.[1]).sort()).toEqual([
        hostile,
        'عائشہ',
      ]);
      expect(JSON.stringify(rejections)).not.toContain('No reel.');
      await page.goto(`/admin/applicants?applicant=${eve.id}`);
      await review.pane.getByText('No reel.').first().waitFor();
      await expect.poll(() => mails.getByText(/^Sent /).count()).toBe(2);
      expect(await mails.getByText('Cancelled').count()).toBe(3);
      expect(await sideways(page)).toBe(0);
      await expectAccessible(page, 'the history of mails on a phone');

      // A mail that is held says so when the applicant is moved, and waits for a decision.
      await page.keyboard.press('m');
      await mail.getByLabel('Subject').fill('Held');
      await page.keyboard.press('Control+Enter');
      await mail.waitFor({ state: 'detached' });
      await engine.admin.post(status).send({ status: 'new' }).expect(200);
      await page.reload();
      await review.pane.getByText('Mail held back').waitFor();
      await mails.getByText('it was written for the status Rejected, not for New.').waitFor();
      await expectAccessible(page, 'a mail that is held back');
      await mails.getByRole('button', { name: 'Discard' }).press('Enter');
      await review.pane.getByText('Mail held back').waitFor({ state: 'detached' });
      expectQuiet(watch);
      await close();
    });
  },
  { environment: { SMTP_URL: server.url, MAIL_FROM: mailFrom } },
);
