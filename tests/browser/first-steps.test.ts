import { afterAll, beforeAll, expect, test } from 'vitest';
import { sampleFile } from '#shared/site/sample-file.ts';
import { productTheme } from '#shared/site/theme.ts';
import { startTestApp, type TestApp } from '../support/start-test-app.ts';
import { expectAccessible } from './support/axe.ts';
import { launchBrowser } from './support/launch.ts';
import { fillLogin } from './support/login.ts';
import { openVisitor } from './support/visitor.ts';
import { expectQuiet } from './support/watch.ts';

const browser = launchBrowser();

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp({ SAMPLE_CONTENT: 'on' });
}, 60_000);
afterAll(() => app?.close());

const logo = Buffer.from(
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 240 60"><path fill="#8a1c3f" d="M0 0h240v60H0z"/></svg>',
);

/** Words and addresses by which a visitor would recognise the sample company. */
const traces = new RegExp(
  [sampleFile.name, sampleFile.short_name, sampleFile.tagline, sampleFile.phone, sampleFile.email, 'Peshawar']
    .map((word) => word.replace(/[.+]/g, '\\$&'))
    .join('|'),
);

test('from an empty data folder an owner makes the site theirs with five fields, and removes the sample', async () => {
  const owner = app.firstAdmin;
  if (!owner) throw new Error('A new engine makes its first admin.');
  const { page, watch, close } = await openVisitor(browser.current, app);
  await page.goto('/admin/login');
  await fillLogin(page, owner);

  // The owner lands on the five fields.
  await page.waitForURL('/admin/site');
  const form = page.getByRole('form', { name: 'Your company' });
  await form.getByLabel('Name', { exact: true }).fill('Backhaus Ost');
  await expectAccessible(page, 'the first form of an owner');
  // What is typed outlives a reload.
  await form.getByText(/^Saved \d\d:\d\d as a draft/).waitFor();
  await page.reload();
  await expect.poll(() => form.getByLabel('Name', { exact: true }).inputValue()).toBe('Backhaus Ost');
  // While the logo is uploaded, the other fields can be filled in.
  const upload = Promise.withResolvers<void>();
  await page.route('**/api/addSiteFile', async (route) => {
    await upload.promise;
    await route.continue();
  });
  await form
    .locator('input[type="file"]')
    .setInputFiles({ name: 'logo.svg', mimeType: 'image/svg+xml', buffer: logo });
  await form.getByLabel('Email').fill('office@backhaus.example');
  upload.resolve();
  // The logo proposes three sets of colours, and the first one is chosen until the owner picks a colour.
  const proposal = (number: number) => form.getByRole('button', { name: `Proposal ${number}` });
  await expect.poll(() => proposal(1).getAttribute('aria-pressed')).toBe('true');
  const colour = form.getByLabel('Colour', { exact: true });
  expect(await colour.inputValue()).not.toBe(productTheme.light.accent);
  await proposal(3).click();
  expect([
    await proposal(1).getAttribute('aria-pressed'),
    await proposal(3).getAttribute('aria-pressed'),
  ]).toEqual(['false', 'true']);
  await colour.fill('#8a1c3f');
  await expect.poll(() => proposal(3).getAttribute('aria-pressed')).toBe('false');
  // The logo and the picked colour outlive a reload too, and the logo does not replace the colour.
  await form.getByText(/^Saved \d\d:\d\d as a draft/).waitFor();
  await page.reload();
  await proposal(1).waitFor();
  expect([await colour.inputValue(), await proposal(1).getAttribute('aria-pressed')]).toEqual([
    '#8a1c3f',
    'false',
  ]);
  await form.getByRole('button', { name: 'Save' }).click();
  await page.getByRole('navigation', { name: 'Parts of the site' }).waitFor();
  expect(await page.getByRole('textbox', { name: 'Name', exact: true }).inputValue()).toBe('Backhaus Ost');

  // The sample leaves with one press and one question.
  await page.getByRole('button', { name: 'Remove sample content' }).click();
  const question = page.getByRole('alertdialog');
  await question.getByRole('button', { name: 'Remove sample content' }).click();
  await page.getByText('Removed 10 projects, 4 categories, 6 posts, 5 jobs, 7 team members.').waitFor();
  await question.waitFor({ state: 'hidden' });
  expect(await page.getByRole('button', { name: 'Remove sample content' }).count()).toBe(0);

  // The list of first steps has a button or words for each, and the landing screen says how many are done.
  const steps = page.getByRole('region', { name: 'First steps' });
  // It is one line, so that it leaves the screen to the form.
  await steps.getByText(/^0 of [56] done · next: Write a first post$/).click();
  await steps.getByText('The operator sets SMTP_URL').waitFor();
  await steps.getByRole('link', { name: 'Write a first post' }).click();
  await page.waitForURL('/admin/blogs?form=new');
  await page.goto('/admin/dashboard');
  await page.getByRole('link', { name: /^First steps: 0 of [56] done$/ }).click();
  await steps.getByRole('button', { name: 'Dismiss first steps' }).click();
  await steps.waitFor({ state: 'hidden' });

  // Visitors see the company: its name, its logo, its colour.
  await page.goto('/');
  await page.getByRole('heading', { level: 1, name: 'Backhaus Ost' }).waitFor();
  const [link, image] = await page.evaluate(() => [
    getComputedStyle(document.documentElement).getPropertyValue('--brand-light-accent'),
    document.querySelector<HTMLImageElement>('header img')?.src,
  ]);
  expect([link, image]).toEqual(['#8a1c3f', expect.stringContaining('/brand/')]);
  for (const path of ['/', '/portfolio', '/publishing', '/careers', '/careers/apply', '/team', '/contact']) {
    const html = await (await page.request.get(path)).text();
    expect([path, traces.exec(html)?.[0]]).toEqual([path, undefined]);
  }

  // The next sign-in leads to the dashboard.
  await page.request.post('/api/logout');
  await page.evaluate(() => localStorage.removeItem('isAuthenticated'));
  await page.goto('/admin/login');
  await fillLogin(page, owner);
  await page.waitForURL('/admin/dashboard');
  // The preview may still have been loading pictures of the sample when they were deleted.
  expectQuiet(
    watch,
    watch.consoleLines.filter((line) => line.includes('404 (Not Found) [/img/')),
  );
  await close();
}, 90_000);
