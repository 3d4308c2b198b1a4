import { stubJob } from '../support/stub-rows.ts';
import { expect, test } from './fixtures.ts';
import { named, topHeading } from './support/names.ts';

test('careers lead to departments, positions and the form, also when nothing is open', async ({
  open,
  host,
}) => {
  host.stub.fill({
    jobs: [
      stubJob(1, { title: 'Film editor' }),
      stubJob(2, { title: 'مصنف اور مترجم', department: 'ادارت' }),
      stubJob(3, { title: 'Sound designer' }),
      ...[4, 5, 7, 8, 9, 10, 11, 12].map((id) => stubJob(id)),
      stubJob(6, { title: 'Over', status: 'closed' }),
    ],
  });
  const page = await open(host);
  const main = page.getByRole('main');
  const positions = named(main, 'region', 'Open positions');
  await page.goto('/careers');
  await expect(named(main, 'link', 'See 11 open positions')).toBeVisible();
  await expect(positions.getByRole('heading', { level: 3 })).toHaveText([
    'Film editor',
    'مصنف اور مترجم',
    'Sound designer',
  ]);
  // The list says how many it leaves out.
  await expect(named(positions, 'link', '8 more positions')).toHaveAttribute('href', '/careers/apply');
  await named(named(positions, 'list', 'Departments'), 'link', /^Film/).click();
  await expect(page.getByText('10 positions found')).toBeVisible();
  // Another page has the source of the link; a filter begins at the first page.
  await page.goto('/careers/apply?source=mail');
  await named(main, 'link', 'Next page').click();
  await expect(page).toHaveURL('/careers/apply?source=mail&page=2');
  await expect(main.getByRole('heading', { level: 2 }).filter({ hasText: '11 positions' })).toBeFocused();
  await expect(main.getByRole('article')).toHaveCount(1);
  await named(main, 'link', /^Film, 10 positions/).click();
  await expect(page).toHaveURL('/careers/apply?source=mail&department=Film');
  await page.goto('/careers');
  await named(positions, 'link', 'Film editor').click();
  await expect(topHeading(page)).toHaveText('Film editor');
  await page.goBack();
  await named(main, 'link', 'Apply without a position').click();
  await expect(named(page, 'button', /^Send/)).toBeVisible();

  host.stub.reset();
  await page.goto('/careers');
  await expect(
    named(page, 'heading', 'Nothing is open right now, but you can still write to us'),
  ).toBeVisible();
  await page.goto('/careers/apply');
  await expect(main.getByRole('link')).toHaveText(['Apply without a position']);
  await expect(page.getByRole('searchbox')).toHaveCount(0);
});

test('the faces of the team on the careers page are of one width', async ({ open, site }) => {
  const page = await open(site);
  await page.goto('/careers');
  const faces = page.getByRole('main').locator('a[href^="/team#"]');
  await expect(faces).toHaveCount(6);
  const widths = await faces.evaluateAll((all) => all.map(({ clientWidth }) => clientWidth));
  expect(widths).toEqual(widths.map(() => 210));
});
