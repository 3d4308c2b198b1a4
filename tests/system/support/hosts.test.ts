// @module-tag deep/hosts: the foreign hosts of the tests keep their manners
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { start as startLaravel } from '../../hosts/laravel/start.ts';
import { start as startNest } from '../../hosts/nest/start.ts';
import { start as startPrefixed } from '../../hosts/prefixed/start.ts';
import { image } from '../../support/files.ts';

/** The peculiarities of each of these hosts: if one were lost, tests with the host would prove nothing. */

const begin = async () => ({
  laravel: await startLaravel({ posts: 25, perMinute: 500 }),
  nest: await startNest({ posts: 25 }),
  prefixed: await startPrefixed({ perMinute: 8 }),
});
let hosts: Awaited<ReturnType<typeof begin>>;
beforeAll(async () => {
  hosts = await begin();
});
afterAll(async () => {
  for (const host of Object.values(hosts)) await host.stop();
});

const accept = { accept: 'application/json' };

async function formOf(texts: Record<string, string>, field?: string): Promise<FormData> {
  const form = new FormData();
  for (const [name, value] of Object.entries(texts)) form.set(name, value);
  if (field) form.set(field, new Blob([new Uint8Array(await image('png'))], { type: 'image/png' }), 'a.png');
  return form;
}

async function shown(address: string): Promise<string | undefined> {
  const answer = await fetch(address);
  return (await sharp(Buffer.from(await answer.arrayBuffer())).metadata()).format;
}

describe('the Laravel host', () => {
  const api = () => `${hosts.laravel.url}/api/v1`;
  const credentials = () => ({ ...hosts.laravel.admin, device_name: 'test' });
  const post = (path: string, body: unknown, headers = {}) =>
    fetch(`${api()}${path}`, {
      method: 'POST',
      headers: { ...accept, 'content-type': 'application/json', ...headers },
      body: JSON.stringify(body),
    });

  it('wants a device name, and takes wrong credentials for a failed validation', async () => {
    const nameless = await post('/login', hosts.laravel.admin);
    expect([nameless.status, await nameless.json()]).toEqual([
      422,
      {
        message: 'The device name field is required.',
        errors: { device_name: ['The device name field is required.'] },
      },
    ]);
    expect((await post('/login', { ...credentials(), password: 'x' })).status).toBe(422);
    expect((await (await post('/login', credentials())).json()).token).toMatch(/^\d+\|\w{48}$/);
  });

  it('reads a form of POST alone, and JSON answers are for those who ask for them', async () => {
    const { token } = await (await post('/login', credentials())).json();
    const headers = { ...accept, authorization: `Bearer ${token}` };
    const texts = { title: 'Neu', body: '<p>x</p>', is_published: '1' };
    const sent = async (method: string, extra = {}) =>
      fetch(`${api()}/posts/3`, { method, headers, body: await formOf({ ...texts, ...extra }, 'cover') });
    expect((await sent('PUT')).status).toBe(422);
    expect((await sent('POST')).status).toBe(405);
    const saved = await sent('POST', { _method: 'PUT' });
    expect(saved.headers.get('x-ratelimit-limit')).toBe('500');
    const { data } = await saved.json();
    expect(data).toMatchObject({ id: 3, title: 'Neu', is_published: true });
    expect(await shown(data.cover)).toBe('png');
    expect((await fetch(`${api()}/admin/posts`, { redirect: 'manual' })).headers.get('content-type')).toMatch(
      'html',
    );
  });

  it('pages its lists, shows visitors what is published, and dates one thing without a zone', async () => {
    const list = await (await fetch(`${api()}/posts?page=2`, { headers: accept })).json();
    expect(list.meta).toMatchObject({ current_page: 2, last_page: 2, per_page: 12, total: 22, from: 13 });
    expect(list.data[0].published_at).toMatch(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/);
    expect(list.data[0].created_at).toMatch(/\.\d{6}Z$/);
    const draft = await fetch(`${api()}/posts/7`, { headers: accept });
    expect([draft.status, await draft.json()]).toEqual([
      404,
      { message: 'No query results for model [App\\Models\\Post] 7' },
    ]);
  });
});

describe('the Nest host', () => {
  it('has its token in a cookie alone, and refuses what a DTO does not name', async () => {
    const signedIn = await fetch(`${hosts.nest.url}/auth/sign-in`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(hosts.nest.admin),
    });
    const [, cookie = ''] =
      /^(access_token=[^;]+); .*HttpOnly/.exec(signedIn.headers.get('set-cookie') ?? '') ?? [];
    expect(Object.keys(await signedIn.json())).toEqual(['user']);
    const send = async (texts: Record<string, string>) =>
      fetch(`${hosts.nest.url}/articles`, {
        method: 'POST',
        headers: { cookie },
        body: await formOf(texts, 'cover'),
      });
    const refused = await send({ contentHtml: '<p>x</p>', isPublished: '1', extra: 'x' });
    expect([refused.status, (await refused.json()).message]).toEqual([
      400,
      [
        'property extra should not exist',
        'headline should not be empty',
        'headline must be a string',
        'isPublished must be one of the following values: true, false',
      ],
    ]);
    const saved = await send({ headline: 'New', contentHtml: '<p>x</p>', isPublished: 'true' });
    expect(saved.status).toBe(201);
    expect(await shown(`${hosts.nest.url}${(await saved.json()).coverImageUrl}`)).toBe('png');
    expect((await fetch(`${hosts.nest.url}/articles/5`)).status).toBe(400);
  });

  it('counts in words of its own, and has categories in a bare array', async () => {
    const list = await (await fetch(`${hosts.nest.url}/articles?page=1&limit=5`)).json();
    expect(list).toMatchObject({ page: 1, pageSize: 5 });
    expect(Object.keys(list)).toEqual(['items', 'page', 'pageSize', 'totalCount', 'totalPages']);
    expect(await (await fetch(`${hosts.nest.url}/categories`)).json()).toHaveLength(3);
  });
});

describe('the host with a prefix', () => {
  const tokenOf = async ({ username, password }: { username: string; password: string }) => {
    const body = new URLSearchParams({ grant_type: 'password', username, password });
    return (await (await fetch(`${hosts.prefixed.url}/oauth/token`, { method: 'POST', body })).json())
      .access_token;
  };

  it('signs customers in as well, fails with 200, and counts calls', async () => {
    const host = hosts.prefixed;
    const api = `${host.url}/cms/index.php/v2`;
    const save = async (token: string, texts: Record<string, string>) =>
      fetch(`${api}/news/save`, {
        method: 'POST',
        headers: { 'x-auth-token': token },
        body: await formOf(texts, 'image'),
      });
    expect((await save(await tokenOf(host.customer), { title: 'x', text: 'x' })).status).toBe(403);
    const editor = await tokenOf(host.admin);
    const failed = await save(editor, { title: 'Ohne Text' });
    expect([failed.status, await failed.json()]).toEqual([
      200,
      { ok: false, msg: 'Please check your input', fields: { text: 'Text is missing' } },
    ]);
    expect(await (await save(editor, { id: '17', title: 'Neu', text: '<p>x</p>' })).json()).toEqual({
      ok: true,
      msg: 'Saved',
      payload: { id: '17' },
    });
    expect(host.data.news[0]).toMatchObject({ id: 17, title: 'Neu' });

    const news = (await (await fetch(`${api}/news?p=3`)).json()).payload;
    expect(news.pager).toEqual({ current: 3, pages: 3, perPage: 10, count: '24' });
    const pictured = news.rows.find((row: { image: string }) => row.image);
    expect(await shown(`${host.url}/cms/media/news/${pictured.image}`)).toMatch(/jpeg|png/);
    const work = (await (await fetch(`${api}/portfolio/work?id=301`)).json()).payload.row;
    expect(await shown(`${host.cdn.url}/works/${work.pictures[0].file}`)).toBe('jpeg');

    expect((await fetch(`${api}/staff`)).status).toBe(200);
    const tooMany = await fetch(`${api}/staff`);
    expect([tooMany.status, Number(tooMany.headers.get('retry-after')) > 0]).toEqual([429, true]);
  });
});
