import { expect, it } from 'vitest';
import { pageOfWork } from '../../../../client/site/portfolio/work-filters.ts';

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
