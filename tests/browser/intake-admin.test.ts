import type { Locator } from 'playwright-core';
import { expect, test } from 'vitest';
import { contract } from '#shared/contract/index.ts';
import { callPath } from '#shared/contract/match.ts';
import { messages } from '#shared/messages.ts';
import { pathTo } from '#shared/paths.ts';
import { follow } from './accessible/area.ts';
import { everythingIsWrong, formsOfEachState, intakeScreen, pretend } from './support/intake-admin.ts';
import { launchBrowser } from './support/launch.ts';
import { stubbedSite } from './support/stubbed-site.ts';
import { openAdmin } from './support/visitor.ts';
import { apiCallError, expectQuiet, failedToLoad } from './support/watch.ts';

const browser = launchBrowser();
const site = stubbedSite();

test('the banner tells what is wrong at once after a call that failed, in two lines on a phone, and what can wait is dismissed', async () => {
  const { page, watch, close } = await openAdmin(browser.current, site, { width: 360, height: 740 });
  const screen = intakeScreen(page);
  await page.goto(pathTo('adminTeam'));
  await page.getByRole('heading', { name: 'Team', level: 1 }).waitFor();
  expect(await page.getByRole('status').getByRole('paragraph').count()).toBe(0);

  await pretend(page, everythingIsWrong, formsOfEachState);
  const down = { status: 0, code: 'upstream.down', message: messages['upstream.unreachable'] };
  await page.route(`**${callPath(contract.blogs)}*`, (route) => route.fulfill({ status: 503, json: down }));
  await follow(page, pathTo('adminBlogs'));
  const host = screen.note('API host down since');
  await host.waitFor();
  expect(await linesOf(host)).toBeLessThanOrEqual(2);
  const forms = '3 forms are waiting to be delivered, 1 needs a person.';
  expect(await linesOf(screen.note(forms))).toBeLessThanOrEqual(3);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360);
  expect(await page.getByRole('button', { name: /^Dismiss: / }).count()).toBe(2);

  await screen.dismiss('There is no backup yet.').click();
  await screen.note('There is no backup yet.').waitFor({ state: 'detached' });
  await page.goto(pathTo('adminIntake'));
  await host.waitFor();
  expect(await screen.note('There is no backup yet.').count()).toBe(0);

  // One that is there, perhaps twice, is put away without a question.
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
