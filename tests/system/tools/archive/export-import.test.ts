// @module-tag deep/process: moves content between sites, and kills the commands
import { existsSync } from 'node:fs';
import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { addRedirects } from '../../../../server/bff/redirects/store.ts';
import { posts } from '../../../../server/content-api/content/tables.ts';
import { uses } from '../../../../server/content-api/media/store.ts';
import { softDeleteRow } from '../../../../server/database/rows.ts';
import { type SourceRow, writeFolder } from '../../../../tools/archive/write-folder.ts';
import {
  contentOf,
  exportTo,
  fillSite,
  importInto,
  type OpenSite,
  openSite,
  png,
} from '../../../support/engine/moving-content.ts';
import { markedPng } from '../../../support/files.ts';
import { studio } from '../../../support/studio-command.ts';
import { folderForAll } from '../../../support/temp-folder.ts';

let folder: string;
let source: OpenSite;
/** Site that takes the source's content; each later test changes other rows. */
let target: OpenSite;
const at = (name: string) => join(folder, name);
const all = { categories: 3, projects: 20, posts: 39, jobs: 2, applicants: 1, team: 1, messages: 1 };
const none = { added: 0, same: 0, replaced: 0, conflict: 0, refused: 0 };
const each = (outcome: keyof typeof none) =>
  Object.fromEntries(Object.entries(all).map(([name, rows]) => [name, { ...none, [outcome]: rows }]));

folderForAll((made) => (folder = made));
beforeAll(async () => {
  await fillSite(at('source'), { posts: 40, projects: 20 });
  source = await openSite(at('source'));
  target = await openSite(at('target'));
  const redirect = [{ from: '/old', to: '/team' }];
  await addRedirects(source.site, redirect, { source: 'command', mediaPaths: [] });
});
afterAll(async () => {
  await source?.close();
  await target?.close();
});

/** Creates an archive of these rows; files are made of their addresses, unless they are `missing`. */
async function archiveOf(rows: Record<string, object[]>, { missing = false } = {}) {
  const made = at(`made-${performance.now()}`);
  await writeFolder(
    {
      madeBy: 'Test',
      address: null,
      async *rows() {
        for (const [table, some] of Object.entries(rows))
          for (const row of some) yield { table, row } as SourceRow;
      },
      async file(address) {
        if (missing) return { refused: 'is not there' };
        const isCv = address.startsWith('cv:');
        const bytes = isCv ? Buffer.from(`%PDF-1.4 ${address}`) : markedPng(png, address);
        return { type: isCv ? 'application/pdf' : 'image/png', bytes: one(bytes) };
      },
    },
    made,
  );
  return made;
}
async function* one(bytes: Buffer): AsyncGenerator<Buffer> {
  yield bytes;
}
const post = (id: number, more: object = {}) => ({
  id,
  blog_title: `Post ${id}`,
  description: '<p>x</p>',
  is_active: 1,
  ...more,
});
const take = async (rows: Record<string, object[]>, options?: Parameters<typeof importInto>[2]) =>
  importInto(target, await archiveOf(rows), options);

it('from site to site keeps ids, dates, order, slugs, texts, addresses, files and extra; a second run changes nothing', async () => {
  expect(await exportTo(at('archive'), source)).toMatchObject({ leftOut: [], kept: 0 });
  const redirects = { redirects: { ...none, added: 1 } };
  const looked = await importInto(target, at('archive'), { dryRun: true });
  expect(looked).toEqual({ counts: { ...each('added'), ...redirects }, left: [], missing: [] });
  expect(await target.db.selectFrom('blogs').selectAll().execute()).toEqual([]);
  expect(await importInto(target, at('archive'))).toEqual(looked);
  await exportTo(at('again'), target);
  expect(await contentOf(at('again'))).toEqual(await contentOf(at('archive')));
  const same = { redirects: { ...none, same: 1 } };
  expect((await importInto(target, at('archive'))).counts).toEqual({ ...each('same'), ...same });
  const found = (db: OpenSite['db']) =>
    db.selectFrom('applicants').select(['search_text', 'sort_name', 'retain_until']).execute();
  expect(await found(target.db)).toEqual(await found(source.db));
  const { id } = await target.db
    .insertInto('blogs')
    .values({ ...(await posts.find(target.db, 1)), id: undefined } as never)
    .returning('id')
    .executeTakeFirstOrThrow();
  expect(id).toBeGreaterThan(40);
});

it('what is there with other content is a conflict, named by its fields, until it is to be replaced; then it is a version', async () => {
  await target.db.updateTable('blogs').set({ blog_title: 'Edited' }).where('id', '=', 7).execute();
  await target.db
    .updateTable('project_images')
    .set({ image: (await posts.find(target.db, 1))?.blog_image ?? '' })
    .where('project_id', '=', 2)
    .execute();
  const only = { only: ['posts', 'projects'] };
  const { left, counts } = await importInto(target, at('archive'), only);
  expect(left).toEqual([
    'projects 2: exists with other content (project_images); it was not changed',
    'posts 7: exists with other content (blog_title); it was not changed',
  ]);
  expect(Object.keys(counts)).toEqual(['projects', 'posts']);
  expect(await importInto(target, at('archive'), { ...only, replace: true })).toMatchObject({
    counts: { projects: { replaced: 1, same: 19 }, posts: { replaced: 1, same: 38 } },
    left: [],
  });
  const versions = target.db.selectFrom('versions').select(['who', 'title']).where('resource', '=', 'blog');
  expect(await versions.execute()).toContainEqual({
    who: 'npm run studio -- import',
    title: expect.stringContaining('Post 6'),
  });
});

it('an application without a CV replaces one with a CV, and takes nothing that is said of that', async () => {
  const application = {
    number: 1,
    reference: 'REF',
    name: 'Ann',
    email: 'ann@example.com',
    consent_at: '2999-01-01T00:00:00.000Z',
    created_at: '2999-01-01T00:00:00.000Z',
  };
  const about = { cv_file: 'cv:ann', cv_name: 'Ann’s CV.pdf', cv_mime: 'application/pdf', cv_size: 15 };
  const rows = (more: object) => ({
    applicants: [{ id: 50, job_title: 'Designer', retain_until: '2999-12-31' }],
    applicant_submissions: [{ applicant_id: 50, ...application, ...more }],
  });
  const found = () =>
    target.db
      .selectFrom('applicant_submissions')
      .select(['cv_file', 'cv_name', 'cv_mime', 'cv_size'])
      .where('applicant_id', '=', 50)
      .execute();
  expect((await take(rows(about))).left).toEqual([]);
  expect(await found()).toEqual([{ ...about, cv_file: expect.stringMatching(/^private\/cv\//) }]);
  expect((await take(rows({}), { replace: true })).counts).toEqual({
    applicants: { ...none, replaced: 1 },
  });
  expect(await found()).toEqual([{ cv_file: '', cv_name: '', cv_mime: '', cv_size: 0 }]);
});

it('refuses by name what the site cannot have, and takes the others', async () => {
  await softDeleteRow(target.db, 'blogs', 10);
  const project = { title: 'P', description: '<p>x</p>' };
  const job = {
    title: 'J',
    department: 'D',
    employment_type: 'FULL_TIME',
    location_type: 'remote',
    status: 'draft',
  };
  const { left, missing, counts } = await take({
    categories: [
      { id: 20, title: 'New', image: '/n' },
      { id: 21, title: 'NEW', image: '/m' },
    ],
    projects: [
      { id: 200, category_id: 20, ...project },
      { id: 201, category_id: 77, ...project },
    ],
    blogs: [
      post(10),
      post(900, { public_id: 'hello' }),
      post(300, { blog_title: 'x'.repeat(300) }),
      post(301),
    ],
    jobs: [
      { id: 20, slug: 'designer', ...job },
      { id: 21, slug: '../x', ...job },
      { id: 22, slug: 'fine', ...job, location_type: 'moon' },
    ].slice(0, 2),
    redirects: [{ from_path: '/old', to_path: '/jobs' }],
  });
  expect(left).toEqual([
    'categories 21: title_key: categories 20 already has it',
    'projects 201: category_id: categories 77 does not exist',
    'posts 10: is in the trash of this site: restore or erase it first',
    expect.stringMatching(/^posts 300: blog_title: /),
    'jobs 20: slug: jobs 1 already has it',
    'jobs 21: slug: is not a valid slug',
    expect.stringMatching(/^redirects \/old: from: /),
  ]);
  expect(missing).toEqual([]);
  expect(counts.posts).toEqual({ ...none, added: 2, refused: 2 });
  const hello = await target.db
    .selectFrom('blogs')
    .select('id')
    .where('public_id', '=', 'hello')
    .executeTakeFirst();
  expect((await take({ blogs: [post(Number(hello?.id))] })).left).toEqual([
    expect.stringMatching(/id: is already used by hello/),
  ]);
  // A file of a refused row is not left behind.
  const unused = target.db.selectFrom('pictures').select('file').where(uses, '=', 0).where('kept', '=', 0);
  expect(await unused.execute()).toEqual([]);
});

it('what is here with its pictures is the same as in an archive without them, as a look at an export has none', async () => {
  const picture = '<img src="https://old.example/a.png?w=1&amp;h=2" alt="A">';
  const rows = { blogs: [post(70, { description: `<p>Before</p><p>${picture}</p><p>after</p>` })] };
  expect(await take(rows)).toMatchObject({ counts: { posts: { added: 1 } }, left: [] });
  const without = await archiveOf(rows, { missing: true });
  const looked = await importInto(target, without, { dryRun: true });
  expect(looked).toMatchObject({ counts: { posts: { same: 1, conflict: 0 } }, left: [] });
  const other = { blogs: [post(70, { description: `<p>Before</p><p>${picture}</p><p>other</p>` })] };
  const { counts } = await importInto(target, await archiveOf(other, { missing: true }), { dryRun: true });
  expect(counts).toMatchObject({ posts: { conflict: 1 } });
});

it('ids that are texts are taken beside numbers of other records, and lead to each other', async () => {
  const rows = {
    categories: [{ id: 2, public_id: 'brand', title: 'By name', image: '/z' }],
    projects: [{ id: 3, public_id: 'work', category_id: 2, title: 'Named work', description: '<p>x</p>' }],
  };
  expect((await take(rows)).left).toEqual([]);
  expect((await take(rows)).counts).toMatchObject({ categories: { same: 1 }, projects: { same: 1 } });
  const pairs = target.db.selectFrom('projects').innerJoin('categories', 'categories.id', 'category_id');
  expect(
    await pairs.select('categories.public_id').where('projects.public_id', '=', 'work').execute(),
  ).toEqual([{ public_id: 'brand' }]);
});

const watched = join(import.meta.dirname, '../../../support/engine/killed-at.ts');
const script = (name: 'export' | 'import', args: string[], environment: Record<string, string> = {}) =>
  studio([name, ...args], { DATA_DIR: at('killed'), ...environment }, { flags: ['--import', watched] });

it('a look at an import makes nothing in a folder that lacks a part of its site', async () => {
  const looked = async (name: string) => {
    const before = await readdir(at(name), { recursive: true });
    const look = await script('import', [at('archive'), '--dry-run', '--json'], { DATA_DIR: at(name) });
    expect(JSON.parse(look.out)).toMatchObject({ counts: { posts: { added: 39 } }, left: [] });
    expect((await readdir(at(name), { recursive: true })).sort()).toEqual(before.sort());
  };
  await mkdir(at('empty'));
  await looked('empty');
  await (await openSite(at('part'))).close();
  for (const part of ['bff.sqlite', 'media', 'private']) await rm(at(`part/${part}`), { recursive: true });
  await looked('part');
});

it('an import that is killed goes on and ends the same; one of a broken archive makes nothing', async () => {
  await mkdir(at('broken'));
  await writeFile(at('broken/manifest.json'), '{}');
  expect(await script('import', [at('broken')])).toMatchObject({ code: 1 });
  expect(existsSync(at('killed'))).toBe(false);
  expect((await script('export', [at('nothing')])).err).toContain('is DATA_DIR right?');
  // Killed while the files of the first rows are stored, and much later.
  for (const KILL_AT of ['6', '200'])
    expect(await script('import', [at('archive')], { KILL_AT })).toMatchObject({ signal: 'SIGKILL' });
  expect(await script('import', [at('archive'), '--json'])).toMatchObject({ code: 0, err: '' });
  const running = await openSite(at('killed'));
  expect(await script('export', [at('last')])).toMatchObject({ code: 0, err: '' });
  expect(await readFile(at('last/rows/blogs.jsonl'), 'utf8')).toBe(
    await readFile(at('archive/rows/blogs.jsonl'), 'utf8'),
  );
  expect(await running.db.selectFrom('doomed_files').selectAll().execute()).toEqual([]);
  expect((await script('import', [at('archive')])).err).toContain('is in use');
  await running.close();
});
