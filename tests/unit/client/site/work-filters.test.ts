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
const ids = (category: string, year: string, page = 1) =>
  pageOfWork(all, { category, year }, page).works.map(({ id }) => id);

it('all work comes newest first, and what has no year last, each year in the order of the company', () => {
  expect(ids('', '')).toEqual([2, 3, 1, 4]);
});

it('a filter keeps what matches it, and both what matches both', () => {
  expect(ids('Film', '')).toEqual([2, 1]);
  expect(ids('', '2025')).toEqual([2, 3]);
  expect(ids('Film', '2025')).toEqual([2]);
  expect(ids('Sound', '')).toEqual([]);
  expect(ids('', '20')).toEqual([]);
});

it('the choices of a filter are those that leave something with the other filter', () => {
  const { categories, years } = pageOfWork(all, { category: 'Film', year: '' }, 1);
  expect(categories).toEqual([
    { value: 'Film', count: 2 },
    { value: 'Web', count: 2 },
  ]);
  expect(years.map(({ value }) => value)).toEqual(['2025', '2023']);
  expect(pageOfWork(all, { category: '', year: '2023' }, 1).categories).toEqual([
    { value: 'Film', count: 1 },
  ]);
});

it('a page has 24 works', () => {
  const many = Array.from({ length: 50 }, (_, at) => ({ id: at + 1, title: 'T', category: 'Film' }));
  const noFilters = { category: '', year: '' };
  expect(pageOfWork(many, noFilters, 1)).toMatchObject({ last: 3 });
  expect(pageOfWork(many, noFilters, 3).works.map(({ id }) => id)).toEqual([49, 50]);
  expect(pageOfWork(many, noFilters, 4).works).toEqual([]);
});

it('the address has the filters and the page, and is read as it was written', () => {
  expect(workPath({ category: '', year: '' })).toBe('/portfolio#all-work');
  const path = workPath({ category: 'Film & sound', year: '2025' }, 2);
  expect(path).toBe('/portfolio?category=Film+%26+sound&year=2025&works=2#all-work');
  const { searchParams } = new URL(path, 'https://studio.example');
  expect(filtersOf(searchParams)).toEqual({ category: 'Film & sound', year: '2025' });
  expect(workPageOf(searchParams)).toBe(2);
  expect(workPageOf(new URLSearchParams('works=0'))).toBe(1);
});
