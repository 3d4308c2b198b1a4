import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { callPath } from '#shared/contract/call-path.ts';
import { contract } from '#shared/contract/index.ts';
import { deskMessages } from '#shared/desk-messages.ts';
import { messages } from '#shared/messages.ts';
import { withEngine } from '../support/engines.ts';
import { expectAccessible } from './support/axe.ts';
import { offeredUndo, toast } from './support/blogs.ts';
import { expectFits } from './support/fits.ts';
import { launchBrowser } from './support/launch.ts';
import { company, saveCompany } from './support/saved-company.ts';
import { openAdmin } from './support/visitor.ts';
import { apiCallError, expectQuiet, failedToLoad } from './support/watch.ts';

const browser = launchBrowser();

/** The screen, by what an owner sees. */
function siteScreen(page: Page) {
  const top = page.getByRole('region', { name: 'Top of the page' });
  const preview = page.getByRole('region', { name: 'Preview' });
  return {
    tab: (name: string) =>
      page
        .getByRole('navigation', { name: 'Parts of the site' })
        .getByRole('link', { name: new RegExp(`^${name}`) }),
    pageChoice: page.getByLabel('Page', { exact: true }),
    title: top.getByLabel('Title', { exact: true }),
    description: top.getByLabel('Description', { exact: true }),
    email: page.getByLabel('Email', { exact: true }),
    save: page.getByRole('button', { name: 'Save', exact: true }),
    draftSaved: page.getByRole('status').filter({ hasText: /^Saved / }),
    preview,
    /** The shown page. A page that still loads is behind it. */
    frame: preview.locator('iframe[data-shown]').contentFrame(),
  };
}

function isInView(element: Element): boolean {
  const { top, bottom } = element.getBoundingClientRect();
  return top >= 0 && bottom <= window.innerHeight;
}

const h1 = (text: string) => ({ name: text, level: 1 });

withEngine('embedded', (engine) => {
  test('an owner changes the title of the home page, sees it while typing, and so do visitors after the save, until it is undone', async () => {
    const items = Array.from({ length: 9 }, (_, at) => ({ title: `Bread ${at}`, text: 'Dark and sour.' }));
    await saveCompany(engine, { ...company, pages: { home: { services: { items } } } });
    const { page, watch, close } = await openAdmin(browser.current, engine);
    const screen = siteScreen(page);
    const home = async () => (await engine.visitor.get('/').set('Accept', 'text/html')).text;
    await page.goto('/admin/team');
    await page.getByRole('link', { name: 'Site', exact: true }).click();
    await page.getByRole('heading', { name: 'Site', level: 1 }).waitFor();
    const entries = await page.evaluate(() => history.length);

    // The placeholder is the text that visitors get, and the preview shows it.
    await screen.tab('Pages').click();
    await expect.poll(() => screen.title.getAttribute('placeholder')).toBe(company.tagline);
    await screen.frame.getByRole('heading', h1(company.tagline)).waitFor();
    await screen.title.fill('Still warm at six');
    await screen.frame.getByRole('heading', h1('Still warm at six')).waitFor();
    expect(await home()).not.toContain('Still warm at six');
    await expectAccessible(page, 'the site with its preview');

    // A draft outlives a reload.
    await screen.draftSaved.waitFor();
    await page.reload();
    await page.getByText('Draft kept').waitFor();
    await expect.poll(() => screen.title.inputValue()).toBe('Still warm at six');

    // Discarded input can be brought back.
    await page.getByRole('button', { name: 'Discard', exact: true }).click();
    const bringBack = await offeredUndo(page, deskMessages['site.discarded']);
    expect(await screen.title.inputValue()).toBe('');
    await bringBack.click();
    await expect.poll(() => screen.title.inputValue()).toBe('Still warm at six');

    await screen.title.press('ControlOrMeta+s');
    const undo = await offeredUndo(page, deskMessages['site.saved']);
    expect(await home()).toContain('Still warm at six');
    expect(await screen.save.isDisabled()).toBe(true);
    await undo.click();
    await toast(page, deskMessages['site.undone']).waitFor();
    await expect.poll(() => screen.title.inputValue()).toBe('');
    await expect.poll(home).not.toContain('Still warm at six');

    // The preview follows the edited field to its place, and to its page.
    await screen.preview.getByRole('radio', { name: 'Phone' }).check();
    const contact = screen.frame.locator('h2').filter({ hasText: 'Get in touch' });
    await expect.poll(() => contact.evaluate(isInView)).toBe(false);
    await page.getByRole('region', { name: 'Contact', exact: true }).getByLabel('Title').focus();
    await expect.poll(() => contact.evaluate(isInView)).toBe(true);
    await screen.pageChoice.selectOption({ label: 'Contact' });
    await screen.title.fill('Come in');
    await screen.frame.getByRole('heading', h1('Come in')).waitFor();
    await page.getByRole('switch', { name: 'Show Office' }).click();
    await screen.frame.locator('#office').waitFor({ state: 'detached' });
    // One entry for the tab, none for the pages that the preview has shown.
    expect(await page.evaluate(() => history.length)).toBe(entries + 1);
    expectQuiet(watch);
    await close();
  });

  test('a wrong value is marked at its field on its tab, and the preview keeps the last page', async () => {
    await saveCompany(engine, company);
    const { page, watch, close } = await openAdmin(browser.current, engine);
    const screen = siteScreen(page);
    await page.goto('/admin/site');
    await screen.frame.getByRole('heading', h1(company.tagline)).waitFor();
    await screen.email.fill('nobody');
    await screen.preview.getByText('To see the page').waitFor();
    await page.getByText('This must be an email address.').waitFor();
    await screen.frame
      .getByRole('heading', h1(company.tagline))
      .or(screen.frame.locator('h1'))
      .first()
      .waitFor();
    await screen.tab('Pages').click();
    await expect.poll(() => screen.tab('Company').innerText()).toMatch(/1/);
    await screen.save.click();
    // The save that was refused leads back to the field.
    await expect.poll(() => screen.email.evaluate((input) => document.activeElement === input)).toBe(true);
    await page.getByText('This must be an email address.').waitFor();
    await expectAccessible(page, 'a wrong field of the site');
    await screen.email.fill('brot@backhaus.example');
    await screen.preview.getByText('To see the page').waitFor({ state: 'detached' });
    await screen.save.click();
    await toast(page, deskMessages['site.saved']).waitFor();
    expectQuiet(watch, [
      failedToLoad(422, '/api/previewSite'),
      failedToLoad(422, '/api/updateSite'),
      apiCallError(messages['fields.invalid']),
    ]);
    await close();
  });

  test('a preview that fails says so and is tried again; of two owners the second is told what the first has changed, and keeps both', {
    tags: ['deep/again'],
  }, async () => {
    await saveCompany(engine, company);
    const { page, close } = await openAdmin(browser.current, engine);
    const screen = siteScreen(page);
    await page.route('**/api/previewSite', (route) =>
      route.fulfill({ status: 503, json: { status: 0, code: 'answer.busy' } }),
    );
    await page.goto('/admin/site');
    await screen.preview.getByText('The page could not be shown.').waitFor();
    await page.unroute('**/api/previewSite');
    await screen.preview.getByRole('button', { name: 'Try again' }).click();
    await screen.frame.getByRole('heading', h1(company.tagline)).waitFor();
    await screen.email.fill('mine@backhaus.example');
    await saveCompany(engine, {
      ...company,
      tagline: 'Theirs',
      pages: { home: { contact: { show: false } } },
    });
    await screen.save.click();
    await page.getByText(/Their changes: .*Tagline.*Home, Contact: Show/).waitFor();
    await page.getByRole('button', { name: 'Overwrite with mine' }).click();
    await toast(page, deskMessages['site.saved']).waitFor();
    const { body } = await engine.admin.get(callPath(contract.getSite));
    expect(body.data.site).toEqual({
      ...company,
      tagline: 'Theirs',
      email: 'mine@backhaus.example',
      pages: { home: { contact: { show: false } } },
    });
    await close();
  });

  test('a version is compared with the present site and restored, by keyboard and on a phone', async () => {
    await saveCompany(engine, { ...company, tagline: 'The first words' });
    await saveCompany(engine, { ...company, tagline: 'The second words' });
    const { page, watch, close } = await openAdmin(browser.current, engine, { width: 360, height: 740 });
    await page.goto('/admin/site');
    const tagline = page.getByLabel('Tagline');
    await expect.poll(() => tagline.inputValue()).toBe('The second words');
    await expectFits(page, 'the site on a phone');
    await page.getByRole('button', { name: 'Preview', exact: true }).press('Enter');
    await siteScreen(page).frame.getByText('The second words').first().waitFor();
    await expectFits(page, 'the site with its preview on a phone');
    await page.getByRole('button', { name: 'Versions', exact: true }).press('Enter');
    const versions = page.getByRole('dialog', { name: 'Versions', exact: true });
    const row = versions.getByRole('listitem').nth(1);
    await versions
      .getByRole('listitem')
      .first()
      .getByText(/^Saved by .+: Tagline$/)
      .waitFor();
    await row.getByRole('button', { name: /^Compare/ }).press('Enter');
    const compared = page.getByRole('dialog', { name: /^Version \d+$/ });
    await compared.locator('del').filter({ hasText: 'The first words' }).waitFor();
    await compared.locator('ins').filter({ hasText: 'The second words' }).waitFor();
    await expectAccessible(page, 'a version of the site');
    await compared.getByRole('button', { name: /^Restore version/ }).press('Enter');
    const question = page.getByRole('alertdialog', { name: /^Restore version/ });
    await question.getByRole('button', { name: 'Restore', exact: true }).press('Enter');
    const undo = await offeredUndo(page, /^Version \d+ restored/);
    await expect.poll(() => tagline.inputValue()).toBe('The first words');
    await undo.click();
    await expect.poll(() => tagline.inputValue()).toBe('The second words');

    // Another owner saves; a version is restored over that save, and undo brings that save back.
    await saveCompany(engine, { ...company, tagline: 'The words of another' });
    await page.getByRole('button', { name: 'Versions', exact: true }).press('Enter');
    await versions.getByText('Now').first().waitFor();
    await versions
      .getByRole('button', { name: /^Restore/ })
      .last()
      .press('Enter');
    await question.getByRole('button', { name: 'Restore', exact: true }).press('Enter');
    const undoOfOther = await offeredUndo(page, /^Version \d+ restored/);
    await undoOfOther.click();
    await expect.poll(() => tagline.inputValue()).toBe('The words of another');

    const restoreOldest = async () => {
      await page.getByRole('button', { name: 'Versions', exact: true }).press('Enter');
      await versions.getByText('Now').first().waitFor();
      await versions
        .getByRole('button', { name: /^Restore/ })
        .last()
        .press('Enter');
      await question.getByRole('button', { name: 'Restore', exact: true }).press('Enter');
      return offeredUndo(page, /^Version \d+ restored/);
    };
    // An undo over the newer save of another owner is refused, with the time as people read it.
    const undoTooLate = await restoreOldest();
    await saveCompany(engine, { ...company, tagline: 'Newer words' });
    await undoTooLate.click();
    await toast(page, /saved this at \d\d:\d\d, so nothing was put back\./).waitFor();
    // The offer goes with the person who could use it.
    await page.reload();
    const undoAtLogout = await restoreOldest();
    await page.getByRole('button', { name: 'Open menu' }).click();
    await page.getByRole('button', { name: 'Logout' }).click();
    await page.waitForURL('/admin/login');
    await undoAtLogout.waitFor({ state: 'detached', timeout: 2_000 });
    const refused = watch.consoleLines.filter((line) => line.includes('saved this at'));
    expectQuiet(watch, [failedToLoad(409, '/api/updateSite'), ...refused]);
    await close();
  });
});
