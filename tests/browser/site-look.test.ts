import type { Page } from 'playwright-core';
import sharp from 'sharp';
import { expect, test } from 'vitest';
import { callPath } from '#shared/contract/call-path.ts';
import { contract } from '#shared/contract/index.ts';
import { deskMessages } from '#shared/desk-messages.ts';
import { messages } from '#shared/messages.ts';
import { type Engine, withEngine } from '../support/engines.ts';
import { expectAccessible } from './support/axe.ts';
import { toast } from './support/blogs.ts';
import { expectFits } from './support/fits.ts';
import { launchBrowser } from './support/launch.ts';
import { company, saveCompany } from './support/saved-company.ts';
import { openAdmin } from './support/visitor.ts';
import { apiCallError, expectQuiet, failedToLoad } from './support/watch.ts';

const browser = launchBrowser();

const logo =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 120 40"><path fill="#0a7d4a" d="M0 0h80v40H0z"/><path fill="#d6402b" d="M80 0h40v40H80z"/></svg>';

async function storedBrand({ admin }: Engine) {
  const { body } = await admin.get(callPath(contract.getSite));
  return body.data.site.brand;
}

/** The tab, by what an owner sees. */
function lookTab(page: Page) {
  const light = page.getByRole('group', { name: 'Light theme' });
  return {
    light,
    dark: page.getByRole('group', { name: 'Dark theme' }),
    accent: light.getByLabel('Accent', { exact: true }),
    logo: page.getByLabel('Logo', { exact: true }),
    fromLogo: page.getByRole('button', { name: 'Take from the logo' }),
    choice: (name: string) => page.getByRole('radio', { name, exact: true }),
    save: page.getByRole('button', { name: 'Save', exact: true }),
    frame: page.locator('iframe[data-shown]').contentFrame(),
  };
}

const svgFile = (text: string) => ({
  name: 'logo.svg',
  mimeType: 'image/svg+xml',
  buffer: Buffer.from(text),
});

withEngine('embedded', (engine) => {
  test('an owner adds a logo, takes colours from it, corrects one that is too faint, chooses a pattern, and visitors get it all', async () => {
    await saveCompany(engine, company);
    const { page, watch, close } = await openAdmin(browser.current, engine);
    const look = lookTab(page);
    await page.goto('/admin/site?tab=look');

    // Files that cannot be used are refused at the field: by the browser, then by the server.
    await look.logo.setInputFiles({ name: 'a.gif', mimeType: 'image/gif', buffer: Buffer.from('GIF89a') });
    await page.getByText('This file has the wrong type. Choose an SVG or PNG file.').waitFor();
    const tiny = await sharp({ create: { width: 10, height: 10, channels: 3, background: '#0a7d4a' } })
      .png()
      .toBuffer();
    await look.logo.setInputFiles({ name: 'tiny.png', mimeType: 'image/png', buffer: tiny });
    await page.getByText(/^This file is 10 × 10 pixels; at least 16/).waitFor();
    await look.logo.setInputFiles(svgFile(logo));
    await page.getByText('120 × 40 pixels').waitFor();
    await look.frame.locator('header img').first().waitFor();

    await look.fromLogo.click();
    await page.getByText('Choose a proposal.').waitFor();
    await page.getByRole('button', { name: 'Proposal 1' }).click();
    const proposed = await look.accent.inputValue();
    expect(proposed).toMatch(/^#[0-9a-f]{6}$/);
    await look.light
      .getByText(/^Contrast [\d.]+:1 on the background\.$/)
      .first()
      .waitFor();

    await look.accent.fill('#8fd0a8');
    const nearest = look.light.getByRole('button', { name: /^Use the nearest that passes/ });
    await look.light.getByText(/^Too faint: contrast 1\.\d\d:1/).waitFor();
    expect(await look.accent.getAttribute('aria-invalid')).toBe('true');
    await expectAccessible(page, 'the look of the site');
    await nearest.click();
    await look.light.getByText(/^Too faint/).waitFor({ state: 'detached' });
    expect(await look.accent.evaluate((input) => document.activeElement === input)).toBe(true);
    const accent = await look.accent.inputValue();

    // A faint colour is shown even where its fields are folded away.
    await look.dark.getByText('More colours').click();
    await look.dark.getByLabel('Signal', { exact: true }).fill('#333333');
    await look.dark.getByText('More colours').click();
    await look.dark.getByRole('button', { name: /^Use the nearest that passes/ }).click();
    await look.dark.getByText(/^Too faint/).waitFor({ state: 'detached' });
    await look.choice('Pattern').check();
    await look.choice('Weave').check();
    await look.save.click();
    await toast(page, deskMessages['site.saved']).waitFor();
    const { text } = await engine.visitor.get('/').set('Accept', 'text/html');
    expect(text).toContain(`--brand-light-accent:${accent}`);
    expect(text).toMatch(/<img[^>]+src="\/brand\/logo-/);
    const brand = await storedBrand(engine);
    expect(brand).toMatchObject({
      artwork: 'pattern',
      pattern: 'weave',
      logo: expect.stringMatching(/svg$/),
    });
    expect(brand).not.toHaveProperty('picture');
    expectQuiet(watch, [
      failedToLoad(422, '/api/previewSite'),
      failedToLoad(422, '/api/addSiteFile'),
      apiCallError(messages['fields.invalid']),
    ]);
    await close();
  });

  test('what was chosen can be taken back, on a phone: the product’s colours, no logo, no artwork', async () => {
    const data = Buffer.from(logo).toString('base64');
    const added = await engine.admin
      .post(callPath(contract.addSiteFile))
      .send({ key: 'logo', type: 'svg', data });
    const colors = {
      light: { background: '#ffffff', text: '#101010', accent: '#0a5c2b' },
      dark: { background: '#101010', text: '#ffffff', accent: '#7fd8b0' },
    };
    const brand = {
      logo: added.body.data.name,
      logo_with_name: true,
      artwork: 'pattern',
      pattern: 'waves',
      colors,
    };
    await saveCompany(engine, { ...company, brand });
    const { page, close } = await openAdmin(browser.current, engine, { width: 360, height: 740 });
    const look = lookTab(page);
    // A wide logo with the name next to it has its own shape, and both fit on a phone.
    await page.goto('/contact');
    const { width, height } = (await page.locator('header img').first().boundingBox()) ?? {
      width: 0,
      height: 0,
    };
    expect([width > height * 1.9, height > 30]).toEqual([true, true]);
    await page.locator('header').getByText(company.name).first().waitFor();
    await expectFits(page, 'a wide logo with the name on a phone');
    await page.goto('/admin/site?tab=look');
    await expectFits(page, 'the look of the site on a phone');
    await page.getByRole('button', { name: 'Remove logo' }).press('Enter');
    expect(await look.logo.evaluate((input) => document.activeElement === input)).toBe(true);
    await look.fromLogo.waitFor({ state: 'detached' });
    await look.choice("The product's").check();
    await look.light.waitFor({ state: 'detached' });
    await look.choice('Your own').check();
    // The owner's colours are back, not those with which an owner begins.
    expect(await look.accent.inputValue()).toBe('#0a5c2b');
    await look.choice("The product's").check();
    await look.choice('Picture').check();
    await page.getByText('Choose a picture, or another kind of artwork.').waitFor();
    await look.choice('None').check();
    await look.save.click();
    await toast(page, deskMessages['site.saved']).waitFor();
    expect(await storedBrand(engine)).toEqual({ artwork: 'plain' });
    await close();
  });
});
