// @module-tag deep/journey: widths and paper of pages that accessible-public visits
import { expect, test } from 'vitest';
import { jobPage } from './support/jobs-public.ts';
import { launchBrowser } from './support/launch.ts';
import { stubCategory } from './support/portfolio-public.ts';
import { stubJob } from './support/public-records.ts';
import { stubbedSite } from './support/stubbed-site.ts';
import { openVisitor } from './support/visitor.ts';

const browser = launchBrowser();
const site = stubbedSite();

test('a printed posting is alone on the paper, and says where it stands and where the studio is', async () => {
  site.stub.data.jobs = [
    stubJob(1, { salary_min: 140_000, salary_currency: 'PKR', salary_unit: 'MONTH', show_salary: 1 }),
  ];
  const { page, close } = await openVisitor(browser.current, site.app);
  const posting = jobPage(page);
  await page.goto('/careers/apply/1');
  const address = page.getByText(/\/careers\/apply\/1$/);
  await expect.poll(() => address.isVisible()).toBe(false);
  await page.emulateMedia({ media: 'print' });
  for (const shown of [
    posting.title,
    posting.fact('Pay'),
    address,
    page.getByText(/^Naqsh Studio, .*Peshawar/),
  ])
    await expect.poll(() => shown.isVisible()).toBe(true);
  for (const gone of [
    page.getByRole('banner'),
    page.getByRole('contentinfo'),
    page.getByText('All positions'),
    page.getByText('Apply for this job').first(),
    page.getByText('Send application'),
  ])
    await expect.poll(() => gone.isVisible()).toBe(false);
  await close();
});

test('short words with a hyphen stay in one line', async () => {
  site.stub.data.jobs = [stubJob(1, { department: 'A department whose name is long' })];
  const { page, close } = await openVisitor(browser.current, site.app, { width: 360 });
  await page.goto('/careers/apply');
  const word = page.getByRole('article').getByText('On-site', { exact: true });
  expect(await word.evaluate((element) => getComputedStyle(element).whiteSpace)).toMatch(/^nowrap/);
  expect(await word.evaluate((element) => element.getClientRects().length)).toBe(1);
  await close();
});

test.each([360, 768])('at %i px a caption covers no picture', async (width) => {
  site.stub.data.categories = [1, 2, 3, 4].map((id) =>
    stubCategory(id, { title: `Illustration and lettering ${id}` }),
  );
  const { page, close } = await openVisitor(browser.current, site.app, { width });
  await page.goto('/portfolio');
  for (const plate of await page.getByRole('article').all()) {
    const [print, sheet] = await Promise.all([
      plate.locator('> div').first().boundingBox(),
      plate.locator('> div').last().boundingBox(),
    ]);
    expect((print?.y ?? 0) + (print?.height ?? 0)).toBeLessThanOrEqual((sheet?.y ?? 0) + 1);
    expect(print?.height).toBeGreaterThan(120);
  }
  await close();
});
