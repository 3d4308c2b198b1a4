import { describe, expect, test } from 'vitest';
import { pathTo } from '#shared/paths.ts';
import type { SiteStatus } from '#shared/schemas/site-status.ts';
import {
  notesToShow,
  type StatusNote,
  statusNotes,
} from '../../../../client/app/layouts/admin/status-notes.ts';

// In the time zone of the test run, as on the screen.
const now = new Date(2026, 10, 21, 16, 30).getTime();
const ago = (minutes: number) => new Date(now - minutes * 60_000).toISOString();
const hours = 60;
const days = 24 * hours;

const well: SiteStatus = {
  host: { state: 'up', since: null, oldest_page_at: null },
  intake: { waiting: 0, needs_person: 0, oldest_at: null, is_full: false },
  backup: { last_at: ago(20 * hours), is_old: false },
};

const texts = (change: Partial<SiteStatus>) =>
  statusNotes({ ...well, ...change }, now).map(({ text, aside = '' }) => `${text} ${aside}`.trim());

test('while all is well nothing is said, also where there is nothing to back up', () => {
  expect(texts({})).toEqual([]);
  expect(texts({ backup: null })).toEqual([]);
  expect(texts({ backup: { last_at: null, is_old: false } })).toEqual([]);
});

describe('a host that is down', () => {
  test.each([
    [ago(145), ago(165), 'API host down since 14:05. Visitors get pages up to 3 h old.'],
    [ago(2), ago(41), 'API host down since 16:28. Visitors get pages up to 41 min old.'],
    [
      ago(1 * days + 145),
      ago(47.5 * hours),
      'API host down since 20 Nov, 14:05. Visitors get pages up to 48 h old.',
    ],
    [ago(145), ago(3.2 * days), 'API host down since 14:05. Visitors get pages up to 4 days old.'],
    // No page is cached, so the text promises none.
    [ago(145), null, 'API host down since 14:05.'],
    // A browser clock that is behind the server's.
    [ago(145), ago(-10), 'API host down since 14:05. Visitors get pages up to 1 min old.'],
    [null, null, 'The API host is down.'],
    ['soon', null, 'The API host is down.'],
  ])('since %s, with pages of %s: %s', (since, oldest_page_at, text) => {
    expect(texts({ host: { state: 'down', since, oldest_page_at } })).toEqual([text]);
  });
});

describe('forms that wait', () => {
  test.each([
    [1, 0, false, '1 form is waiting to be delivered.'],
    [3, 0, false, '3 forms are waiting to be delivered.'],
    [0, 1, false, '1 form needs a person.'],
    [0, 2, false, '2 forms need a person.'],
    [3, 1, false, '3 forms are waiting to be delivered, 1 needs a person.'],
    [1, 2, false, '1 form is waiting to be delivered, 2 need a person.'],
    [500, 0, true, 'No room for more forms: 500 forms are waiting to be delivered.'],
    [0, 0, true, 'No room for more forms.'],
  ])('%d that wait, %d for a person, full: %s: %s', (waiting, needs_person, is_full, text) => {
    const notes = statusNotes(
      { ...well, intake: { waiting, needs_person, oldest_at: ago(5), is_full } },
      now,
    );
    expect(notes.map((note) => note.text)).toEqual([text]);
    expect(notes[0]?.link?.to).toBe(pathTo('adminIntake'));
    expect(notes[0]?.tone).toBe(needs_person > 0 || is_full ? 'signal' : 'neutral');
  });
});

test.each([
  [ago(5.5 * days), 'The last backup is 5 days old.'],
  [ago(2 * days + 1), 'The last backup is 2 days old.'],
  [ago(30 * hours), 'The last backup is 1 day old.'],
  [null, 'There is no backup yet.'],
])('a backup of %s: %s', (last_at, text) => {
  expect(texts({ backup: { last_at, is_old: true } })).toEqual([text]);
});

describe('what was dismissed', () => {
  const down = { state: 'down', since: ago(9), oldest_page_at: null } as const;
  const kinds = (notes: readonly StatusNote[]) => notes.map(({ kind }) => kind);
  const notesOf = (intake: Partial<SiteStatus['intake']>) =>
    statusNotes(
      { host: down, intake: { ...well.intake, ...intake }, backup: { last_at: null, is_old: true } },
      now,
    );

  test('stays away, but not that the host is down, nor that there is no room', () => {
    const all = { host: 9, intake: 0, backup: 0 };
    expect(kinds(notesToShow(notesOf({ waiting: 3 }), {}, '/admin/team'))).toEqual([
      'host',
      'intake',
      'backup',
    ]);
    expect(kinds(notesToShow(notesOf({ waiting: 4 }), all, '/admin/team'))).toEqual(['host']);
    expect(kinds(notesToShow(notesOf({ is_full: true }), all, '/admin/team'))).toEqual(['host', 'intake']);
  });

  test('comes back when one more form needs a person', () => {
    expect(kinds(notesToShow(notesOf({ needs_person: 1 }), { intake: 1, backup: 0 }, '/admin'))).toEqual([
      'host',
    ]);
    expect(kinds(notesToShow(notesOf({ needs_person: 2 }), { intake: 1, backup: 0 }, '/admin'))).toEqual([
      'host',
      'intake',
    ]);
  });

  test('the screen of the waiting forms is not pointed to from itself', () => {
    expect(kinds(notesToShow(notesOf({ waiting: 3 }), {}, pathTo('adminIntake')))).toEqual([
      'host',
      'backup',
    ]);
  });
});
