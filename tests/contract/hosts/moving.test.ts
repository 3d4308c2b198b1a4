import { createHash } from 'node:crypto';
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openMovingHost } from '../../../scripts/archive/host.ts';
import type { ArchiveProgress } from '../../../server/archive/ends.ts';
import { writeArchive } from '../../../server/archive/write-archive.ts';
import { createHostSource } from '../../../server/bff/hosts/moving/host-source.ts';
import { type AnyHost, openHost } from '../../hosts/kinds.ts';
import { hostFileOf } from '../../hosts/site.ts';
import { pdf } from '../../support/files.ts';
import { exportTo, importInto, openSite } from '../../unit/content-api/moving/content.ts';

let folder: string;
const at = (name: string) => join(folder, name);
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'studio-moving-test-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

type Row = Record<string, unknown> & { id: number | string };

async function rowsOf(archive: string, entity: string): Promise<Row[]> {
  const text = await readFile(at(`${archive}/${entity}.jsonl`), 'utf8');
  return text
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line));
}

/** The settings of a server in front of this host, with a data folder of its own. */
async function siteBefore(host: AnyHost, change?: Parameters<typeof hostFileOf>[1]) {
  const dataDir = at(`site-${host.name}`);
  await mkdir(dataDir, { recursive: true });
  const file = await hostFileOf(host, (said) => {
    delete said.calls_per_minute;
    change?.(said);
  });
  await writeFile(join(dataDir, 'host.json'), file, { mode: 0o600 });
  return { DATA_DIR: dataDir, ADMIN_EMAIL: host.admin.email, ADMIN_PASSWORD: host.admin.password };
}

async function openMoving(environment: Record<string, string>) {
  const said: string[] = [];
  const say = (text: string) => void said.push(text);
  const moving = await openMovingHost({ environment, email: undefined, silent: true, origins: {}, say });
  return { ...moving, said };
}

async function pull(environment: Record<string, string>, archive: string, progress?: ArchiveProgress) {
  const { calls, things, fetch, close } = await openMoving(environment);
  try {
    const source = createHostSource(calls, things, { madeBy: 'Test', fetch });
    const written = await writeArchive(source, at(archive), { ...(progress && { progress }) });
    return { ...written, remarks: source.remarks(), notes: source.notes() };
  } finally {
    await close();
  }
}

const hashOf = (bytes: Buffer | undefined) => bytes && createHash('sha256').update(bytes).digest('hex');
const hashIn = (reference: unknown) => /([0-9a-f]{64})\./.exec(JSON.stringify(reference ?? null))?.[1];
const withoutAddresses = (html: unknown) => String(html).replace(/src="[^"]*"/g, 'src');

it('what a host has is pulled and taken into the engine: ids, dates, order, texts and files; broken off it goes on', async () => {
  const host = await openHost('laravel', { posts: 200, projects: 80, perMinute: 1_000_000 });
  const site = await openSite(at('engine'));
  try {
    const cv = pdf();
    host.data.privateFiles.set('r', cv);
    const applied = Date.now() - 86_400_000;
    host.data.applications.push({
      ...{ id: 7, vacancy_id: 2, name: 'Nadia', email: 'n@b.example', phone: null, motivation: 'I draw.' },
      ...{ resume: 'r', resume_name: 'cv.pdf', state: 'offer', created_at: applied, updated_at: applied },
    });
    const environment = await siteBefore(host);
    const broken = pull(environment, 'laravel', (entity, done) => {
      if (entity === 'posts' && done === 100) host.endTokens();
    });
    await expect(broken).rejects.toThrow(/no longer takes the sign-in \(401 to blogs\).*same command/);
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
    // A file for each kind of things, and the CV, which has no address, are no media.
    const others = Object.keys(pulled.manifest.counts).length + 1;
    expect(media() - before).toBe(Object.keys(pulled.manifest.files).length - others - pulled.kept);
    // Nothing of the host has changed.
    expect(
      host.requests.filter(({ method, path }) => method !== 'GET' && !/log(in|out)$/.test(path)),
    ).toEqual([]);

    const taken = await importInto(site, at('laravel'), {});
    expect(taken.counts).toMatchObject({
      posts: { added: 200 },
      applicants: { added: 1 },
      projects: { added: 80 },
      categories: { added: 3 },
    });
    expect((await importInto(site, at('laravel'), {})).counts).toMatchObject({
      posts: { same: 200 },
      projects: { same: 80 },
    });
    await exportTo(at('exported'), site);

    const [nadia] = await rowsOf('laravel', 'applicants');
    expect(nadia).toMatchObject({
      id: 7,
      job_id: 2,
      status: 'offered',
      submissions: [{ cover_letter: 'I draw.' }],
    });
    expect(hashIn((nadia?.submissions as Row[])[0]?.cv)).toBe(hashOf(cv));

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
    const moments = new Map(host.data.posts.map((post) => [post.id, post.published_at ?? post.created_at]));
    expect(posts.map(({ id, created_at }) => [id, Date.parse(String(created_at))])).toEqual(
      posts.map(({ id }) => [id, moments.get(Number(id))]),
    );
    // As visitors saw them, and see them now.
    const shownThere = host.data.posts.toSorted(
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
        .map(({ id, title, pictures }, index) => [Number(id), title, (index + 1) * 10, pictures.map(hashOf)]),
    );
    const inTexts = (rows: Row[]) =>
      rows.flatMap(({ text_media }) => ((text_media ?? []) as []).map(hashIn)).sort();
    expect(inTexts(posts)).toEqual(inTexts(await rowsOf('laravel', 'posts')));
    expect(inTexts(posts).length).toBe(66);
    expect(posts[0]).toMatchObject({
      extra: { author: { name: 'Jana Admin' }, tags: [{ name: 'design' }, { name: 'print' }] },
    });
  } finally {
    await site.close();
    await host.stop();
  }
});

it('a host with UUIDs, one with media on another origin and a limit, and one that fails are pulled as far as they go', async () => {
  const [nest, prefixed] = [
    await openHost('nest', { posts: 14, projects: 6 }),
    await openHost('prefixed', { posts: 9, projects: 6, perMinute: 10_000 }),
  ];
  try {
    const ofNest = await siteBefore(nest);
    expect(await pull(ofNest, 'nest')).toMatchObject({
      leftOut: [],
      remarks: [],
      manifest: { counts: { posts: 14 } },
    });
    const newestFirst = nest.data.articles.toSorted(
      (one, other) => Number(other.publishedAt ?? other.createdAt) - Number(one.publishedAt ?? one.createdAt),
    );
    expect((await rowsOf('nest', 'posts')).map(({ id }) => id)).toEqual(
      newestFirst.map(({ uuid }) => uuid).reverse(),
    );
    expect(await pull(await siteBefore(prefixed), 'prefixed')).toMatchObject({ leftOut: [], remarks: [] });
    // Texts and addresses are those of the host, not those under which this site shows them.
    const [post] = await rowsOf('prefixed', 'posts');
    expect(post?.description).toBe(prefixed.posts()[0]?.text);
    expect(post?.text_media).toEqual([
      { file: expect.any(String), address: expect.stringContaining(prefixed.cdn.url) },
    ]);
  } finally {
    await nest.stop();
    await prefixed.stop();
  }
});
