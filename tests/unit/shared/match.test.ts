import { expect, it } from 'vitest';
import { contract, rows } from '#shared/contract/index.ts';
import { matchContract } from '#shared/contract/match.ts';
import { callPath } from '#shared/contract/row.ts';

it.each(rows)('$name is found by its own method and path only, and has the name of its path', (row) => {
  const segment = row.path.split('/')[2] ?? '';
  expect(row.name.startsWith(segment)).toBe(true);
  const path = callPath(row, { id: 7 });
  const found = matchContract(row.method, path);
  expect(found).toMatchObject({ row, params: row.path.includes('{id}') ? { id: '7' } : {}, nearMiss: false });
  for (const method of ['PUT', 'OPTIONS', 'TRACE', row.method.toLowerCase()])
    expect(matchContract(method, path)).toEqual({ ...found, row: undefined });
  const marks = new RegExp(`^${row.path.replaceAll('{id}', '[^/{}]+')}$`);
  expect(rows.filter((each) => each.path !== row.path && marks.test(each.path))).toEqual([]);
});

it('HEAD is answered by the GET row, and by no other (RFC 9110 §9.3.2)', () => {
  expect(matchContract('HEAD', '/api/singlePost/1')).toMatchObject({
    row: contract.singlePost,
    allow: ['GET', 'HEAD'],
  });
  expect(matchContract('HEAD', '/api/saveBlog')).toEqual({ params: {}, allow: ['POST'], nearMiss: false });
});

it.each(['42', '01J9ZK6W3M8Q5T7V2X4Y6Z8A0B', 'a..b', 'v1.2~draft_3', 'a'.repeat(64)])(
  'takes the id %s',
  (id) => {
    expect(matchContract('GET', `/api/singlePost/${id}`)).toMatchObject({
      row: contract.singlePost,
      params: { id },
    });
  },
);

it.each([
  '/api/singlePost/-1',
  '/api/singlePost/..',
  '/api/singlePost/~1',
  `/api/singlePost/${'a'.repeat(65)}`,
  "/api/singlePost/1'--",
  '/api/singlePost/%31',
  '/api/singlePost/١',
  '/api/singlePost/1\n',
  '/api/singlePost',
  '/api/singlePost/1/',
  '/api/singlePost/1/edit',
  '/api/blogs/',
  '/api/saveBlog/1',
  '/api/SinglePost/1',
  '/api/%2573inglePost/1',
  '/api/singlePost%2F1',
  '/api/singlePost\\1',
  '/api/singlePost;a=1/1',
  '/api/singlePost.json/1',
  '/api/singlePost./1',
  '/api/singlePost%20/1',
  '/api/%09singlePost/1',
  '/api/singlePost%00/1',
  '/api/singlePost%ff/1',
  '/api/%EF%BD%93inglePost/1',
  '/api/%C5%BFinglePost/1',
  '/api/LOGIN',
])('what a lenient host might answer is a near miss: %j', (path) => {
  expect(matchContract('GET', path)).toEqual({ params: {}, allow: [], nearMiss: true });
});

it.each([
  '/api',
  '',
  '/api/unlisted',
  '/api/blogs-archive',
  '/api/blogs2',
  '/api/unlisted/blogs',
  '/api/%',
  '/api/toString',
  '/api/__proto__',
])('%j is left alone: the contract does not list it', (path) =>
  expect(matchContract('GET', path)).toEqual({ params: {}, allow: [], nearMiss: false }),
);

it('a value stays inside its segment, and no address has a gap', () => {
  expect(callPath(contract.singlePost, { id: '../saveBlog?x#y' })).toBe(
    '/api/singlePost/..%2FsaveBlog%3Fx%23y',
  );
  expect(() => callPath(contract.deleteBlog)).toThrow('/api/deleteBlog/{id} needs id');
});
