import { Readable } from 'node:stream';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { matchContract } from '#shared/contract/match.ts';
import type { ListedVersion, Version } from '#shared/schemas/versions.ts';
import { createSnapshots } from '../../../hosts/snapshots/deleted-snapshots.ts';
import { kinds } from '../../../hosts/snapshots/kinds.ts';
import { createRevisions } from '../../../hosts/snapshots/revisions.ts';
import { snapshotBefore } from '../../../hosts/snapshots/snapshotting-upstream.ts';
import { createSealer } from '../../../server/bff/sealed.ts';
import { readJson } from '../../../server/bff/upstream/json-answer.ts';
import { jsonBody } from '../../../server/bff/upstream/json-body.ts';
import type { Upstream, UpstreamRequest } from '../../../server/bff/upstream/upstream.ts';
import { openSiteFile } from '../../../server/database/databases.ts';
import { makeRevisionsTable } from '../../../server/database/site/revisions-table.ts';
import { makeSnapshotsTable } from '../../../server/database/site/snapshots-table.ts';
import type { SiteDb } from '../../../server/database/site-types.ts';
import { sanitiseHtml } from '../../../server/rich-text/sanitise-html.ts';

const dayMs = 24 * 60 * 60 * 1000;
const start = Date.parse('2026-01-01T00:00:00Z');
const first = {
  id: 7,
  blog_title: 'Peshawar',
  description: '<p>A secret of last year</p>',
  is_active: 0,
  blog_image: '/storage/0.png',
  updated_at: '2025-12-01T08:00:00.000Z',
};

let db: SiteDb;
let at = start;
/** The host: one post, its files, and the calls to it. */
let post: Record<string, unknown>;
let files: Map<string, string>;
let asked: string[];
let refuses: number | undefined;
beforeEach(async () => {
  at = start;
  post = { ...first };
  files = new Map([['/storage/0.png', 'picture 0']]);
  asked = [];
  refuses = undefined;
  db = openSiteFile(':memory:');
  await makeSnapshotsTable(db);
  await makeRevisionsTable(db);
});
afterEach(() => db.destroy());

type FormParts = NonNullable<UpstreamRequest['form']>['parts'];

/** Saves the fields of a form; a file gets a new name. */
function edit(parts: FormParts): void {
  for (const part of parts) {
    const said = String(part.source);
    if (part.kind === 'text' && part.name !== 'updated_at' && part.name !== 'blog_id')
      post[part.name] = part.name === 'is_active' ? Number(said) : said;
    if (part.kind === 'file') {
      files.delete(String(post[part.name]));
      post[part.name] = `/storage/${files.size + asked.length}.png`;
      files.set(String(post[part.name]), said);
    }
  }
  post.updated_at = new Date(at).toISOString();
}

async function host({ method, path, form }: UpstreamRequest) {
  asked.push(`${method} ${path}`);
  const json = (status: number, body: unknown) => ({
    status,
    headers: { 'content-type': 'application/json' },
    body: Readable.from([Buffer.from(JSON.stringify(body))]),
  });
  if (method === 'GET')
    return json(path === `/api/singlePost/${post.id}` ? 200 : 404, { status: 1, data: post });
  if (refuses) return json(refuses, { status: 0, message: 'No.' });
  if (path === '/api/editBlog') edit(form?.parts ?? []);
  if (path === '/api/saveBlog') post = { ...post, id: 12 };
  return json(200, { status: 1, ...(path === '/api/saveBlog' && { data: { id: 12 } }) });
}

function site() {
  const sealer = createSealer([Buffer.alloc(32, 1)]);
  const { upstream } = snapshotBefore({ request: host } as unknown as Upstream, () => true, {
    snapshots: createSnapshots(db, sealer, () => at),
    revisions: createRevisions(db, sealer, () => at),
    fetchMedia: async (path) => {
      const found = files.get(path);
      return found === undefined ? undefined : { bytes: Buffer.from(found), type: 'image/png' };
    },
    ...{ deleted: kinds, versioned: kinds, now: () => at, log: { warn: () => {} } as never },
  });
  return async (
    call: string,
    { by = 'a@b.c', role, body, form }: { by?: string; role?: string; body?: object; form?: object } = {},
  ) => {
    const [method = '', path = ''] = call.split(' ');
    const { row, params } = matchContract(method, path.split('?', 1)[0] ?? '');
    const answer = await upstream.request({
      ...{ method, path, row, params, headers: { authorization: 'Bearer t' } },
      user: { id: 3, name: 'Ayesha', email: by, ...(role && { role: role as 'reader' }) },
      ...(body && { json: jsonBody(body) }),
      ...(form && { form: { parts: partsOf({ blog_id: '7', ...form }) } }),
    });
    const json = (await readJson(answer)) as { data?: unknown; message?: string };
    return { ...json, status: answer.status };
  };
}

/** A value that begins with `file:` is a file. */
function partsOf(form: object): FormParts {
  return Object.entries(form).map(([name, value]) => {
    const text = String(value);
    const [source, size] = [Buffer.from(text.replace(/^file:/, '')), text.length];
    return text.startsWith('file:')
      ? { kind: 'file', name, fileName: 'x.png', type: 'image/png', source, size }
      : { kind: 'text', name, source, size };
  });
}

const list = 'GET /api/getVersions?resource=blog&id=7';
async function versionsOf(ask: ReturnType<typeof site>, by?: string): Promise<ListedVersion[]> {
  const { data } = await ask(list, by === undefined ? {} : { by });
  return (data as { data: ListedVersion[] }).data;
}

const save = (ask: ReturnType<typeof site>, form: object, more: object = {}) =>
  ask('POST /api/editBlog', { form, ...more });

describe('what was overwritten at a host', () => {
  it('is a version, with who saved over it, when, and which fields', async () => {
    const ask = site();
    expect(await versionsOf(ask)).toEqual([]);
    await save(ask, { blog_title: 'Peshawar', description: first.description, is_active: '0' });
    expect(await versionsOf(ask)).toEqual([]);
    await save(ask, { blog_title: 'Lahore', is_active: '0' });
    at += 1000;
    await save(ask, { description: '<p>Words</p>', is_active: '1' });
    const versions = await versionsOf(ask);
    expect(
      versions.map(({ number, kind, who, changed, title }) => [number, kind, who, changed, title]),
    ).toEqual([
      [3, 'saved', 'Ayesha', ['description', 'is_active'], 'Lahore'],
      [2, 'saved', 'Ayesha', ['blog_title'], 'Lahore'],
      [1, 'found', null, [], 'Peshawar'],
    ]);
    expect(versions.map(({ at: when }) => when)).toEqual([
      '2026-01-01T00:00:01.000Z',
      '2026-01-01T00:00:00.000Z',
      '2026-01-01T00:00:00.000Z',
    ]);
    const texts = await Promise.all(
      versions.map(async ({ id }) => (await ask(`GET /api/getVersion/${id}`)).data),
    );
    expect((texts as Version[]).map(({ text, fields }) => [text, fields.blog_title])).toEqual([
      ['Words', 'Lahore'],
      ['A secret of last year', 'Lahore'],
      ['A secret of last year', 'Peshawar'],
    ]);
    expect(texts[0]).toMatchObject({ resource: 'blog', row_id: 7, fields: { blog_image: '/storage/0.png' } });
  });

  it('is none for a text that only the sanitiser and the browser have written anew', async () => {
    const ask = site();
    const raw = '<p>One<br>two</p>\n<p><img alt="x" src="/storage/a.png"></p>';
    post.description = raw;
    const inForm = sanitiseHtml(raw, (address) => address).replaceAll('\n', '\r\n');
    expect(inForm).not.toBe(raw);
    await save(ask, { blog_title: 'Peshawar', description: inForm });
    expect(await versionsOf(ask)).toEqual([]);
    await save(ask, { blog_title: 'Lahore', description: raw });
    await save(ask, { blog_title: 'Multan', description: inForm });
    expect((await versionsOf(ask)).map(({ kind, changed }) => [kind, changed])).toEqual([
      ['saved', ['blog_title']],
      ['saved', ['blog_title']],
      ['found', []],
    ]);
  });

  it('costs one read for each save, which is that of the check', async () => {
    const ask = site();
    await save(ask, { blog_title: 'Lahore', updated_at: first.updated_at });
    expect(asked).toEqual(['GET /api/singlePost/7', 'POST /api/editBlog']);
  });

  it('is put back by the host’s own call, and so is what that overwrote; whether visitors see it stays', async () => {
    const ask = site();
    await save(ask, { blog_title: 'Lahore', description: '<p>Words</p>', is_active: '1' });
    const [now, before] = await versionsOf(ask);
    at += 1000;
    const back = await ask(`POST /api/restoreVersion/${before?.id}`, {
      body: { updated_at: post.updated_at },
    });
    expect(back).toMatchObject({ status: 200, data: { resource: 'blog', row_id: 7, kept: [] } });
    expect(post).toMatchObject({ ...first, is_active: 1, updated_at: '2026-01-01T00:00:01.000Z' });
    const { before: undo, updated_at } = back.data as { before: string; updated_at: string };
    expect(updated_at).toBe(post.updated_at);
    expect((await versionsOf(ask))[0]).toMatchObject({ number: 3, kind: 'restored', restored: 1 });

    expect((await ask(`POST /api/restoreVersion/${undo}`, { body: {} })).status).toBe(200);
    expect(post).toMatchObject({ blog_title: 'Lahore', description: '<p>Words</p>' });
    // The version has the same id as before it was overwritten.
    expect((await ask(`GET /api/getVersion/${now?.id}`)).data).toMatchObject({ number: 2, text: 'Words' });
    const again = await ask(`POST /api/restoreVersion/${undo}`, { body: {} });
    expect(again.data).toMatchObject({ before: null });
  });

  it('has the file that was replaced, byte for byte, and says which could not be had', async () => {
    const ask = site();
    await save(ask, { blog_title: 'Lahore' });
    await save(ask, { blog_image: 'file:picture 1' });
    expect(files.get(String(post.blog_image))).toBe('picture 1');
    const oldest = (await versionsOf(ask)).at(-1)?.id;
    expect((await ask(`POST /api/restoreVersion/${oldest}`, { body: {} })).data).toMatchObject({ kept: [] });
    expect(post.blog_title).toBe('Peshawar');
    expect(files.get(String(post.blog_image))).toBe('picture 0');

    files.clear();
    await save(ask, { blog_image: 'file:picture 2' });
    const [, lost] = await versionsOf(ask);
    const answer = await ask(`POST /api/restoreVersion/${lost?.id}`, { body: {} });
    expect(answer.data).toMatchObject({ kept: ['blog_image'], before: null });
    expect(files.get(String(post.blog_image))).toBe('picture 2');
  });

  it('is nobody’s who has had nothing saved there, nor one’s whose role may not', async () => {
    const ask = site();
    await save(ask, { blog_title: 'Lahore' });
    const [, before] = await versionsOf(ask);
    const customer = { by: 'customer@b.c' };
    refuses = 403;
    await save(ask, { blog_title: 'Mine' }, customer);
    refuses = undefined;
    expect(await versionsOf(ask, customer.by)).toEqual([]);
    const missing = { code: 'version.notFound', status: 404 };
    await expect(ask(`GET /api/getVersion/${before?.id}`, customer)).rejects.toMatchObject(missing);
    await expect(
      ask(`POST /api/restoreVersion/${before?.id}`, { ...customer, body: {} }),
    ).rejects.toMatchObject(missing);
    await save(ask, { blog_title: 'Karachi' }, { by: 'colleague@b.c' });
    expect(await versionsOf(ask, 'colleague@b.c')).toHaveLength(3);
    const refused = { code: 'role.notAllowed', status: 403 };
    await expect(
      ask(`POST /api/restoreVersion/${before?.id}`, { role: 'reader', body: {} }),
    ).rejects.toMatchObject(refused);
    expect((await ask(`GET /api/getVersion/${before?.id}`, { role: 'reader' })).status).toBe(200);
  });

  it('is not kept when the host refuses the save, and says what the host says when it refuses the way back', async () => {
    const ask = site();
    refuses = 422;
    await save(ask, { blog_title: 'Lahore' });
    expect(await db.selectFrom('overwritten').select('key').execute()).toEqual([]);
    refuses = undefined;
    await save(ask, { blog_title: 'Lahore' });
    const [, before] = await versionsOf(ask);
    refuses = 422;
    expect(await ask(`POST /api/restoreVersion/${before?.id}`, { body: {} })).toMatchObject({
      status: 422,
      message: 'No.',
    });
    expect(await versionsOf(ask)).toHaveLength(2);
  });

  it('tells what was changed elsewhere as found, and refuses a way back over it', async () => {
    const ask = site();
    await save(ask, { blog_title: 'Lahore' });
    post = { ...post, description: '<p>Elsewhere</p>', updated_at: '2026-01-05T00:00:00.000Z' };
    const [now, before] = await versionsOf(ask);
    expect(now).toMatchObject({ kind: 'found', who: null, changed: ['blog_title', 'description'] });
    await expect(
      ask(`POST /api/restoreVersion/${before?.id}`, { body: { updated_at: '2026-01-01T00:00:00.000Z' } }),
    ).rejects.toMatchObject({ code: 'conflict.newer', status: 409 });
    post = { ...post, id: 8 };
    await expect(ask(`POST /api/restoreVersion/${before?.id}`, { body: {} })).rejects.toMatchObject({
      code: 'version.thingGone',
      status: 404,
    });
  });

  it('is encrypted, goes with its thing into the trash and back, and is gone after thirty days', async () => {
    const ask = site();
    await save(ask, { blog_title: 'Lahore' });
    const stored = JSON.stringify(await db.selectFrom('overwritten').selectAll().execute(), (_key, value) =>
      value?.type === 'Buffer' ? Buffer.from(value.data).toString('latin1') : value,
    );
    for (const text of ['secret', 'Peshawar', 'Ayesha', 'a@b.c']) expect(stored).not.toContain(text);
    await ask('POST /api/deleteBlog/7');
    expect(await versionsOf(ask)).toEqual([]);
    await ask('POST /api/restoreDeleted', { body: { resource: 'blog', id: 7 } });
    const { data } = await ask('GET /api/getVersions?resource=blog&id=12');
    expect(data).toMatchObject({ total: 2 });
    at += 30 * dayMs;
    expect((await ask('GET /api/getVersions?resource=blog&id=12')).data).toMatchObject({ total: 0 });
    post.id = 7;
    await save(ask, { blog_title: 'Quetta' });
    expect(await db.selectFrom('overwritten').select('key').execute()).toHaveLength(1);
  });
});
