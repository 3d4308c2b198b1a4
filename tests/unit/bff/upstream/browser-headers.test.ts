import { describe, expect, test } from 'vitest';
import { browserHeaders, withCacheRule } from '../../../../server/bff/upstream/browser-headers.ts';

describe('headers for the browser', () => {
  test('a header that came twice: lists are joined, of single values the first counts', () => {
    expect(browserHeaders({ vary: ['A', 'B'], etag: ['"1"', '"2"'] }, { sameBytes: true })).toEqual({
      vary: 'A, B',
      etag: '"1"',
    });
  });

  test('a value that Node would refuse to send is left out', () => {
    expect(
      browserHeaders({ etag: 'a\nb', age: '\u2603', expires: 'caf\u00e9' }, { sameBytes: true }),
    ).toEqual({
      expires: 'caf\u00e9',
    });
  });
});

describe('who may keep an answer of /api', () => {
  test.each([
    [{}, false, { 'cache-control': 'no-store' }],
    [{ 'cache-control': 'no-cache, private', age: '1' }, false, { 'cache-control': 'no-cache, private' }],
    [
      { 'cache-control': 'max-age=9', age: '1' },
      false,
      { 'cache-control': 'max-age=9', age: '1', vary: 'Cookie' },
    ],
    [
      { 'cache-control': 'max-age=9', vary: 'Accept' },
      false,
      { 'cache-control': 'max-age=9', vary: 'Accept, Cookie' },
    ],
    [{ 'cache-control': 'public, max-age=9', expires: 'x', age: '1' }, true, { 'cache-control': 'no-store' }],
    [{}, true, { 'cache-control': 'no-store' }],
  ])('%j, session %s', (given, session, expected) => {
    expect(withCacheRule(given as Record<string, string>, session)).toEqual(expected);
  });
});
