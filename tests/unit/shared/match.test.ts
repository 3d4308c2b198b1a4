import { describe, expect, it } from 'vitest';
import { callPath } from '#shared/contract/call-path.ts';
import { contract, rows } from '#shared/contract/index.ts';
import { matchContract } from '#shared/contract/match.ts';

describe('every row', () => {
  it.each(rows.map((row) => [row.name, row] as const))(
    '%s is named by the first segment of its path',
    (name, row) => {
      const segment = row.path.split('/')[2] ?? '';
      // A row that shares the path of another row has a name that begins with that row's name.
      const isShared = segment !== name && rows.some((each) => each.name === segment);
      expect(isShared ? name.slice(0, segment.length) : name).toBe(segment);
      expect((contract as Record<string, unknown>)[name]).toBe(row);
    },
  );

  it.each(rows.map((row) => [row.name, row] as const))(
    '%s is found by its own method and path only',
    (_name, row) => {
      const path = callPath(row, { id: 7 });
      const found = matchContract(row.method, path);
      expect(found.row).toBe(row);
      expect(found.params).toEqual(row.path.includes('{id}') ? { id: '7' } : {});
      expect(found.allow).toContain(row.method);
      expect(found.nearMiss).toBe(false);
      for (const method of ['PUT', 'PATCH', 'OPTIONS', 'TRACE', row.method.toLowerCase()]) {
        const other = matchContract(method, path);
        expect(other.row).toBeUndefined();
        expect(other.allow).toEqual(found.allow);
      }
    },
  );

  it('no path is also that of another row with an id in it', () => {
    for (const { path } of rows) {
      const marks = new RegExp(`^${path.replaceAll('{id}', '[^/{}]+')}$`);
      expect(rows.filter((each) => each.path !== path && marks.test(each.path))).toEqual([]);
    }
  });

  it('no two rows share method and path', () => {
    expect(new Set(rows.map((row) => `${row.method} ${row.path}`)).size).toBe(rows.length);
  });
});

describe('matchContract', () => {
  it('answers HEAD by the GET row, and by no other (RFC 9110 §9.3.2)', () => {
    expect(matchContract('HEAD', '/api/singlePost/1').row).toBe(contract.singlePost);
    expect(matchContract('HEAD', '/api/singlePost/1').allow).toEqual(['GET', 'HEAD']);
    expect(matchContract('HEAD', '/api/saveBlog').row).toBeUndefined();
    expect(matchContract('HEAD', '/api/saveBlog').allow).toEqual(['POST']);
  });

  it.each([
    '1',
    '42',
    '999999999999999',
    'b7e3f1a0-5c1d-4e52-9a53-0d1c8d1f2a77',
    '01J9ZK6W3M8Q5T7V2X4Y6Z8A0B',
    'a..b',
    'v1.2~draft_3',
    'a'.repeat(64),
  ])('takes the id %s', (id) => {
    expect(matchContract('GET', `/api/singlePost/${id}`)).toMatchObject({
      row: contract.singlePost,
      params: { id },
    });
  });

  it.each([
    ['negative', '/api/singlePost/-1'],
    ['signed', '/api/singlePost/+1'],
    ['dot', '/api/singlePost/.'],
    ['dots', '/api/singlePost/..'],
    ['tilde', '/api/singlePost/~1'],
    ['past 64 signs', `/api/singlePost/${'a'.repeat(65)}`],
    ['SQL', "/api/singlePost/1'--"],
    ['encoded digit', '/api/singlePost/%31'],
    ['other digits', '/api/singlePost/١'],
    ['line end', '/api/singlePost/1\n'],
    ['missing id', '/api/singlePost'],
    ['empty id', '/api/singlePost/'],
    ['slash at the end', '/api/singlePost/1/'],
    ['further segment', '/api/singlePost/1/edit'],
    ['slash at the end of a path without id', '/api/blogs/'],
    ['id where none belongs', '/api/saveBlog/1'],
    ['other case', '/api/SinglePost/1'],
    ['upper case', '/api/SINGLEPOST/1'],
    ['encoded letter', '/api/%73inglePost/1'],
    ['letter encoded twice', '/api/%2573inglePost/1'],
    ['encoded slash', '/api/singlePost%2F1'],
    ['backslash', '/api/singlePost\\1'],
    ['path parameter', '/api/singlePost;a=1/1'],
    ['extension', '/api/singlePost.json/1'],
    ['dot at the end', '/api/singlePost./1'],
    ['blank', '/api/singlePost%20/1'],
    ['tab before', '/api/%09singlePost/1'],
    ['NUL', '/api/singlePost%00/1'],
    ['invalid UTF-8 after the name', '/api/singlePost%ff/1'],
    ['full-width letter', '/api/%EF%BD%93inglePost/1'],
    ['long s', '/api/%C5%BFinglePost/1'],
    ['session call in other case', '/api/LOGIN'],
  ])('calls a near miss what a lenient host might answer: %s', (_story, path) => {
    expect(matchContract('GET', path)).toEqual({ params: {}, allow: [], nearMiss: true });
  });

  it.each([
    '/api/',
    '/api',
    '/',
    '',
    '/api/unlisted',
    '/api/blogs-archive',
    '/api/my_blogs',
    '/api/blogs2',
    '/api/unlisted/blogs',
    '/api/applyJobFor/1',
    '/api/%ff',
    '/api/%',
    '/api/toString',
    '/api/__proto__',
    '/api/constructor/1',
  ])('leaves %j alone: the contract does not list it', (path) => {
    expect(matchContract('GET', path)).toEqual({ params: {}, allow: [], nearMiss: false });
  });
});

describe('callPath', () => {
  it('fills the params in', () => {
    expect(callPath(contract.singlePost, { id: 12 })).toBe('/api/singlePost/12');
    expect(callPath(contract.blogs)).toBe('/api/blogs');
  });

  it('keeps a value inside its segment', () => {
    expect(callPath(contract.singlePost, { id: '../saveBlog?x#y' })).toBe(
      '/api/singlePost/..%2FsaveBlog%3Fx%23y',
    );
  });

  it('refuses to make an address with a gap', () => {
    expect(() => callPath(contract.deleteBlog)).toThrow('/api/deleteBlog/{id} needs id');
  });
});
