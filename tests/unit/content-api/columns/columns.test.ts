import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { CallName } from '#shared/contract/index.ts';
import { entities } from '#shared/entities/index.ts';
import { richTextSummary } from '#shared/rich-text-summary.ts';
import { draftSchemas, type PreviewResource } from '#shared/schemas/preview.ts';
import type { VersionedResource } from '#shared/schemas/versions.ts';
import { entityDraft } from '../../../../client/admin/shared/entity-form.ts';
import { isLabelled } from '../../../../client/forms/field-labels.ts';
import { entityShapes } from '../../../../hosts/host-file/entities.ts';
import { searchedTextOf } from '../../../../server/content-api/applicants/applications-repository.ts';
import { presentListedBlog } from '../../../../server/content-api/blogs/present.ts';
import { pageOfBlogs } from '../../../../server/content-api/blogs/repository.ts';
import { presentListedProject } from '../../../../server/content-api/projects/present.ts';
import { pageOfProjects } from '../../../../server/content-api/projects/repository.ts';
import { textOfRow, versioned } from '../../../../server/content-api/row-records/version-states.ts';
import { restoreFields } from '../../../../server/content-api/versions/restore.ts';
import type { Db } from '../../../../server/database/types.ts';
import { HostSource } from '../../../../tools/archive/host/host-source.ts';
import { contentTables } from '../../../../tools/archive/nouns.ts';
import { emptyDatabase } from '../../../support/engine/jobs-memory.ts';
import { isLeftOutByDescriptor, leftOut, otherTables, type Place, places } from './left-out.ts';

/** Tables of content, referred-to tables first, with the names of their records elsewhere. */
const contents = {
  categories: { list: 'getProjectCategory', shape: entityShapes.category },
  projects: { list: 'getProjects', shape: entityShapes.project, resource: 'project' },
  blogs: { list: 'blogs', shape: entityShapes.blog, resource: 'blog' },
  jobs: { list: 'getJobs', shape: entityShapes.job, resource: 'job' },
  team_members: { list: 'getTeam', shape: entityShapes.team_member },
  messages: { list: 'getMessages', shape: entityShapes.message },
  applicants: { list: 'getApplicants', shape: entityShapes.applicant },
} as const satisfies Record<
  string,
  { list: CallName; shape: object; resource?: VersionedResource & PreviewResource }
>;
type Content = keyof typeof contents;
const tables = Object.keys(contents) as Content[];
const partTables = contentTables.filter(
  (table) => !Object.hasOwn(contents, table) && table !== 'redirects' && table !== 'pictures',
);

/** Names of columns in JSON, if they differ. */
const wireNames: Readonly<Record<string, string>> = {
  public_id: 'id',
  cv_file: 'cv',
  cv_name: 'cv',
  from_status: 'from',
  to_status: 'to',
  'applicant_events.created_at': 'when',
};
const wireName = (table: string, column: string) =>
  wireNames[`${table}.${column}`] ?? wireNames[column] ?? column;

type Row = Record<string, unknown>;
type Columns = { name: string; type: string }[];

/** Values that rules require; every other column gets one by its type. `turn` distinguishes two sets of values. */
const valuesFor = (turn: 1 | 2): Record<string, Row> => ({
  '*': {
    deleted_at: null,
    created_at: `2026-01-0${turn}T03:04:05.006Z`,
    updated_at: `2026-02-0${turn}T03:04:05.006Z`,
    description: `<p>Words ${turn}</p>`,
    summary: richTextSummary(`<p>Words ${turn}</p>`),
    extra: JSON.stringify({ author: `A${turn}` }),
    image: `/storage/2026/${String(turn).repeat(32)}.png`,
    share_image: `/storage/2026/${String(turn + 2).repeat(32)}.png`,
    is_active: turn - 1,
    category_id: turn,
    project_id: 1,
    applicant_id: 1,
    job_id: 1,
  },
  categories: { id: turn, title_key: `title ${turn}`, title: `Title ${turn}` },
  projects: {
    video: `/storage/2026/${String(turn).repeat(32)}.mp4`,
    project_url: `https://a${turn}.example/`,
    year: 2000 + turn,
    figures: `${turn}\tfestivals`,
  },
  blogs: { blog_image: `/storage/2026/${String(turn + 4).repeat(32)}.png` },
  jobs: {
    slug: `job-${turn}`,
    employment_type: turn === 1 ? 'PART_TIME' : 'INTERN',
    location_type: turn === 1 ? 'hybrid' : 'remote',
    salary_currency: turn === 1 ? 'PKR' : 'EUR',
    salary_unit: turn === 1 ? 'MONTH' : 'YEAR',
    salary_min: 10 * turn,
    salary_max: 20 * turn,
    show_salary: 2 - turn,
    status: turn === 1 ? 'closed' : 'draft',
    posted_at: `2026-03-0${turn}T03:04:05.006Z`,
    closes_at: `2999-03-0${turn}`,
    ends_at: `2999-03-0${turn + 1}T00:00:00.000Z`,
    search_text: ['title', 'department', 'city', 'region', 'country']
      .map((each) => `${each} ${turn}`)
      .join('\n'),
  },
  team_members: { linkedin_url: 'https://l.example/', facebook_url: 'https://f.example/' },
  messages: {
    type: 'account_deletion',
    status: 'archived',
    due_at: '2026-04-01T03:04:05.006Z',
    handled_at: '2026-04-02T03:04:05.006Z',
  },
  applicants: {
    ...{ status: 'offered', rating: 3, is_read: 1, submissions_count: 1, retain_until: '2999-01-01' },
    ...{
      reference: 'R1',
      name: 'Zmarak',
      sort_name: 'zmarak',
      email: 'z@a.example',
      email_key: 'z@a.example',
    },
    last_submitted_at: '2026-05-01T03:04:05.006Z',
    search_text: searchedTextOf(
      { name: 'Zmarak', email: 'z@a.example', phone: 'phone 1', cover_letter: 'cover_letter 1' },
      'R1',
    ),
  },
  applicant_submissions: {
    ...{ number: 1, reference: 'R1', name: 'Zmarak', email: 'z@a.example', phone: 'phone 1' },
    ...{ cv_file: `private/cv/${'c'.repeat(32)}.pdf`, cv_mime: 'application/pdf' },
    ...{ consent_at: '2026-05-01T03:04:05.006Z', created_at: '2026-05-01T03:04:05.006Z' },
  },
  applicant_events: { type: 'status', from_status: 'new', to_status: 'offered' },
});

function filled(table: string, columns: Columns, turn: 1 | 2 = 1): Row {
  const values = { ...valuesFor(turn)['*'], ...valuesFor(turn)[table] };
  return Object.fromEntries(
    columns.map(({ name, type }) => {
      if (Object.hasOwn(values, name)) return [name, values[name]];
      if (name === 'id') return [name, 1];
      return [name, /int|real|num/i.test(type) ? 6 + turn : `${name} ${turn}`.replace(/^public_id /, 'p-')];
    }),
  );
}

let db: Db;
const columnsOf = new Map<string, Columns>();

async function columnsIn(table: string): Promise<Columns> {
  return (await sql<Columns[number]>`select name, type from pragma_table_info(${table})`.execute(db)).rows;
}
const insert = (table: string, row: Row) =>
  db
    .insertInto(table as 'blogs')
    .values(row as never)
    .execute();
const rowOf = (of: Db, table: string) =>
  of
    .selectFrom(table as 'blogs')
    .selectAll()
    .orderBy('id')
    .executeTakeFirstOrThrow() as Promise<Row>;

beforeAll(async () => {
  db = await emptyDatabase();
  for (const table of [...tables, ...partTables]) {
    const columns = await columnsIn(table);
    columnsOf.set(table, columns);
    await insert(table, filled(table, columns));
  }
});
afterAll(() => db.destroy());

const isLeftOut = (table: string, column: string, place: Place) =>
  isLeftOutByDescriptor(table, column, place) ||
  leftOut.some(
    ({ columns, from }) =>
      from.includes(place) && (columns.includes(`${table}.${column}`) || columns.includes(`*.${column}`)),
  );

/** Returns the columns of a table that are neither in a place nor listed as left out of it. */
function missing(table: Content, place: Place, isThere: (name: string, column: string) => boolean): string[] {
  const columns = columnsOf.get(table) ?? [];
  return columns
    .map(({ name }) => name)
    .filter((column) => !isThere(wireName(table, column), column) && !isLeftOut(table, column, place))
    .map((column) => `${table}.${column} is not in ${place}`);
}

const resources = tables.flatMap((table) => {
  const { resource } = contents[table] as { resource?: VersionedResource & PreviewResource };
  return resource ? [{ table, resource }] : [];
});

describe('every column of content', () => {
  it('is in a table that this test knows', async () => {
    const found = await sql<{ name: string }>`select name from sqlite_master where type = 'table'`.execute(
      db,
    );
    const known = new Set<string>([...tables, ...partTables, 'pictures', ...Object.keys(otherTables)]);
    const names = found.rows
      .map(({ name }) => name)
      .filter((name) => !/^(sqlite|kysely)_|_search(_[a-z]+)?$/.test(name));
    expect(names.filter((name) => !known.has(name))).toEqual([]);
    expect([...known].filter((name) => !names.includes(name))).toEqual([]);
  });

  it.each(tables)('%s: is in the answers of the contract, which a host.json may name', (table) => {
    const { shape } = contents[table];
    expect(missing(table, 'answer', (name) => name in shape)).toEqual([]);
  });

  it.each([
    ['blogs', async () => (await pageOfBlogs(db, 1, { activeOnly: false })).data.map(presentListedBlog)],
    ['projects', async () => (await pageOfProjects(db, 1, 1)).data.map(presentListedProject)],
  ] as const)('%s: is in the lists of the engine', async (table, read) => {
    const [row = {}] = (await read()) as Row[];
    expect(missing(table, 'list', (name) => name in row)).toEqual([]);
  });

  it.each(resources)('$table: is in versions, with a label', async ({ table, resource }) => {
    const fields = (await versioned[resource].read(db, 1))?.fields ?? {};
    // The long text is stored separately.
    const isKept = (name: string) => name in fields || name === 'description';
    expect.soft(missing(table, 'versions', isKept)).toEqual([]);
    expect.soft(missing(table, 'labels', isLabelled)).toEqual([]);
  });

  it.each(resources)('$table: comes back with an older version', async ({ table, resource }) => {
    const columns = columnsOf.get(table) ?? [];
    const scratch = await db.transaction().execute(async (tx) => {
      const before = await rowOf(tx, table);
      const version = (await versioned[resource].read(tx, 1))?.fields ?? {};
      const description = await textOfRow(tx, resource, 1);
      const { id: _id, public_id: _public, category_id: _category, ...changed } = filled(table, columns, 2);
      await tx
        .updateTable(table as 'blogs')
        .set(changed as never)
        .where('id', '=', 1)
        .execute();
      const now = await versioned[resource].read(tx, 1);
      if (!now) throw new Error(`${table}: has no state`);
      const then = { ...version, description };
      await restoreFields[resource]({ tx, zone: 'UTC', id: 1, now, then });
      const after = await rowOf(tx, table);
      await tx
        .updateTable(table as 'blogs')
        .set(before as never)
        .where('id', '=', 1)
        .execute();
      return { before, after };
    });
    const isBack = (_name: string, column: string) => scratch.after[column] === scratch.before[column];
    expect(missing(table, 'restore', isBack)).toEqual([]);
  });

  it.each(tables)('%s: comes from a host in a pull', async (table) => {
    const { list } = contents[table];
    const thing = { ...filled(table, columnsOf.get(table) ?? []), public_id: undefined };
    const calls = {
      name: 'A host',
      has: (call: CallName) => call === list || call === 'getProjectCategory',
      get: async () => ({ data: [thing] }),
    };
    const source = new HostSource(calls as never, undefined, {
      madeBy: '',
      fetch: async () => ({ refused: '' }),
    });
    let pulled: Row = {};
    for await (const row of source.rows()) if (row.table === table) pulled = { public_id: '', ...row.row };
    expect(missing(table, 'pull', (_name, column) => pulled[column] !== undefined)).toEqual([]);
  });

  it.each(resources)('$table: is in previews', async ({ table, resource }) => {
    const shape = draftSchemas[resource].shape;
    expect.soft(missing(table, 'preview', (name) => name in shape)).toEqual([]);
    // Empty forms, since only the names count here.
    const empty = new Proxy({}, { get: () => '' }) as never;
    const draft = await entityDraft(entities[resource].fields, empty);
    expect.soft(missing(table, 'draft', (name) => name in draft)).toEqual([]);
  });
});

it('nothing is written down as left out that is no column any more', () => {
  const all = [...columnsOf].flatMap(([table, columns]) =>
    columns.flatMap(({ name }) => [`${table}.${name}`, `*.${name}`]),
  );
  const named = leftOut.flatMap(({ columns }) => columns);
  expect(named.filter((name) => !all.includes(name))).toEqual([]);
  expect(places.length).toBeGreaterThan(0);
});
