// @module-tag deep/journey: restoring, erasing and filters on the trash and the activity log, which admin-screens visits
import { expect, test } from 'vitest';
import { callPath } from '#shared/contract/call-path.ts';
import { contract } from '#shared/contract/index.ts';
import { deskMessages } from '#shared/desk-messages.ts';
import { pathTo } from '#shared/paths.ts';
import { makeBlog } from '../contract/resources/cases/blogs.ts';
import { withEngine } from '../support/engines.ts';
import { expectAccessible } from './support/axe.ts';
import { toast } from './support/blogs.ts';
import { launchBrowser } from './support/launch.ts';
import { openAdmin } from './support/visitor.ts';
import { expectQuiet } from './support/watch.ts';

const browser = launchBrowser();

withEngine('embedded', (engine) => {
  test('an owner sees what was done, restores one post from the trash and erases another, on a phone by keyboard too', async () => {
    const { id } = await makeBlog(engine, { blog_title: 'Kept after all' });
    const other = await makeBlog(engine, { blog_title: 'ہمیشہ کے لیے' });
    for (const each of [id, other.id])
      await engine.admin.post(callPath(contract.deleteBlog, { id: each })).expect(200);
    const { page, watch, close } = await openAdmin(browser.current, engine, { width: 360 });

    await page.goto(pathTo('adminTrash'));
    const rows = page.getByRole('list', { name: 'Trash' }).getByRole('listitem');
    await expect.poll(() => rows.count()).toBe(2);
    await expectAccessible(page, 'the trash');
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360);
    const restore = page.getByRole('button', { name: 'Restore Kept after all' });
    await restore.focus();
    await page.keyboard.press('Enter');
    await toast(page, deskMessages['trash.restored']).waitFor();
    await expect.poll(() => rows.count()).toBe(1);
    await page.getByRole('button', { name: /^Delete .* for good$/ }).click();
    const asks = page.getByRole('alertdialog');
    await asks.getByText('Post “ہمیشہ کے لیے”, with its picture, will be erased.').waitFor();
    await expectAccessible(page, 'the question before something is erased');
    await page.keyboard.press('Control+Enter');
    await toast(page, deskMessages['trash.erased']).waitFor();
    await page.getByText('The trash is empty').waitFor();

    await page.goto(pathTo('adminActivity'));
    const lines = page.getByRole('list', { name: 'Activity' }).getByRole('listitem');
    await page.getByLabel('What').selectOption({ label: 'Post' });
    await expect.poll(() => new URL(page.url()).search).toBe('?resource=blog');
    await expect.poll(() => lines.count()).toBe(6);
    await expect.poll(() => lines.first().innerText()).toContain('deleted for good');
    await expectAccessible(page, 'the activity log');
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360);
    const file = await page.getByRole('link', { name: 'Export CSV' }).getAttribute('href');
    expect(file).toBe(`${contract.exportActivity.path}?resource=blog`);
    await page.getByLabel('From').fill('2999-01-01');
    await page.getByText('Nothing matches these filters').waitFor();
    await page.getByRole('link', { name: 'Clear filters' }).click();
    await lines.first().waitFor();

    await page.goto(`${pathTo('adminBlogs')}?form=${id}`);
    await page.getByRole('dialog').getByRole('button', { name: 'History', exact: true }).press('Enter');
    const history = page.getByRole('dialog', { name: 'History of Kept after all' });
    await history.getByRole('listitem').filter({ hasText: 'restored' }).waitFor();
    await expectAccessible(page, 'the history of a post');
    expectQuiet(watch);
    await close();
  });
});
