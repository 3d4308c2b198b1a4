// @module-tag deep/journey: the team by department, on a phone, empty and failed; accessible-public visits the page
import { expect, test } from 'vitest';
import { launchBrowser } from './support/launch.ts';
import { dot } from './support/portfolio-public.ts';
import { stubMember } from './support/public-records.ts';
import { expectSettled, expectStill, openWithFonts } from './support/settled.ts';
import { stubbedSite } from './support/stubbed-site.ts';
import { openVisitor } from './support/visitor.ts';
import { apiCallError, expectQuiet, failedToLoad } from './support/watch.ts';

const browser = launchBrowser();
const site = stubbedSite();
const urdu = 'محمد عبدالرحمٰن خان یوسفزئی پشاوری';
const unbroken = 'Filmgesellschaftsgründungsversammlung'.repeat(3);

function fillTeam(): void {
  site.stub.data.team = [
    stubMember(3, { name: 'Third', department: 'Film', v_order: 30 }),
    stubMember(1, {
      name: 'Zarmina Khattak',
      department: 'Studio',
      image: dot,
      picture_details: [{ image: dot, alt: 'Zarmina at her desk', focus_x: 0, focus_y: 20 }],
      bio: `Began with a borrowed camera.\nKeeps it still. ${'It has seen weddings and floods. '.repeat(4)}`,
      linkedin_url: 'https://www.linkedin.com/in/zarmina',
      facebook_url: 'https://www.facebook.com/zarmina',
      v_order: 10,
    }),
    stubMember(2, { name: urdu, designation: 'ہدایت کار', department: 'Film', bio: urdu, v_order: 20 }),
    stubMember(4, { name: unbroken, designation: unbroken, department: unbroken, v_order: 40 }),
    stubMember(5, { name: 'Everywhere', v_order: 50 }),
    stubMember(6, { name: 'Somebody who left', is_active: 0, v_order: 5 }),
    // Teams of twelve or fewer are one list.
    ...Array.from({ length: 8 }, (_, index) =>
      stubMember(10 + index, { name: `Player ${index + 1}`, department: 'Games', v_order: 60 + index }),
    ),
  ];
}

test('the team stands in its order, by department', async () => {
  fillTeam();
  const { page, watch, close } = await openVisitor(browser.current, site.app);
  const names = (department: string) =>
    page
      .getByRole('region', { name: department, exact: true })
      .getByRole('heading', { level: 3 })
      .allTextContents();
  // Between desktop and phone the page only has to fit.
  await page.setViewportSize({ width: 768, height: 900 });
  await openWithFonts(page, '/team');
  await expectStill(page, 'the team at 768');
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.goto('/team');
  await expect
    .poll(() => page.getByRole('main').getByRole('heading', { level: 2 }).allTextContents())
    .toEqual(['Film', 'Games', 'Across the company', 'Who we are']);
  expect(await names('Film')).toEqual([urdu, 'Third']);
  // Those who are alone in theirs have its name beside their designation.
  expect(await names('Across the company')).toEqual(['Zarmina Khattak', unbroken, 'Everywhere']);
  await page
    .getByRole('region', { name: 'Across the company' })
    .getByText('Studio', { exact: true })
    .waitFor();
  expect(await page.getByText('Somebody who left').count()).toBe(0);
  // The page uses the picture's own description, and keeps its focal point in view.
  const photo = page.getByAltText('Zarmina at her desk');
  expect(await photo.evaluate((image) => getComputedStyle(image).objectPosition)).toBe('0% 20%');
  const direction = await page
    .getByRole('heading', { name: urdu })
    .evaluate((element) => getComputedStyle(element).direction);
  expect(direction).toBe('rtl');
  await expect
    .poll(() => page.getByRole('link', { name: 'Zarmina Khattak on LinkedIn' }).getAttribute('href'))
    .toBe('https://www.linkedin.com/in/zarmina');
  await expect
    .poll(() => page.getByRole('link', { name: 'Zarmina Khattak on Facebook' }).getAttribute('rel'))
    .toContain('noopener');
  await expectSettled(page, 'the team at 1440');

  // The beginning of a long text is open, and the rest unfolds; a short text has nothing to unfold.
  await page.getByText('Began with a borrowed camera.').waitFor();
  const rest = page.getByText('It has seen weddings and floods.').last();
  await expect.poll(() => rest.isVisible()).toBe(false);
  await page.locator('summary').filter({ hasText: 'More about Zarmina Khattak' }).press('Enter');
  await rest.waitFor();
  expect(await page.getByRole('main').locator('summary').count()).toBe(1);
  expectQuiet(watch);
  await close();
});

test('a phone shows the team whole, with names of every length', async () => {
  fillTeam();
  const { page, watch, close } = await openVisitor(browser.current, site.app, { width: 360 });
  await openWithFonts(page, '/team');
  await page.getByRole('heading', { name: urdu }).waitFor();
  await expectSettled(page, 'the team at 360');
  expectQuiet(watch);
  await close();
});

test('a team that is not told apart is one list, and nobody at all is said', async () => {
  site.stub.data.team = [
    stubMember(1, { department: 'Film' }),
    stubMember(2, { department: ' Film ', linkedin_url: 'javascript:alert(1)' }),
  ];
  const { page, watch, close } = await openVisitor(browser.current, site.app);
  await page.goto('/team');
  await expect
    .poll(() => page.getByRole('main').getByRole('heading', { level: 2 }).allTextContents())
    .toEqual(['Member 1', 'Member 2', 'Who we are']);
  await expect.poll(() => page.getByRole('link', { name: /LinkedIn$/ }).count()).toBe(1);
  expectQuiet(watch);
  await close();
});

test('nobody yet, and a host that fails, are said; what fails can be tried again', async () => {
  const { page, watch, close } = await openVisitor(browser.current, site.app);
  const refused = { kind: 'answer', status: 500, body: '{"status":0,"message":"Gone fishing."}' } as const;
  site.stub.misbehave(refused, { path: '/api/team', times: 2 });
  await page.goto('/publishing');
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Team' }).click();
  await page.getByRole('alert').filter({ hasText: 'We can’t show the team right now' }).waitFor();
  await page.getByRole('button', { name: 'Try again' }).click();
  await page.getByRole('heading', { name: 'No team members to show yet' }).waitFor();
  expectQuiet(watch, [
    failedToLoad(500, '/api/team'),
    apiCallError('Something went wrong on our side. Please try again in a moment.'),
  ]);
  await openWithFonts(page, '/team');
  await page.getByRole('heading', { name: 'No team members to show yet' }).waitFor();
  await expectSettled(page, 'a team of nobody');
  await close();
});
