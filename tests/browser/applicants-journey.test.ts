import { buffer } from 'node:stream/consumers';
import type { Download } from 'playwright-core';
import { expect, test } from 'vitest';
import { callPath } from '#shared/contract/call-path.ts';
import { contract } from '#shared/contract/index.ts';
import { deskMessages } from '#shared/desk-messages.ts';
import { goodJob } from '../contract/resources/cases/jobs.ts';
import { withEngine } from '../support/engines.ts';
import { applicantsScreen, applyTo } from './support/applicants-admin.ts';
import { toast } from './support/blogs.ts';
import { launchBrowser } from './support/launch.ts';
import { openAdmin } from './support/visitor.ts';
import { expectQuiet } from './support/watch.ts';

const browser = launchBrowser();

withEngine('embedded', (engine) => {
  test('a job is posted, somebody applies and is reviewed, noted, moved, rejected and exported', async () => {
    const job = await engine.admin
      .post(callPath(contract.addJob))
      .send({ ...goodJob, title: 'Storyboard artist', status: 'open' });
    await applyTo(engine, job.body.data.id, { name: 'Bilal Afridi', email: 'bilal@applicant.example' });
    await applyTo(engine, job.body.data.id, { name: 'Ayesha Khan', email: 'ayesha@applicant.example' });
    const { page, watch, close } = await openAdmin(browser.current, engine);
    const screen = applicantsScreen(page);
    const { review } = screen;

    await page.goto('/admin/applicants');
    await screen.row('Ayesha Khan').getByText('Storyboard artist').waitFor();
    await expect.poll(() => screen.row('Ayesha Khan').getAttribute('data-unread')).toBe('true');
    await page.getByRole('main').getByText('2 unread').waitFor();
    await screen.link('Ayesha Khan').click();
    await review.name('Ayesha Khan').waitFor();
    await expect.poll(() => page.title()).toMatch(/^Ayesha Khan · Applicants · /);
    await page.getByRole('main').getByText('1 unread').waitFor();

    // The CV is rendered and readable; the second page renders when it is near the viewport.
    await review.pages.first().locator('canvas').waitFor();
    await review.pages.first().getByText('Curriculum vitae of ayesha@applicant.example').waitFor();
    expect(await review.pages.first().locator('canvas').evaluate(darkPixels)).toBeGreaterThan(50);
    await review.pages.nth(1).scrollIntoViewIfNeeded();
    await review.pages.nth(1).getByText('The second page').waitFor();
    await review.pane.getByText('And I write.').waitFor();
    const portfolio = review.pane.getByRole('link', { name: 'Portfolio' });
    await expect.poll(() => portfolio.getAttribute('href')).toBe('https://ayesha.example/work');
    await expect.poll(() => portfolio.getAttribute('rel')).toContain('noopener');
    const [cv] = await Promise.all([page.waitForEvent('download'), review.download.click()]);
    expect((await contentOf(cv)).subarray(0, 5).toString()).toBe('%PDF-');

    await page.keyboard.press('n');
    await page.keyboard.type('Draws hands 7 times better than j and k.');
    await review.addNote.click();
    await toast(page, deskMessages['applicant.noteAdded']).waitFor();
    await expect.poll(() => review.notes.allTextContents()).toEqual([expect.stringContaining('Draws hands')]);
    await expect.poll(() => review.note.inputValue()).toBe('');
    await review.star('4 stars').check();
    await review.name('Ayesha Khan').click();
    await page.keyboard.press('2');
    await review.status('Ayesha Khan', 'Reviewing').waitFor();
    await review.events.filter({ hasText: 'Moved from New to Reviewing' }).waitFor();
    await screen.shows('Ayesha Khan', 'Reviewing').waitFor();

    await page.keyboard.press('7');
    await screen.reason.fill('Wants to work by night.');
    await screen.rejectDialog.getByRole('button', { name: 'Reject', exact: true }).click();
    await screen.rejectDialog.waitFor({ state: 'hidden' });
    await review.status('Ayesha Khan', 'Rejected').waitFor();
    await review.pane.getByText('Wants to work by night.').waitFor();
    await review.events.filter({ hasText: 'Moved from Reviewing to Rejected' }).waitFor();

    // The server has stored all of it.
    await page.reload();
    await review.pane.getByText('Wants to work by night.').waitFor();
    await expect.poll(() => review.star('4 stars').isChecked()).toBe(true);
    await review.close.click();
    await review.pane.waitFor({ state: 'hidden' });
    await screen.tab('Rejected').click();
    await expect.poll(screen.names).toEqual(['Ayesha Khan']);
    const [list] = await Promise.all([page.waitForEvent('download'), screen.exportLink.click()]);
    const csv = (await contentOf(list)).toString();
    expect(csv).toContain('Ayesha Khan');
    expect(csv).not.toContain('Bilal');
    expect(csv).toMatch(/rejected.*Wants to work by night\./);
    expectQuiet(watch);
    await close();
  });
});

/** Counts the pixels of a canvas that are closer to black than to white. */
function darkPixels(element: Element): number {
  const canvas = element as HTMLCanvasElement;
  const { data } = canvas.getContext('2d')?.getImageData(0, 0, canvas.width, canvas.height) ?? { data: [] };
  let dark = 0;
  for (let at = 0; at < data.length; at += 4) if ((data[at] ?? 255) < 128) dark += 1;
  return dark;
}

/** Reads a download. The browser stores it, in another process than the test. */
async function contentOf(download: Download): Promise<Buffer> {
  return buffer(await download.createReadStream());
}
