import { describe, expect, test } from 'vitest';
import {
  changeAddress,
  filterQuery,
  readAddress,
} from '../../../../../client/admin/applicants/applicant-address.ts';

const read = (text: string) => readAddress(new URLSearchParams(text));
const changed = (text: string, change: Parameters<typeof changeAddress>[1]) =>
  changeAddress(new URLSearchParams(text), change).toString();

describe('the address of the Applicants screen', () => {
  test('names everything that the screen shows', () => {
    expect(
      read('job_id=none&status=interview&search=%20ayesha%20&is_read=0&sort=rating&page=3&applicant=12'),
    ).toEqual({
      filters: { job_id: 'none', status: 'interview', search: 'ayesha', is_read: '0' },
      sort: 'rating',
      view: 'list',
      page: 3,
      applicant: 12,
    });
    expect(read('job_id=7').filters.job_id).toBe(7);
  });

  test('leaves out what it cannot mean', () => {
    expect(read('job_id=-1&status=famous&is_read=2&sort=up&page=0&applicant=x&view=pie')).toEqual(read(''));
  });

  test('has no status on the board, which shows all of them', () => {
    expect(read('view=board&status=new')).toMatchObject({ view: 'board', filters: { status: undefined } });
    expect(changed('status=new&page=2', { view: 'board' })).toBe('view=board');
  });

  test('begins at the first page when the list becomes another one, and keeps it when somebody is opened', () => {
    expect(changed('page=4', { filters: { status: 'new' } })).toBe('status=new');
    expect(changed('page=4', { sort: 'name' })).toBe('sort=name');
    expect(changed('page=4', { applicant: 9 })).toBe('page=4&applicant=9');
  });

  test('changes one filter without the others, and keeps what it does not know', () => {
    expect(changed('job_id=7&search=khan&campaign=x', { filters: { search: undefined } })).toBe(
      'job_id=7&campaign=x',
    );
    expect(changed('applicant=9', { applicant: undefined })).toBe('');
  });

  test('becomes a query without what is not set', () => {
    expect(filterQuery({ job_id: undefined, status: 'new', search: undefined })).toEqual({ status: 'new' });
  });
});
