import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Kysely } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { CallName } from '#shared/contract/index.ts';
import { existingRowsOf } from '../../../server/content-api/trash/existing-rows.ts';
import { migrate } from '../../../server/database/migrate.ts';
import { publicIdAt, rowIdOf, rowIdsOf } from '../../../server/database/public-ids.ts';
import { openSqlite } from '../../../server/database/sqlite.ts';
import type { Db } from '../../../server/database/types.ts';
import { startEngine, type TestEngine } from '../../support/engine/engine.ts';
import { blogForm, formOf, projectForm } from '../../support/engine/forms.ts';
import { exportWithTexts, fillSite, importInto, openSite } from '../../support/engine/moving-content.ts';
import { expectIndexed, queriesOf } from '../../support/engine/query-plan.ts';

/** Fields of a row in the answers. */
interface Row {
  id: string;
  updated_at: string;
  [field: string]: unknown;
}

let folder: string;
let engine: TestEngine;
const at = (name: string) => join(folder, name);

/** The engine with imported content of a host whose ids are texts, such as `posts-3`. */
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'studio-public-ids-'));
  const [host, site] = [await openSite(at('host')), await openSite(at('site'))];
  await fillSite(host, { posts: 6, projects: 3 });
  await exportWithTexts(at('archive'), host);
  expect((await importInto(site, at('archive'))).left).toEqual([]);
  await host.close();
  await site.close();
  engine = await startEngine({ DATA_DIR: at('site') });
});
afterAll(async () => {
  await engine?.close();
  await rm(folder, { recursive: true, force: true });
});

type Sent = { id?: string; query?: string; json?: object; form?: FormData };

async function answerOf<Data = Row>(name: CallName, { id, query, json, form }: Sent = {}) {
  const body = json ? JSON.stringify(json) : form;
  const { status, body: answer } = await engine.call<Data>(name, {
    ...(id !== undefined && { params: { id } }),
    ...(query !== undefined && { query }),
    ...(body !== undefined && { body }),
    ...(json && { contentType: 'application/json' }),
  });
  return { status, data: answer.data as Data };
}

async function call<Data = Row>(name: CallName, sent: Sent = {}): Promise<Data> {
  const { status, data } = await answerOf<Data>(name, sent);
  expect([name, sent.id, status]).toEqual([name, sent.id, 200]);
  return data;
}

const rowsIn = async (name: CallName, sent: Sent = {}) => (await call<{ data: Row[] }>(name, sent)).data;
const idsIn = async (name: CallName, sent: Sent = {}) => (await rowsIn(name, sent)).map(({ id }) => id);
/** Returns the record with this id as a list shows it. */
const listed = async (name: CallName, id: string, sent: Sent = {}) =>
  (await rowsIn(name, sent)).find((row) => row.id === id) as Row;

interface Group {
  resource: string;
  id: string;
  list: CallName;
  of?: Sent;
  read?: CallName;
  remove: CallName;
}

const groups: Group[] = [
  { resource: 'blog', id: 'posts-2', list: 'blogs', read: 'singlePost', remove: 'deleteBlog' },
  {
    ...{ resource: 'project', id: 'projects-1', list: 'getProjects', of: { id: 'categories-1' } },
    ...{ read: 'getSingleProject', remove: 'deleteProject' },
  },
  { resource: 'job', id: 'jobs-1', list: 'getJobs', read: 'singleJob', remove: 'deleteJob' },
  {
    ...{ resource: 'applicant', id: 'applicants-1', list: 'getApplicants', of: { query: '?job_id=jobs-2' } },
    ...{ read: 'getSingleApplicant', remove: 'deleteApplicant' },
  },
  { resource: 'team_member', id: 'team-1', list: 'getTeam', remove: 'deleteTeamMember' },
  {
    ...{ resource: 'message', id: 'messages-1', list: 'getMessages' },
    ...{ read: 'getSingleMessage', remove: 'deleteMessage' },
  },
] as Group[];

describe.each(groups)('$resource', ({ resource, id, list, of = {}, read, remove }) => {
  it('is listed and read, deleted, shown in the trash and restored under its text', async () => {
    expect(await idsIn(list, of)).toContain(id);
    if (read) expect((await call(read, { id })).id).toBe(id);
    expect(await call(remove, { id })).toBeNull();
    expect(await idsIn(list, of)).not.toContain(id);
    expect(await idsIn('getTrash', { query: `?resource=${resource}` })).toEqual([id]);
    const restored = await call('restoreDeleted', { json: { resource, id } });
    expect(restored).toEqual({ resource, id });
    expect(await idsIn(list, of)).toContain(id);
  });

  it('is not there under a text that nothing has', async () => {
    for (const name of read ? [read, remove] : [remove])
      expect([name, (await answerOf(name, { id: `${id}x` })).status]).toEqual([name, 404]);
    for (const name of ['restoreDeleted', 'eraseDeleted'] as const)
      expect((await answerOf(name, { json: { resource, id: `${id}x` } })).status).toBe(404);
  });
});

describe('what is saved in a form stays what it was called', () => {
  const old = { updated_at: '2001-01-01T00:00:00.000Z' };

  it('a post: also its versions, its links, its plan and the picture that it shows', async () => {
    const form = async (more: object) => ({ form: await blogForm({ blog_id: 'posts-3', ...more }) });
    const after = await call('editBlog', await form({ blog_title: 'New words' }));
    expect(after).toMatchObject({ id: 'posts-3', blog_title: 'New words' });
    expect((await answerOf('editBlog', await form(old))).status).toBe(409);
    expect((await answerOf('editBlog', await form({ blog_id: 'posts-33' }))).status).toBe(404);
    const [last, first] = await rowsIn('getVersions', { query: '?resource=blog&id=posts-3' });
    expect(await call('getVersion', { id: String(last?.id) })).toMatchObject({ row_id: 'posts-3' });
    const version = { id: String(first?.id), json: {} };
    expect(await call('restoreVersion', version)).toMatchObject({ resource: 'blog', row_id: 'posts-3' });
    const tomorrow = new Date(Date.now() + 86_400_000).toISOString();
    const plan = { publish_at: null, unpublish_at: tomorrow };
    expect(await call('scheduleBlog', { id: 'posts-3', json: plan })).toMatchObject({ row_id: 'posts-3' });
    expect(await call<Row[]>('blogSchedules')).toMatchObject([{ row_id: 'posts-3' }]);
    const draft = { blog_title: 'Draft', description: '<p>x</p>', blog_image: after.blog_image };
    const link = await call('saveContentPreview', { json: { resource: 'blog', row_id: 'posts-3', draft } });
    const links = await call<Row[]>('contentPreviews', { query: '?resource=blog&id=posts-3' });
    expect(links.map(({ id }) => id)).toEqual([link.id]);
    expect((await call('openPreview', { json: { secret: link.secret } })).entity).toMatchObject({
      id: 'posts-3',
    });
    const pictures = [
      ...(await idsIn('getPictures', { query: '?page=1' })),
      ...(await idsIn('getPictures', { query: '?page=2' })),
    ];
    const used = await Promise.all(pictures.map((id) => call<Row[]>('getPictureUses', { id })));
    const uses = used.flat();
    expect(uses).toContainEqual(expect.objectContaining({ kind: 'blog', id: 'posts-3' }));
    expect(uses).toContainEqual(
      expect.objectContaining({ kind: 'project', id: 'projects-1', category_id: 'categories-1' }),
    );
  });

  it('a project, in a category by its text: also its version and its pictures', async () => {
    const form = async (more: object) => ({
      ...{ id: 'projects-2' },
      form: await projectForm({ category_id: 'categories-3', 'images[0]': undefined, ...more }),
    });
    const moved = await call('updateProject', await form({}));
    expect(moved).toMatchObject({ id: 'projects-2', category_id: 'categories-3' });
    expect((await answerOf('updateProject', await form(old))).status).toBe(409);
    expect((await answerOf('updateProject', await form({ category_id: 'categories-9' }))).status).toBe(422);
    const added = await call('addProject', { form: await projectForm({ category_id: 'categories-3' }) });
    // A record created here gets a number and comes after the imported ones.
    expect(added).toMatchObject({ id: 4, category_id: 'categories-3' });
    const ids = ['projects-3', added.id, 'projects-2'];
    await call('reorderProjects', { json: { ids } });
    expect(await idsIn('getProjects', { id: 'categories-3' })).toEqual(ids);
    expect((await answerOf('reorderProjects', { json: { ids: ['projects-9'] } })).status).toBe(422);
    const [last] = await rowsIn('getVersions', { query: '?resource=project&id=projects-2' });
    const { row_id, fields } = await call('getVersion', { id: String(last?.id) });
    expect([row_id, fields]).toEqual([
      'projects-2',
      expect.objectContaining({ category_id: 'categories-3' }),
    ]);
    const [one, other] = moved.images as Row[];
    expect([one?.id, other?.id]).toEqual(['images-2', 'images-3']);
    await call('deleteProjectImage', { id: 'images-2' });
    await call('restoreDeleted', { json: { resource: 'project_image', id: 'images-2' } });
    const found = await idsIn('searchProjects', { query: '?category_id=categories-3' });
    expect(found).toEqual(ids);
  });

  it('a category and its logos', async () => {
    const { title, tech_img, updated_at } = await call('getSingleCategory', { id: 'categories-2' });
    expect(tech_img).toMatchObject([{ id: 'tech_img-2' }]);
    const form = (more: object) => ({ id: 'categories-2', form: formOf({ title: `${title}`, ...more }) });
    expect(await call('updateProjectCategory', form({ updated_at }))).toMatchObject({ id: 'categories-2' });
    expect((await answerOf('updateProjectCategory', form(old))).status).toBe(409);
    expect((await answerOf('deleteTechImage', { id: 'tech_img-2' })).status).toBe(422);
    const full = await answerOf('deleteProjectCategory', { id: 'categories-3' });
    expect(full.status).toBe(409);
  });

  it('a job, and what its board leaves out', async () => {
    const json = { status: 'closed' };
    expect(await call('updateJobStatus', { id: 'jobs-1', json })).toMatchObject({ id: 'jobs-1', ...json });
    expect((await answerOf('updateJobStatus', { id: 'jobs-1', json: { ...json, ...old } })).status).toBe(409);
    await call('reorderJobs', { json: { ids: ['jobs-2', 'jobs-1'] } });
    expect(await idsIn('getJobs')).toEqual(['jobs-2', 'jobs-1']);
    await call('setHiddenStages', { id: 'jobs-2', json: { hidden: ['interview'] } });
    expect(await call('getHiddenStages', { id: 'jobs-2' })).toEqual({ hidden: ['interview'] });
    expect(await idsIn('getVersions', { query: '?resource=job&id=jobs-1' })).not.toEqual([]);
  });

  it('an applicant of a job: also notes, those chosen together, and mails', async () => {
    const id = 'applicants-1';
    const json = { rating: 4 };
    const rated = await call('updateApplicantStatus', { id, json });
    expect(rated).toMatchObject({ id, job_id: 'jobs-2', rating: 4 });
    expect((await answerOf('updateApplicantStatus', { id, json: { ...json, ...old } })).status).toBe(409);
    const note = { id: 'notes-1', json: { note: 'Better' } };
    expect(await call('updateApplicantNote', note)).toMatchObject({ id: 'notes-1', note: 'Better' });
    await call('deleteApplicantNote', { id: 'notes-1' });
    await call('restoreDeleted', { json: { resource: 'applicant_note', id: 'notes-1' } });
    const { notes, events } = await call<Record<'notes' | 'events', Row[]>>('getSingleApplicant', { id });
    expect([notes[0]?.id, events[0]?.id]).toEqual(['notes-1', 'events-1']);
    const bulk = { ids: [id, 'nobody'], action: 'shortlisted' };
    expect(await call('bulkApplicants', { json: bulk })).toMatchObject({
      changed: 1,
      before: [{ id: 'applicants-1' }],
    });
    for (const query of ['?job_id=jobs-2', '?job_id=jobs-2&search=zo'])
      expect(await call('matchingApplicants', { query })).toEqual({ ids: [id] });
    const letter = { subject: 'Hello', body: 'Words', key: 'a-key-of-a-form', hold: 1, template: null };
    const sent = await call('sendCandidateMails', { json: { ids: [id, 'nobody'], ...letter } });
    expect(sent).toMatchObject({ mails: [{ applicant: id }], skipped: [{ applicant: 'nobody' }] });
    expect(await call<Row[]>('getCandidateMails', { id })).toHaveLength(1);
    expect(await call('getOtherApplications', { id })).toMatchObject({ total: 0 });
  });

  it('a member of the team and a message', async () => {
    const member = await listed('getTeam', 'team-1');
    const form = (more: object) => ({
      id: 'team-1',
      form: formOf({ name: 'Bo', designation: 'Lead', ...more }),
    });
    expect(await call('updateTeamMember', form({ updated_at: member.updated_at }))).toMatchObject({
      ...{ id: 'team-1', designation: 'Lead' },
    });
    expect((await answerOf('updateTeamMember', form(old))).status).toBe(409);
    await call('reorderTeam', { json: { ids: ['team-1'] } });
    const json = { status: 'archived' };
    expect(await call('updateMessageStatus', { id: 'messages-1', json })).toMatchObject({ id: 'messages-1' });
    const late = { id: 'messages-1', json: { ...json, ...old } };
    expect((await answerOf('updateMessageStatus', late)).status).toBe(409);
  });
});

it('a search finds each kind by its text', async () => {
  for (const [words, resource, id] of [
    ['Post 1', 'blog', 'posts-2'],
    ['Project 0', 'project', 'projects-1'],
    ['Play', 'category', 'categories-1'],
    ['Designer', 'job', 'jobs-1'],
    ['Zoë', 'applicant', 'applicants-1'],
    ['Bo', 'team_member', 'team-1'],
    ['cy@example', 'message', 'messages-1'],
  ] as const) {
    const query = `?search=${encodeURIComponent(words)}`;
    const { found } = await call<{ found: Row[] }>('findAnything', { query });
    expect(found).toContainEqual(expect.objectContaining({ resource, id }));
  }
});

describe('in the database', () => {
  let db: Db;
  beforeAll(async () => {
    db = openSqlite(':memory:');
    await migrate(db);
  });
  afterAll(() => db.destroy());

  it('nothing is asked for numbers, and a text is found by its index', async () => {
    const ofNumbers = async (on: Db) => {
      expect(await rowIdOf(on, 'blogs', 7)).toBe(7);
      expect([...(await rowIdsOf(on, 'blogs', [1, 2]))]).toEqual([
        [1, 1],
        [2, 2],
      ]);
    };
    expect(await queriesOf(db, ofNumbers)).toEqual([]);
    for (const table of ['blogs', 'projects', 'categories', 'jobs', 'team_members', 'messages'] as const)
      for (const query of await queriesOf(db, (on) => rowIdOf(on, table, 'a-text')))
        await expectIndexed(db, query);
    for (const query of await queriesOf(db, (on) => rowIdsOf(on, 'applicants', ['one', 'other', 3])))
      await expectIndexed(db, query);
    const referring = (db as unknown as Kysely<{ applicants: { id: number; job_id: number } }>)
      .selectFrom('applicants')
      .select(publicIdAt('jobs', 'applicants.job_id').as('job'))
      .where('id', '=', 1);
    await expectIndexed(db, referring);
  });

  it('of texts and numbers it is told which are still there', async () => {
    const dated = { created_at: '', updated_at: '' };
    const message = { ...dated, type: 'contact', email: 'x@y.example', status: 'new' } as const;
    await db
      .insertInto('messages')
      .values([message, { ...message, public_id: 'kept' }])
      .execute();
    expect(await existingRowsOf(db, 'message', [1, 9, 'kept', 'gone'])).toEqual([1, 'kept']);
  });
});
