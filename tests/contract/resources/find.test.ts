import { expect, it } from 'vitest';
import { namesWhere } from '#shared/entities/entity.ts';
import { type ContentName, contentNames, entities } from '#shared/entities/index.ts';
import type { Id } from '#shared/id.ts';
import type { FoundThing } from '#shared/schemas/find.ts';
import { type Engine, withEngines } from '../../support/engines.ts';
import { memberForm } from '../../support/forms.ts';
import { runSql } from '../../support/run-sql.ts';
import {
  makeApplicant,
  makeBlog,
  makeCategory,
  makeJob,
  makeMember,
  makeMessage,
  makeProject,
  makeRecord,
} from './cases.ts';

/** A noun, how it is made with these texts, and the fields by which it is found. */
type Sought = [
  resource: string,
  make: (on: Engine, texts: Record<string, string>) => Promise<{ id: Id }>,
  fields: string[],
];

/** Fields by which these nouns are found, so that none of them is dropped unseen from its descriptor. */
const promised: { [Name in ContentName]?: string } = {
  blog: 'blog_title description',
  category: 'title',
  project: 'title description client services result',
  job: 'title department city region country',
  team_member: 'name designation department',
};

let serial = 0;

withEngines((engine) => {
  const { read } = engine;
  const find = async (search: string) => (await read('findAnything', { search })).found as FoundThing[];

  it('finds one of every kind by a word of any script, and nothing that is deleted', async () => {
    const word = engine.isOnPostgres ? 'خزینہ' : 'خزانہ';
    const blog = await makeBlog(engine, { blog_title: `${word} post` });
    const category = await makeCategory(engine, `${word} field`);
    const project = await makeProject(engine, { title: `${word} project` });
    const job = await makeJob(engine, { title: `${word} job` });
    const applicant = await makeApplicant(engine, { name: `${word} Khan` });
    const member = await makeMember(engine, { name: word });
    const message = await makeMessage(engine, 'contact', { subject: `About ${word}` });
    // The same word as another keyboard types it.
    const found = await find(word.replace('ہ', 'ه').replace('ی', 'ي'));
    const ids = Object.fromEntries(found.map(({ resource, id }) => [resource, id]));
    expect(ids).toEqual({
      blog: blog.id,
      category: category.id,
      project: project.id,
      job: job.id,
      applicant: applicant.id,
      team_member: member.id,
      message: message.id,
    });
    expect(found.find(({ resource }) => resource === 'project')).toMatchObject({
      category_id: project.category_id,
    });
    const { title: field } = await read('getSingleCategory', project.category_id);
    const details = { job: 'Design', blog: '', category: '', project: field, team_member: 'Sound designer' };
    const shown = found.flatMap(({ resource, detail }) => (resource in details ? [[resource, detail]] : []));
    expect(Object.fromEntries(shown)).toEqual(details);
    await makeMember(engine);
    await makeMessage(engine);
    for (const [name, { id }] of [
      ['searchCategories', category],
      ['searchMessages', message],
      ['searchTeam', member],
    ] as const)
      expect((await read(name, { search: word })).data, name).toEqual([expect.objectContaining({ id })]);
    expect((await read('searchMessages', { search: word, folder: 'archive' })).data).toEqual([]);
    const ofCategory = async (category_id: Id) =>
      (await read('searchProjects', { search: word, category_id })).data.map(({ id }: { id: Id }) => id);
    expect(await ofCategory(project.category_id)).toEqual([project.id]);
    expect(await ofCategory(category.id)).toEqual([]);
    await engine.call('deleteBlog', blog.id);
    await engine.call('deleteMessage', message.id);
    const spam = await makeApplicant(engine, { name: `${word} Spam` });
    await read('updateApplicantStatus', spam.id, { status: 'spam' });
    const { id: trick } = await makeMessage(engine, 'contact', { message: word });
    await read('updateMessageStatus', trick, { status: 'spam' });
    const left = (await find(word)).map(({ resource }) => resource);
    expect(left.sort()).toEqual(['applicant', 'category', 'job', 'project', 'team_member']);
  });

  const written = contentNames.map(
    (name): Sought => [
      name,
      (on, texts) => makeRecord(on, name, texts),
      promised[name]?.split(' ') ?? namesWhere(entities[name].fields, ({ searched = false }) => searched),
    ],
  );
  it.each<Sought>([
    ...written,
    ['message', (on, texts) => makeMessage(on, 'contact', texts), ['name', 'subject', 'message']],
    [
      'message',
      (on, texts) => makeMessage(on, 'account_deletion', texts),
      ['app_name', 'account_identifier'],
    ],
  ])('a %s is found by each of its fields', async (resource, make, fields) => {
    const words = fields.map((name) => [name, `suchwort${name}${serial++}`] as const);
    const { id } = await make(engine, Object.fromEntries(words));
    for (const [name, word] of words) expect(await find(word), name).toMatchObject([{ resource, id }]);
  });

  it('knows a changed title at once, and the old one no more', async () => {
    const { id } = await makeMember(engine, { name: 'Quetzalcoatl' });
    expect(await find('quetzal')).toHaveLength(1);
    await read('updateTeamMember', id, await memberForm({ name: 'Popocatepetl' }));
    expect(await find('quetzal')).toEqual([]);
    expect(await find('popoca')).toMatchObject([{ resource: 'team_member', id }]);
  });

  it('finds who works here, and shows as many lines a page as are asked for', async () => {
    const person = expect.objectContaining({ resource: 'person', detail: engine.credentials.email });
    expect(await find(engine.credentials.email.toUpperCase())).toContainEqual(person);
    expect((await read('getActivity', 'per_page=1')).data).toHaveLength(1);
  });

  it('a search with filters is a list of its own', async () => {
    const on = await makeBlog(engine, { blog_title: 'Xylophon eins' });
    const off = await makeBlog(engine, { blog_title: 'Xylophon zwei', is_active: '0' });
    const ids = async (query: object) =>
      (await read('searchBlogs', { search: 'xylophon', ...query })).data.map(({ id }: { id: Id }) => id);
    expect(await ids({})).toEqual([off.id, on.id]);
    expect(await ids({ is_active: 1 })).toEqual([on.id]);
    expect(await ids({ search: 'xylophon zwei' })).toEqual([off.id]);
    const publish_at = new Date(Date.now() + 86_400_000).toISOString();
    await read('scheduleBlog', off.id, { publish_at, unpublish_at: null });
    expect(await ids({ scheduled: 1 })).toEqual([off.id]);
  });

  it('counts what waits', async () => {
    const before = await read('deskCounts');
    await makeApplicant(engine);
    await makeMessage(engine);
    const due = await makeMessage(engine, 'account_deletion');
    const soon = new Date(Date.now() + 3 * 86_400_000).toISOString();
    await runSql(engine, 'update messages set due_at = $1 where id = $2', [soon, Number(due.id)]);
    await makeMessage(engine, 'account_deletion');
    const draft = await makeJob(engine);
    await makeJob(engine, { status: 'open', closes_at: soon });
    const post = await makeBlog(engine, { is_active: '0' });
    await read('scheduleBlog', post.id, { publish_at: soon });
    await read('scheduleJob', draft.id, { publish_at: soon });
    const counts = Object.entries(await read('deskCounts'));
    const more = counts.map(([name, count]) => [name, Number(count) - before[name]]);
    expect(Object.fromEntries(more)).toEqual({
      unread_applicants: 1,
      new_messages: 3,
      deletions_due: 1,
      jobs_closing: 1,
      draft_jobs: 1,
      inactive_posts: 1,
      scheduled_jobs: 1,
      scheduled_posts: 1,
    });
  });
});
