import { describe, expect, it } from 'vitest';
import { form, hostOf, json, posts, sentOf } from './mapped-host.ts';

describe('hosts of other habits', () => {
  const rows = Array.from({ length: 23 }, (_, index) => ({
    uuid: `a-${index + 1}`,
    id: index + 1,
    name: `N${index + 1}`,
    group: (index % 2) + 1,
  }));

  it('gives all at once: pages are made here', async () => {
    const { ask, asked } = hostOf(
      {
        preset: 'array',
        calls: { getProjectCategory: { path: '/groups' }, getSingleCategory: { in: 'getProjectCategory' } },
        fields: { category: { title: 'name' } },
      },
      () => ({ body: rows }),
    );
    const { body } = await ask('GET', '/api/getProjectCategory?page=3');
    expect(body).toMatchObject({ data: { current_page: 3, last_page: 3, total: 23 } });
    expect((body as { data: { data: unknown[] } }).data.data).toHaveLength(3);
    expect(asked[0]?.path).toBe('/cms/v2/groups');
    expect((await ask('GET', '/api/getSingleCategory/23')).body).toMatchObject({
      data: { id: 23, title: 'N23', tech_img: [] },
    });
    await expect(ask('GET', '/api/getSingleCategory/99')).rejects.toMatchObject({ status: 404 });
  });

  it('takes the first page for as long as any, where only the rows in all are told; a 404 behind the last ends a search', async () => {
    const file = {
      preset: 'array',
      envelope: { list: 'results', total: 'count', paging: { page: 'page' } },
      calls: { getProjectCategory: { path: '/groups' }, getSingleCategory: { in: 'getProjectCategory' } },
      fields: { category: { title: 'name' } },
    };
    const host = (size: number, of: typeof rows) =>
      hostOf(file, ({ path }) => {
        const page = Number(new URL(path, 'http://x').searchParams.get('page') ?? 1);
        const results = of.slice(page * size - size, page * size);
        return results.length === 0
          ? { status: 404, body: { detail: 'Invalid page.' } }
          : { body: { count: of.length, results } };
      });
    const { ask } = host(8, rows);
    expect((await ask('GET', '/api/getProjectCategory')).body).toMatchObject({
      data: { current_page: 1, last_page: 3, total: 23 },
    });
    expect((await ask('GET', '/api/getSingleCategory/23')).body).toMatchObject({ data: { id: 23 } });
    await expect(ask('GET', '/api/getSingleCategory/99')).rejects.toMatchObject({ status: 404 });
    const few = host(8, rows.slice(0, 4));
    expect((await few.ask('GET', '/api/getProjectCategory')).body).toMatchObject({
      data: { current_page: 1, last_page: 1, total: 4 },
    });
  });

  it('keeps the rows that belong to an answer, over all pages', async () => {
    const page = (path: string) => Number(new URL(path, 'http://x').searchParams.get('p'));
    const { ask, asked } = hostOf(
      {
        envelope: {
          success: { at: 'ok', is: [true] },
          list: 'payload',
          one: 'payload',
          total: 'header:X-Total',
          per_page: 'size',
          paging: { page: 'p', first: 0 },
        },
        calls: { getProjects: { path: '/works', keep: { category_id: '{id}' } } },
        fields: { project: { title: 'name', category_id: 'group' } },
      },
      ({ path }) => ({
        body: { ok: true, size: 10, payload: rows.slice(page(path) * 10, page(path) * 10 + 10) },
        headers: { 'x-total': '23' },
      }),
    );
    const { body } = await ask('GET', '/api/getProjects/2?page=2');
    expect(asked.map(({ path }) => path)).toEqual([
      '/cms/v2/works?p=0',
      '/cms/v2/works?p=1',
      '/cms/v2/works?p=2',
    ]);
    expect(body).toMatchObject({ data: { current_page: 2, last_page: 2, total: 11 } });
    expect((body as { data: { data: { id: number }[] } }).data.data.map(({ id }) => id)).toEqual([22]);
  });

  it('says no with 200', async () => {
    const file = {
      envelope: {
        success: { at: 'ok', is: [true] },
        message: 'msg',
        errors: 'fields',
        status: { at: 'code', means: { AUTH: 401 } },
      },
      calls: {
        blogs: { path: '/news' },
        saveBlog: { path: '/news/save', body: { blog_title: 'title' }, send: 'urlencoded' },
      },
    };
    const { ask, asked } = hostOf(file, ({ method }) => ({
      body:
        method === 'GET'
          ? { ok: false, code: 'AUTH', msg: 'Log in.' }
          : { ok: false, msg: 'No.', fields: { title: 'Too short.' } },
    }));
    expect(await ask('GET', '/api/blogs')).toMatchObject({
      status: 401,
      body: { status: 0, message: 'Log in.' },
    });
    expect(await ask('POST', '/api/saveBlog', form({ blog_title: 'A & B', description: 'x' }))).toMatchObject(
      { status: 422, body: { errors: { blog_title: ['Too short.'] } } },
    );
    expect(sentOf(asked[1])).toBe('title=A+%26+B');
  });

  it('takes a form with all that is not a file in one part, as JSON', async () => {
    const body = { blog_title: 'title', is_active: 'meta.shown', blog_image: 'files.cover' };
    const call = { path: '/a', json_part: 'data', body };
    const { ask, asked } = hostOf({ booleans: 'booleans', calls: { saveBlog: call } }, () => ({
      body: { status: 1 },
    }));
    await ask(
      'POST',
      '/api/saveBlog',
      form({ blog_title: 'A "b"', is_active: '1' }, { blog_image: '/tmp/x' }),
    );
    const sent = sentOf(asked[0]);
    expect(sent).toContain('name="data"\r\n\r\n{"title":"A \\"b\\"","meta":{"shown":true}}\r\n');
    expect(sent).toContain('name="files.cover"; filename="a.png"');
    expect(sent.match(/; name="/g)).toHaveLength(2);
  });

  it('takes no empty address: what is empty is left out of a form, and null in JSON', async () => {
    const address = { project_url: { at: 'url', values: { '': null } } };
    const call = { path: '/works', body: { title: 'title', project_url: 'url' } };
    const given = form({ title: 'A', project_url: '' });
    const sent = async (send: string) => {
      const { ask, asked } = hostOf(
        { fields: { project: address }, calls: { addProject: { ...call, send } } },
        () => ({ body: { status: 1 } }),
      );
      await ask('POST', '/api/addProject', given);
      return sentOf(asked[0]);
    };
    expect(await sent('urlencoded')).toBe('title=A');
    expect(await sent('json')).toBe('{"title":"A","url":null}');
  });

  it('attributes texts of a host that names no fields', async () => {
    const file = {
      envelope: { message: 'message' },
      calls: { saveBlog: { path: '/a', body: { blog_title: 'headline' } } },
    };
    const { ask } = hostOf(file, () => ({
      status: 400,
      body: { message: ['headline must be longer', 'other'] },
    }));
    expect(await ask('POST', '/api/saveBlog', form({ blog_title: 'A' }))).toMatchObject({
      status: 422,
      body: { message: 'headline must be longer other', errors: { blog_title: ['headline must be longer'] } },
    });
  });

  it('is asked no more often than it says in a minute', async () => {
    const { ask, asked, upstream } = hostOf({ ...posts, calls_per_minute: 10 }, () => ({
      body: { data: [], meta: {} },
    }));
    for (let call = 0; call < 8; call += 1) await ask('GET', '/api/activeBlogs');
    expect(upstream.mayRefresh()).toBe(false);
    await expect(ask('GET', '/api/activeBlogs')).rejects.toMatchObject({
      code: 'upstream.busy',
      status: 503,
      headers: { 'Retry-After': '60' },
    });
    await ask('GET', '/api/blogs', json({}));
    await ask('GET', '/api/blogs', json({}));
    await expect(ask('GET', '/api/blogs', json({}))).rejects.toMatchObject({ code: 'upstream.busy' });
    expect(asked).toHaveLength(10);
  });

  it('names pictures in its texts by their file names alone', async () => {
    const text = [
      `<img src="in.png"><img src='./a b.png'><img alt="x" src="sub/c.png"><video poster="p.jpg" src="v.mp4"></video>`,
      '<img src="/root.png"><img src="https://cdn.example/d.png"><img src="data:image/png;base64,AA"><img src="../up.png">',
      '<a href="about">about</a><a href="#part">part</a> src="said"',
    ].join('');
    const read = async (base: string) => {
      const { ask } = hostOf(
        {
          calls: { blogs: { path: '/posts' } },
          fields: { blog: { description: { at: 'body', base } } },
          media: { origins: { cdn: 'https://cdn.example' } },
        },
        () => ({ body: { status: 1, data: { data: [{ id: 1, blog_title: 'A', body: text }] } } }),
      );
      const { body } = await ask('GET', '/api/blogs');
      return (body as { data: { data: { description: string }[] } }).data.data[0]?.description;
    };
    expect(await read('/uploads/')).toBe(
      [
        `<img src="/uploads/in.png"><img src='/uploads/a%20b.png'><img alt="x" src="/uploads/sub/c.png">`,
        '<video poster="/uploads/p.jpg" src="/uploads/v.mp4"></video>',
        '<img src="/root.png"><img src="/media/cdn/d.png"><img src="data:image/png;base64,AA"><img src="../up.png">',
        '<a href="about">about</a><a href="#part">part</a> src="said"',
      ].join(''),
    );
    expect(await read('https://cdn.example/posts/')).toContain('<img src="/media/cdn/posts/in.png">');
  });
});
