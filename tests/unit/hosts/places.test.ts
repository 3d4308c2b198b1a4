import { describe, expect, it } from 'vitest';
import { type Given, hostOf, json } from './mapped-host.ts';

const calls = {
  activeBlogs: { path: '/posts' },
  singlePost: { path: '/posts/{id}' },
  login: { path: '/in' },
};
const rows = [1, 2].map((id) => ({ id, blog_title: `Post ${id}`, description: 'x' }));

describe('a place that host.json names and an answer lacks is logged', () => {
  it.each<[string, object, Given['body'], string, string[]]>([
    ['a list that is elsewhere', {}, { status: 1, items: rows }, '/api/activeBlogs', ['envelope.list']],
    [
      'a last page that is elsewhere',
      { envelope: { last_page: 'data.lastPage' } },
      { status: 1, data: { data: rows, current_page: 1, last_page: 1 } },
      '/api/activeBlogs',
      ['envelope.last_page'],
    ],
    [
      'more rows than the one page that the file allows',
      { envelope: { list: 'data', total: 'count', paging: 'none' } },
      { status: 1, data: rows, count: 12 },
      '/api/activeBlogs',
      ['envelope.paging'],
    ],
    [
      'neither the last page nor the number of rows',
      { envelope: { list: 'data' } },
      { status: 1, data: rows },
      '/api/activeBlogs',
      ['envelope.last_page'],
    ],
    [
      'a field of a whole record',
      { fields: { blog: { excerpt: 'teaser', share_image: { at: ['a', 'blog_title'] } } } },
      { status: 1, data: rows[0] },
      '/api/singlePost/1',
      ['fields.blog.excerpt'],
    ],
    [
      'nothing, where all is there',
      { fields: { blog: { excerpt: 'description' } }, envelope: { total: 'data.total' } },
      { status: 1, data: { data: rows, last_page: 1, total: 2 } },
      '/api/activeBlogs',
      [],
    ],
  ])('%s', async (_case, file, body, path, expected) => {
    const places: unknown[] = [];
    const log = { warn: (said: object) => void places.push((said as { place: string }).place) };
    const { ask } = hostOf({ calls, ...file }, () => ({ body }), log as never);
    // It is logged once.
    for (const _time of [1, 2]) await ask('GET', path);
    expect(places).toEqual(expected);
  });

  it('the person of a sign-in', async () => {
    const places: unknown[] = [];
    const log = { warn: (said: object) => void places.push((said as { place: string }).place) };
    const token = { from: { body: 't' }, user: { email: 'user.mail', name: 'user.name', role: 'user.role' } };
    const { ask } = hostOf({ calls, token }, () => ({ body: { t: 'x', user: { name: 'A' } } }), log as never);
    await ask('POST', '/api/login', json({ email: 'a@b.c', password: 'p' }));
    expect(places).toEqual(['token.user.email', 'token.user.role']);
  });
});
