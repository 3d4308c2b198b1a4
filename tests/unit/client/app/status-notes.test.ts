import { expect, test } from 'vitest';
import type { SiteStatus } from '#shared/schemas/site-status.ts';
import { statusNotes } from '../../../../client/app/layouts/admin/status-notes.ts';

// In the time zone of the test run, as on the screen.
const now = new Date(2026, 10, 21, 16, 30).getTime();
const ago = (minutes: number) => new Date(now - minutes * 60_000).toISOString();
const day = 24 * 60;

const well: SiteStatus = {
  host: { state: 'up', since: null, oldest_page_at: null },
  intake: { waiting: 0, needs_person: 0, oldest_at: null, is_full: false },
  backup: null,
};
const down = (since: string | null, oldest_page_at: string | null = null) => ({
  host: { state: 'down', since, oldest_page_at } as const,
});
const intake = (waiting: number, needs_person: number, is_full = false) => ({
  intake: { waiting, needs_person, oldest_at: ago(5), is_full },
});
const old = (last_at: string | null) => ({ backup: { last_at, is_old: true } });

test.each<[Partial<SiteStatus>, string[]]>([
  [down(ago(145), ago(165)), ['API host down since 14:05. Visitors get pages up to 3 h old.']],
  // A browser clock that is behind the server's.
  [down(ago(145), ago(-10)), ['API host down since 14:05. Visitors get pages up to 1 min old.']],
  [down(null), ['The API host is down.']],
  [intake(3, 1), ['3 forms are waiting to be delivered, 1 needs a person.']],
  [intake(0, 0, true), ['No room for more forms.']],
  [old(ago(5.5 * day)), ['The last backup is 5 days old.']],
  [old(null), ['There is no backup yet.']],
])('%j', (change, texts) => {
  const notes = statusNotes({ ...well, ...change }, now);
  expect(notes.map(({ text, aside = '' }) => `${text} ${aside}`.trim())).toEqual(texts);
});
