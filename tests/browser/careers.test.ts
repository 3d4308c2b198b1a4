// @module-tag deep/journey: careers with many jobs, none, and a host that fails; accessible-public visits the page
import { expect, test } from 'vitest';
import { launchBrowser } from './support/launch.ts';
import { stubJob } from './support/public-records.ts';
import { expectSettled, expectStill, openWithFonts } from './support/settled.ts';
import { stubbedSite } from './support/stubbed-site.ts';
import { openVisitor } from './support/visitor.ts';
import { apiCallError, expectQuiet, failedToLoad } from './support/watch.ts';

const browser = launchBrowser();

// Each part has a site of its own: the other site's answers are still fresh in the cache.
const busy = stubbedSite();
const quiet = stubbedSite();
const failing = stubbedSite();

function fillJobs(): void {
  busy.stub.data.jobs = [
    stubJob(1, { title: 'Film editor' }),
    stubJob(2, { title: 'مصنف اور مترجم', department: 'ادارت' }),
    stubJob(3, { title: 'Sound designer' }),
    stubJob(4),
    stubJob(5, { title: 'Fifth' }),
    stubJob(6, { title: 'Over', status: 'closed' }),
    stubJob(7),
    stubJob(8),
    stubJob(9),
  ];
}

test('careers lead to departments, positions and the form', async () => {
  fillJobs();
  const { page, watch, close } = await openVisitor(browser.current, busy.app);
  // Between desktop and phone the page only has to fit.
  await page.setViewportSize({ width: 768, height: 900 });
  await openWithFonts(page, '/careers');
  await expectStill(page, 'careers at 768');
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.goto('/careers');
  const main = page.getByRole('main');
  const positions = main.getByRole('region', { name: 'Open positions' });
  await expect
    .poll(() => main.getByRole('heading', { level: 2 }).allTextContents())
    .toEqual([
      'Why people stay',
      'What you find here',
      'How we hire',
      'Open positions',
      'Don’t see your role?',
    ]);
  await main.getByRole('link', { name: 'See 8 open positions' }).waitFor();
  await expect
    .poll(() => positions.getByRole('heading', { level: 3 }).allTextContents())
    .toEqual(['Film editor', 'مصنف اور مترجم', 'Sound designer']);
  // The list says how many positions it leaves out.
  await expect
    .poll(() => positions.getByRole('link', { name: '5 more positions' }).getAttribute('href'))
    .toBe('/careers/apply');
  const departments = positions.getByRole('list', { name: 'Departments' });
  expect((await departments.getByRole('link').allTextContents()).sort()).toEqual([
    'Film7 positions',
    'ادارت1 position',
  ]);
  await expectSettled(page, 'careers at 1440');

  await departments.getByRole('link', { name: /^Film/ }).click();
  await page.getByText('7 positions found').waitFor();
  await page.goBack();
  await positions.getByRole('link', { name: 'Film editor' }).click();
  await page.getByRole('heading', { name: 'Film editor', level: 1 }).waitFor();
  await page.goBack();
  await main.getByRole('link', { name: 'Apply without a position' }).click();
  await page.getByRole('button', { name: /^Send/ }).waitFor();
  expectQuiet(watch);
  await close();
});

test('a phone shows careers whole', async () => {
  fillJobs();
  const { page, watch, close } = await openVisitor(browser.current, busy.app, { width: 360 });
  await openWithFonts(page, '/careers');
  await page.getByRole('link', { name: 'Film editor' }).waitFor();
  await expectSettled(page, 'careers at 360');
  expectQuiet(watch);
  await close();
});

test('with nothing open the page invites all the same', async () => {
  const { page, watch, close } = await openVisitor(browser.current, quiet.app);
  await openWithFonts(page, '/careers');
  await page
    .getByRole('heading', { name: 'Nothing is open right now, but you can still write to us' })
    .waitFor();
  expect(await page.getByRole('heading', { name: 'Open positions' }).count()).toBe(0);
  await expect
    .poll(() => page.getByRole('main').getByRole('link').allTextContents())
    .toEqual(['Apply without a position ']);
  await expectSettled(page, 'careers with nothing open');
  await openWithFonts(page, '/careers/apply');
  await page.getByText('No open positions right now').waitFor();
  await expect
    .poll(() => page.getByRole('main').getByRole('link').allTextContents())
    .toEqual(['Apply without a position']);
  expect(await page.getByRole('searchbox').count()).toBe(0);
  await expectSettled(page, 'positions with nothing open');
  expectQuiet(watch);
  await close();
});

test('positions that cannot be read leave the rest of the page, and are there at the next visit', async () => {
  failing.stub.data.jobs = [stubJob(1, { title: 'Film editor' })];
  const { page, watch, close } = await openVisitor(browser.current, failing.app);
  const refused = { kind: 'answer', status: 500, body: '{"status":0,"message":"Gone fishing."}' } as const;
  failing.stub.misbehave(refused, { path: '/api/jobs', times: 2 });
  await page.goto('/publishing');
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Careers' }).click();
  await page.getByRole('heading', { name: 'How we hire' }).waitFor();
  await page.getByRole('heading', { name: 'Open positions' }).waitFor({ state: 'detached' });
  expect(await page.getByRole('alert').count()).toBe(0);
  await page.goBack();
  await page.getByRole('heading', { name: 'Publishing', level: 1 }).waitFor();
  await page.goForward();
  await page.getByRole('link', { name: 'Film editor' }).waitFor();
  await page.getByRole('link', { name: 'See the open position' }).waitFor();
  expectQuiet(watch, [
    failedToLoad(500, '/api/jobs'),
    apiCallError('Something went wrong on our side. Please try again in a moment.'),
  ]);
  await close();
});
