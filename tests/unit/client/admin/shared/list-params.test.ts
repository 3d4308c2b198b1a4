import { expect, test } from 'vitest';
import { readSearchParams } from '../../../../../client/admin/applicants/filters.tsx';
import { readParams } from '../../../../../client/admin/shared/PagedList.tsx';
import {
  filtersOf,
  pageOfWork,
  workPageOf,
  workPath,
} from '../../../../../client/site/portfolio/PortfolioScreen.tsx';

test('filters of lists are read from the address, and what it has wrong is left out', () => {
  const read = (query: string) => readParams(new URLSearchParams(query));
  expect(read('page=3&per_page=100&search=%20ada%20')).toEqual({ page: 3, per_page: 100, search: 'ada' });
  expect(read('page=-1&per_page=7&search=%20')).toEqual({ page: 1 });
  const applicants = (query: string) => readSearchParams(new URLSearchParams(query));
  expect(applicants('status=rejected&is_read=0&job_id=none&sort=name')).toMatchObject({
    filters: { status: 'rejected', is_read: '0', job_id: 'none' },
    sort: 'name',
    view: 'list',
    perPage: 50,
  });
  expect(applicants('')).toMatchObject({ sort: 'newest', perPage: 50 });
  // The board shows all stages.
  expect(applicants('status=rejected&view=board&job_id=7').filters).toMatchObject({
    status: undefined,
    job_id: 7,
  });
});

test('the works of a category and a year, with the choices that have works', () => {
  const work = (title: string, category: string, year: number | null) => ({ title, category, year });
  const all = [
    work('A', 'Film', 2020),
    work('B', 'Film', null),
    work('C', 'Games', 2021),
    work('D', 'Film', 2021),
  ];
  const shown = (category: string, year: string) => {
    const { works, ...rest } = pageOfWork(all as never, { category, year }, 1);
    return { titles: works.map(({ title }) => title).join(''), ...rest };
  };
  expect(shown('Film', '')).toEqual({
    titles: 'DAB',
    last: 1,
    categories: ['Film', 'Games'],
    years: ['2021', '2020'],
  });
  expect(shown('Film', '2021')).toMatchObject({
    titles: 'D',
    categories: ['Games', 'Film'],
    years: ['2021', '2020'],
  });
  expect([workPath({ category: '', year: '' }), workPath({ category: 'A & B', year: '2021' }, 2)]).toEqual([
    '/portfolio#all-work',
    '/portfolio?category=A+%26+B&year=2021&works=2#all-work',
  ]);
  const params = new URLSearchParams('category=%20Film&works=12&page=2');
  expect([filtersOf(params), workPageOf(params)]).toEqual([{ category: 'Film', year: '' }, 12]);
  expect(workPageOf(new URLSearchParams('works=0'))).toBe(1);
});
