// @module-tag deep/journey: filters of posts, which those of jobs and messages are made of as well
import type { Locator, Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { callPath } from '#shared/contract/call-path.ts';
import { contract } from '#shared/contract/index.ts';
import { makeBlog } from '../contract/resources/cases/blogs.ts';
import { withEngine } from '../support/engines.ts';
import { applicantsScreen, stubApplicant } from './support/applicants-admin.ts';
import { expectAccessible } from './support/axe.ts';
import { blogsScreen } from './support/blogs.ts';
import { jobsScreen, stubJob } from './support/jobs-admin.ts';
import { launchBrowser } from './support/launch.ts';
import { stubbedSite } from './support/stubbed-site.ts';
import { openAdmin, openVisitor } from './support/visitor.ts';
import { expectQuiet } from './support/watch.ts';

const browser = launchBrowser();
const site = stubbedSite();

withEngine('embedded', (engine) => {
  test('posts have tabs: which are active, inactive or scheduled is in sight, in the address, and undone by a press', async () => {
    const titles = ['Shown', 'Hidden', 'Planned'];
    const ids: Record<string, unknown> = {};
    for (const title of titles) {
      const is_active = title === 'Shown' ? '1' : '0';
      ids[title] = (await makeBlog(engine, { blog_title: title, is_active })).id;
    }
    await engine.admin
      .post(callPath(contract.scheduleBlog, { id: Number(ids.Planned) }))
      .send({ publish_at: new Date(Date.now() + 86_400_000).toISOString(), unpublish_at: null })
      .expect(200);
    const { page, watch, close } = await openAdmin(browser.current, engine);
    const { table } = blogsScreen(page);
    const tab = (name: string) => page.getByRole('radio', { name, exact: true });
    const shown = async () => {
      const texts = await table.locator('tbody tr').allTextContents();
      return titles.filter((title) => texts.some((text) => text.startsWith(title)));
    };
    const params = () => Object.fromEntries(new URL(page.url()).searchParams);

    await page.goto('/admin/dashboard');
    const strip = page.getByRole('region', { name: 'What waits' });
    await strip.getByRole('link', { name: '2 inactive posts' }).click();
    await expect.poll(shown).toEqual(['Hidden', 'Planned']);
    await expect.poll(() => tab('Inactive').isChecked()).toBe(true);
    await expect.poll(params).toEqual({ active: '0' });
    await tab('Scheduled').click();
    await expect.poll(shown).toEqual(['Planned']);
    await expect.poll(params).toEqual({ scheduled: '1' });
    const search = page.getByRole('searchbox', { name: 'Search posts' });
    await search.fill('hidden');
    await page.getByText('No post matches').waitFor();
    await expect.poll(params).toEqual({ scheduled: '1', search: 'hidden' });
    await tab('All').click();
    await expect.poll(shown).toEqual(['Hidden']);
    await expect.poll(params).toEqual({ search: 'hidden' });
    await tab('Active').click();
    await page.getByRole('button', { name: 'Show all posts' }).click();
    await expect.poll(shown).toEqual(titles);
    await expect.poll(() => tab('All').isChecked()).toBe(true);
    await expectAccessible(page, 'the tabs of Blogs');
    await page.setViewportSize({ width: 360, height: 740 });
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360);
    // Back leaves the list for the previous screen, however many tabs were opened.
    await page.getByRole('button', { name: 'Back' }).click();
    await page.getByRole('heading', { name: 'Jobs', level: 1 }).waitFor();
    expectQuiet(watch);
    await close();
  });
});

// The test above covers choosing the filters of a list.
test('a filter that is chosen while another change is being drawn is not lost, and loses nothing', {
  tags: ['deep/journey'],
}, async () => {
  site.stub.data.jobs = [stubJob(7, { title: 'Film editor' })];
  site.stub.data.applicants = [1, 2, 3].map((id) =>
    stubApplicant(id, { job_id: 7, job_title: 'Film editor', status: id === 3 ? 'interview' : 'new' }),
  );
  const { page, watch, close } = await openAdmin(browser.current, site);
  const applicants = applicantsScreen(page);
  const params = () => Object.fromEntries(new URL(page.url()).searchParams);
  await page.goto('/admin/applicants');
  await applicants.row('Person 3').waitFor();
  await page.getByRole('option', { name: 'Film editor' }).waitFor({ state: 'attached' });
  // A tab, which is a link, and a search that starts after a pause in typing.
  await atOnce(page, [applicants.tab('Interview 1')], [applicants.search, 'person']);
  expect(params()).toEqual({ status: 'interview', search: 'person' });
  await expect.poll(applicants.names).toEqual(['Person 3']);
  // A filter, then a link.
  await atOnce(page, [applicants.job, '7'], [applicants.tab('New 2')]);
  expect(params()).toEqual({ status: 'new', search: 'person', job_id: '7' });
  await expect.poll(applicants.names).toEqual(['Person 2', 'Person 1']);

  const jobs = jobsScreen(page);
  await page.goto('/admin/dashboard');
  await jobs.row('Film editor').waitFor();
  await atOnce(page, [jobs.filter('Open')], [jobs.search, 'film']);
  expect(params()).toEqual({ status: 'open', search: 'film' });
  await jobs.row('Film editor').waitFor();
  expectQuiet(watch);
  await close();

  const visitor = await openVisitor(browser.current, site.app);
  await visitor.page.goto('/careers/apply');
  await visitor.page.getByRole('link', { name: 'Film editor' }).first().waitFor();
  const facet = visitor.page.getByRole('link', { name: /^Full-time, / });
  await atOnce(visitor.page, [facet], [visitor.page.getByRole('searchbox'), 'film']);
  const found = new URL(visitor.page.url()).searchParams;
  expect([found.get('search'), found.size]).toEqual(['film', 2]);
  await visitor.close();
});

/** A control to press, or the text or option to set in it. */
type Step = [control: Locator, value?: string];

/**
 * Does two steps in one task of the browser: at the second step the address already has the first change, but the
 * screen does not show it yet.
 */
async function atOnce(page: Page, ...steps: [Step, Step]): Promise<void> {
  const controls = await Promise.all(steps.map(([control]) => control.elementHandle()));
  const values = steps.map(([, value]) => value);
  await page.evaluate(
    async ({ controls, values }) => {
      for (const [at, control] of controls.entries()) {
        const { search } = location;
        const value = values[at];
        if (!(control instanceof HTMLElement)) throw new Error('no such control');
        if (value === undefined) control.click();
        else {
          Object.getOwnPropertyDescriptor(Object.getPrototypeOf(control), 'value')?.set?.call(control, value);
          control.dispatchEvent(new Event(control.matches('select') ? 'change' : 'input', { bubbles: true }));
          for (let turn = 0; turn < 20; turn += 1) await undefined;
          control.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', bubbles: true }));
        }
        for (let turn = 0; location.search === search; turn += 1) {
          if (turn > 10_000) throw new Error(`no other address than ${search}`);
          await undefined;
        }
      }
    },
    { controls, values },
  );
}
