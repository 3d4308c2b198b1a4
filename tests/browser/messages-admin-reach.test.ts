import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { expectAccessible } from './support/axe.ts';
import { toast } from './support/blogs.ts';
import { launchBrowser } from './support/launch.ts';
import { fillWithMessages, messagesScreen, stubMessage } from './support/messages-admin.ts';
import { stubbedSite } from './support/stubbed-site.ts';
import { openAdmin } from './support/visitor.ts';
import { expectQuiet } from './support/watch.ts';

const browser = launchBrowser();
const site = stubbedSite();
const phone = { width: 360, height: 740 };

test('everything fits a phone: a message takes a sheet of its own, and gives the focus back', async () => {
  fillWithMessages(site.stub);
  const { page, watch, close } = await openAdmin(browser.current, site, phone);
  const { row, rows, sheet, folder } = messagesScreen(page);
  await page.goto('/admin/messages');
  await row('Subject 4').waitFor();
  await expectFits(page, 'the inbox');
  for (const at of [0, 1, 2]) {
    await rows.nth(at).click();
    await sheet.reply.waitFor();
    await expectFits(page, `message ${at}`);
    expect(await smallTargets(page)).toEqual([]);
    if (at === 0) await expectAccessible(page, 'the sheet');
    await sheet.close.click();
    await sheet.pane.waitFor({ state: 'detached' });
    const id = () => page.evaluate(() => document.activeElement?.getAttribute('data-message-id'));
    await expect.poll(id).toBe(String(at + 1));
  }
  await row('Subject 4').click();
  await sheet.archive.click();
  await toast(page, 'Message archived').waitFor();
  await folder('Archived').click();
  await row('Subject 4').waitFor();
  await expectFits(page, 'the archive');
  expectQuiet(watch);
  await close();
});

test('five hundred messages come as they are needed', async () => {
  site.stub.data.messages = Array.from({ length: 500 }, (_, at) => stubMessage(at + 1));
  const { page, watch, close } = await openAdmin(browser.current, site);
  const { rows, folder } = messagesScreen(page);
  await page.goto('/admin/messages');
  await rows.first().waitFor();
  await expect.poll(() => folder('New').textContent()).toContain('500');
  await expect.poll(() => rows.count()).toBeLessThan(100);
  await expect
    .poll(async () => {
      await rows.last().scrollIntoViewIfNeeded();
      return rows.count();
    })
    .toBeGreaterThan(40);
  const ids = await rows.evaluateAll((all) => all.map((row) => Number(row.getAttribute('data-message-id'))));
  expect(ids).toEqual(ids.map((_, at) => at + 1));
  expectQuiet(watch);
  await close();
});

/** Neither the page nor the open sheet is wider than what holds it. */
async function expectFits(page: Page, where: string): Promise<void> {
  const wider = await page.evaluate(() =>
    [document.documentElement, ...document.querySelectorAll('dialog[open], dialog[open] > div')]
      .filter((place) => place.scrollWidth > place.clientWidth + 1)
      .map((place) => place.localName),
  );
  expect(wider, where).toEqual([]);
}

/** Controls that a finger would miss: less than 24 px in a direction (WCAG 2.5.8). */
function smallTargets(page: Page): Promise<string[]> {
  return page.evaluate(() =>
    [...document.querySelectorAll('dialog[open] :is(button, a)')]
      .filter((control) => {
        const { width, height } = control.getBoundingClientRect();
        return width < 24 || height < 24;
      })
      .map((control) => control.getAttribute('aria-label') ?? control.textContent ?? ''),
  );
}
