import { expect, test } from 'vitest';
import { readSearchParams, searchAfter } from '../../../../../client/admin/messages/message-search-params.ts';

test('the search params hold folder, kind and the open message, and nothing that is none', () => {
  const search = new URLSearchParams('status=archived&type=contact&message=12&other=1');
  expect(readSearchParams(search)).toEqual({
    ...{ folder: 'archived', type: 'contact', mine: false, search: '', message: 12 },
  });
  expect(readSearchParams(new URLSearchParams('status=gone&type=x&message=-1'))).toEqual({
    folder: 'inbox',
    mine: false,
    type: undefined,
    search: '',
    message: undefined,
  });
  expect(searchAfter(search, { folder: 'inbox', message: undefined })).toBe('?type=contact&other=1');
  expect(searchAfter(new URLSearchParams('message=12'), { message: undefined })).toBe('');
});
