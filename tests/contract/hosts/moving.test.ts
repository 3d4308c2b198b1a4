// @module-tag deep/hosts: moves content between hosts
import { createHash } from 'node:crypto';
import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { ArchiveProgress } from '../../../tools/archive/source-and-target.ts';
import { type ExampleHost, openHost } from '../../hosts/host.ts';
import { hostFileOf } from '../../hosts/site.ts';
import { exportTo, importInto, openSite } from '../../support/engine/moving-content.ts';
import { pdf } from '../../support/files.ts';
import { startStubUpstream } from '../../support/stub-upstream.ts';
import { pull as pullInto, type Row, rowsOf as readRows } from './moves.ts';

let folder: string;
const at = (name: string) => join(folder, name);
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'studio-moving-test-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const rowsOf = (archive: string, entity: string) => readRows(at(archive), entity);

/** Environment of a server in front of this host, with a separate data folder. */
async function siteBefore(host: ExampleHost) {
  const dataDir = at(`site-${new URL(host.url).port}`);
  await mkdir(dataDir, { recursive: true });
  await writeFile(join(dataDir, 'host.json'), await hostFileOf(host), { mode: 0o600 });
  return { DATA_DIR: dataDir, ADMIN_EMAIL: host.admin.email, ADMIN_PASSWORD: host.admin.password };
}

type Environment = Record<string, string>;
const pull = (environment: Environment, archive: string, progress?: ArchiveProgress) =>
  pullInto(environment, at(archive), progress);

const hashOf = (bytes: Buffer | undefined) => bytes && createHash('sha256').update(bytes).digest('hex');
const hashIn = (reference: unknown) => /([0-9a-f]{64})\./.exec(JSON.stringify(reference ?? null))?.[1];
const withoutAddresses = (html: unknown) => String(html).replace(/src="[^"]*"/g, 'src');

it('what a host has is pulled and taken into the engine: ids, dates, order, texts and files; broken off it goes on', async () => {
  const host = await openHost('laravel', { posts: 200, projects: 80 });
  const site = await openSite(at('engine'));
  try {
    const cv = pdf();
    const applied = { resume: host.data.keep(cv), created_at: Date.now() - 86_400_000, state: 'offer' };
    const who = { name: 'Nadia', email: 'n@b.example', motivation: 'I draw.', vacancy: 2 };
    host.data.add('applications', { ...who, ...applied });
    const environment = await siteBefore(host);
    const broken = pull(environment, 'laravel', (entity, done) => {
      if (entity === 'posts' && done === 100) host.endTokens();
    });
    await expect(broken).rejects.toThrow(
      /no longer accepts the sign-in \(401 to (blogs|singlePost)\).*same command/,
    );
    expect(await readdir(at('laravel'))).not.toContain('manifest.json');
    const media = () => host.requests.filter(({ path }) => path.startsWith('/storage/')).length;
    const before = media();
    const pulled = await pull(environment, 'laravel');
    expect(pulled).toMatchObject({
      leftOut: [],
      remarks: [],
      manifest: { counts: { posts: 200, projects: 80 } },
    });
    expect(pulled.kept).toBeGreaterThanOrEqual(before - 40);
    // The file of each kind of records is not media, nor is the CV, which has no address.
    const others = Object.keys(pulled.manifest.counts).length + 1;
    expect(media() - before).toBe(Object.keys(pulled.manifest.files).length - others - pulled.kept);
    // The pull wrote nothing to the host.
    expect(
      host.requests.filter(({ method, path }) => method !== 'GET' && !/log(in|out)$/.test(path)),
    ).toEqual([]);

    const taken = await importInto(site, at('laravel'));
    expect(taken.counts).toMatchObject({
      posts: { added: 200 },
      applicants: { added: 1 },
      projects: { added: 80 },
      categories: { added: 3 },
    });
    await exportTo(at('exported'), site);

    const [nadia] = await rowsOf('laravel', 'applicants');
    expect(nadia).toMatchObject({
      id: 1,
      job_id: 2,
      status: 'offered',
      submissions: [{ cover_letter: 'I draw.' }],
    });
    expect(hashIn(nadia?.submissions)).toBe(hashOf(cv));

    const posts = await rowsOf('exported', 'posts');
    const theirs = new Map(host.posts().map((post) => [Number(post.id), post]));
    expect(posts.length).toBe(200);
    for (const { id, blog_title, description, blog_image, is_active } of posts) {
      const { title, text, isActive, picture } = theirs.get(Number(id)) ?? {};
      expect([id, blog_title, is_active, hashIn(blog_image)]).toEqual([
        id,
        title,
        isActive ? 1 : 0,
        hashOf(picture),
      ]);
      expect(withoutAddresses(description)).toBe(withoutAddresses(text));
    }
    const rows = host.data.rows.posts ?? [];
    const moments = new Map(rows.map((post) => [post.id, Number(post.published_at ?? post.created_at)]));
    expect(posts.map(({ id, created_at }) => [id, Date.parse(String(created_at))])).toEqual(
      posts.map(({ id }) => [id, moments.get(Number(id))]),
    );
    // Compares what visitors saw before with what they see now.
    const shownThere = rows.toSorted(
      (one, other) => (moments.get(other.id) ?? 0) - (moments.get(one.id) ?? 0),
    );
    const shownHere = await site.db
      .selectFrom('blogs')
      .select('id')
      .orderBy('created_at', 'desc')
      .orderBy('id', 'desc')
      .execute();
    expect(shownHere.map(({ id }) => id)).toEqual(shownThere.map(({ id }) => id));

    const projects = await rowsOf('exported', 'projects');
    expect(
      projects.map(({ id, title, v_order, images }) => [id, title, v_order, (images as []).map(hashIn)]),
    ).toEqual(
      host
        .projects()
        .map(({ id, title, pictures }, index) => [Number(id), title, index + 1, pictures.map(hashOf)]),
    );
    const inTexts = (rows: Row[]) =>
      rows.flatMap(({ text_media }) => ((text_media ?? []) as []).map(hashIn)).sort();
    expect(inTexts(posts)).toEqual(inTexts(await rowsOf('laravel', 'posts')));
    expect(inTexts(posts).length).toBe(67);
    expect(posts[0]).toMatchObject({ extra: { tags: 'design' } });
  } finally {
    await site.close();
    await host.stop();
  }
});

it('a host of JSON:API is pulled, into the engine and out of it again: ids that are texts, dates and texts are as they were', async () => {
  const host = await openHost('json-api', { posts: 14, projects: 6 });
  try {
    const counts = { posts: 14, projects: 6, categories: 3 };
    expect(await pull(await siteBefore(host), 'texts')).toMatchObject({ leftOut: [], manifest: { counts } });
    // Texts and addresses are those of the host, not the rewritten ones of this site.
    const post = (await rowsOf('texts', 'posts')).find(({ id }) => id === 1);
    expect(post?.description).toBe(host.posts()[0]?.text);
    expect(post?.text_media).toEqual([
      { file: expect.any(String), address: expect.stringContaining(`${host.url}/storage/`) },
    ]);
    const site = await openSite(at('engine-of-texts'));
    await importInto(site, at('texts'));
    await exportTo(at('texts-again'), site);
    await site.close();
    const told = (rows: Row[]) =>
      rows
        .map(({ id, created_at, category_id, extra }) => ({ id, created_at, category_id, extra }))
        .sort((one, other) => Number(one.id) - Number(other.id));
    for (const entity of ['posts', 'projects', 'categories'])
      expect(told(await rowsOf('texts-again', entity))).toEqual(told(await rowsOf('texts', entity)));
  } finally {
    await host.stop();
  }
});

it('a host of the contract is pulled from as it stands, and its failures are said in words', async () => {
  const stub = await startStubUpstream();
  try {
    const { email, password } = stub.admin;
    const dataDir = { DATA_DIR: at('site-stub') };
    const environment = { ...dataDir, UPSTREAM_URL: stub.url, ADMIN_EMAIL: email, ADMIN_PASSWORD: password };
    // An account that may not read one list gets the others.
    const no = { kind: 'answer', status: 403, body: '{"message":"Recruiters only."}' } as const;
    stub.misbehave(no, { path: '/api/getApplicants', times: 1 });
    const pulled = await pull(environment, 'stub');
    expect(pulled).toMatchObject({
      leftOut: [],
      remarks: [expect.stringMatching(/^applicants: none are in the archive: .*Recruiters only/)],
    });
    // Failures are described in words, without anything that was sent.
    for (const [rule, words] of [
      [
        { kind: 'answer', status: 429, headers: { 'retry-after': '3600' } },
        /refuses more calls now \(429\).* 3600 seconds/,
      ],
      [{ kind: 'answer', status: 500, body: 'SQL' }, /answered 500 to getProjectCategory/],
      [{ kind: 'hang' }, /did not answer getProjectCategory in time/],
    ] as const) {
      stub.misbehave(rule, { path: '/api/getProjectCategory', times: 1 });
      await expect(pull({ ...environment, UPSTREAM_TIMEOUT_MS: '200' }, 'failing')).rejects.toThrow(words);
    }
    const wrong = { ...environment, ADMIN_PASSWORD: 'a wrong one' };
    await expect(pull(wrong, 'failing')).rejects.toThrow(/does not accept this name and password/);
  } finally {
    await stub.close();
  }
});
