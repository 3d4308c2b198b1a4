import { expect, it } from 'vitest';
import { categoryImage } from '#shared/category-image.ts';
import { categoryPath, categoryTitleOf } from '#shared/category-path.ts';
import { limits } from '#shared/limits.ts';
import { pageOfWork } from '../../../../client/site/portfolio/PortfolioScreen.tsx';
import { problemOf } from '../../../../server/bff/target/plain-requests.ts';

it.each([
  [{ image: '/a.png' }, '/a.png'],
  [{ images: '/b.png' }, '/b.png'],
  [{ image: null, images: ['/c.png', '/d.png'] }, '/c.png'],
  [{ images: ['', '/e.png'] }, '/e.png'],
  [{ image: '', images: [] }, undefined],
])('the main image of the category %j is %s (docs/product.md §3)', (category, image) => {
  expect(categoryImage(category)).toBe(image);
});

it.each(['UI/UX', 'A\\B', '100% wool', '50%2F', 'فلم', 'C# & F#', 'What?', '<b>"'])(
  'the address of the category %j is one that the server takes, and leads back',
  (title) => {
    const address = categoryPath(title);
    expect(problemOf(address)).toBeUndefined();
    expect(categoryTitleOf(decodeURIComponent(address.slice('/portfolio/'.length)))).toBe(title);
  },
);

it('all work is in the order of years over its pages, not in each page (docs/product.md §2.2)', () => {
  const years = Array.from({ length: limits.workPage + 2 }, (_, at) => 2000 + at);
  const all = years.map((year) => ({ year, category: 'Films' }) as Parameters<typeof pageOfWork>[0][number]);
  const shown = (page: number) =>
    pageOfWork(all, { category: '', year: '' }, page).works.map(({ year }) => year);
  expect([...shown(1), ...shown(2)]).toEqual(years.toReversed());
  expect(shown(2)).toEqual([2001, 2000]);
});
