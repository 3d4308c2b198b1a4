import { describe, expect, test } from 'vitest';
import { filtersOf, withFilters } from '../../../../../client/admin/jobs/job-search-params.ts';

const address = (text: string) => new URLSearchParams(text);

describe('the filters of an address', () => {
  test.each([
    ['', { status: undefined, search: '', page: 1 }],
    ['status=open&search=film&page=3', { status: 'open', search: 'film', page: 3 }],
    ['status=OPEN', { status: undefined, search: '', page: 1 }],
    ['status=constructor', { status: undefined, search: '', page: 1 }],
    ['search=%20%20film%20maker%20', { status: undefined, search: 'film maker', page: 1 }],
    ['page=0', { status: undefined, search: '', page: 1 }],
  ])('%j', (text, filters) => {
    expect(filtersOf(address(text))).toEqual(filters);
  });

  test('a search is never longer than the server takes', () => {
    expect(filtersOf(address(`search=${'x'.repeat(500)}`)).search).toHaveLength(100);
  });
});

describe('other filters', () => {
  test('begin on their first page, and keep each other', () => {
    const before = address('status=open&search=film&page=3');
    expect(String(withFilters(before, { status: 'closed' }))).toBe('status=closed&search=film');
    expect(String(withFilters(before, { search: 'code' }))).toBe('status=open&search=code');
  });

  test('leave the address clean when there are none, and do not touch what is not theirs', () => {
    const before = address('status=open&search=film&page=3&from=mail');
    expect(String(withFilters(before, { status: undefined, search: '' }))).toBe('from=mail');
    expect(String(before)).toBe('status=open&search=film&page=3&from=mail');
  });
});
