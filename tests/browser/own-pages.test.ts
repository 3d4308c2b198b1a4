import { expect, test } from 'vitest';
import { deskMessages } from '#shared/desk-messages.ts';
import { messages } from '#shared/messages.ts';
import { withEngine } from '../support/engines.ts';
import { expectAccessible } from './support/axe.ts';
import { toast } from './support/blogs.ts';
import { launchBrowser } from './support/launch.ts';
import { company, saveCompany } from './support/saved-company.ts';
import { openAdmin } from './support/visitor.ts';
import { apiCallError, expectQuiet, failedToLoad } from './support/watch.ts';

const browser = launchBrowser();

withEngine('embedded', (engine) => {
  test('an owner starts from the product’s legal text, adds a page, sees both beside the form, and visitors read them', async () => {
    await saveCompany(engine, company);
    const { page, watch, close } = await openAdmin(browser.current, engine);
    const tab = (name: string) =>
      page.getByRole('navigation', { name: 'Parts of the site' }).getByRole('link', { name });
    const preview = page.getByRole('region', { name: 'Preview' });
    const frame = preview.locator('iframe[data-shown]').contentFrame();
    const save = async () => {
      await page.getByRole('button', { name: 'Save', exact: true }).click();
      await toast(page, deskMessages['site.saved']).waitFor();
    };

    await page.goto('/admin/site?tab=legal');
    const privacy = page.getByRole('region', { name: 'Privacy policy' });
    await privacy.getByRole('button', { name: 'Start from the product’s text' }).click();
    const text = privacy.locator('.ql-editor');
    await expect.poll(() => text.innerText()).toContain('{legal_entity}');
    await expect.poll(() => text.innerText()).toMatch(/\{email\}[\s\S]*\{months\} months/);
    await text.press('ControlOrMeta+Home');
    await text.pressSequentially('Written by us. ');
    await frame.getByText('Written by us.').waitFor();
    await expectAccessible(page, 'the legal texts');

    await tab('Own pages').click();
    await page.getByRole('button', { name: 'Empty page' }).click();
    // A new page is not shown before it has a title, but nothing is marked before it is saved.
    await preview.getByText('To see the page').waitFor();
    const title = page.getByLabel('Title', { exact: true });
    expect(await title.getAttribute('aria-invalid')).toBe(null);
    await title.fill('About us');
    expect(await page.getByLabel('Address', { exact: true }).inputValue()).toBe('/about-us');
    await page.locator('.ql-editor').pressSequentially('We bake since 1912.');
    await page.getByLabel('Linked').selectOption({ label: 'In the menu at the top' });
    // A draft is shown in the preview only.
    await frame.getByText('We bake since 1912.').waitFor();
    await page.getByRole('switch', { name: 'Published' }).click();
    await expectAccessible(page, 'the own pages');
    // An address of the product is refused at its field, and nothing is lost.
    const address = page.getByLabel('Address', { exact: true });
    await address.fill('/careers');
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await expect.poll(() => address.getAttribute('aria-invalid')).toBe('true');
    await address.fill('/about-us');
    // A page can begin with a text of the product: title, place and text are there at once, and so is its preview.
    await page.getByRole('button', { name: 'Imprint' }).click();
    await frame.getByText(company.email).first().waitFor();
    expect(await page.getByRole('button', { name: 'Imprint', exact: true }).count()).toBe(0);
    await page.getByRole('switch', { name: 'Published' }).last().click();
    await save();

    await page.goto('/contact');
    await page.getByRole('contentinfo').getByRole('link', { name: 'Imprint' }).click();
    await page.getByRole('heading', { name: 'Published by' }).waitFor();
    expect(await page.locator('article').innerText()).not.toMatch(/[{}]/);
    await page.goto('/contact');
    await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'About us' }).click();
    await page.getByRole('heading', { name: 'About us', level: 1 }).waitFor();
    await page.getByText('We bake since 1912.').waitFor();
    await page.getByRole('link', { name: 'Privacy Policy' }).click();
    await page.getByText('Written by us.').waitFor();
    expect(await page.locator('article').innerText()).toContain(company.email);
    expectQuiet(watch, [
      failedToLoad(422, '/api/previewSite'),
      failedToLoad(422, '/api/updateSite'),
      apiCallError(messages['fields.invalid']),
    ]);
    await close();
  });
});
