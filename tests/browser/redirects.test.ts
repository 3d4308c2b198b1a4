// @module-tag deep/journey: redirects by form and by file; admin-screens visits their screen
import { expect, test } from 'vitest';
import { callPath } from '#shared/contract/call-path.ts';
import { contract } from '#shared/contract/index.ts';
import { deskMessages } from '#shared/desk-messages.ts';
import { messages } from '#shared/messages.ts';
import { pathTo } from '#shared/paths.ts';
import { withEngine } from '../support/engines.ts';
import { expectAccessible } from './support/axe.ts';
import { toast } from './support/blogs.ts';
import { launchBrowser } from './support/launch.ts';
import { openAdmin } from './support/visitor.ts';
import { apiCallError, expectQuiet, failedToLoad } from './support/watch.ts';

const browser = launchBrowser();

// In front of a third party's host: redirects are stored by the site and need nothing from the host.
withEngine('stub', (engine) => {
  test('an admin leads old addresses on by form and by file, and visitors arrive, on a phone by keyboard too', async () => {
    const { page, watch, close } = await openAdmin(browser.current, engine, { width: 360 });
    const dialog = page.getByRole('dialog');
    const list = page.getByRole('list', { name: 'Redirects' });
    const rows = list.getByRole('listitem');
    const led = async (path: string) => (await engine.visitor.get(path)).headers.location;
    const saidBy = (label: string) =>
      dialog.getByLabel(label, { exact: true }).evaluate((field) => {
        const ids = field.getAttribute('aria-describedby')?.split(' ') ?? [];
        return ids.map((id) => document.getElementById(id)?.textContent).join(' ');
      });
    const expectToFit = async () =>
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360);

    // The empty list, and a form with the server's error at each field.
    await page.goto(pathTo('adminRedirects'));
    await page.getByText('No redirects yet').waitFor();
    await page.getByRole('button', { name: 'Add the first redirect' }).press('Enter');
    const [from, to] = [
      dialog.getByLabel('Old address', { exact: true }),
      dialog.getByLabel('Leads to', { exact: true }),
    ];
    await from.fill('//evil.example');
    await to.fill('https://evil.example');
    await page.keyboard.press('Control+Enter');
    await expect.poll(() => saidBy('Old address')).toContain(deskMessages['redirect.notPath']);
    await expect.poll(() => saidBy('Leads to')).toContain(deskMessages['redirect.notPath']);
    await expect.poll(() => from.evaluate((field) => field === document.activeElement)).toBe(true);
    await expectAccessible(page, 'the form of a redirect');
    await expectToFit();
    await from.fill('/blog/our-post.html/');
    await to.fill('/team#people');
    await page.keyboard.press('Control+Enter');
    await toast(page, deskMessages['redirect.added']).waitFor();
    await expect.poll(() => rows.allInnerTexts()).toEqual([expect.stringContaining('/blog/our-post.html')]);
    expect(await led('/blog/our-post.html?a=1')).toBe('/team?a=1#people');

    // A CSV file is checked first; then all of it is imported.
    await page.getByRole('button', { name: 'Import CSV' }).click();
    const choose = (csv: string, encoding: BufferEncoding = 'utf8') =>
      dialog
        .getByLabel('CSV file')
        .setInputFiles({ name: 'old-site.csv', mimeType: 'text/csv', buffer: Buffer.from(csv, encoding) });
    const take = dialog.getByRole('button', { name: 'Import', exact: true });
    await choose('From,To\n/2019/پوسٹ/,/publishing\n/api/x,/team\n/blog/our-post.html,\n');
    const bad = dialog.getByRole('list', { name: 'Lines to be corrected' }).getByRole('listitem');
    await expect.poll(() => bad.count()).toBe(2);
    await expect
      .poll(() => bad.allInnerTexts())
      .toEqual([expect.stringMatching(/^Line 3, From/), expect.stringMatching(/^Line 4, To/)]);
    expect(await take.isDisabled()).toBe(true);
    await expectAccessible(page, 'a file with bad lines');
    await expectToFit();
    await choose('From;To\r\n/über-uns;/team\r\n', 'latin1');
    await dialog.getByText(deskMessages['file.encoding']).waitFor();
    // Excel writes this as “Unicode Text”.
    await choose(
      '\uFEFFFrom\tTo\r\n/2019/پوسٹ/\t/publishing\r\n/blog/our-post.html\t/contact\r\n',
      'utf16le',
    );
    await dialog.getByText('1 new, 1 with a new target, 0 unchanged.').waitFor();
    await take.press('Enter');
    await toast(page, deskMessages['redirect.imported']).waitFor();
    await expect.poll(() => rows.count()).toBe(2);
    expect(await led(encodeURI('/2019/پوسٹ'))).toBe('/publishing');

    // Followed redirects are counted, found by search, and restored with their count.
    await page.getByRole('searchbox', { name: 'Search redirects' }).fill('2019 PUBLISH');
    await expect.poll(() => rows.count()).toBe(1);
    await expect.poll(() => rows.first().innerText()).toContain('Followed once');
    await expectAccessible(page, 'redirects');
    await expectToFit();
    await page.getByRole('button', { name: /^Actions for/ }).press('Enter');
    await page.getByRole('menuitem', { name: 'Delete' }).press('Enter');
    await page.getByText('No redirect matches').waitFor();
    expect(await led(encodeURI('/2019/پوسٹ'))).toBeUndefined();
    await page.getByRole('button', { name: 'Undo' }).press('Enter');
    await expect.poll(() => rows.allInnerTexts()).toEqual([expect.stringContaining('Followed once')]);
    await page.getByRole('button', { name: /^Actions for/ }).press('Enter');
    await page.getByRole('menuitem', { name: 'Edit' }).press('Enter');
    await expect.poll(() => from.inputValue()).toBe('/2019/پوسٹ');
    await to.fill('/careers');
    await dialog.getByRole('button', { name: 'Save' }).press('Enter');
    await toast(page, deskMessages['redirect.updated']).waitFor();
    // The search no longer matches it.
    await page.getByText('No redirect matches').waitFor();
    await page.getByText('Clear the search').click();
    await expect.poll(() => rows.count()).toBe(2);
    const file = await page.getByRole('link', { name: 'Export CSV' }).getAttribute('href');
    expect(file).toBe(callPath(contract.exportRedirects));
    expectQuiet(watch, [
      apiCallError(messages['fields.invalid']),
      failedToLoad(422, callPath(contract.addRedirect)),
    ]);
    await close();
  });
});
