import { type Kysely, sql } from 'kysely';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { z } from 'zod';
import * as made from '#shared/entities/field.ts';
import { post } from '#shared/entities/post.ts';
import { idSchema } from '#shared/schemas/id.ts';
import type { Db } from '../../../../server/database/types.ts';
import type { ArchiveRecords, MediaReference } from '../../../../tools/archive/records.ts';
import { emptyDatabase } from '../../../support/engine/jobs-memory.ts';

const nullable = { stored: 'nullable' } as const;
const optional = z.string().nullish();
/** A field of each kind, known only to the descriptor of posts and their table. */
const fields = {
  kicker: made.optionalLine(20, {}),
  remarks: made.optionalParagraphs(50, {}),
  source_url: made.optionalLink({}),
  code: made.optionalCode(/^[A-Z]+$/, 'job.badCurrency', 5, {}),
  mood: made.optionalChoice(['calm', 'loud'], {}),
  is_pinned: made.optionalFlag({ fallback: 0 }),
  seats: made.given('number', z.number(), { stored: 'fallback', fallback: 1, least: 1 }),
  place: made.optionalOrder({ fallback: 0 }),
  price: made.optionalAmount({}),
  day: made.given('day', optional, nullable),
  held_at: made.moment(optional, nullable),
  ends_at: made.optionalDayOrMoment({}),
  category_id: made.given('reference', idSchema.nullish(), { ...nullable, refersTo: 'categories' }),
  cover: made.picture({}),
  clip: made.video({}),
};

// Loads the modules that read descriptors again, with this descriptor; other files of the same process are not
// affected.
vi.resetModules();
vi.doMock('#shared/entities/post.ts', () => ({ post: { ...post, fields: { ...post.fields, ...fields } } }));
const { recordSchemas } = await import('../../../../tools/archive/records.ts');
const { postRow } = await import('../../../../tools/archive/readers/post-row.ts');
const { recordFrom } = await import('../../../../tools/moving/host/records-of.ts');
const { differences } = await import('../../../../tools/moving/engine/differences.ts');
const { movedPosts } = await import('../../../../tools/moving/engine/posts-repository.ts');
// At once and not after the tests: a run that skips all of them runs no hooks, and the next file of this process would
// get this descriptor.
vi.doUnmock('#shared/entities/post.ts');
vi.resetModules();

type Row = Record<string, unknown>;
const row: Row = {
  ...{ kicker: 'A line', remarks: 'Two\nlines', source_url: 'https://a.example/', code: 'PKR' },
  ...{ mood: 'loud', is_pinned: 1, seats: 3, place: 4, price: 9.5, day: '2026-12-31' },
  ...{ held_at: '2026-01-02T03:04:05.006Z', ends_at: '2027-01-01', category_id: 5 },
  ...{ cover: '/storage/2026/a.png', clip: '/storage/2026/a.mp4' },
};
const file = (address: string) => ({ file: null, address });
const said: Row = {
  ...row,
  category_id: 'c-five',
  cover: file('/storage/2026/a.png'),
  clip: file('/storage/2026/a.mp4'),
};
const changed: Row = {
  ...{ kicker: 'Another', remarks: 'Other lines', source_url: 'https://b.example/', code: 'EUR' },
  ...{ mood: 'calm', is_pinned: 0, seats: 1, place: 0, price: 1, day: '2026-12-30' },
  ...{ held_at: null, ends_at: null, category_id: 'c-six', cover: null, clip: null },
};
const names = Object.keys(fields);
const answer = (record: Row) =>
  Object.fromEntries(
    Object.entries(record).map(([name, value]) => [name, (value as MediaReference | null)?.address ?? value]),
  );

let db: Db;
let other: Db;
let record: ArchiveRecords['posts'] & Row;
beforeAll(async () => {
  [db, other] = await Promise.all([emptyDatabase(), emptyDatabase()]);
  for (const each of [db, other]) {
    for (const name of names)
      await sql`alter table blogs add column ${sql.ref(name)} ${sql.raw(typeof row[name] === 'number' ? 'real' : 'text')}`.execute(
        each,
      );
    await insert(each, 'categories', { id: 5, public_id: 'c-five', title: 'C', title_key: 'c', image: '' });
  }
  const post = { blog_title: 'Title', description: '<p>Words</p>', summary: 'Words', is_active: 1 };
  await insert(db, 'blogs', { id: 1, ...post, ...row });
  record = (await movedPosts.read(db, [1]))[0] as ArchiveRecords['posts'] & Row;
});
afterAll(async () => {
  await Promise.all([db.destroy(), other.destroy()]);
});

async function insert(into: Db, table: string, values: Row): Promise<void> {
  const moments = { created_at: '2026-01-01T00:00:00.000Z', updated_at: '2026-01-01T00:00:00.000Z' };
  await (into as unknown as Kysely<Record<string, Row>>)
    .insertInto(table)
    .values({ ...moments, ...values })
    .execute();
}

it('a field that only the descriptor and the table have is exported, and refused where it is none', () => {
  expect(record).toMatchObject(said);
  expect(recordSchemas.posts.parse(record)).toEqual(record);
  for (const [name, wrong] of Object.entries({
    mood: 'sad',
    seats: 0,
    place: -1,
    is_pinned: 2,
    day: '2026',
    cover: 'x',
  }))
    expect.soft(recordSchemas.posts.safeParse({ ...record, [name]: wrong }).success, name).toBe(false);
  const { blog_title, description, is_active, id } = record;
  expect(recordSchemas.posts.safeParse({ blog_title, description, is_active, id }).success).toBe(true);
});

it('it is imported', async () => {
  const place = ((reference: MediaReference | null | undefined) => reference?.address) as never;
  await movedPosts.write(other, record as never, { id: 1, isThere: false, place, sizeOf: () => 7 });
  expect((await movedPosts.read(other, [1]))[0]).toEqual(record);
  const { blog_title, description, is_active } = record;
  const little = { id: 2, blog_title, description, is_active } as never;
  await movedPosts.write(other, little, { id: 2, isThere: false, place, sizeOf: () => 7 });
  const [second] = await movedPosts.read(other, [2]);
  expect(second).toMatchObject({ kicker: null, is_pinned: 0, seats: 1, place: 0, cover: null });
});

it('it is pulled from a host', () => {
  expect(recordFrom('posts', answer(record))).toMatchObject(said);
  expect(recordFrom('posts', { id: 1, kicker: '', mood: null, cover: '' })).toEqual({
    ...{ id: 1, kicker: null, mood: null, cover: null },
  });
});

it('it is compared', async () => {
  const there = { ...record, ...changed };
  const stored = { wanted: () => null, stored: async () => 'hash' };
  expect(await differences<'posts'>(record as never, there as never, stored)).toEqual(names);
});

it('a custom field of another product fills it, cut to its length, unless the reader fills it by itself', () => {
  const notes: string[] = [];
  const custom: Record<string, string> = {
    kicker: 'A <b>long</b>\nline of many words',
    remarks: 'Two\nlines',
    excerpt: 'of a plug-in',
    mood: 'loud',
  };
  const foreign = {
    ...{ id: '7', title: 'T', shown: true, created: undefined, updated: undefined, extra: {} },
    text: () => ({ nodes: [{ text: 'Words' }], images: new Set<string>() }),
    texts: { excerpt: undefined },
    custom: (name: string) => custom[name],
  };
  const made = postRow(foreign as never, 1000, (what) => notes.push(what));
  expect(made).toMatchObject({ kicker: 'A long line of…', remarks: 'Two\nlines' });
  expect(made).not.toHaveProperty('excerpt');
  expect(made).not.toHaveProperty('mood');
  expect(made?.extra).toEqual({ kicker: 'A long line of many words' });
  expect(notes).toEqual([
    'its kicker is longer than 20 characters: it is shortened, and complete in extra.kicker',
  ]);
});
