import { mkdirSync, writeFileSync } from 'node:fs';
import type { Page } from '@playwright/test';
import { makeSavedAnswer } from '../contract/resources/cases/answers.ts';
import { makeJob } from '../contract/resources/cases/jobs.ts';
import { makeMessage } from '../contract/resources/cases/messages.ts';
import { expect, test } from './fixtures.ts';
import { applyTo } from './support/applicants-admin.ts';
import { named } from './support/names.ts';

const out = process.env.DUMP ?? '/tmp/clia6/x';
mkdirSync(out, { recursive: true });
test.setTimeout(900_000);

function snap() {
  const lines: string[] = [];
  const visit = (el: Element, depth: number) => {
    const s = getComputedStyle(el);
    if (s.display === 'none') return;
    const r = el.getBoundingClientRect();
    const attrs = ['role', 'aria-label', 'aria-current', 'aria-expanded', 'aria-haspopup', 'title', 'href', 'tabindex', 'disabled', 'aria-disabled', 'placeholder', 'type', 'dir', 'lang', 'hidden', 'aria-checked', 'aria-busy', 'open']
      .filter((n) => el.hasAttribute(n)).map((n) => `${n}=${el.getAttribute(n)}`).join(' ');
    const text = [...el.childNodes].filter((n) => n.nodeType === 3).map((n) => n.nodeValue?.trim()).filter(Boolean).join('|');
    const style = [s.visibility === 'visible' ? '' : s.visibility, s.color, s.backgroundColor, s.fontSize, s.fontWeight, s.lineHeight, s.borderTopWidth + s.borderLeftWidth, s.borderTopColor, s.borderTopLeftRadius, s.textAlign, s.whiteSpace, s.cursor, s.boxShadow, s.opacity, s.fontFamily.slice(0, 12), s.textDecorationLine, s.position].join(';');
    const isLeafSvg = el.tagName === 'svg';
    lines.push(`${' '.repeat(depth)}${el.tagName.toLowerCase()} [${[r.x, r.y + scrollY, r.width, r.height].map((n) => Math.round(n)).join(',')}] ${attrs} "${text}" {${style}}`);
    if (isLeafSvg) { lines[lines.length - 1] += (el.innerHTML.length); return; }
    for (const child of el.children) visit(child, depth + 1);
  };
  visit(document.body, 0);
  return lines.join('\n');
}

for (const width of [1440, 768, 360]) {
  test(`dump ${width}`, async ({ start, open, allow }) => {
    allow(/.*/);
    const site = await start({ SAMPLE_CONTENT: 'off' });
    const job = await makeJob(site, { title: 'Storyboard artist', status: 'open', department: 'Art', city: 'Lahore' });
    await makeJob(site, { title: 'Draft job', status: 'draft' });
    const ids = [];
    for (const [n, name] of ['Ayesha Khan', 'Bilal Afridi', 'Chand Bibi', 'Dawood Ali'].entries())
      ids.push((await applyTo(site, n % 2 ? undefined : job.id, { name, email: `p${n}@applicant.example`, city: n ? 'Karachi' : '', cover_letter: `The letter of ${name}.` })).id);
    await applyTo(site, job.id, { name: 'Ayesha Khan', email: 'p0@applicant.example', cover_letter: 'Again https://a.example https://b.example https://c.example' });
    const [a, b, c, d] = ids as [number, number, number, number];
    await site.admin.call('getSingleApplicant', a);
    await site.admin.call('addApplicantNote', a, { note: 'A note\nof two lines' });
    await site.admin.call('updateApplicantStatus', a, { status: 'reviewing', rating: 4 });
    await site.admin.call('updateApplicantStatus', b, { status: 'rejected', reject_reason: 'Wants nights' });
    await site.admin.call('updateApplicantStatus', d, { status: 'interview' });
    for (const subject of ['First', 'Second', 'Third']) await makeMessage(site, 'contact', { subject, email: 'gul@example.com', phone: '+92 300 1234567', message: 'Hello.\nHow much?' });
    await makeMessage(site, 'account_deletion');
    await makeSavedAnswer(site);
    const page: Page = await open(site, { as: 'owner', width });
    const dump = async (name: string) => {
      await page.waitForLoadState('networkidle').catch(() => {});
      await page.waitForTimeout(700);
      const text = await page.evaluate(snap);
      writeFileSync(`${out}/${name}-${width}.txt`, text.replaceAll(/127\.0\.0\.1:\d+/g, 'HOST').replaceAll(/:r[0-9a-z]+:|«[^»]*»|_r_[0-9a-z]+_/g, 'ID').replaceAll(/[A-Z0-9]{4}-?[A-Z0-9]{4,6}\b/g, 'REF'));
      await page.screenshot({ path: `${out}/${name}-${width}.png` });
    };
    const step = async (name: string, act: () => Promise<unknown>) => {
      try { await act(); await dump(name); } catch (error) { writeFileSync(`${out}/${name}-${width}.txt`, `FAILED ${String(error).slice(0, 600)}`); }
    };
    page.setDefaultTimeout(8000);
    const go = (to: string) => () => page.goto(to);
    await step('list', go('/admin/applicants'));
    await step('list-bulk', async () => { await page.getByRole('checkbox', { name: 'Select Ayesha Khan' }).check(); await page.getByRole('checkbox', { name: 'Select Chand Bibi' }).check(); });
    await step('bulk-move', () => page.getByRole('button', { name: 'Move to another status' }).click());
    await step('bulk-more', async () => { await page.keyboard.press('Escape'); await page.getByRole('button', { name: 'More for the selected applicants' }).click(); });
    await step('bulk-delete', () => page.getByRole('menuitem', { name: 'Delete' }).click());
    await step('list-empty', go('/admin/applicants?search=nobody'));
    await step('list-spam', go('/admin/applicants?status=spam'));
    await step('keys', async () => { await page.goto('/admin/applicants'); await page.getByRole('button', { name: 'Keyboard shortcuts' }).click(); });
    await step('board', go('/admin/applicants?view=board'));
    await step('board-job', go(`/admin/applicants?view=board&job_id=${job.id}`));
    await step('board-menu', () => page.getByRole('button', { name: 'Move Chand Bibi' }).click());
    await step('stages', async () => { await page.keyboard.press('Escape'); await page.getByRole('button', { name: 'Stages' }).click(); });
    await step('review', go(`/admin/applicants?applicant=${a}`));
    await step('review-status', () => page.locator('[data-review]').getByRole('button', { name: /^Status of/ }).click());
    await step('note-edit', async () => { await page.keyboard.press('Escape'); await page.locator('[data-review]').getByRole('button', { name: /^Edit the note/ }).click(); });
    await step('retention', async () => { await page.goto(`/admin/applicants?applicant=${a}`); await page.locator('[data-review]').getByRole('button', { name: 'Change', exact: true }).click(); });
    await step('reject', async () => { await page.goto(`/admin/applicants?applicant=${a}`); await page.locator('[data-review]').getByRole('button', { name: 'Reject', exact: true }).click(); });
    await step('mail', async () => { await page.goto(`/admin/applicants?applicant=${d}`); await page.locator('[data-review]').getByRole('button', { name: 'Mail', exact: true }).click(); });
    await step('mail-preview', () => page.getByRole('button', { name: 'Preview', exact: true }).click());
    await step('mail-sent', async () => { await page.getByRole('button', { name: 'Send in an hour' }).click(); await page.getByRole('dialog', { name: /Mail to/ }).waitFor({ state: 'hidden' }); });
    await step('review-rejected', go(`/admin/applicants?applicant=${b}`));
    await step('review-gone', go('/admin/applicants?applicant=999999'));
    await step('messages', go('/admin/messages'));
    await step('messages-deletion', go('/admin/messages?type=account_deletion'));
    await step('messages-empty', go('/admin/messages?status=archived'));
    await step('message', async () => { await page.goto('/admin/messages'); await page.getByRole('link', { name: /Second/ }).click(); });
    await step('message-menu', () => page.getByRole('button', { name: 'More for this message' }).click());
    await step('message-deletion', async () => { await page.goto('/admin/messages?type=account_deletion'); await page.locator('[data-row]').first().click(); });
    await step('message-gone', go('/admin/messages?message=999999'));
    await step('answers', async () => { await page.goto('/admin/messages'); await page.getByRole('button', { name: 'Saved answers' }).click(); });
    await step('answer-edit', () => page.getByRole('button', { name: /^Edit / }).click());
    await step('intake', go('/admin/intake'));
    await step('jobs', go('/admin/dashboard'));
    await step('jobs-status', () => page.getByRole('button', { name: /^Status of Storyboard/ }).click());
    await step('jobs-actions', async () => { await page.keyboard.press('Escape'); await page.getByRole('button', { name: 'Actions for Storyboard artist' }).click(); });
    await step('jobs-reorder', async () => { await page.goto('/admin/dashboard'); await page.getByRole('button', { name: 'Reorder' }).click(); });
    await step('job-new', go('/admin/dashboard?form=new'));
    await step('job-edit', go(`/admin/dashboard?form=${job.id}`));
    await step('job-search', () => page.getByText('In search', { exact: true }).click());
    await step('palette', async () => { await page.goto('/admin/dashboard'); await page.keyboard.press('Control+k'); await page.getByRole('combobox', { name: 'Find anything' }).waitFor(); });
    await step('palette-found', async () => { await page.getByRole('combobox', { name: 'Find anything' }).fill('a'); await page.waitForTimeout(1200); });
    if (width < 1000) await step('drawer', async () => { await page.goto('/admin/dashboard'); await page.getByRole('button', { name: 'Open menu' }).click(); });
    await step('mail-templates', go('/admin/mail-templates'));
    await step('home', go('/'));
    await step('not-found', go('/nothing/here'));
    await step('login', async () => { await page.context().clearCookies(); await page.goto('/admin'); });
    expect(named(page, 'button', 'x')).toBeTruthy();
  });
}
