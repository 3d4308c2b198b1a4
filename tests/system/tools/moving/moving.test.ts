// @module-tag deep/postgres: moves content between databases and buckets
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { presentBlog } from '../../../../server/content-api/blogs/present.ts';
import { findBlog } from '../../../../server/content-api/blogs/repository.ts';
import { presentMessages } from '../../../../server/content-api/messages/present.ts';
import { messagesOf } from '../../../../server/content-api/messages/repository.ts';
import { softDeleteRow } from '../../../../server/content-api/row-records/trash-repository.ts';
import { presentTeamMember } from '../../../../server/content-api/team/present.ts';
import { pageOfTeam } from '../../../../server/content-api/team/repository.ts';
import { type ArchiveKind, archiveKinds } from '../../../../tools/archive/manifest.ts';
import type { ArchiveRecords, MediaReference } from '../../../../tools/archive/records.ts';
import type { ArchiveSource } from '../../../../tools/archive/source-and-target.ts';
import { writeArchive } from '../../../../tools/archive/write-archive.ts';
import { createEngineSource } from '../../../../tools/moving/engine/engine-source.ts';
import type { EngineTargetOptions } from '../../../../tools/moving/engine/engine-target.ts';
import type { EngineToWrite } from '../../../../tools/moving/engine.ts';
import {
  contentOf,
  exportTo,
  fillSite,
  importInto,
  openSite,
  png,
  textSource,
} from '../../../support/engine/moving-content.ts';
import { testBucket, testDatabase } from '../../../support/shared-servers.ts';

let folder: string;
let source: EngineToWrite;
/** Site that imports the source's content; each later test changes other rows. */
let target: EngineToWrite;
let archive: string;
const at = (name: string) => join(folder, name);
const all = { categories: 3, projects: 80, posts: 199, jobs: 2, applicants: 1, team: 1, messages: 1 };
const none = { added: 0, same: 0, replaced: 0, conflict: 0, refused: 0 };
const each = (outcome: keyof typeof none) =>
  Object.fromEntries(Object.entries(all).map(([name, rows]) => [name, { ...none, [outcome]: rows }]));

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'studio-moving-'));
  source = await openSite(at('source'));
  target = await openSite(at('target'));
  archive = at('archive');
  await fillSite(source, { posts: 200, projects: 80 });
});
afterAll(async () => {
  await source?.close();
  await target?.close();
  await rm(folder, { recursive: true, force: true });
});

/** Creates an archive of these rows; media are generated from their addresses, unless they are `missing`. */
async function archiveOf(
  rows: Partial<{ [Name in ArchiveKind]: object[] }>,
  { missing = false } = {},
): Promise<string> {
  const made = at(`made-${performance.now()}`);
  const from: ArchiveSource = {
    ...{ madeBy: 'Test', address: null, entities: archiveKinds },
    async *records<Name extends ArchiveKind>(entity: Name) {
      yield* (rows[entity] ?? []) as ArchiveRecords[Name][];
    },
    media: async ({ address }) =>
      missing
        ? { refused: 'is not there' }
        : { type: address.startsWith('cv:') ? 'application/pdf' : 'image/png', bytes: fileOf(address) },
  };
  await writeArchive(from, made);
  return made;
}
async function* fileOf(address: string): AsyncGenerator<Buffer> {
  yield Buffer.concat([address.startsWith('cv:') ? Buffer.from('%PDF-1.4 ') : png, Buffer.from(address)]);
}
const media = (address: string): MediaReference => ({ file: null, address });
const post = (id: number | string, more: object = {}) => ({
  ...{ id, blog_title: `Post ${id}`, description: '<p>x</p>', is_active: 1 },
  ...more,
});
const take = (rows: Parameters<typeof archiveOf>[0], options?: Partial<EngineTargetOptions>) =>
  archiveOf(rows).then((made) => importInto(target, made, options));

it('from engine to engine keeps ids, dates, order, slugs, texts, addresses, files and extra; a second run changes nothing', async () => {
  const { leftOut, manifest } = await exportTo(archive, source);
  expect({ leftOut, counts: manifest.counts }).toEqual({ leftOut: [], counts: all });
  expect(await importInto(target, archive, { into: undefined })).toEqual({
    counts: each('added'),
    left: [],
    remarks: [],
  });
  expect(await target.db.selectFrom('blogs').select('id').execute()).toEqual([]);
  expect(await importInto(target, archive)).toEqual({ counts: each('added'), left: [], remarks: [] });
  await exportTo(at('again'), target);
  expect(await contentOf(at('again'))).toEqual(await contentOf(archive));
  const before = await rowsOf(target);
  expect(await importInto(target, archive)).toEqual({ counts: each('same'), left: [], remarks: [] });
  expect(await rowsOf(target)).toEqual(before);
  expect(before).toEqual(await rowsOf(source));
  // Fields that are stored only for a later export are in no answer.
  const post = await findBlog(target.db, 2);
  const told = [post && presentBlog(post), ...(await pageOfTeam(target.db, 1)).data.map(presentTeamMember)];
  const messages = await presentMessages(target.db, await messagesOf(target.db, [1]));
  expect(post?.extra).toContain('authors');
  expect(JSON.stringify([told, messages])).not.toMatch(/"extra"|authors|thread/);
});

/** Returns the data that no archive contains: derived columns, counts of triggers, and search results. */
async function rowsOf({ db }: EngineToWrite): Promise<object> {
  const of = { deleted_at: null };
  return {
    blogs: await db.selectFrom('blogs').select(['id', 'summary']).orderBy('id').execute(),
    jobs: await db
      .selectFrom('jobs')
      .select(['ends_at', 'search_text', 'slug', 'posted_at'])
      .orderBy('id')
      .execute(),
    applicants: await db.selectFrom('applicants').selectAll().execute(),
    submissions: await db.selectFrom('applicant_submissions').selectAll().orderBy('id').execute(),
    notes: await db
      .selectFrom('applicant_notes')
      .selectAll()
      .where('deleted_at', 'is', of.deleted_at)
      .execute(),
    pictures: await db
      .selectFrom('pictures')
      .select(['file', 'hash', 'name', 'alt', 'width', 'uses', 'kept'])
      // Unused pictures stay in the source.
      .where((where) => where.or([where('uses', '>', 0), where('kept', '=', 1)]))
      .orderBy('file')
      .execute(),
    former: await db.selectFrom('former_category_titles').selectAll().execute(),
    counts: await db.selectFrom('applicant_counts').selectAll().orderBy('job_id').execute(),
    doomed: await db.selectFrom('doomed_files').select('address').execute(),
  };
}

it('what is there with other content is a conflict, named by its fields, until it is to be replaced; then it is a version', async () => {
  const changed = {
    posts: [post(8, { blog_image: media('/other'), extra: { tags: ['new'] } }), post(9, { is_active: 1 })],
  };
  const { left } = await take(changed);
  expect(left).toEqual([
    'posts 8: exists with other content (blog_title, blog_image, extra, description); it was not changed',
    'posts 9: exists with other content (blog_title, description); it was not changed',
  ]);
  const [before] = await target.db.selectFrom('blogs').selectAll().where('id', '=', 8).execute();
  const { counts } = await take(changed, { replace: true });
  expect(counts.posts).toEqual({ ...none, replaced: 2 });
  const [row] = await target.db.selectFrom('blogs').selectAll().where('id', '=', 8).execute();
  expect(row).toMatchObject({
    blog_title: 'Post 8',
    extra: '{"tags":["new"]}',
    created_at: before?.created_at,
  });
  expect(await target.storage.stat(before?.blog_image ?? '')).toBeUndefined();
  expect((await take(changed)).counts.posts).toEqual({ ...none, same: 2 });
  const versions = target.db.selectFrom('versions').select(['kind', 'title', 'who']).where('row_id', '=', 8);
  expect(await versions.orderBy('number').execute()).toEqual([
    expect.objectContaining({ kind: 'found', title: before?.blog_title }),
    { kind: 'saved', title: 'Post 8', who: 'npm run studio -- import' },
  ]);
});

it('refuses by name what the engine cannot have, and takes the others', async () => {
  await softDeleteRow(target.db, 'blogs', 10);
  const project = { title: 'P', description: '<p>x</p>', images: [{ image: media('/p') }] };
  const job = {
    ...{ title: 'J', department: 'D', employment_type: 'FULL_TIME', location_type: 'remote' },
    ...{ description: '', status: 'draft' },
  };
  const { left, remarks, counts } = await take({
    categories: [
      { id: 20, title: 'New', image: media('/n') },
      { id: 21, title: 'NEW', image: media('/m') },
      { id: 22, title: 'Bare' },
    ],
    projects: [
      { id: 200, category_id: 20, ...project },
      { id: 201, category_id: 77, ...project },
    ],
    posts: [post(10), post('hello'), post(300, { blog_title: 'x'.repeat(300) }), post(301)],
    jobs: [
      { id: 20, slug: 'designer', ...job },
      { id: 21, slug: '../x', ...job },
      { id: 22, slug: 'fine', ...job },
    ],
  });
  expect(left).toEqual([
    expect.stringMatching(/^categories 21: title: category 20 already has it$/),
    'projects 201: category_id: category 77 does not exist',
    'posts 10: is in the trash of this site: restore or erase it first',
    expect.stringMatching(/^posts 300: blog_title: /),
    'jobs 20: slug: job 1 already has it',
    'jobs 21: slug: is not a valid slug',
  ]);
  expect(remarks).toEqual([]);
  expect(counts.posts).toEqual({ ...none, added: 2, refused: 2 });
  // A row with a text id has the number after the others.
  expect((await take({ posts: [post(302)] })).left).toEqual(['posts 302: id: is already used by hello']);
  // A file of a refused row is not left behind.
  const left21 = await target.db
    .selectFrom('pictures')
    .select('uses')
    .where('uses', '=', 0)
    .where('kept', '=', 0)
    .execute();
  expect(left21).toEqual([]);
});

it('a row is not lost for what another product need not have: a picture, a CV, a text, where a job is', async () => {
  const lately = new Date().toISOString();
  const sent = { consent_at: lately, created_at: lately };
  const cv = media('cv:60/1');
  const rows = {
    categories: [{ id: 60, title: 'Bare of all' }],
    projects: [{ id: 600, category_id: 60, title: 'Bare', description: '' }],
    posts: [post(600, { description: '<p><br></p>' })],
    jobs: [
      {
        ...{ id: 60, title: 'Rigger', employment_type: 'OTHER', location_type: 'onsite', status: 'open' },
        ...{ description: '', salary_min: 1000, posted_at: '2024-05-06T00:00:00.000Z' },
      },
    ],
    applicants: [
      {
        ...{ id: 60, job_id: 60, status: 'new' },
        submissions: [{ number: 1, reference: '60', name: 'Ann', email: 'ann@a.example', cv, ...sent }],
      },
    ],
    team: [{ id: 60, name: 'N', designation: '', image: media('/t') }],
  };
  const each60 = (outcome: keyof typeof none) =>
    Object.fromEntries(Object.keys(rows).map((name) => [name, { ...none, [outcome]: 1 }]));
  const bare = await archiveOf(rows, { missing: true });
  const { left, counts } = await importInto(target, bare);
  expect(left).toEqual([]);
  expect(counts).toMatchObject(each60('added'));
  // Exported again unchanged: missing values have no substitutes.
  expect(await recordOf('categories')).toMatchObject({ image: null });
  expect(await recordOf('team')).toMatchObject({ image: null, designation: '' });
  expect(await recordOf('jobs')).toMatchObject({ department: '', country: null, salary_min: 1000 });
  expect(await recordOf('applicants')).toMatchObject({ submissions: [{ cv: null }] });
  expect((await importInto(target, bare)).counts).toMatchObject(each60('same'));
  // A second import adds the files that are available by then; where several fields depend on a file, it needs
  // --replace.
  const whole = await archiveOf(rows);
  expect((await importInto(target, whole)).left).toEqual([
    'applicants 60: exists with other content (submissions); it was not changed',
  ]);
  expect(await importInto(target, whole, { replace: true })).toMatchObject({ left: [] });
  const file = await cvFile();
  expect(file).toMatch(/^private\/cv\//);
  // A file that is no longer available is retained.
  const named = { ...rows, applicants: rows.applicants.map((each) => ({ ...each, rating: 2 })) };
  const again = await importInto(target, await archiveOf(named, { missing: true }), { replace: true });
  expect(again.counts.applicants).toEqual({ ...none, replaced: 1 });
  expect(await cvFile()).toBe(file);
  expect(await target.storage.stat(file ?? '')).toBeDefined();

  async function recordOf<Name extends ArchiveKind>(entity: Name): Promise<ArchiveRecords[Name] | undefined> {
    const records = createEngineSource(target.db, target.storage, { madeBy: '', address: null });
    for await (const record of records.records(entity)) if ('id' in record && record.id === 60) return record;
    return undefined;
  }
  async function cvFile(): Promise<string | undefined> {
    return (await recordOf('applicants'))?.submissions[0]?.cv?.address;
  }
});

it('media of elsewhere are fetched from origins that are named, and texts name them here; the others stay as they are', async () => {
  const inText = (address: string) => `<p><img src="${address}"> and <a href="${address}">it</a></p>`;
  const [one, two] = ['https://old.example/a.png?w=1&h=2', 'https://else.example/b.png'];
  const rows = {
    posts: [
      post(400, {
        blog_image: media('https://old.example/cover.png'),
        description: inText(one.replace('&', '&amp;')) + inText(two),
        text_media: [media(one), media(two)],
      }),
      post(401, { blog_image: media('https://old.example/gone.png') }),
    ],
  };
  const made = await archiveOf(rows, { missing: true });
  const asked: string[] = [];
  const fetcher = {
    takes: (address: string) => address.startsWith('https://old.example/'),
    async fetch(address: string) {
      asked.push(address);
      return address.includes('gone')
        ? { refused: 'answered 404' }
        : { type: 'image/png', bytes: fileOf(address) };
    },
  };
  const { counts, remarks } = await importInto(target, made, { fetcher });
  expect(counts.posts).toEqual({ ...none, added: 2 });
  expect(remarks).toEqual([
    'posts 400: https://else.example/b.png: is missing and was not fetched: it is not below an address of --media-origin',
    'posts 401: https://old.example/gone.png: answered 404',
  ]);
  expect(asked.sort()).toEqual([one, 'https://old.example/cover.png', 'https://old.example/gone.png'].sort());
  const row = await target.db.selectFrom('blogs').selectAll().where('id', '=', 400).executeTakeFirstOrThrow();
  const address = /src="(\/storage\/[^"]+)"/.exec(row.description)?.[1] ?? '';
  expect(row.description).toBe(inText(address) + inText(two));
  expect(row.blog_image).toMatch(/^\/storage\//);
  const picture = target.db
    .selectFrom('pictures')
    .select(['kept', 'uses', 'name'])
    .where('file', '=', address);
  // The original file name, not that of the temporary file.
  expect(await picture.execute()).toEqual([{ kept: 1, uses: 0, name: 'a.png' }]);
  expect((await importInto(target, made)).counts.posts).toEqual({ ...none, same: 2 });
  expect(asked).toHaveLength(3);
});

it('an archive whose pictures are elsewhere is not said to be whole: each is named, or all are counted where nothing is wanted', async () => {
  const cover = media('https://cdn.invalid/cover.jpg');
  const inText = media('https://cdn.invalid/in-text.jpg');
  const made = await archiveOf(
    { posts: [post(405, { blog_image: cover, text_media: [inText] }), post(406)] },
    { missing: true },
  );
  const named = [cover, inText].map(
    ({ address }) =>
      `posts 405: ${address}: is missing and was not fetched: it is not below an address of --media-origin`,
  );
  const options = [{ into: undefined }, {}, {}];
  for (const each of options) expect((await importInto(target, made, each)).remarks).toEqual(named);
  expect(await importInto(target, made, { noMedia: true })).toMatchObject({
    remarks: [],
    notes: ['Files that stay where they are, since nothing is fetched: 2'],
  });
});

it('what could not be had when a row came is fetched by the same again, and nothing else of the row changes', async () => {
  const at = (name: string) => `https://late.example/${name}.png`;
  const html = (...names: string[]) => names.map((name) => `<p><img src="${at(name)}"></p>`).join('');
  const made = await archiveOf(
    {
      posts: [
        post(410, {
          ...{
            blog_image: media(at('cover')),
            description: html('a', 'b'),
            updated_at: '2020-01-01T00:00:00.000Z',
          },
          text_media: [{ ...media(at('a')), alt: 'An A' }, media(at('b'))],
        }),
        post(411, { blog_image: media(at('cover')), updated_at: '2020-01-01T00:00:00.000Z' }),
        post(412, { blog_image: media(at('never')) }),
      ],
      projects: [
        {
          ...{ id: 410, title: 'P', description: '<p>x</p>', category_id: 1, video: null },
          images: ['one', 'two', 'three'].map((name) => ({ image: media(at(name)) })),
        },
      ],
    },
    { missing: true },
  );
  const away = new Set(['a', 'cover', 'two', 'never'].map(at));
  const fetcher = {
    takes: (address: string) => address.startsWith('https://late.example/'),
    fetch: async (address: string) =>
      away.has(address) ? { refused: 'answered 503' } : { type: 'image/png', bytes: fileOf(address) },
  };
  const take = (options: object = { fetcher }) => importInto(target, made, options);
  const found = async () => {
    const posts = target.db.selectFrom('blogs').selectAll().where('id', 'in', [410, 411, 412]).orderBy('id');
    const images = target.db.selectFrom('project_images').select('image').where('project_id', '=', 410);
    return { posts: await posts.execute(), images: await images.orderBy('position').execute() };
  };
  expect((await take()).remarks).toHaveLength(5);
  // A person has corrected the post by hand, and the import must not overwrite it.
  await target.db
    .updateTable('blogs')
    .set({ updated_at: '2026-01-01T00:00:00.000Z' })
    .where('id', '=', 411)
    .execute();
  const first = await found();
  expect(first.images).toHaveLength(2);
  // Files that exist here are not requested again, even if they are unavailable now.
  away.add(at('b')).add(at('three'));
  const still = await take();
  expect(still.counts).toMatchObject({ posts: { same: 2, conflict: 1 }, projects: { same: 1 } });
  expect(still.left).toEqual([
    'posts 411: exists with other content (updated_at, blog_image); it was not changed',
  ]);
  expect(still.remarks).toEqual(expect.arrayContaining([`posts 410: ${at('a')}: answered 503`]));
  expect(await found()).toEqual(first);

  for (const name of ['a', 'cover', 'two', 'three']) away.delete(at(name));
  const look = await take({ fetcher, into: undefined });
  expect(look.counts).toMatchObject({ posts: { replaced: 2, conflict: 1 }, projects: { replaced: 1 } });
  const filled = await take();
  expect(filled.counts).toMatchObject({ posts: { replaced: 1, same: 1 }, projects: { replaced: 1 } });
  expect(filled.remarks).toEqual([`posts 412: ${at('never')}: answered 503`]);
  const { posts, images } = await found();
  expect(images.map(({ image }) => image)).toEqual([
    first.images[0]?.image,
    expect.any(String),
    first.images[1]?.image,
  ]);
  const [one] = posts;
  const addresses = Array.from(one?.description.matchAll(/\/storage\/[^"]+/g) ?? [], ([address]) => address);
  expect(first.posts[0]?.description).toContain(addresses[1]);
  expect(one).toEqual({
    ...first.posts[0],
    blog_image: expect.stringMatching(/^\/storage\//),
    description: `<p><img src="${addresses[0]}"></p><p><img src="${addresses[1]}"></p>`,
  });
  const pictures = target.db
    .selectFrom('pictures')
    .select(['alt', 'kept'])
    .where('file', '=', addresses[0] ?? '');
  expect(await pictures.execute()).toEqual([{ alt: 'An A', kept: 1 }]);
  expect(await target.db.selectFrom('versions').select('id').where('row_id', '=', 410).execute()).toEqual([]);
  away.add(at('cover'));
  expect((await take()).counts).toMatchObject({ posts: { same: 2 }, projects: { same: 1 } });
  expect(await found()).toEqual({ posts, images });
});

it('on PostgreSQL with media in a bucket it is the same, and what comes next is numbered behind it', async () => {
  const database = await testDatabase({ migrated: true });
  const bucket = await testBucket();
  const settings = { DATABASE_URL: database.url, SESSION_SECRET: 'x'.repeat(40), ...bucket.environment };
  const site = await openSite(at('postgres'), settings);
  const small = await openSite(at('small'));
  try {
    await fillSite(small, { posts: 6, projects: 2 });
    await exportTo(at('small-archive'), small);
    expect((await importInto(site, at('small-archive'))).left).toEqual([]);
    expect((await importInto(site, at('small-archive'))).counts.posts).toEqual({ ...none, same: 5 });
    await exportTo(at('postgres-archive'), site);
    expect(await contentOf(at('postgres-archive'))).toEqual(await contentOf(at('small-archive')));
    expect(await rowsOf(site)).toEqual(await rowsOf(small));
    const values = { blog_title: 'Next', description: 'x', is_active: 1, created_at: '', updated_at: '' };
    const next = await site.db.insertInto('blogs').values(values).returning('id').executeTakeFirstOrThrow();
    expect(next.id).toBe(7);
  } finally {
    await small.close();
    await site.close();
    await database.drop();
    await bucket.drop();
  }
});

it('ids that are texts are kept, and what refers to them, on both databases; a second run changes nothing', async () => {
  const database = await testDatabase({ migrated: true });
  const open = { DATABASE_URL: database.url, SESSION_SECRET: 'x'.repeat(40) };
  const sites = [await openSite(at('texts')), await openSite(at('texts-postgres'), open)] as const;
  const [alone, filled] = [await openSite(at('alone')), await openSite(at('filled'))];
  try {
    await fillSite(filled, { posts: 6, projects: 3 });
    let from = at('text-archive');
    await writeArchive(textSource(filled), from);
    for (const site of sites) {
      const { counts, left, remarks } = await importInto(site, from);
      expect([left, remarks, counts.projects]).toEqual([[], [], { ...none, added: 3 }]);
      expect((await importInto(site, from)).counts).toEqual(
        Object.fromEntries(
          Object.entries(counts).map(([name, { added }]) => [name, { ...none, same: added }]),
        ),
      );
      const again = `${from}-again`;
      await exportTo(again, site);
      expect(await contentOf(again)).toEqual(await contentOf(at('text-archive')));
      from = again;
    }
    // A missing job has no substitute: the field is left out, and that counts as no difference.
    await writeArchive({ ...textSource(filled), entities: ['applicants'] }, at('applicants-alone'));
    const { counts, remarks } = await importInto(alone, at('applicants-alone'));
    expect(counts).toEqual({ applicants: { ...none, added: 1 } });
    expect(remarks).toEqual(['applicants applicants-1: job jobs-2 does not exist; only its title is stored']);
    expect((await importInto(alone, at('applicants-alone'))).counts.applicants).toEqual({ ...none, same: 1 });
  } finally {
    for (const site of [...sites, alone, filled]) await site.close();
    await database.drop();
  }
});
