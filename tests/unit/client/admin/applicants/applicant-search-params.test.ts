import { describe, expect, test } from 'vitest';
import {
  changeSearchParams,
  readSearchParams,
} from '../../../../../client/admin/applicants/applicant-search-params.ts';

const read = (text: string) => readSearchParams(new URLSearchParams(text));
const changed = (text: string, change: Parameters<typeof changeSearchParams>[1]) =>
  changeSearchParams(new URLSearchParams(text), change).toString();

describe('the search params of the Applicants screen', () => {
  test('leave out what they cannot mean', () => {
    expect(read('job_id=-1&status=famous&is_read=2&sort=up&page=0&applicant=-&view=pie')).toEqual(read(''));
  });

  test('begin at the first page when the list becomes another one, and keep it when somebody is opened', () => {
    expect(changed('page=4', { filters: { status: 'new' } })).toBe('status=new');
    expect(changed('page=4', { sort: 'name' })).toBe('sort=name');
    expect(changed('page=4', { applicant: 9 })).toBe('page=4&applicant=9');
  });
});
