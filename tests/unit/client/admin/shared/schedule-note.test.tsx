import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import type { Schedule } from '#shared/schemas/schedule.ts';
import { ScheduleNote } from '../../../../../client/admin/shared/publish/ScheduleNote.tsx';

const none: Schedule = { row_id: 7, publish_at: null, unpublish_at: null, problem: null, who: 'Ayesha' };
const [from, until] = ['2026-05-12T10:00:00.000Z', '2026-05-20T10:00:00.000Z'];

const said = (changes: Partial<Schedule> | undefined) =>
  renderToStaticMarkup(<ScheduleNote schedule={changes && { ...none, ...changes }} />).replace(
    /<[^>]+>/g,
    '',
  );

it('says what is planned, and why it was not done', () => {
  expect(said(undefined)).toBe('');
  expect(said({ publish_at: from })).toMatch(/^Scheduled for 12 May 2026, \d\d:\d\d$/);
  expect(said({ publish_at: from, unpublish_at: until })).toMatch(
    /^Scheduled for 12 May 2026, .+, until 20 May 2026, /,
  );
  expect(said({ unpublish_at: until })).toMatch(/^Public until 20 May 2026, /);
  expect(said({ problem: 'schedule.notFit' })).toBe(
    'The job could not be opened on schedule: it has no description, or its closing date has passed.',
  );
  expect(said({ problem: 'Words of another host' })).toBe('Words of another host');
});
