import { describe, expect, it } from 'vitest';
import { callPath } from '#shared/contract/call-path.ts';
import { type CallName, contract } from '#shared/contract/index.ts';
import type { Id } from '#shared/id.ts';
import { type Engine, withEngines } from '../../support/engines.ts';
import {
  blogEditForm,
  categoryEditForm,
  type FormPart,
  projectEditForm,
  sendForm,
} from '../../support/forms.ts';
import { makeApplicant } from './cases/applicants.ts';
import { makeBlog } from './cases/blogs.ts';
import { makeCategory } from './cases/categories.ts';
import { goodJob, makeJob } from './cases/jobs.ts';
import { makeMessage } from './cases/messages.ts';
import { makeProject } from './cases/projects.ts';
import { makeMember, memberForm } from './cases/team.ts';

interface Row {
  id: Id;
  category_id?: Id;
  updated_at?: string;
}

/** What admins do with each noun alike: its calls, and how it is changed. */
interface Noun {
  make(engine: Engine): Promise<Row>;
  edit: CallName;
  /** The form or the body of a change. */
  change(row: Row): Promise<FormPart[]> | object;
  remove: CallName;
  read?: CallName;
  list: CallName;
  order?: CallName;
  /** The file fields of a record; its files outlive the trash. */
  files?: string[];
  /** The status of a deleted record; 404 where nothing else is said. */
  gone?: number;
}

const nouns: Record<string, Noun> = {
  blog: {
    make: makeBlog,
    edit: 'editBlog',
    change: ({ id }) => blogEditForm(id),
    remove: 'deleteBlog',
    read: 'singlePost',
    list: 'blogs',
    files: ['blog_image'],
    gone: 410,
  },
  category: {
    make: makeCategory,
    edit: 'updateProjectCategory',
    change: categoryEditForm,
    remove: 'deleteProjectCategory',
    read: 'getSingleCategory',
    list: 'getProjectCategory',
    files: ['image'],
  },
  project: {
    make: makeProject,
    edit: 'updateProject',
    change: ({ category_id = 0 }) => projectEditForm(category_id),
    remove: 'deleteProject',
    read: 'getSingleProject',
    list: 'searchProjects',
    order: 'reorderProjects',
    files: ['video'],
  },
  job: {
    make: makeJob,
    edit: 'updateJob',
    change: () => ({ ...goodJob, title: 'Newer' }),
    remove: 'deleteJob',
    read: 'singleJob',
    list: 'getJobs',
    order: 'reorderJobs',
  },
  team_member: {
    make: makeMember,
    edit: 'updateTeamMember',
    change: () => memberForm({ name: 'Newer' }),
    remove: 'deleteTeamMember',
    list: 'getTeam',
    order: 'reorderTeam',
    files: ['image'],
  },
  message: {
    make: (engine) => makeMessage(engine),
    edit: 'updateMessageStatus',
    change: () => ({ status: 'read' }),
    remove: 'deleteMessage',
    read: 'getSingleMessage',
    list: 'getMessages',
  },
  applicant: {
    make: (engine) => makeApplicant(engine),
    edit: 'updateApplicantStatus',
    change: () => ({ status: 'reviewing' }),
    remove: 'deleteApplicant',
    read: 'getSingleApplicant',
    list: 'getApplicants',
  },
};

withEngines((engine) => {
  const post = (call: CallName, id: Id, json: object = {}) =>
    engine.admin.post(callPath(contract[call], { id })).send(json);
  const page = async (call: CallName, number: number) =>
    (await engine.admin.get(`${callPath(contract[call])}?page=${number}`).expect(200)).body.data;
  const listed = async (call: CallName): Promise<Row[]> => {
    const rows: Row[] = [];
    for (let number = 1, last = 1; number <= last; number += 1) {
      const { data, last_page } = await page(call, number);
      rows.push(...data);
      last = last_page;
    }
    return rows;
  };

  describe.each(Object.entries(nouns))('a %s', (resource, noun) => {
    const { make, remove, read, list, order, files = [], gone = 404 } = noun;
    const find = async (id: Id) => (await listed(list)).find((row) => row.id === id);
    const stored = async (id: Id) =>
      read ? (await engine.admin.get(callPath(contract[read], { id }))).body.data : await find(id);
    const save = async (row: Row, version?: string) => {
      const sent = await noun.change(row);
      const call = engine.admin.post(callPath(contract[noun.edit], { id: row.id }));
      const text = version ? [{ name: 'updated_at', text: version }] : [];
      return Array.isArray(sent)
        ? sendForm(call, [...text, ...sent])
        : call.send({ ...sent, updated_at: version });
    };

    it('is not overwritten by somebody who began with an older version, and is told whose is newer', async () => {
      const row = await make(engine);
      const began = row.updated_at ?? '';
      const first = await save(row, began);
      expect(first.status, first.text).toBe(200);
      const current = first.body.data.updated_at;
      expect(current > began).toBe(true);
      const before = await stored(row.id);
      const late = await save(row, began);
      expect(late.status).toBe(409);
      const who = (await engine.read('session')).user.name;
      expect(late.body).toMatchObject({
        status: 0,
        message: expect.stringContaining(`${who} saved this at `),
        data: { yours: began, current, who },
      });
      expect(await stored(row.id)).toEqual(before);
      expect((await save(row, current)).status).toBe(200);
    });

    it('that is deleted is nowhere, and comes back once, as it was, with its files', async () => {
      const { id } = await make(engine);
      const before = await stored(id);
      const restore = () => post('restoreDeleted', id, { resource, id });
      expect((await restore()).status, 'nothing was deleted').toBe(404);
      await post(remove, id).expect(200);
      await post(remove, id).expect(404);
      if (read) await engine.admin.get(callPath(contract[read], { id })).expect(gone);
      expect(await find(id)).toBeUndefined();
      expect((await save(before)).status).toBe(404);
      if (order) await post(order, id, { ids: [id] }).expect(422);
      await restore().expect(200);
      const { updated_at: _version, ...same } = before;
      expect(await stored(id)).toMatchObject(same);
      expect(await find(id)).toBeDefined();
      for (const name of files) await engine.visitor.get(before[name]).expect(200);
      const again = await restore();
      expect(again.status).toBe(404);
      expect(again.body.message).toBe(
        'There is nothing to restore here. Deleted items can be restored for 30 days.',
      );
    });

    it('is listed once, on pages of ten that end with an empty one', async () => {
      for (let count = 0; count < 11; count += 1) await make(engine);
      const first = await page(list, 1);
      expect(first).toMatchObject({ current_page: 1, per_page: 10, last_page: Math.ceil(first.total / 10) });
      const ids = (await listed(list)).map(({ id }) => id);
      expect([ids.length, new Set(ids).size]).toEqual([first.total, first.total]);
      const beyond = await page(list, first.last_page + 1);
      expect(beyond).toMatchObject({ data: [], current_page: first.last_page + 1 });
    });

    it.runIf(order)('is put in order by hand, all or none', async () => {
      const [one, two] = [(await make(engine)).id, (await make(engine)).id];
      const ours = async () =>
        (await listed(list)).flatMap(({ id }) => (id === one || id === two ? [id] : []));
      const call = order as CallName;
      await post(call, one, { ids: [two, one] }).expect(200);
      const orders = async () => [await stored(two), await stored(one)].map((row) => row.v_order);
      expect(await orders()).toEqual([1, 2]);
      if (resource !== 'project') expect(await ours()).toEqual([two, one]);
      await post(call, one, { ids: [one, 987_654_321, two] }).expect(422);
      expect(await orders()).toEqual([1, 2]);
    });
  });

  const textual = {
    blog: ['singlePost', ['blogs', 'activeBlogs'], makeBlog],
    project: ['getSingleProject', ['getProjects'], makeProject],
  } as const;
  describe.each(Object.entries(textual))('the text of a %s', (_noun, [read, lists, make]) => {
    const listsOf = async (row: Row) =>
      Promise.all(
        lists.map((call) =>
          engine.admin.get(callPath(contract[call], { id: row.category_id ?? 0 })).expect(200),
        ),
      );

    it('is in lists by its beginning, and never a whole article', async () => {
      const image = `<img src="data:image/png;base64,${'A'.repeat(6 * 1024 * 1024)}">`;
      const description = `<h1>Ink &amp; light</h1><p>${image}</p>${'<p>Another line of it.</p>'.repeat(100)}`;
      const row: Row = await make(engine, { description });
      for (const { text, body } of await listsOf(row)) {
        const listed = body.data.data.find(({ id }: Row) => id === row.id);
        expect(listed.description).toMatch(/^<p>Ink &amp; light Another line .*…<\/p>$/);
        expect(text.length).toBeLessThan(20_000);
      }
      const whole = await engine.visitor.get(callPath(contract[read], { id: row.id }));
      expect(whole.text.length).toBeGreaterThan(6 * 1024 * 1024);
    });

    it('is safe to read, whatever was stored, and keeps what the editor writes', async () => {
      const kept =
        '<p class="ql-align-center"><a href="https://studio.example">link</a></p><ol><li data-list="bullet">one</li></ol>';
      const hostile = '<p onclick="alert(1)">Hi<script>alert(2)</script><img src=x onerror=alert(3)></p>';
      const row: Row = await make(engine, { description: kept + hostile });
      for (const agent of [engine.visitor, engine.admin]) {
        const { description } = (await agent.get(callPath(contract[read], { id: row.id }))).body.data;
        expect(description).toMatch(/Hi/);
        expect(description).not.toMatch(/script|onclick|onerror|alert/);
        for (const part of ['ql-align-center', 'href="https://studio.example"', 'data-list="bullet"'])
          expect(description).toContain(part);
      }
      for (const { text } of await listsOf(row)) expect(text).not.toMatch(/<script|onclick|onerror/);
    });
  });
});
