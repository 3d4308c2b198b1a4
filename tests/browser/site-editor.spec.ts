import type { Page } from '@playwright/test';
import sharp from 'sharp';
import { deskMessages } from '#shared/desk-messages.ts';
import { messages } from '#shared/messages.ts';
import { pathTo } from '#shared/paths.ts';
import { sampleFile } from '#shared/site/sample-file.ts';
import type { Engine } from '../support/engines.ts';
import { expect, expectAccessible, test } from './fixtures.ts';
import { offeredUndo, toast } from './support/blogs.ts';
import { fillLogin } from './support/login.ts';
import { exactly, labelled, named } from './support/names.ts';
import { company, saveCompany } from './support/saved-company.ts';

const bare = { SAMPLE_CONTENT: 'off' };
const stored = async ({ admin }: Engine) => (await admin.call('getSite')).body.data.site;
const homeOf = async ({ visitor }: Engine) => (await visitor.get('/').set('Accept', 'text/html')).text;
const h1 = (text: string) => ({ name: text, level: 1 });
const svg = (text: string) => ({ name: 'logo.svg', mimeType: 'image/svg+xml', buffer: Buffer.from(text) });

/** The screen, by what an owner sees. */
function siteScreen(page: Page) {
  const top = named(page, 'region', 'Top of the page');
  const preview = named(page, 'region', 'Preview');
  return {
    tab: (name: string) =>
      named(named(page, 'navigation', 'Parts of the site'), 'link', new RegExp(`^${name}`)),
    title: labelled(top, 'Title'),
    tagline: page.getByLabel('Tagline'),
    email: labelled(page, 'Email'),
    save: exactly(page, 'button', 'Save'),
    choice: (name: string) => exactly(page, 'radio', name),
    preview,
    /** The shown page. A page that still loads is behind it. */
    frame: preview.locator('iframe[data-shown]').contentFrame(),
  };
}

test('an owner changes the home page, sees it while typing, and so do visitors after the save, until it is undone', async ({
  start,
  open,
  allow,
}) => {
  allow('/api/previewSite', '/api/updateSite', messages['api.callError']);
  const site = await start(bare);
  const items = Array.from({ length: 9 }, (_, at) => ({ title: `Bread ${at}`, text: 'Dark and sour.' }));
  await saveCompany(site, { ...company, pages: { home: { services: { items } } } });
  const page = await open(site, { as: 'owner' });
  const screen = siteScreen(page);
  await page.goto('/admin/team');
  await exactly(page, 'button', 'Settings').click();
  await exactly(page, 'link', 'Site').click();
  await expect(page.getByRole('heading', h1('Site'))).toBeVisible();
  const entries = await page.evaluate(() => history.length);
  // The placeholder is the text that visitors get, and the preview shows it.
  await screen.tab('Pages').click();
  await expect(screen.title).toHaveAttribute('placeholder', company.tagline);
  await expect(screen.frame.getByRole('heading', h1(company.tagline))).toBeVisible();
  await screen.title.fill('Still warm at six');
  await expect(screen.frame.getByRole('heading', h1('Still warm at six'))).toBeVisible();
  expect(await homeOf(site)).not.toContain('Still warm at six');
  // A draft outlives a reload, and what was discarded comes back.
  await expect(page.getByRole('status').filter({ hasText: /^Saved / })).toBeVisible();
  await page.reload();
  await expect(page.getByText('Draft kept')).toBeVisible();
  await expect(screen.title).toHaveValue('Still warm at six');
  await exactly(page, 'button', 'Discard').click();
  // The buttons that are left have the focus of one that went.
  await expect(page.locator(':focus')).toContainText('Save');
  const bringBack = await offeredUndo(page, deskMessages['site.discarded']);
  await expect(screen.title).toHaveValue('');
  await bringBack.click();
  await expect(screen.title).toHaveValue('Still warm at six');
  await screen.title.press('ControlOrMeta+s');
  const undo = await offeredUndo(page, deskMessages['site.saved']);
  expect(await homeOf(site)).toContain('Still warm at six');
  await expect(screen.save).toBeDisabled();
  await undo.click();
  await expect(toast(page, deskMessages['site.undone'])).toBeVisible();
  await expect(screen.title).toHaveValue('');
  await expect.poll(() => homeOf(site)).not.toContain('Still warm at six');

  // The preview follows the edited field to its place, and to its page.
  await named(screen.preview, 'radio', 'Phone').check();
  const contact = screen.frame.locator('h2').filter({ hasText: 'Get in touch' });
  await expect(contact).not.toBeInViewport({ ratio: 0.9 });
  await exactly(page, 'region', 'Contact').getByLabel('Title').focus();
  await expect(contact).toBeInViewport({ ratio: 0.9 });
  await labelled(page, 'Page').selectOption({ label: 'Contact' });
  await screen.title.fill('Come in');
  await expect(screen.frame.getByRole('heading', h1('Come in'))).toBeVisible();
  await named(page, 'switch', 'Show Office').click();
  await expect(screen.frame.locator('#office')).toHaveCount(0);
  // One entry for the tab, none for the pages that the preview has shown.
  expect(await page.evaluate(() => history.length)).toBe(entries + 1);

  // A wrong value is marked at its field and on its tab; a save that is refused leads back to it.
  await screen.tab('Company').click();
  await screen.email.fill('nobody');
  await expect(screen.preview.getByText('To see the page')).toBeVisible();
  await expect(page.getByText('This must be an email address.')).toBeVisible();
  await screen.tab('Pages').click();
  await expect(screen.tab('Company')).toHaveText(/1/);
  await screen.save.click();
  await expect(screen.email).toBeFocused();
  await screen.email.fill('mine@backhaus.example');
  await expect(screen.preview.getByText('To see the page')).toHaveCount(0);
  // Of two owners the second is told what the first has changed, and both changes are kept.
  const theirs = { ...company, tagline: 'Theirs', pages: { home: { contact: { show: false } } } };
  await saveCompany(site, theirs);
  await screen.save.click();
  await expect(page.getByText(/Their changes: .*Tagline.*Home, Contact: Show/)).toBeVisible();
  await named(page, 'button', 'Overwrite with mine').click();
  await expect(toast(page, deskMessages['site.saved'])).toBeVisible();
  expect(await stored(site)).toMatchObject({
    tagline: 'Theirs',
    email: 'mine@backhaus.example',
    pages: {
      home: { contact: { show: false } },
      contact: { head: { title: 'Come in' }, office: { show: false } },
    },
  });
});

test('a version of the site is compared and restored by keys on a phone; an undo brings back even what another owner saved, never over something newer', {
  tag: '@deep',
}, async ({ start, open, allow }) => {
  allow('/api/updateSite', messages['api.callError'], 'saved this at');
  const site = await start(bare);
  const save = (tagline: string) => saveCompany(site, { ...company, tagline });
  await save('The first words');
  await save('The second words');
  const page = await open(site, { as: 'owner', width: 360 });
  const { tagline, frame } = siteScreen(page);
  const versions = exactly(page, 'dialog', 'Versions');
  const restoreOldest = async () => {
    // The offer of the restore before, with the same words, takes its time to leave.
    await expect(toast(page, /^Version \d+ restored/)).toHaveCount(0);
    await exactly(page, 'button', 'Versions').press('Enter');
    await expect(versions.getByText('Now').first()).toBeVisible();
    await named(versions, 'button', /^Restore/)
      .last()
      .press('Enter');
    return offeredUndo(page, /^Version \d+ restored/);
  };
  await page.goto(pathTo('adminSite'));
  await expect(tagline).toHaveValue('The second words');
  await exactly(page, 'button', 'Preview').press('Enter');
  await expect(frame.getByText('The second words').first()).toBeVisible();
  await (await restoreOldest()).click();
  await expect(tagline).toHaveValue('The second words');

  await save('The words of another');
  await (await restoreOldest()).click();
  await expect(tagline).toHaveValue('The words of another');
  const tooLate = await restoreOldest();
  await save('Newer words');
  await tooLate.click();
  await expect(toast(page, /saved this at \d\d:\d\d, so nothing was put back\./)).toBeVisible();
  expect(await stored(site)).toMatchObject({ tagline: 'Newer words' });
  // The offer goes with the person who could use it.
  await page.reload();
  const atLogout = await restoreOldest();
  await named(page, 'button', 'Open menu').click();
  await named(page, 'button', 'Logout').click();
  await expect(page).toHaveURL(pathTo('adminLogin'));
  await expect(atLogout).toHaveCount(0, { timeout: 2_000 });
});

test('a logo is added, colours are taken from it, one that is too faint is corrected, and all of it can be taken back', {
  tag: '@deep',
}, async ({ start, open, allow }) => {
  allow('/api/previewSite', '/api/addSiteFile', messages['api.callError']);
  const site = await start(bare);
  await saveCompany(site, company);
  const page = await open(site, { as: 'owner' });
  const { frame, choice, save } = siteScreen(page);
  const light = named(page, 'group', 'Light theme');
  const dark = named(page, 'group', 'Dark theme');
  const accent = labelled(light, 'Accent');
  const logo = labelled(page, 'Logo');
  const fromLogo = named(page, 'button', 'Take from the logo');
  const nearest = (theme: typeof light) => named(theme, 'button', /^Use the nearest that passes/).click();
  await page.goto('/admin/site?tab=look');
  // Refused at the field: by the browser, then by the server.
  await logo.setInputFiles({ name: 'a.gif', mimeType: 'image/gif', buffer: Buffer.from('GIF89a') });
  await expect(page.getByText('This file has the wrong type. Choose an SVG or PNG file.')).toBeVisible();
  const tiny = sharp({ create: { width: 10, height: 10, channels: 3, background: '#0a7d4a' } }).png();
  await logo.setInputFiles({ name: 'tiny.png', mimeType: 'image/png', buffer: await tiny.toBuffer() });
  await expect(page.getByText(/^This file is 10 × 10 pixels; at least 16/)).toBeVisible();
  await logo.setInputFiles(
    svg(
      '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 120 40"><path fill="#0a7d4a" d="M0 0h80v40H0z"/><path fill="#d6402b" d="M80 0h40v40H80z"/></svg>',
    ),
  );
  await expect(page.getByText('120 × 40 pixels')).toBeVisible();
  await expect(frame.locator('header img').first()).toBeVisible();
  await fromLogo.click();
  await named(page, 'button', 'Proposal 1').click();
  await expect(accent).toHaveValue(/^#[0-9a-f]{6}$/);
  await accent.fill('#8fd0a8');
  await expect(light.getByText(/^Too faint: contrast 1\.\d\d:1/)).toBeVisible();
  await expect(accent).toHaveAttribute('aria-invalid', 'true');
  await expectAccessible(page);
  await nearest(light);
  await expect(light.getByText(/^Too faint/)).toHaveCount(0);
  await expect(accent).toBeFocused();
  const chosen = await accent.inputValue();
  await labelled(dark, 'Signal').fill('#333333');
  await nearest(dark);
  await expect(dark.getByText(/^Too faint/)).toHaveCount(0);
  await choice('Pattern').check();
  await choice('Weave').check();
  await save.click();
  await expect(toast(page, deskMessages['site.saved'])).toBeVisible();
  const html = await homeOf(site);
  expect(html).toContain(`--brand-light-accent:${chosen}`);
  expect(html).toMatch(/<img[^>]+src="\/brand\/logo-/);
  expect((await stored(site)).brand).toMatchObject({ artwork: 'pattern', pattern: 'weave' });

  await page.reload();
  await named(page, 'button', 'Remove logo').press('Enter');
  await expect(logo).toBeFocused();
  await expect(fromLogo).toHaveCount(0);
  await choice("The product's").check();
  await expect(light).toHaveCount(0);
  // The owner's colours are back, not those with which an owner begins.
  await choice('Your own').check();
  await expect(accent).toHaveValue(chosen);
  await choice("The product's").check();
  await choice('Picture').check();
  await expect(page.getByText('Choose a picture, or another kind of artwork.')).toBeVisible();
  await choice('None').check();
  await save.click();
  await expect.poll(async () => (await stored(site)).brand).toEqual({ artwork: 'plain' });
});

test('an admin leads old addresses on by form and by file, and visitors arrive, also in front of another’s host', async ({
  host,
  open,
  allow,
}) => {
  allow('/api/addRedirect', messages['api.callError']);
  const page = await open(host, { as: 'owner', width: 360 });
  const dialog = page.getByRole('dialog');
  const rows = named(page, 'list', 'Redirects').getByRole('listitem');
  const notPath = new RegExp(deskMessages['redirect.notPath'].replace(/\W/g, '.'));
  const led = async (path: string) => (await host.visitor.get(encodeURI(path))).headers.location;
  const from = labelled(dialog, 'Old address');
  const to = labelled(dialog, 'Leads to');
  await page.goto(pathTo('adminRedirects'));
  await named(page, 'button', 'Add the first redirect').press('Enter');
  await from.fill('//evil.example');
  await to.fill('https://evil.example');
  await page.keyboard.press('Control+Enter');
  for (const field of [from, to]) await expect(field).toHaveAccessibleDescription(notPath);
  await expect(from).toBeFocused();
  await from.fill('/blog/our-post.html/');
  await to.fill('/team#people');
  await page.keyboard.press('Control+Enter');
  await expect(toast(page, deskMessages['redirect.added'])).toBeVisible();
  await expect(rows).toHaveText([/\/blog\/our-post\.html/]);
  expect(await led('/blog/our-post.html?a=1')).toBe('/team?a=1#people');

  // A CSV file is checked first; then all of it is imported.
  await named(page, 'button', 'Import CSV').click();
  const choose = (csv: string, encoding: BufferEncoding = 'utf8') =>
    dialog
      .getByLabel('CSV file')
      .setInputFiles({ name: 'old-site.csv', mimeType: 'text/csv', buffer: Buffer.from(csv, encoding) });
  const take = exactly(dialog, 'button', 'Import');
  await choose('From,To\n/2019/پوسٹ/,/publishing\n/api/x,/team\n/blog/our-post.html,\n');
  const bad = named(dialog, 'list', 'Lines to be corrected').getByRole('listitem');
  await expect(bad).toHaveText([/^Line 3, From/, /^Line 4, To/]);
  await expect(take).toBeDisabled();
  await choose('From;To\r\n/über-uns;/team\r\n', 'latin1');
  await expect(dialog.getByText(deskMessages['file.encoding'])).toBeVisible();
  // Excel writes this as “Unicode Text”.
  await choose('\uFEFFFrom\tTo\r\n/2019/پوسٹ/\t/publishing\r\n/blog/our-post.html\t/contact\r\n', 'utf16le');
  await expect(dialog.getByText('1 new, 1 with a new target, 0 unchanged.')).toBeVisible();
  await take.press('Enter');
  await expect(toast(page, deskMessages['redirect.imported'])).toBeVisible();
  await expect(rows).toHaveCount(2);
  expect(await led('/2019/پوسٹ')).toBe('/publishing');

  // Redirects are found by search, and added again by Undo.
  const choosing = async (action: string) => {
    await named(page, 'button', /^Actions for/).press('Enter');
    await named(page, 'menuitem', action).press('Enter');
  };
  await named(page, 'searchbox', 'Search redirects').fill('2019 PUBLISH');
  await expect(rows).toHaveCount(1);
  await choosing('Delete');
  await expect(page.getByText('No redirect matches')).toBeVisible();
  expect(await led('/2019/پوسٹ')).toBeUndefined();
  await named(page, 'button', 'Undo').press('Enter');
  await expect(rows).toHaveText([/Never followed/]);
  await named(page, 'searchbox', 'Search redirects').fill('');
  await expect(rows).toHaveCount(2);
  await expect(named(page, 'link', 'Export CSV')).toHaveAttribute('href', '/api/exportRedirects');
});

test('from an empty data folder an owner makes the site theirs with five fields, and removes the sample', {
  tag: '@deep',
}, async ({ start, open, allow }) => {
  // The preview may still be loading pictures of the sample when they are deleted.
  allow(/404 .*\/img\//);
  const site = await start();
  const page = await open(site);
  await page.goto(pathTo('adminLogin'));
  await fillLogin(page, site.credentials);
  await expect(page).toHaveURL(pathTo('adminSite'));
  const form = named(page, 'form', 'Your company');
  const name = labelled(form, 'Name');
  const colour = labelled(form, 'Colour');
  const keeps = async () => {
    await expect(form.getByText(/^Saved \d\d:\d\d as a draft/)).toBeVisible();
    await page.reload();
    await expect(name).toHaveValue('Backhaus Ost');
  };
  await name.fill('Backhaus Ost');
  await expectAccessible(page);
  await keeps();
  // While the logo is uploaded, the other fields can be filled in.
  await page.route('**/api/addSiteFile', async (route) => {
    await form.getByLabel('Email').fill('office@backhaus.example');
    await route.continue();
  });
  const uploaded = page.waitForResponse('**/api/addSiteFile');
  await form
    .locator('input[type="file"]')
    .setInputFiles(
      svg(
        '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 240 60"><path fill="#8a1c3f" d="M0 0h240v60H0z"/></svg>',
      ),
    );
  await uploaded;
  await colour.fill('#8a1c3f');
  await keeps();
  await expect(colour).toHaveValue('#8a1c3f');
  await named(form, 'button', 'Save').click();
  await expect(exactly(page, 'textbox', 'Name')).toHaveValue('Backhaus Ost');

  const remove = named(page, 'button', 'Remove sample content');
  await remove.click();
  await named(page.getByRole('alertdialog'), 'button', 'Remove sample content').click();
  await expect(
    page.getByText('Removed 10 projects, 4 categories, 6 posts, 5 jobs, 7 team members.'),
  ).toBeVisible();
  await expect(remove).toHaveCount(0);
  const steps = named(page, 'region', 'First steps');
  await expect(steps).toContainText(/0 of [56] done/);
  await expect(steps.getByText('Have mail connected by whoever runs the server')).toBeVisible();
  // On a phone the steps have the width of the screen, so that the form is not a screen below them.
  await page.setViewportSize({ width: 360, height: 740 });
  expect((await steps.getByRole('list').boundingBox())?.width).toBeGreaterThan(250);
  await page.setViewportSize({ width: 1440, height: 900 });
  await named(steps, 'link', 'Write a first post').click();
  await expect(page).toHaveURL('/admin/blogs?form=new');
  await page.goto(pathTo('adminDashboard'));
  await named(page, 'link', /^First steps: 0 of [56] done$/).click();
  await named(steps, 'button', 'Dismiss first steps').click();
  await expect(steps).toHaveCount(0);

  // Visitors see the company, and no trace of the sample.
  await page.goto('/');
  await expect(page.getByRole('heading', h1('Backhaus Ost'))).toBeVisible();
  await expect(page.locator('header img').first()).toHaveAttribute('src', /\/brand\//);
  const { short_name, tagline, phone, email } = sampleFile;
  const traces = [sampleFile.name, short_name, tagline, phone, email, 'Peshawar'];
  for (const path of ['/', '/portfolio', '/publishing', '/careers', '/careers/apply', '/team', '/contact']) {
    const html = await (await page.request.get(path)).text();
    expect(html).toContain('--brand-light-accent:#8a1c3f');
    expect(
      traces.filter((trace) => trace && html.includes(trace)),
      path,
    ).toEqual([]);
  }
  // The next sign-in leads to the dashboard.
  await page.request.post('/api/logout');
  await page.evaluate(() => localStorage.removeItem('isAuthenticated'));
  await page.goto(pathTo('adminLogin'));
  await fillLogin(page, site.credentials);
  await expect(page).toHaveURL(pathTo('adminDashboard'));
});
