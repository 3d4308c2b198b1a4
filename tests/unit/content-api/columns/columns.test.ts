import { sql } from 'kysely';
import { beforeAll, describe, expect, it } from 'vitest';
import { category } from '#shared/entities/category.ts';
import type { Field } from '#shared/entities/field.ts';
import { entities } from '#shared/entities/index.ts';
import { message } from '#shared/entities/message.ts';
import { post } from '#shared/entities/post.ts';
import { project } from '#shared/entities/project.ts';
import { teamMember } from '#shared/entities/team-member.ts';
import { readDraft } from '#shared/schemas/preview.ts';
import { isLabelled } from '../../../../client/forms/field-labels.ts';
import { entityShapes } from '../../../../hosts/host-file/entities.ts';
import { stateOf } from '../../../../server/content-api/content/versions.ts';
import { restoreFields } from '../../../../server/content-api/versions/routes.ts';
import { ownSearchText } from '../../../../server/database/search.ts';
import type { Db } from '../../../../server/database/types.ts';
import { databaseForAll } from '../../../support/engine/in-memory.ts';

type Row = Record<string, unknown>;
type Place = 'answer' | 'versions' | 'restore' | 'previews';

/** Columns that belong to no version, or are made from others. */
const derived = ['id', 'public_id', 'deleted_at', 'summary', 'search_text', 'ends_at', 'extra'];

/** Returns true if a place does without this column, by its descriptor. */
function doesWithout(place: Place, column: string, { kind, input, apart, not = [] }: Partial<Field>) {
  if (derived.includes(column) || (place !== 'answer' && not.includes(place as 'versions'))) return true;
  const isFile = kind === 'picture' || kind === 'video' || kind === 'captions';
  // A field that no form sends does not change content.
  if (place !== 'answer' && !input && !isFile) return true;
  // A restore publishes nothing, and replaced files are gone; a draft is shown as if it were public, with the stored files.
  return (
    (place === 'restore' && (apart || isFile || not.includes('versions'))) ||
    (place === 'previews' && (!!apart || isFile))
  );
}

/** Values that rules require; every other column has one by its type. `turn` distinguishes two sets of values. */
const valuesOf = (turn: number): Row => ({
  deleted_at: null,
  created_at: '2026-01-01T03:04:05.006Z',
  updated_at: '2026-02-01T03:04:05.006Z',
  description: `<p>Words ${turn}</p>`,
  extra: null,
  image: '/storage/a.png',
  title: `Title ${turn}`,
  is_active: turn - 1,
  category_id: 1,
  video: `/storage/${turn}.mp4`,
  project_url: `https://a${turn}.example/`,
  year: 2000 + turn,
  figures: `${turn}\tfestivals`,
  slug: `job-${turn}`,
  employment_type: ['PART_TIME', 'INTERN'][turn - 1],
  location_type: ['hybrid', 'remote'][turn - 1],
  salary_currency: ['PKR', 'EUR'][turn - 1],
  salary_unit: ['MONTH', 'YEAR'][turn - 1],
  salary_min: turn,
  salary_max: 2 * turn,
  show_salary: 2 - turn,
  status: ['closed', 'draft'][turn - 1],
  posted_at: '2026-03-01T03:04:05.006Z',
  closes_at: `2999-03-0${turn}`,
  ends_at: '2999-03-02T00:00:00.000Z',
});

let db: Db;
async function filled(table: string, turn: number): Promise<Row> {
  const { rows } = await sql<{ name: string; type: string }>`
    select name, type from pragma_table_info(${table})`.execute(db);
  const values = valuesOf(turn);
  return Object.fromEntries(
    rows.map(({ name, type }) => {
      if (name in values || name === 'id') return [name, name === 'id' ? 1 : values[name]];
      return [name, /int|real|num/i.test(type) ? 6 + turn : `${name} ${turn}`.replace(/^public_id /, 'p-')];
    }),
  );
}

databaseForAll((made) => (db = made));
beforeAll(async () => {
  for (const table of ['categories', 'projects', 'blogs', 'jobs'])
    await db
      .insertInto(table as 'blogs')
      .values((await filled(table, 1)) as never)
      .execute();
});

describe.each(['project', 'blog', 'job'] as const)('every column of a %s', (resource) => {
  const { table, fields } = entities[resource];
  const missing = async (place: Place, isThere: (column: string) => boolean) =>
    Object.keys(await filled(table, 1)).filter(
      (column) =>
        !isThere(column) && !doesWithout(place, column, (fields as Record<string, Field>)[column] ?? {}),
    );

  it('is in the answers of the contract, which a host.json may name', async () => {
    expect(await missing('answer', (column) => column in entityShapes[resource])).toEqual([]);
  });

  it('is in versions, with a label', async () => {
    const version = (await stateOf(db, resource, 1))?.fields ?? {};
    // The long text is stored separately.
    const isThere = (column: string) => (column in version || column === 'description') && isLabelled(column);
    expect(await missing('versions', isThere)).toEqual([]);
  });

  it('comes back with an older version', async () => {
    const row = () =>
      db
        .selectFrom(table as 'blogs')
        .selectAll()
        .executeTakeFirstOrThrow() as Promise<Row>;
    const before = await row();
    const then = { ...(await stateOf(db, resource, 1))?.fields, description: String(before.description) };
    const { id: _id, public_id: _public, ...changed } = await filled(table, 2);
    await db
      .updateTable(table as 'blogs')
      .set(changed as never)
      .execute();
    const now = (await stateOf(db, resource, 1)) ?? expect.fail('has no state');
    await db.transaction().execute((tx) => restoreFields(tx, resource, { zone: 'UTC', id: 1, now, then }));
    const after = await row();
    expect(await missing('restore', (column) => after[column] === before[column])).toEqual([]);
  });

  it('is in previews', async () => {
    const draft = readDraft(fields, {});
    expect(await missing('previews', (column) => column in draft)).toEqual([]);
  });
});

/** Returns the columns whose change makes the trigger fold the row's search text again. */
async function followedColumns(table: string) {
  const trigger = `${table}_search_texts_update`;
  const found = await sql<{ sql: string }>`select sql from sqlite_master where name = ${trigger}`.execute(db);
  const [, names = ''] = /after update of (.*?) on /.exec(found.rows[0]?.sql ?? '') ?? [];
  return names.split(',').map((name) => name.trim().replaceAll('"', ''));
}

it.each([post, project, category, teamMember, message])(
  'the triggers of searches of $table follow what its descriptor calls searched',
  async (noun) => {
    const textWith = (values: object) => ownSearchText(noun.fields, { ...values });
    const searched = [...Object.keys(noun.fields), 'summary'].filter(
      (name) => textWith({ [name]: 'x' }) !== textWith({}),
    );
    expect((await followedColumns(noun.table)).sort()).toEqual(searched.sort());
  },
);
