import { expect, it, vi } from 'vitest';
import { z } from 'zod';
import * as made from '#shared/entities/field.ts';
import { post } from '#shared/entities/post.ts';
import { idSchema } from '#shared/schemas/id.ts';

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
const { wrongValue } = await import('../../../../tools/archive/nouns.ts');
const { rowOf } = await import('../../../../tools/archive/readers/old-site.ts');
const { HostSource } = await import('../../../../tools/archive/host/host-source.ts');
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

it('a value that a field of the descriptor cannot have is refused in an archive', () => {
  for (const [name, value] of Object.entries(row))
    expect.soft(wrongValue('blogs', name, value as string)).toBe(undefined);
  for (const [name, wrong] of Object.entries({ mood: 'sad', is_pinned: 2, day: '2026', held_at: 'now' }))
    expect.soft(wrongValue('blogs', name, wrong), name).toMatch(/^is (n|none|neither|no)/);
});

it('it is pulled from a host', async () => {
  const has = (name: string) => name === 'blogs';
  const get = async () => ({
    data: [
      { id: 2, kicker: '', mood: null, cover: '' },
      { id: 1, ...row },
    ],
  });
  const source = new HostSource({ name: 'A host', has, get } as never, undefined, {
    madeBy: '',
    fetch: (async () => ({})) as never,
  });
  const rows: Row[] = [];
  for await (const each of source.rows()) rows.push(each.row);
  expect(rows).toEqual([expect.objectContaining(row), { id: 2, kicker: null, mood: null, cover: null }]);
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
    ...{ id: '7', title: 'T', type: 'post', status: 'publish', html: 'Words', extra: {} },
    texts: { excerpt: undefined },
    custom: (name: string) => custom[name],
    note: (what: string) => notes.push(what),
  };
  const made = rowOf(foreign as never, { site: {} } as never, 1000)?.row;
  expect(made).toMatchObject({ kicker: 'A long line of…', remarks: 'Two\nlines' });
  expect(made).not.toHaveProperty('excerpt');
  expect(made).not.toHaveProperty('mood');
  expect(made?.extra).toMatchObject({ kicker: 'A long line of many words' });
  expect(notes).toEqual([
    'its kicker is longer than 20 characters: it is shortened, and complete in extra.kicker',
  ]);
});
