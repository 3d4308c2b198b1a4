import { expect, test } from 'vitest';
import { callPath } from '#shared/contract/call-path.ts';
import { contract } from '#shared/contract/index.ts';
import { makeBlog } from '../contract/resources/cases/blogs.ts';
import { withEngine } from '../support/engines.ts';
import { expectAccessible } from './support/axe.ts';
import { blogsScreen } from './support/blogs.ts';
import { launchBrowser } from './support/launch.ts';
import { openAdmin } from './support/visitor.ts';
import { expectQuiet } from './support/watch.ts';

const browser = launchBrowser();

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
    // However many tabs were looked at: out of the list, to where one came from.
    await page.getByRole('button', { name: 'Back' }).click();
    await page.getByRole('heading', { name: 'Jobs', level: 1 }).waitFor();
    expectQuiet(watch);
    await close();
  });
});
