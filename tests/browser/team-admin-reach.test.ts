import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { launchBrowser } from './support/launch.ts';
import { leaveDialog } from './support/leaving.ts';
import { stubbedSite } from './support/stubbed-site.ts';
import { fillWithMembers, photoFile, stubMember, teamScreen } from './support/team-admin.ts';
import { openAdmin } from './support/visitor.ts';
import { expectQuiet } from './support/watch.ts';

const browser = launchBrowser();
const site = stubbedSite();
const phone = { width: 360, height: 740 };

test('everything fits a phone, and nothing of it needs a wide screen', async () => {
  fillWithMembers(site.stub);
  const { page, watch, close } = await openAdmin(browser.current, site, phone);
  const { list, table, view, add, addForm: form, crop } = teamScreen(page);
  await page.goto('/admin/team');
  await list.waitFor();
  await expectFits(page, 'the cards');
  await view('Table').click();
  await table.waitFor();
  await expectFits(page, 'the table');
  await add.click();
  await form.photo.setInputFiles(await photoFile('photo.png', 1000, 800));
  await crop.size('640 × 800').waitFor();
  await expectFits(page, 'the crop');
  await crop.use.click();
  await form.changeCrop.waitFor();
  await expectFits(page, 'the form');
  await form.cancel.click();
  await leaveDialog(page).discard.click();
  await form.dialog.waitFor({ state: 'hidden' });
  await expect.poll(() => add.evaluate((button) => button === document.activeElement)).toBe(true);
  expectQuiet(watch);
  await close();
});

test('five hundred members are all there, and can be put in order', async () => {
  site.stub.data.team = Array.from({ length: 500 }, (_, at) => stubMember(at + 1));
  const { page, watch, close } = await openAdmin(browser.current, site);
  const { rows, up } = teamScreen(page);
  await page.goto('/admin/team?view=table');
  await rows.nth(499).waitFor();
  await expect.poll(() => rows.count()).toBe(500);
  await page.getByText('500 members.').waitFor();
  await up('Member 500').click();
  await expect.poll(() => site.stub.data.team[499]?.v_order).toBe(499);
  expectQuiet(watch);
  await close();
});

test('of a large team the first page is there before the others have come', async () => {
  site.stub.data.team = Array.from({ length: 500 }, (_, at) => stubMember(at + 1));
  const { page, watch, close } = await openAdmin(browser.current, site);
  const { rows, up, edit } = teamScreen(page);
  const others = Promise.withResolvers<void>();
  site.stub.misbehave({ kind: 'gate', release: others.promise }, { path: /getTeam\?page=[2-9]/ });
  await page.goto('/admin/team?view=table');
  await rows.nth(9).waitFor();
  await expect.poll(() => rows.count()).toBe(10);
  await page.getByText('Loading 500 members…').waitFor();
  // Nothing can be put in order before everybody is there.
  const held = () => up('Member 3').evaluate((button) => button.closest('[inert]') !== null);
  expect(await held()).toBe(true);
  others.resolve();
  await rows.nth(499).waitFor();
  await page.getByText('500 members.').waitFor();
  expect(await held()).toBe(false);
  await edit('Member 500').waitFor();
  expectQuiet(watch);
  await close();
});

/** Neither the page, nor a table in it, nor the open dialog is wider than what holds it; no control is too small for a finger. */
async function expectFits(page: Page, where: string): Promise<void> {
  const problems = await page.evaluate(() => {
    const open = [...document.querySelectorAll('dialog[open]')].at(-1);
    const holders = [
      document.documentElement,
      open,
      open?.querySelector('div'),
      document.querySelector('main section'),
    ];
    const wide = holders
      .filter((place) => place && place.scrollWidth > place.clientWidth + 1)
      .map((place) => `wide: ${place?.localName}`);
    const controls =
      (open ?? document.querySelector('main'))?.querySelectorAll('button, a, input[type=range]') ?? [];
    const small = [...controls]
      .filter((control) => {
        const { width, height } = control.getBoundingClientRect();
        return width > 0 && (width < 24 || height < 24);
      })
      .map((control) => `small: ${control.getAttribute('aria-label') ?? control.textContent}`);
    return [...wide, ...small];
  });
  expect(problems, where).toEqual([]);
}
