// @module-tag deep/journey: the palette, live counts and choosing all, above the screens of the first depth
import { expect, test } from 'vitest';
import { callPath } from '#shared/contract/call-path.ts';
import { contract } from '#shared/contract/index.ts';
import { withEngine } from '../support/engines.ts';
import { applicantsScreen, applyTo } from './support/applicants-admin.ts';
import { expectAccessible } from './support/axe.ts';
import { launchBrowser } from './support/launch.ts';
import { openAdmin } from './support/visitor.ts';
import { expectQuiet } from './support/watch.ts';

const browser = launchBrowser();

withEngine('embedded', (engine) => {
  test('everything is found by keys, what waits is told and counted live, and all that match are selected', async () => {
    const job = await engine.admin
      .post(callPath(contract.addJob))
      .send({
        ...{
          title: 'Lantern maker',
          department: 'Light',
          employment_type: 'FULL_TIME',
          location_type: 'remote',
        },
        ...{ country: 'Pakistan', description: '<p>Lamps</p>', status: 'open' },
      })
      .expect(200);
    const jobId: number = job.body.data.id;
    for (let count = 1; count <= 12; count += 1) {
      await applyTo(engine, jobId, { name: `Lantern ${count}`, email: `lantern-${count}@example.com` });
    }
    const { page, watch, close } = await openAdmin(browser.current, engine);
    const strip = page.getByRole('region', { name: 'What waits' });
    const sidebar = page.getByRole('navigation', { name: 'Dashboard' });
    const palette = page.getByRole('dialog', { name: 'Find anything' });
    const field = palette.getByRole('combobox');
    const chosen = palette.locator('[aria-selected="true"]');

    await page.goto('/admin/dashboard');
    await strip.getByRole('link', { name: '12 unread applicants' }).waitFor();
    await sidebar.getByRole('link', { name: 'Applicants 12 unread' }).waitFor();
    await expectAccessible(page, 'the strip above Jobs');

    // Another visitor's form arrives while the page is open.
    const live = page.waitForResponse((answer) => answer.url().endsWith('/api/live'));
    await page.reload();
    await live;
    await applyTo(engine, jobId, { name: 'Lantern 13', email: 'lantern-13@example.com' });
    await sidebar.getByRole('link', { name: 'Applicants 13 unread' }).waitFor();
    await strip.getByRole('button', { name: 'Dismiss open work' }).click();
    await page.getByText('Nothing new is waiting.').waitFor();
    expect(await strip.count()).toBe(0);
    await applyTo(engine, jobId, { name: 'Lantern 14', email: 'lantern-14@example.com' });
    await strip.getByRole('link', { name: '14 unread applicants' }).waitFor();

    await page.keyboard.press('Control+k');
    await field.fill('lantern');
    await palette.getByRole('option', { name: 'Lantern 14 Lantern maker' }).waitFor();
    await expect
      .poll(() => palette.getByRole('group', { name: 'Applicants' }).getByRole('option').count())
      .toBe(5);
    await expectAccessible(page, 'the palette');
    await field.press('ArrowUp');
    await expect.poll(() => chosen.textContent()).toContain('Lantern maker');
    await field.press('ArrowDown');
    await expect.poll(() => chosen.textContent()).toContain('Lantern 14');
    await field.press('Enter');
    await page.getByRole('heading', { name: 'Lantern 14', level: 2 }).waitFor();
    expect(new URL(page.url()).pathname).toBe('/admin/applicants');
    // The open list shows applicants that arrive meanwhile.
    await sidebar.getByRole('link', { name: 'Applicants 13 unread' }).waitFor();
    await applyTo(engine, jobId, { name: 'Lantern 15', email: 'lantern-15@example.com' });
    await page
      .getByRole('table', { name: 'Applicants' })
      .getByRole('link', { name: 'Lantern 15' })
      .waitFor({ state: 'attached' });

    await page.keyboard.press('Control+k');
    await field.fill(engine.credentials.email);
    await palette.getByRole('option', { name: engine.credentials.email }).waitFor();
    await field.press('Enter');
    await page.getByRole('heading', { name: 'People', level: 1 }).waitFor();

    await page.setViewportSize({ width: 360, height: 640 });
    await page.goto('/admin/blogs');
    const { width } = await page.evaluate(() => ({ width: document.documentElement.scrollWidth }));
    expect(width).toBe(360);
    await page.getByRole('button', { name: 'Find anything' }).click();
    await field.fill('nobody is called so');
    await palette.getByText('Nothing matches “nobody is called so”.').waitFor();
    await expectAccessible(page, 'the palette on a phone');
    await field.press('Escape');
    await palette.waitFor({ state: 'detached' });
    const search = page.getByRole('searchbox', { name: 'Search posts' });
    await search.fill('lantern');
    await page.getByText('No post matches').waitFor();
    expect(new URL(page.url()).searchParams.get('search')).toBe('lantern');

    await page.setViewportSize({ width: 1440, height: 900 });
    for (let count = 16; count <= 21; count += 1)
      await applyTo(engine, jobId, { name: `Lantern ${count}`, email: `lantern-${count}@example.com` });
    await page.goto('/admin/applicants?search=lantern&per_page=20');
    const { chooseAll, bulk, rows } = applicantsScreen(page);
    await chooseAll.check();
    await bulk.bar.getByText('20 selected').waitFor();
    await bulk.button('Select all 21 that match').click();
    await bulk.bar.getByText('21 selected').waitFor();
    await bulk.move.click();
    await page
      .getByRole('menuitem', { name: 'Rejected' })
      .or(page.getByRole('menuitem').nth(1))
      .first()
      .waitFor();
    await page.keyboard.press('Escape');
    await bulk.more.click();
    await page.getByRole('menuitem', { name: 'Mark as read' }).click();
    await sidebar.getByRole('link', { name: 'Applicants', exact: true }).waitFor();

    // The number of rows per page is in the address, which can be shared.
    await page.getByLabel('Rows per page').selectOption('100');
    await expect.poll(() => new URL(page.url()).searchParams.get('per_page')).toBe('100');
    await expect.poll(() => rows.count()).toBe(21);
    await expectAccessible(page, 'the list with the size of its pages');
    await page.reload();
    await expect.poll(() => rows.count()).toBe(21);
    expectQuiet(watch);
    await close();
  });
});
