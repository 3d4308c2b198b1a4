import { Readable } from 'node:stream';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { trashRows, versionRows } from '#shared/contract/desk/content.ts';
import { matchContract } from '#shared/contract/match.ts';
import type { ListedVersion } from '#shared/schemas/versions.ts';
import { refusalAt } from '../../../hosts/adapt/field-codecs.ts';
import { kinds } from '../../../hosts/snapshots/context.ts';
import { snapshotBefore } from '../../../hosts/snapshots/snapshotting-upstream.ts';
import { readJson } from '../../../server/bff/upstream/answers.ts';
import { jsonBody, type Upstream, type UpstreamRequest } from '../../../server/bff/upstream/upstream.ts';
import { makeBffTables } from '../../../server/database/site/tables.ts';
import type { SiteDb } from '../../../server/database/site-types.ts';
import { openSiteFile } from '../../../server/database/sqlite.ts';
import { createSealer } from '../../../server/process/sealed.ts';

const dayMs = 24 * 60 * 60 * 1000;
const start = Date.parse('2026-01-01T00:00:00Z');
const first = {
  id: 7,
  blog_title: 'Peshawar',
  description: '<p>A secret of last year</p>',
  is_active: 0,
  blog_image: '/storage/a%20b.png',
  updated_at: '2025-12-01T08:00:00.000Z',
};

const sealer = createSealer([Buffer.alloc(32, 1)]);
let db: SiteDb;
let at = start;
/** The host: one post, its files, one message, and the calls to it. */
let post: Record<string, unknown> | undefined;
let files: Map<string, string>;
let asked: UpstreamRequest[];
/** Status of each answer of the host to these calls. */
let refuses: Record<string, number>;
/** Whether host.json has a place for files (hosts/adapt). */
let takesFiles: boolean;
/** Whether the call that adds a post takes its status. */
let publishes: boolean;
let ask: ReturnType<typeof site>;
beforeEach(async () => {
  at = start;
  takesFiles = true;
  publishes = true;
  post = { ...first };
  files = new Map([[first.blog_image, 'picture 0']]);
  asked = [];
  refuses = {};
  db = openSiteFile(':memory:');
  await makeBffTables(db);
  ask = site();
});
afterEach(() => db.destroy());

type FormParts = NonNullable<UpstreamRequest['form']>['parts'];

/** Saves the fields of a form; a file gets a new name. */
function saved(thing: Record<string, unknown>, parts: FormParts): Record<string, unknown> {
  const after: Record<string, unknown> = { ...thing, updated_at: new Date(at).toISOString() };
  for (const { kind, name, source } of parts) {
    if (kind === 'text' && name !== 'updated_at' && name !== 'blog_id')
      after[name] = name === 'is_active' ? Number(source) : String(source);
    if (kind === 'file') {
      files.delete(String(thing[name]));
      after[name] = `/storage/${files.size + asked.length}.png`;
      files.set(String(after[name]), String(source));
    }
  }
  return after;
}

async function host(wanted: UpstreamRequest) {
  asked.push(wanted);
  const { row, path, form } = wanted;
  const name = row?.name ?? '';
  const answer = (status: number, data?: unknown) => ({
    status,
    headers: { 'content-type': 'application/json' },
    body: Readable.from([Buffer.from(JSON.stringify({ status: 1, message: 'Said.', data }))]),
  });
  const file = form?.parts.find(({ kind }) => kind === 'file');
  if (file && !takesFiles) throw refusalAt('host.takesNoFiles', file.name);
  if (refuses[name]) return answer(refuses[name]);
  if (name === 'singlePost') return path.endsWith(`/${post?.id}`) ? answer(200, post) : answer(404);
  if (name === 'deleteBlog') post = undefined;
  if (name === 'editBlog' && post) post = saved(post, form?.parts ?? []);
  if (name === 'saveBlog')
    post = { ...saved({ id: 12 }, form?.parts ?? []), ...(!publishes && { is_active: 0 }) };
  return answer(200, post);
}

function site() {
  const upstream = snapshotBefore({ request: host } as unknown as Upstream, () => true, {
    db,
    sealer,
    deleted: kinds,
    versioned: kinds,
    answered: new Set(Object.keys({ ...trashRows, ...versionRows })),
    fetchMedia: async (path) => {
      const found = files.get(path);
      return found === undefined ? undefined : { bytes: Buffer.from(found), type: 'image/png' };
    },
    log: { warn: () => {} } as never,
    now: () => at,
  });
  return async (
    call: string,
    { by = 'a@b.c', role, body, form }: { by?: string; role?: string; body?: object; form?: object } = {},
  ) => {
    const [method = '', path = ''] = call.split(' ');
    const { row, params } = matchContract(method, path);
    const answer = await upstream.request({
      ...{ method, path, row, params, headers: { authorization: 'Bearer t' } },
      user: { id: 3, name: 'Ayesha', email: by, ...(role && { role: role as 'reader' }) },
      ...(body && { json: jsonBody(body) }),
      ...(form && { form: { parts: partsOf({ blog_id: '7', ...form }) } }),
    });
    return { ...((await readJson(answer)) as { data?: unknown; message?: string }), status: answer.status };
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

/** Returns everything that a table has stored, as text. */
async function storedIn(table: 'keepsakes' | 'overwritten') {
  const rows = await db.selectFrom(table).selectAll().execute();
  const textOf = (value: unknown) =>
    value instanceof Uint8Array ? Buffer.from(value).toString('latin1') : String(value);
  return rows.map((row) => Object.values(row).map(textOf).join());
}

const called = () => asked.map(({ row }) => row?.name);
const save = (form: object, more: object = {}) => ask('POST /api/editBlog', { form, ...more });
const remove = () => ask('POST /api/deleteBlog/7');
const deleted = { body: { resource: 'blog', id: 7 } };
const putBack = (more: object = {}) => ask('POST /api/restoreDeleted', { ...deleted, ...more });
const nothing = { code: 'trash.nothing', status: 404 };

describe('what was deleted at a host', () => {
  it('comes back with the date on which it was made', async () => {
    post = { ...first, created_at: '2024-03-01T00:00:00Z' };
    await remove();
    await putBack();
    expect(post).toMatchObject({ created_at: '2024-03-01T00:00:00Z' });
  });

  it('comes back without the files for which host.json has no place, and says so', async () => {
    takesFiles = false;
    await remove();
    expect(await putBack()).toMatchObject({
      status: 200,
      message: expect.stringContaining('without 1 of its files'),
    });
    expect(post).toMatchObject({ blog_title: 'Peshawar' });
  });

  it.each([
    [true, 'Restored, but its status is not the same as before: set it again.'],
    [false, expect.stringMatching(/ without 1 of its files, .* its status is not the same /)],
  ])(
    'comes back inactive where the host publishes by a call of its own, and says so (takes files: %s)',
    async (takes, message) => {
      post = { ...first, is_active: 1 };
      await remove();
      [publishes, takesFiles] = [false, takes];
      expect(await putBack()).toMatchObject({ status: 200, message });
    },
  );

  it('is encrypted, and nobody else’s', async () => {
    await remove();
    const [stored] = await storedIn('keepsakes');
    for (const text of ['secret', 'a@b.c']) expect(stored).not.toContain(text);
    const other = { by: 'x@b.c' };
    expect((await ask('GET /api/getTrash', other)).data).toMatchObject({ total: 0 });
    await expect(putBack(other)).rejects.toMatchObject(nothing);
    await expect(ask('POST /api/eraseDeleted', { ...deleted, ...other })).rejects.toMatchObject(nothing);
  });

  it('is opened for its page of the list alone, since all of it may not fit in memory', async () => {
    await remove();
    post = { ...first, id: 8 };
    await ask('POST /api/deleteBlog/8');
    const open = vi.spyOn(sealer, 'open');
    const { data } = await ask('GET /api/getTrash?per_page=1');
    expect(data).toMatchObject({ data: [{ id: 8 }], total: 2 });
    expect(open).toHaveBeenCalledTimes(1);
  });

  it('is gone after thirty days, and when it is erased', async () => {
    await remove();
    at += 30 * dayMs;
    await expect(putBack()).rejects.toMatchObject(nothing);
    post = { ...first };
    await remove();
    expect(await storedIn('keepsakes')).toHaveLength(1);
    await ask('POST /api/eraseDeleted', deleted);
    expect(await storedIn('keepsakes')).toEqual([]);
  });
});

const list = (id: number) => `GET /api/getVersions?resource=blog&id=${id}`;
async function versionsOf(by?: string) {
  const { data } = await ask(list(7), { by });
  return (data as { data: ListedVersion[] }).data;
}
const back = (id: string | number | undefined, more: object = {}) =>
  ask(`POST /api/restoreVersion/${id}`, { body: {}, ...more });

describe('what was overwritten at a host', () => {
  it('comes back without its status, and without the file that was replaced, which is named', async () => {
    await save({ blog_title: 'Lahore', is_active: 1 });
    await save({ blog_image: 'file:picture 1' });
    const [, late, oldest] = await versionsOf();
    // A form that was opened before somebody else saved brings nothing back over theirs.
    const opened = { updated_at: '2025-12-01T07:00:00.000Z' };
    await expect(back(oldest?.id, { body: opened })).rejects.toMatchObject({
      code: 'conflict.newer',
      status: 409,
    });
    expect((await back(oldest?.id)).data).toMatchObject({ kept: ['blog_image'] });
    expect(post).toMatchObject({ blog_title: 'Peshawar', is_active: 1 });
    expect(files.get(String(post?.blog_image))).toBe('picture 1');
    expect((await back(late?.id)).data).toMatchObject({ kept: ['blog_image'], before: expect.any(String) });
  });

  it('is nobody’s who has had nothing saved there, nor one’s whose role may not', async () => {
    await save({ blog_title: 'Lahore' });
    const [, before] = await versionsOf();
    const customer = { by: 'customer@b.c' };
    refuses = { editBlog: 403 };
    await save({ blog_title: 'Mine' }, customer);
    refuses = {};
    expect(await versionsOf(customer.by)).toEqual([]);
    const missing = { code: 'version.notFound', status: 404 };
    await expect(ask(`GET /api/getVersion/${before?.id}`, customer)).rejects.toMatchObject(missing);
    await expect(back(before?.id, customer)).rejects.toMatchObject(missing);
    await save({ blog_title: 'Karachi' }, { by: 'colleague@b.c' });
    expect(await versionsOf('colleague@b.c')).toHaveLength(3);
    const reader = { role: 'reader' };
    await expect(back(before?.id, reader)).rejects.toMatchObject({ code: 'role.notAllowed', status: 403 });
    expect((await ask(`GET /api/getVersion/${before?.id}`, reader)).status).toBe(200);
  });

  it('is encrypted, goes with its thing into the trash and back, and is gone after thirty days', async () => {
    await save({ blog_title: 'Lahore' });
    const [stored] = await storedIn('overwritten');
    for (const text of ['secret', 'Peshawar', 'Ayesha', 'a@b.c']) expect(stored).not.toContain(text);
    await remove();
    expect(await versionsOf()).toEqual([]);
    // It stays in the trash while the host does not take it back.
    refuses = { saveBlog: 422 };
    expect(await putBack()).toMatchObject({ status: 422 });
    refuses = {};
    await putBack();
    expect((await ask(list(12))).data).toMatchObject({ total: 2 });
    at += 30 * dayMs;
    expect((await ask(list(12))).data).toMatchObject({ total: 0 });
    await save({ blog_id: '12', blog_title: 'Quetta' });
    expect(await storedIn('overwritten')).toHaveLength(1);
  });
});

it('a form that was opened before somebody else saved is refused, as long as the host says when it was saved, and costs one read', async () => {
  const yours = '2025-12-01T07:00:00.000Z';
  await expect(save({ blog_title: 'Mine', updated_at: yours })).rejects.toMatchObject({
    code: 'conflict.newer',
    status: 409,
    data: { yours, current: first.updated_at },
  });
  expect(called()).toEqual(['singlePost']);
  expect((await save({ blog_title: 'Mine', updated_at: '2025-12-01 08:00:00' })).status).toBe(200);
  expect(called()).toEqual(['singlePost', 'singlePost', 'editBlog']);
});
