import type { Locator, Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { deskMessages } from '#shared/desk-messages.ts';
import { toast } from './support/blogs.ts';
import { jobsScreen } from './support/jobs-admin.ts';
import { launchBrowser } from './support/launch.ts';
import { stubbedSite } from './support/stubbed-site.ts';
import { openAdmin } from './support/visitor.ts';
import { expectQuiet } from './support/watch.ts';

const browser = launchBrowser();
const site = stubbedSite();

test('a job is posted, closed, deleted and had back by keyboard alone', async () => {
  const { page, watch, close } = await openAdmin(browser.current, site);
  const screen = jobsScreen(page);
  const { addForm: form } = screen;
  const keys = page.keyboard;
  await page.goto('/admin/dashboard');
  await screen.add.waitFor();
  await tabTo(page, screen.add);
  await keys.press('Enter');
  await form.text.waitFor();
  await expectFocus(form.title);
  await keys.type('Film editor');
  await tabTo(page, form.department);
  await keys.type('Film');
  await tabTo(page, form.where('On-site'));
  await keys.press('ArrowRight');
  await expectFocus(form.where('Hybrid'));
  await expect.poll(() => form.where('Hybrid').isChecked()).toBe(true);
  await tabTo(page, form.showPay);
  await keys.press('Space');
  await expect.poll(() => form.showPay.isChecked()).toBe(true);
  await tabTo(page, form.text);
  await keys.type('You cut what others shoot.');
  await tabTo(page, form.status('Draft'));
  await keys.press('ArrowRight');
  await form.says('Visitors read the posting and apply.').waitFor();
  // The preview is a stop of its own, for those who scroll it by keys.
  await tabTo(page, form.preview);
  await tabTo(page, form.publish);
  await keys.press('Enter');
  await toast(page, deskMessages['job.added']).waitFor();
  await expectFocus(screen.add);

  await tabTo(page, screen.status('Film editor'));
  await keys.press('Enter');
  await page.getByRole('menuitem', { name: 'Close' }).waitFor();
  // By its first letter.
  await keys.press('c');
  await expectFocus(page.getByRole('menuitem', { name: 'Close' }));
  await keys.press('Enter');
  await toast(page, deskMessages['job.updated']).waitFor();
  await expectFocus(screen.status('Film editor'));
  expect(site.stub.data.jobs).toMatchObject([
    { title: 'Film editor', location_type: 'hybrid', show_salary: 1, status: 'closed' },
  ]);

  await tabTo(page, screen.actions('Film editor'));
  await keys.press('ArrowUp');
  await expectFocus(page.getByRole('menuitem', { name: 'Delete' }));
  await keys.press('Enter');
  await toast(page, deskMessages['job.deleted']).waitFor();
  expect(site.stub.data.jobs).toEqual([]);
  await keys.press('Control+z');
  await toast(page, deskMessages['trash.restored']).waitFor();
  await screen.row('Film editor').waitFor();
  expectQuiet(watch);
  await close();
});

/** Presses Tab until `target` has the focus, at most so many times. */
async function tabTo(page: Page, target: Locator, presses = 40): Promise<void> {
  await target.waitFor();
  for (let press = 0; press < presses; press += 1) {
    await page.keyboard.press('Tab');
    if (await hasFocus(target)) return;
  }
  expect.fail(`${presses} times Tab did not reach ${target}`);
}

async function expectFocus(target: Locator): Promise<void> {
  await expect.poll(() => hasFocus(target), { message: `focus on ${target}` }).toBe(true);
}

function hasFocus(target: Locator): Promise<boolean> {
  return target.evaluate((element) => element === document.activeElement);
}
