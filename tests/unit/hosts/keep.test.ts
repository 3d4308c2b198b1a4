import { randomBytes } from 'node:crypto';
import { Readable } from 'node:stream';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { matchContract } from '#shared/contract/match.ts';
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

const dayMs = 24 * 60 * 60 * 1000;
const picture = randomBytes(2_000);
const secret = 'A text that nobody else is to read';

let db: SiteDb;
let at = Date.parse('2026-01-01T00:00:00Z');
beforeEach(async () => {
  at = Date.parse('2026-01-01T00:00:00Z');
  db = openSiteFile(':memory:');
  await makeSnapshotsTable(db);
  await makeRevisionsTable(db);
});
afterEach(() => db.destroy());

/** A host that implements the contract, with one post, and the calls to it. */
function site(
  answers: (wanted: UpstreamRequest) => { status: number; body?: unknown } | undefined = () => undefined,
) {
  const asked: UpstreamRequest[] = [];
  const posts = new Map<string, Record<string, unknown>>([
    [
      '7',
      {
        id: 7,
        blog_title: 'Peshawar',
        description: secret,
        is_active: 1,
        blog_image: '/storage/a%20b.png',
        updated_at: '2026-01-01T08:00:00.000Z',
      },
    ],
  ]);
  const usual = ({ method, path }: UpstreamRequest) => {
    const id = path.split('/').at(-1) ?? '';
    if (path.startsWith('/api/singlePost/'))
      return posts.has(id)
        ? { status: 200, body: { status: 1, data: posts.get(id) } }
        : { status: 404, body: {} };
    if (path.startsWith('/api/deleteBlog/')) posts.delete(id);
    if (path === '/api/saveBlog') return { status: 200, body: { status: 1, data: { id: 12 } } };
    return {
      status: 200,
      body: {
        status: 1,
        ...(method === 'GET' && { data: { type: 'account_deletion', email: 'nobody else' } }),
      },
    };
  };
  const inner = {
    request: async (wanted: UpstreamRequest) => {
      asked.push(wanted);
      const { status, body } = answers(wanted) ?? usual(wanted);
      return {
        status,
        headers: { 'content-type': 'application/json' },
        body: Readable.from([Buffer.from(JSON.stringify(body ?? {}))]),
      };
    },
  } as unknown as Upstream;
  const sealer = createSealer([Buffer.alloc(32, 1)]);
  const fetchMedia = async (path: string) =>
    path === '/storage/a%20b.png' ? { bytes: picture, type: 'image/png' } : undefined;
  const { upstream } = snapshotBefore(inner, () => true, {
    snapshots: createSnapshots(db, sealer, () => at),
    revisions: createRevisions(db, sealer, () => at),
    deleted: kinds,
    versioned: kinds,
    fetchMedia,
    log: { warn: () => {} } as never,
    now: () => at,
  });
  const ask = async (
    method: string,
    path: string,
    email: string | undefined,
    body?: unknown,
    form?: UpstreamRequest['form'],
  ) => {
    const { row, params } = matchContract(method, path.split('?', 1)[0] ?? '');
    const answer = await upstream.request({
      method,
      path,
      row,
      params,
      headers: email === undefined ? {} : { authorization: 'Bearer t' },
      ...(email && { user: { email } }),
      ...(body !== undefined && { json: jsonBody(body) }),
      ...(form && { form }),
    });
    return { status: answer.status, body: (await readJson(answer)) as Record<string, unknown> };
  };
  return { ask, asked };
}

const post = { resource: 'blog', id: 7 };
const nothing = { code: 'trash.nothing', status: 404 };

describe('what was deleted at a host', () => {
  it('is put back by the host’s own call, with its files byte for byte', async () => {
    const { ask, asked } = site();
    expect((await ask('POST', '/api/deleteBlog/7', 'a@b.c')).status).toBe(200);
    const list = await ask('GET', '/api/getTrash?page=1', 'a@b.c');
    expect(list.body).toMatchObject({
      data: {
        total: 1,
        counts: { blog: 1 },
        data: [{ resource: 'blog', id: 7, name: 'Peshawar', by: 'a@b.c', days_left: 30 }],
      },
    });
    expect(await ask('POST', '/api/restoreDeleted', 'a@b.c', post)).toMatchObject({
      status: 200,
      body: { status: 1, data: { resource: 'blog', id: 12 } },
    });
    const sent = asked.find(({ path }) => path === '/api/saveBlog');
    expect(sent?.form?.parts.map(({ name }) => name)).toEqual([
      'blog_title',
      'is_active',
      'description',
      'blog_image',
    ]);
    expect(sent?.form?.parts.at(-1)).toMatchObject({
      fileName: 'a b.png',
      type: 'image/png',
      source: picture,
    });
    await expect(ask('POST', '/api/restoreDeleted', 'a@b.c', post)).rejects.toMatchObject(nothing);
  });

  it('is encrypted, and nobody else’s', async () => {
    const { ask } = site();
    await ask('POST', '/api/deleteBlog/7', 'a@b.c');
    const stored = JSON.stringify(await db.selectFrom('keepsakes').selectAll().execute(), (_key, value) =>
      value?.type === 'Buffer' ? Buffer.from(value.data).toString('latin1') : value,
    );
    expect(stored).not.toContain(secret);
    expect(stored).not.toContain('a@b.c');
    expect((await ask('GET', '/api/getTrash', 'x@b.c')).body).toMatchObject({ data: { total: 0 } });
    await expect(ask('POST', '/api/restoreDeleted', 'x@b.c', post)).rejects.toMatchObject(nothing);
    await expect(ask('POST', '/api/eraseDeleted', 'x@b.c', post)).rejects.toMatchObject(nothing);
  });

  it('is gone after thirty days, when it is erased, and when its sender asked for it', async () => {
    const { ask } = site();
    await ask('POST', '/api/deleteBlog/7', 'a@b.c');
    at += 30 * dayMs;
    await expect(ask('POST', '/api/restoreDeleted', 'a@b.c', post)).rejects.toMatchObject(nothing);

    const erased = site();
    await erased.ask('POST', '/api/deleteBlog/7', 'a@b.c');
    expect((await db.selectFrom('keepsakes').select('key').execute()).length).toBe(1);
    await erased.ask('POST', '/api/eraseDeleted', 'a@b.c', post);
    expect(await db.selectFrom('keepsakes').select('key').execute()).toEqual([]);

    const asked = site(({ path }) =>
      path.startsWith('/api/getSingleMessage')
        ? { status: 200, body: { data: { type: 'account_deletion', email: 'PESHAWAR' } } }
        : undefined,
    );
    await asked.ask('POST', '/api/deleteBlog/7', 'a@b.c');
    await asked.ask('POST', '/api/updateMessageStatus/3', 'a@b.c', { status: 'read' });
    expect((await db.selectFrom('keepsakes').select('key').execute()).length).toBe(1);
    await asked.ask('POST', '/api/updateMessageStatus/3', 'a@b.c', { status: 'archived' });
    expect(await db.selectFrom('keepsakes').select('key').execute()).toEqual([]);
  });

  it('is not kept when the host refuses to delete it, nor when it is a person’s', async () => {
    const refusing = site(({ path }) => (path.startsWith('/api/deleteBlog') ? { status: 403 } : undefined));
    await refusing.ask('POST', '/api/deleteBlog/7', 'a@b.c');
    const { ask, asked } = site();
    await ask('POST', '/api/deleteApplicant/7', 'a@b.c');
    await ask('POST', '/api/deleteMessage/7', 'a@b.c');
    expect(asked).toHaveLength(2);
    expect(await db.selectFrom('keepsakes').select('key').execute()).toEqual([]);
    await expect(
      ask('POST', '/api/restoreDeleted', 'a@b.c', { resource: 'applicant', id: 7 }),
    ).rejects.toMatchObject(nothing);
  });

  it('stays in the trash when the host does not take it back', async () => {
    const { ask } = site(({ path }) =>
      path === '/api/saveBlog' ? { status: 422, body: { status: 0, message: 'No.' } } : undefined,
    );
    await ask('POST', '/api/deleteBlog/7', 'a@b.c');
    expect(await ask('POST', '/api/restoreDeleted', 'a@b.c', post)).toMatchObject({
      status: 422,
      body: { message: 'No.' },
    });
    expect((await ask('GET', '/api/getTrash', 'a@b.c')).body).toMatchObject({ data: { total: 1 } });
  });

  it('is deleted all the same when it cannot be read before', async () => {
    const { ask, asked } = site(({ path }) =>
      path.startsWith('/api/singlePost') ? { status: 500 } : undefined,
    );
    expect((await ask('POST', '/api/deleteBlog/7', 'a@b.c')).status).toBe(200);
    expect(asked.map(({ path }) => path)).toContain('/api/deleteBlog/7');
    await expect(ask('POST', '/api/restoreDeleted', 'a@b.c', post)).rejects.toMatchObject(nothing);
  });
});

describe('a form that was opened before somebody else saved', () => {
  const form = (updated: string): UpstreamRequest['form'] => ({
    parts: Object.entries({ blog_id: '7', blog_title: 'Mine', updated_at: updated }).map(([name, text]) => ({
      kind: 'text',
      name,
      source: Buffer.from(text),
      size: text.length,
    })),
  });

  it('is refused, as long as the host says when it was saved', async () => {
    const { ask, asked } = site();
    await expect(
      ask('POST', '/api/editBlog', 'a@b.c', undefined, form('2026-01-01T07:00:00.000Z')),
    ).rejects.toMatchObject({
      code: 'conflict.newer',
      status: 409,
      data: { yours: '2026-01-01T07:00:00.000Z', current: '2026-01-01T08:00:00.000Z' },
    });
    expect(asked.map(({ path }) => path)).toEqual(['/api/singlePost/7']);
    expect((await ask('POST', '/api/editBlog', 'a@b.c', undefined, form('2026-01-01 08:00:00'))).status).toBe(
      200,
    );
  });
});
