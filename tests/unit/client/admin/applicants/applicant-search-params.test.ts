import { describe, expect, test } from 'vitest';
import {
  changeSearchParams,
  filterQuery,
  readSearchParams,
} from '../../../../../client/admin/applicants/applicant-search-params.ts';

const read = (text: string) => readSearchParams(new URLSearchParams(text));
const changed = (text: string, change: Parameters<typeof changeSearchParams>[1]) =>
  changeSearchParams(new URLSearchParams(text), change).toString();

describe('the search params of the Applicants screen', () => {
  test('name everything that the screen shows', () => {
    expect(
      read('job_id=none&status=interview&search=%20ayesha%20&is_read=0&sort=rating&page=3&applicant=12'),
    ).toEqual({
      filters: { job_id: 'none', status: 'interview', search: 'ayesha', is_read: '0' },
      sort: 'rating',
      view: 'list',
      page: 3,
      perPage: 50,
      applicant: 12,
    });
    expect(read('job_id=7').filters.job_id).toBe(7);
    expect(read('job_id=a-job&applicant=01J9.x~y')).toMatchObject({
      filters: { job_id: 'a-job' },
      applicant: '01J9.x~y',
    });
  });

  test('leave out what they cannot mean', () => {
    expect(read('job_id=-1&status=famous&is_read=2&sort=up&page=0&applicant=-&view=pie')).toEqual(read(''));
  });

  test('have no status on the board, which shows all of them', () => {
    expect(read('view=board&status=new')).toMatchObject({ view: 'board', filters: { status: undefined } });
    expect(changed('status=new&page=2', { view: 'board' })).toBe('view=board');
  });

  test('begin at the first page when the list becomes another one, and keep it when somebody is opened', () => {
    expect(changed('page=4', { filters: { status: 'new' } })).toBe('status=new');
    expect(changed('page=4', { sort: 'name' })).toBe('sort=name');
    expect(changed('page=4', { applicant: 9 })).toBe('page=4&applicant=9');
  });

  test('change one filter without the others, and keep what they do not know', () => {
    expect(changed('job_id=7&search=khan&campaign=x', { filters: { search: undefined } })).toBe(
      'job_id=7&campaign=x',
    );
    expect(changed('applicant=9', { applicant: undefined })).toBe('');
  });

  test('become a query without what is not set', () => {
    expect(filterQuery({ job_id: undefined, status: 'new', search: undefined })).toEqual({ status: 'new' });
  });
});
