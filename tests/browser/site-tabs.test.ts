import { expect, test } from 'vitest';
import { callPath } from '#shared/contract/call-path.ts';
import { contract } from '#shared/contract/index.ts';
import { deskMessages } from '#shared/desk-messages.ts';
import { withEngine } from '../support/engines.ts';
import { expectAccessible } from './support/axe.ts';
import { toast } from './support/blogs.ts';
import { launchBrowser } from './support/launch.ts';
import { openAdmin } from './support/visitor.ts';

const browser = launchBrowser();
const logo =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 120 40"><path fill="#0a5c2b" d="M0 0h120v40H0z"/></svg>';

withEngine('embedded', (engine) => {
  test('an owner sets colours and a logo, and writes a page and a legal text, which visitors read', async () => {
    const { body } = await engine.admin.get(callPath(contract.getSite));
    const site = { name: 'Backhaus Ost', email: 'office@backhaus.example' };
    await engine.admin
      .post(callPath(contract.updateSite))
      .send({ site, updated_at: body.data.updated_at })
      .expect(200);
    const { page, close } = await openAdmin(browser.current, engine);
    const tab = (name: string) =>
      page
        .getByRole('navigation', { name: 'Parts of the site' })
        .getByRole('link', { name: new RegExp(`^${name}`) })
        .click();
    const save = async () => {
      await page.getByRole('button', { name: 'Save', exact: true }).click();
      await toast(page, deskMessages['site.saved']).first().waitFor();
    };
    const visited = async (path: string) => {
      const { status, text } = await engine.visitor.get(path).set('Accept', 'text/html');
      return status === 200 ? text : `${status}`;
    };

    await page.goto('/admin/site?tab=look');
    await page.getByRole('button', { name: 'Choose colours' }).click();
    const text = page.getByLabel('Text, light', { exact: true });
    await text.fill('#aaaaaa');
    await page
      .getByText(/text needs at least 4\.5:1/)
      .first()
      .waitFor();
    await page.getByRole('button', { name: 'Use the nearest that passes' }).click();
    await expect.poll(() => text.inputValue()).not.toBe('#aaaaaa');
    await page
      .locator('input[type=file]')
      .first()
      .setInputFiles({ name: 'logo.svg', mimeType: 'image/svg+xml', buffer: Buffer.from(logo) });
    await page.getByText('120 × 40 pixels').waitFor();
    await expectAccessible(page, 'the look of the site');
    await save();
    await expect.poll(() => visited('/')).toMatch(/\/brand\/logo-[^"]+\.svg/);
    expect(await visited('/')).toContain('--brand-light-ink:');

    await tab('Own pages');
    await page.getByRole('button', { name: 'Add a page' }).click();
    await page.getByLabel('Title', { exact: true }).fill('About us');
    await page.getByLabel('Address', { exact: true }).fill('/careers');
    await page.getByRole('textbox', { name: 'Text' }).fill('We bake bread.');
    await page.getByLabel('Published').check();
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await expect
      .poll(() => page.getByLabel('Address', { exact: true }).getAttribute('aria-invalid'))
      .toBe('true');
    await page.getByLabel('Address', { exact: true }).fill('/about');
    await save();
    await expect.poll(() => visited('/about')).toContain('We bake bread.');
    expect(await visited('/')).toContain('href="/about"');

    await tab('Legal');
    await page.getByRole('textbox', { name: 'Privacy policy' }).fill('Ask {email}.');
    await save();
    await expect.poll(() => visited('/privacy-policy')).toContain('Ask office@backhaus.example.');
    await close();
  });
});
