// @module-tag deep/journey: bars and forms at three widths; admin-screens has every screen and form on a phone
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { deskMessages } from '#shared/desk-messages.ts';
import { makeBlog } from '../contract/resources/cases/blogs.ts';
import { makeCategory } from '../contract/resources/cases/categories.ts';
import { makeJob } from '../contract/resources/cases/jobs.ts';
import { makeMessage } from '../contract/resources/cases/messages.ts';
import { makePicture } from '../contract/resources/cases/pictures.ts';
import { withEngine } from '../support/engines.ts';
import { applicantsScreen, applyTo } from './support/applicants-admin.ts';
import { expectAccessible } from './support/axe.ts';
import { toast } from './support/blogs.ts';
import { expectFits } from './support/fits.ts';
import { launchBrowser } from './support/launch.ts';
import { layoutShift } from './support/settled.ts';
import { openAdmin } from './support/visitor.ts';
import { expectQuiet } from './support/watch.ts';

const browser = launchBrowser();
const widths = [360, 768, 1440];

withEngine('embedded', (engine) => {
  let filled: Promise<void> | undefined;
  const fill = () => {
    filled ??= (async () => {
      const { id } = await makeJob(engine, { status: 'open' });
      for (const name of ['Ada', 'Bilal', 'Chitra'])
        await applyTo(engine, id, { name, email: `${name}@x.example` });
      // Long enough to take several lines on a phone.
      await makeJob(engine);
      await makeBlog(engine, { is_active: '0' });
      await makeMessage(engine, 'contact');
    })();
    return filled;
  };

  test.each(widths)(
    'at %i px the bar of what is selected is one line that holds everything',
    async (width) => {
      await fill();
      const { page, watch, close } = await openAdmin(browser.current, engine, { width });
      await page.emulateMedia({ reducedMotion: 'reduce' });
      const { bulk, ...screen } = applicantsScreen(page);
      await page.goto('/admin/applicants');
      await screen.choose('Ada').check();
      await bulk.bar.waitFor();
      await expectFits(page, `the open bar at ${width}`);
      await expectAccessible(page, `the open bar at ${width}`);
      const controls = bulk.bar.locator('button:visible, p:visible');
      const lines = await controls.evaluateAll((all) =>
        all.map((each) => {
          const { top, bottom } = each.getBoundingClientRect();
          return Math.round((top + bottom) / 2);
        }),
      );
      expect(Math.max(...lines) - Math.min(...lines), 'middles of what stands in the bar').toBeLessThan(4);

      const named: string[] = await bulk.bar.locator('button:visible').allInnerTexts();
      await bulk.more.click();
      named.push(...(await page.getByRole('menuitem').allInnerTexts()));
      for (const what of [
        'Move to',
        'Select all 3 that match',
        'Mark as read',
        'Mark as unread',
        'Write mails',
        'Delete',
      ])
        expect(
          named.filter((each) => each.trim() === what),
          what,
        ).toHaveLength(1);
      await screen.item('Mark as read').click();
      await toast(page, deskMessages['applicants.changed']).waitFor();
      expectQuiet(watch);
      await close();
    },
  );

  test.each(widths)('at %i px nothing of Jobs moves when what waits is told late', async (width) => {
    await fill();
    const { page, watch, close } = await openAdmin(browser.current, engine, { width });
    await page.route('**/api/deskCounts', async (route) => {
      await page.getByRole('link', { name: /^3 applicants for/ }).waitFor();
      await route.continue();
    });
    await page.goto('/admin/dashboard');
    await page.getByRole('region', { name: 'What waits' }).waitFor();
    expect(await layoutShift(page)).toBeLessThanOrEqual(0.05);
    await expectFits(page, `Jobs with what waits at ${width}`);
    await page.getByRole('button', { name: 'Dismiss open work' }).click();
    await page.getByText('Nothing new is waiting.').waitFor();
    await page.reload();
    await page.getByRole('link', { name: /^3 applicants for/ }).waitFor();
    await page.getByText('Nothing new is waiting.').waitFor();
    expect(await layoutShift(page)).toBeLessThanOrEqual(0.05);
    expectQuiet(watch);
    await close();
  });

  test.each(widths)(
    'at %i px no column of the board moves while one comes after the other',
    async (width) => {
      await fill();
      const { page, watch, close } = await openAdmin(browser.current, engine, { width });
      await page.emulateMedia({ reducedMotion: 'reduce' });
      let answered = 0;
      await page.route(/\/api\/getApplicants\?/, async (route) => {
        await sleep(150 * ++answered);
        await route.continue();
      });
      await page.goto('/admin/applicants?view=board');
      await page.getByRole('link', { name: 'Chitra' }).waitFor();
      await page.getByTitle('Unfold Hired').waitFor();
      expect(answered).toBeGreaterThan(4);
      expect(await layoutShift(page)).toBeLessThanOrEqual(0.05);
      expectQuiet(watch);
      await close();
    },
  );

  test.each(widths)(
    'at %i px no form moves that is opened by its address and loaded first',
    async (width) => {
      const { id: category } = await makeCategory(engine, `Film ${width}`);
      const { id: blog } = await makeBlog(engine);
      const { id: picture } = await makePicture(engine, 'A quay');
      const { page, watch, close } = await openAdmin(browser.current, engine, { width });
      await page.emulateMedia({ reducedMotion: 'reduce' });
      // The form loads after the dialog is shown.
      await page.route(/\/api\/(getSingle\w+|editBlog)/, async (route) => {
        await page
          .getByRole('dialog')
          .getByText(/^Loading the /)
          .waitFor();
        await route.continue();
      });
      for (const path of [
        `/admin/portfolio?form=${category}`,
        `/admin/blogs?form=${blog}`,
        `/admin/pictures?form=${picture}`,
      ]) {
        await page.goto(path);
        await page.getByRole('dialog').getByRole('textbox').first().waitFor();
        expect(await layoutShift(page), path).toBeLessThanOrEqual(0.05);
      }
      expectQuiet(watch);
      await close();
    },
  );
});
