import { describe, expect, it } from 'vitest';
import { type CallName, callsOf, contract } from '#shared/contract/index.ts';
import { isSingleFile, namesWhere } from '#shared/entities/entity.ts';
import { contentNames, type EntityName, entities } from '#shared/entities/index.ts';
import type { Id } from '#shared/id.ts';
import { type Engine, withEngines } from '../../support/engines.ts';
import type { Values } from '../../support/forms.ts';
import { makeApplicant, makeBlog, makeMessage, makeProject, makeRecord, recordSent } from './cases.ts';

interface Row extends Values {
  id: Id;
  updated_at?: string;
}

/** What admins do with each noun alike. */
interface Noun {
  make(engine: Engine): Promise<Row>;
  /** The call that changes a record, if its form does not. */
  edit?: CallName;
  /** The form or the body of a change. */
  change(row: Row): Promise<object> | object;
}

const written = contentNames.map((name): [EntityName, Noun] => [
  name,
  {
    make: (engine) => makeRecord(engine, name),
    change: (row) => recordSent(name, { [entities[name].title]: `Newer ${crypto.randomUUID()}` }, { row }),
  },
]);

const nouns: [EntityName, Noun][] = [
  ...written,
  [
    'message',
    {
      make: (engine) => makeMessage(engine),
      edit: 'updateMessageStatus',
      change: () => ({ status: 'read' }),
    },
  ],
  [
    'applicant',
    {
      make: (engine) => makeApplicant(engine),
      edit: 'updateApplicantStatus',
      change: () => ({ status: 'reviewing' }),
    },
  ],
];

withEngines((engine) => {
  const { call, read } = engine;

  describe.each(nouns)('a %s', (resource, { make, change, ...noun }) => {
    const { all, search, one: single, order, ...calls } = callsOf(resource);
    // Its file outlives the trash.
    const [file] = namesWhere(entities[resource].fields, isSingleFile);
    const [edit, remove, list] = [noun.edit ?? calls.change, calls.remove, all ?? search] as [
      CallName,
      CallName,
      CallName,
    ];
    const listed = async (): Promise<Row[]> => {
      const rows: Row[] = [];
      for (let page = 1, last = 1; page <= last; page += 1) {
        const { data, last_page } = await read(list, { page });
        rows.push(...data);
        last = last_page;
      }
      return rows;
    };
    const find = async (id: Id) => (await listed()).find((row) => row.id === id);
    const stored = async (id: Id) => (single ? await read(single, id) : await find(id));
    const save = async (row: Row, updated_at?: string) => {
      const sent = await change(row);
      const body = Array.isArray(sent)
        ? [...(updated_at ? [{ name: 'updated_at', text: updated_at }] : []), ...sent]
        : { ...sent, updated_at };
      return contract[edit].path.includes('{id}') ? call(edit, row.id, body) : call(edit, body);
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
      const who = (await read('session')).user.name;
      expect([late.status, late.body]).toMatchObject([
        409,
        {
          status: 0,
          message: expect.stringContaining(`${who} saved this at `),
          data: { yours: began, current, who },
        },
      ]);
      expect(await stored(row.id)).toEqual(before);
      expect((await save(row, current)).status).toBe(200);
    });

    it('that is deleted is nowhere, and comes back once, as it was, with its files', async () => {
      const { id } = await make(engine);
      const before = await stored(id);
      const restore = () => call('restoreDeleted', { resource, id });
      expect((await restore()).status, 'nothing was deleted').toBe(404);
      await call(remove, id).expect(200);
      await call(remove, id).expect(404);
      if (single) await call(single, id).expect('is_active' in entities[resource].fields ? 410 : 404);
      expect(await find(id)).toBeUndefined();
      expect((await save(before)).status).toBe(404);
      if (order) await call(order, { ids: [id] }).expect(422);
      await restore().expect(200);
      const { updated_at: began, ...same } = before;
      expect(await stored(id)).toMatchObject(same);
      // The newer version is nobody's: it was restored, not saved in a form.
      const late = await save(before, began);
      expect([late.status, late.body.data.who]).toEqual([409, undefined]);
      expect(await find(id)).toBeDefined();
      if (file) await engine.visitor.get(String(before[file])).expect(200);
      const { status, body } = await restore();
      expect([status, body.message]).toEqual([
        404,
        'There is nothing to restore here. Deleted items can be restored for 30 days.',
      ]);
    });

    it('is listed once, on pages of ten that end with an empty one', async () => {
      for (let count = 0; count < 11; count += 1) await make(engine);
      const { total, ...first } = await read(list, { page: 1 });
      const last_page = Math.ceil(total / 10);
      expect(first).toMatchObject({ current_page: 1, per_page: 10, last_page });
      const ids = (await listed()).map(({ id }) => id);
      expect([ids.length, new Set(ids).size]).toEqual([total, total]);
      const beyond = { data: [], current_page: last_page + 1 };
      expect(await read(list, { page: last_page + 1 })).toMatchObject(beyond);
    });

    it.runIf(order)('is put in order by hand, all or none', async () => {
      const [one, two] = [(await make(engine)).id, (await make(engine)).id];
      const name = order as CallName;
      await read(name, { ids: [two, one] });
      const orders = async () => [await stored(two), await stored(one)].map((row) => row.v_order);
      expect(await orders()).toEqual([1, 2]);
      const ours = (await listed()).map(({ id }) => id).filter((id) => id === one || id === two);
      if (resource !== 'project') expect(ours).toEqual([two, one]);
      await call(name, { ids: [one, 987_654_321, two] }).expect(422);
      expect(await orders()).toEqual([1, 2]);
    });
  });

  const textual = {
    blog: ['singlePost', ['blogs', 'activeBlogs'], makeBlog],
    project: ['getSingleProject', ['getProjects'], makeProject],
  } as const;
  describe.each(Object.entries(textual))('the text of a %s', (_noun, [single, lists, make]) => {
    const listsOf = ({ category_id }: Row) =>
      Promise.all(
        lists.map((list) =>
          (list === 'getProjects' ? call(list, category_id as Id) : call(list)).expect(200),
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
      const whole = await engine.visitor.call(single, row.id);
      expect(whole.text.length).toBeGreaterThan(6 * 1024 * 1024);
    });

    it('is safe to read, whatever was stored, and keeps what the editor writes', async () => {
      const kept =
        '<p class="ql-align-center"><a href="https://studio.example">link</a></p><ol><li data-list="bullet">one</li></ol>';
      const hostile = '<p onclick="alert(1)">Hi<script>alert(2)</script><img src=x onerror=alert(3)></p>';
      const row = await make(engine, { description: kept + hostile });
      expect(row.description, 'the answer to the save').not.toMatch(/script|onclick|onerror|alert/);
      for (const agent of [engine.visitor, engine.admin]) {
        const { description } = await agent.read(single, row.id);
        expect(description).not.toMatch(/script|onclick|onerror|alert/);
        for (const part of ['Hi', 'ql-align-center', 'href="https://studio.example"', 'data-list="bullet"'])
          expect(description).toContain(part);
      }
      for (const { text } of await listsOf(row)) expect(text).not.toMatch(/<script|onclick|onerror/);
    });
  });
});
