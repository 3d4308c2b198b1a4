import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { fillWithJobs, jobsScreen } from './support/jobs-admin.ts';
import { launchBrowser } from './support/launch.ts';
import { unbroken } from './support/long-names.ts';
import { stubbedSite } from './support/stubbed-site.ts';
import { openAdmin } from './support/visitor.ts';
import { expectQuiet } from './support/watch.ts';

const browser = launchBrowser();
const site = stubbedSite();

test('everything fits a phone, and nothing of it needs a wide screen', async () => {
  fillWithJobs(site.stub);
  const { page, watch, close } = await openAdmin(browser.current, site, { width: 360, height: 740 });
  const { addForm: form, editForm, order, ...screen } = jobsScreen(page);
  await page.goto('/admin/dashboard');
  await screen.row('Film editor').waitFor();
  await expectNoSidewaysScroll(page, 'the list');
  expect(await smallTargets(page)).toEqual([]);

  await screen.add.click();
  await form.text.waitFor();
  await expectNoSidewaysScroll(page, 'the form');
  expect(await smallTargets(page)).toEqual([]);
  await form.title.fill(unbroken);
  await form.view('Preview').click();
  await form.preview.getByRole('heading', { name: unbroken }).waitFor();
  await expect.poll(() => form.title.isVisible()).toBe(false);
  await expectNoSidewaysScroll(page, 'the preview');
  await form.view('In search').click();
  await form.preview.getByText('As a search result').waitFor();
  await expectNoSidewaysScroll(page, 'the search result');

  // A field that is wrong comes into sight, and takes the focus.
  await form.saveDraft.click();
  await form.says('Department is required.').waitFor();
  await expect.poll(() => form.department.evaluate((field) => field === document.activeElement)).toBe(true);
  await form.department.fill('Film');
  await form.saveDraft.click();
  await form.dialog.waitFor({ state: 'hidden' });
  await screen.setStatus('Film editor', 'Close');
  await screen.row('Film editor').getByText('Closed').waitFor();

  await screen.reorder.click();
  await order.rows.nth(5).waitFor();
  await expectNoSidewaysScroll(page, 'the order');
  expect(await smallTargets(page)).toEqual([]);
  expectQuiet(watch);
  await close();
});

/** Neither the page nor the open dialog is wider than what holds it. */
async function expectNoSidewaysScroll(page: Page, where: string): Promise<void> {
  const wider = await page.evaluate(() => {
    const places = [
      document.documentElement,
      ...document.querySelectorAll('dialog[open], dialog[open] > div'),
    ];
    return places
      .filter((place) => place.scrollWidth > place.clientWidth + 1)
      .map((place) => place.localName);
  });
  expect(wider, where).toEqual([]);
}

/** Controls that a finger would miss: less than 24 px in a direction (WCAG 2.5.8), but for links within a text. */
function smallTargets(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const root = document.querySelector('dialog[open]') ?? document.querySelector('main');
    return [...(root?.querySelectorAll('button, a, select, input:not([type=radio], [type=checkbox])') ?? [])]
      .filter((control) => {
        const { width, height } = control.getBoundingClientRect();
        return width > 0 && (width < 24 || height < 24);
      })
      .map((control) => control.getAttribute('aria-label') ?? control.textContent ?? control.localName);
  });
}
