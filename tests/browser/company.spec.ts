import { deskMessages } from '#shared/desk-messages.ts';
import { pathTo } from '#shared/paths.ts';
import { image } from '../support/files.ts';
import { expect, expectAccessible, test } from './fixtures.ts';
import { toast } from './support/blogs.ts';
import { exactly, labelled, named, topHeading } from './support/names.ts';
import { company as bakery } from './support/saved-company.ts';

const company = { ...bakery, legal_entity: 'Backhaus Ost eG' };
const off = { show: false };
const empty = { SAMPLE_CONTENT: 'off' };
const logo = (fill: string) =>
  `<svg xmlns="http://www.w3.org/2000/svg" width="240" height="60" viewBox="0 0 240 60"><rect width="240" height="60" rx="8" fill="${fill}"/></svg>`;

test('the site looks as the company says, in both themes, and what is off is gone', async ({
  open,
  start,
}) => {
  const dark = { background: '#1a1210', text: '#f6ece4', accent: '#ff9db4', signal: '#8fd6b4' };
  const light = { background: '#fdf8f0', text: '#2b1a10', accent: '#8a1c3f', signal: '#0b5c3b' };
  const brand = {
    logo: 'logo.svg',
    logo_dark: 'logo-dark.svg',
    artwork: 'picture',
    picture: 'oven.jpg',
    colors: { light, dark },
  };
  const pages = {
    home: { latest_posts: off, positions: off, contact: off },
    careers: { positions: off, invitation: off },
  };
  const files = {
    'logo.svg': logo('#8a1c3f'),
    'logo-dark.svg': logo('#ff9db4'),
    'oven.jpg': await image('jpeg', 1600, 900),
  };
  const site = await start(empty, { ...company, brand, pages }, files);
  const page = await open(site);
  const mark = named(page.getByRole('banner'), 'img', company.name);
  const source = () => mark.evaluate((each: HTMLImageElement) => each.currentSrc);
  await page.goto('/');
  await expect.poll(source).toMatch(/\/brand\/logo-(?!dark)[\w-]+\.svg$/);
  await expect(page.locator('body')).toHaveCSS('background-color', 'rgb(253, 248, 240)');
  await expect(page.locator('main > section img').first()).toHaveAttribute('src', /^\/brand\/picture-/);
  await expect(topHeading(page)).toHaveText(company.tagline);
  await expect(page.getByRole('main').getByRole('heading', { level: 2 })).toHaveCount(0);
  await expectAccessible(page);
  await page.emulateMedia({ colorScheme: 'dark' });
  await expect.poll(source).toMatch(/\/brand\/logo-dark-/);
  await expect(page.locator('body')).toHaveCSS('background-color', 'rgb(26, 18, 16)');
  await page.goto('/careers');
  await expect(page.getByRole('main').getByRole('heading', { level: 2 })).toHaveCount(0);
  // The year that the server wrote stays.
  await page.clock.setFixedTime(new Date('2099-01-01T00:00:01Z'));
  await page.goto('/contact');
  await expect(page.getByRole('contentinfo')).toContainText(
    `© ${new Date().getUTCFullYear()} Backhaus Ost eG`,
  );
  await page.goto('/admin/login');
  await expect(page.locator('body')).toHaveCSS('background-color', 'rgb(26, 18, 16)');
  await expect(named(page, 'img', company.name)).toBeVisible();
});

test('an owner starts from the product’s legal text, adds a page, sees both beside the form, and visitors read them', async ({
  open,
  start,
  allow,
}) => {
  allow('422 (Unprocessable', 'ApiError');
  const page = await open(await start(empty, company), { as: 'owner' });
  const frame = named(page, 'region', 'Preview').locator('iframe[data-shown]').contentFrame();
  const tab = named(page, 'navigation', 'Parts of the site');
  const save = exactly(page, 'button', 'Save');
  await page.goto('/admin/site?tab=legal');
  const privacy = named(page, 'region', 'Privacy policy');
  await named(privacy, 'button', 'Start from the product’s text').click();
  const text = privacy.locator('.ql-editor');
  await expect(text).toContainText('{legal_entity}');
  await text.press('ControlOrMeta+Home');
  await text.pressSequentially('Written by us. ');
  await expect(frame.getByText('Written by us.')).toBeVisible();

  await named(tab, 'link', 'Own pages').click();
  await named(page, 'button', 'Empty page').click();
  const address = labelled(page, 'Address');
  await labelled(page, 'Title').fill('About us');
  await expect(address).toHaveValue('/about-us');
  await page.locator('.ql-editor').pressSequentially('We bake since 1912.');
  await page.getByLabel('Linked').selectOption({ label: 'In the menu at the top' });
  await expect(frame.getByText('We bake since 1912.')).toBeVisible();
  await named(page, 'switch', 'Published').click();
  await expectAccessible(page);
  // An address of the product is refused at its field, and nothing is lost.
  await address.fill('/careers');
  await save.click();
  await expect(address).toHaveAttribute('aria-invalid', 'true');
  await address.fill('/about-us');
  await named(page, 'button', 'Imprint').click();
  await expect(frame.getByText(company.email).first()).toBeVisible();
  await named(page, 'switch', 'Published').last().click();
  await save.click();
  await expect(toast(page, deskMessages['site.saved'])).toBeVisible();

  await page.goto('/contact');
  await named(page.getByRole('contentinfo'), 'link', 'Imprint').click();
  await expect(named(page, 'heading', 'Published by')).toBeVisible();
  await expect(page.locator('article')).not.toContainText(/[{}]/);
  await page.goto('/contact');
  await named(named(page, 'navigation', 'Main'), 'link', 'About us').click();
  await expect(page.getByText('We bake since 1912.')).toBeVisible();
  await named(page, 'link', 'Privacy Policy').click();
  await expect(page.getByText('Written by us.')).toBeVisible();
  await expect(page.locator('article')).toContainText(company.email);
});

test('a visitor reads how a job runs, and a service leads to the form, which says what a message should tell', async ({
  open,
  start,
}) => {
  const bread = { title: 'Bread for cafés', text: 'Six days a week.', link: '/contact?about=Bread#write' };
  const items = [
    { title: 'A tasting', text: 'One hour.' },
    { title: 'A first week', text: 'On trial.' },
  ];
  const services = { title: 'What we bake', items: [bread, { title: 'Cake', text: 'On order.' }] };
  const hint = 'How many, from when, and for how much?';
  const pages = { home: { services, process: { items } }, contact: { message_hint: hint } };
  const page = await open(await start(empty, { ...company, short_name: 'Ost', pages }), { width: 360 });
  await page.goto('/');
  const process = named(page, 'region', 'How we work');
  await expect(process.getByRole('listitem').getByRole('heading')).toHaveText(['A tasting', 'A first week']);
  await expect(named(page, 'region', 'What we bake').getByRole('link')).toHaveText([bread.title]);
  await expectAccessible(page);
  // The link covers its whole row.
  await page.getByText(bread.text).click({ force: true });
  await expect(page).toHaveURL(bread.link);
  const message = named(page, 'textbox', 'Message');
  await expect(message).toHaveValue('About Bread:\n');
  await expect(message).toHaveAccessibleDescription(new RegExp(hint.replaceAll('?', '\\?')));
});

test('the legal texts of a site in Urdu are taken over in Urdu, and rendered in Urdu after a link', async ({
  open,
  start,
}) => {
  const page = await open(
    await start(empty, { language: 'ur', name: 'Naan House', email: 'office@naan.example' }),
  );
  const footer = page.getByRole('contentinfo');
  const heading = (name: string) => page.getByRole('heading', { level: 2, name, exact: true });
  await page.goto(pathTo('privacyPolicy'));
  await expect(heading('آپ کے حقوق')).toBeVisible();
  await named(footer, 'link', 'شرائط و ضوابط').click();
  await expect(heading('املاکِ دانش')).toBeVisible();
  await expect(page).toHaveTitle('شرائط و ضوابط · Naan House');
  await page.goto(pathTo('contact'));
  await named(footer, 'link', 'رازداری کی پالیسی').click();
  await expect(heading('آپ کے حقوق')).toBeVisible();
  await expect(page.getByRole('banner').locator('[lang=en]').getByText('Naan House')).toBeVisible();
});
