import { describe, expect, test } from 'vitest';
import { ApiError } from '../../../../client/api/api-error.ts';
import { conflictOf, meetConflict } from '../../../../client/forms/conflict.ts';
import { formatDayAndTime } from '../../../../client/ui/dates.ts';

const newer = { yours: '2026-11-21T10:00:00.000Z', current: '2026-11-21T10:30:00.000Z' };

describe('a conflict', () => {
  test('is a 409 that names the newer version, and who saved it where the host says', () => {
    expect(conflictOf(new ApiError('conflict.newer', 409, { data: newer }))).toEqual({
      current: newer.current,
    });
    expect(conflictOf(new ApiError('x', 409, { data: { ...newer, who: 'Ayesha' } }))).toEqual({
      current: newer.current,
      who: 'Ayesha',
    });
  });

  test.each([
    ['another 409', new ApiError('category.notEmpty', 409, { data: { projects: 2 } })],
    ['a 409 without data', new ApiError('x', 409)],
    ['another status', new ApiError('conflict.newer', 422, { data: newer })],
    ['no answer', new Error('x')],
  ])('%s is none', (_name, error) => {
    expect(conflictOf(error)).toBeUndefined();
  });
});

test('what two people changed is told by field, with the pictures beside the values; what is added replaces nothing', () => {
  const base = { title: 'One', text: '', images: [] as File[], photo: null as string | null };
  const newest = {
    stored: { ...base, title: 'Theirs', text: 'New' },
    version: '2',
    beside: { images: [1, 2], photo: '/b' },
  };
  const mine = { ...base, title: 'Mine', images: [new File([], 'a.png')] };
  const met = meetConflict(
    newer,
    { stored: base, version: '1', beside: { images: [1], photo: '/a' } },
    newest,
    mine,
  );
  expect(met.theirs).toEqual(['title', 'text', 'images', 'photo']);
  expect(met.both).toEqual(['title']);
  expect(meetConflict(newer, { stored: base, version: '1' }, undefined, mine)).toMatchObject({
    theirs: [],
    both: [],
  });
});

test('nested values are compared by path, and a list that both have changed is named', () => {
  const base = { name: 'One', pages: { home: { head: { title: 'A', text: 'B' } } }, hours: ['Mon'] };
  const newest = { name: 'One', pages: { home: { head: { title: 'Theirs', text: 'B' } } }, hours: ['Tue'] };
  const mine = { name: 'One', pages: { home: { head: { title: 'A', text: 'Mine' } } }, hours: ['Wed'] };
  const met = meetConflict(newer, { stored: base, version: '1' }, { stored: newest, version: '2' }, mine);
  expect(met.theirs).toEqual(['pages.home.head.title', 'hours']);
  expect(met.both).toEqual(['hours']);
});

test('a time of another day comes with its day', () => {
  const noon = new Date(2026, 10, 21, 12, 4).getTime();
  expect(formatDayAndTime(noon, noon + 60_000)).toBe('12:04');
  expect(formatDayAndTime(noon, noon + 86_400_000)).toBe('21 Nov, 12:04');
  expect(formatDayAndTime(Number.NaN)).toBe('an unknown time');
});

test('a text that a save sent with other line ends is not changed', () => {
  const stored = { title: 'One', text: '<p>a</p>\n<p>b</p>' };
  const newest = { stored: { title: 'One', text: '<p>a</p>\r\n<p>b</p>' }, version: '2' };
  expect(meetConflict(newer, { stored, version: '1' }, newest, stored).theirs).toEqual([]);
});
