import { expect, it } from 'vitest';
import {
  filtersOf,
  pageOfWork,
  workPageOf,
  workPath,
} from '../../../../client/site/portfolio/work-filters.ts';

const all = [
  { id: 1, title: 'A', category: 'Film', year: 2023 },
  { id: 2, title: 'B', category: 'Film', year: 2025 },
  { id: 3, title: 'C', category: 'Web', year: 2025 },
  { id: 4, title: 'D', category: 'Web' },
];

it.each([
  ['', '', [2, 3, 1, 4], 'Film 2, Web 2', '2025 2023'],
  ['Film', '', [2, 1], 'Film 2, Web 2', '2025 2023'],
  ['', '2023', [1], 'Film 1', '2025 2023'],
  ['Film', '2025', [2], 'Film 1, Web 1', '2025 2023'],
])(
  'work of "%s" and "%s" comes newest first, with the choices that leave something',
  (category, year, ids, choices, left) => {
    const { works, categories, years } = pageOfWork(all, { category, year }, 1);
    expect(works.map(({ id }) => id)).toEqual(ids);
    expect(categories.map(({ value, count }) => `${value} ${count}`).join(', ')).toBe(choices);
    expect(years.map(({ value }) => value).join(' ')).toBe(left);
  },
);

it('the address has the filters and the page, and is read as it was written', () => {
  const filters = { category: 'Film & sound', year: '2025' };
  expect(workPath({ category: '', year: '' })).toBe('/portfolio#all-work');
  const { searchParams } = new URL(workPath(filters, 2), 'https://studio.example');
  expect([filtersOf(searchParams), workPageOf(searchParams)]).toEqual([filters, 2]);
});
