import { expect, test } from 'vitest';
import { messages } from '#shared/messages.ts';
import {
  canGoWithoutJob,
  fieldsOf,
  nextText,
  problemText,
  triesText,
} from '../../../../../client/admin/intake/labels.ts';

const problem = (code: string, status: number | null = null, message: string | null = null) => ({
  code,
  status,
  message,
});
const gone = problem('upstream.refused', 410, 'This job is closed.');

test.each([
  [0, null, 'Not tried yet'],
  // The direct attempt while the visitor waited counts as a try.
  [0, problem('upstream.failed', 503), 'Tried when it was sent'],
  [1, null, 'Tried once'],
  [5, null, 'Tried 5 times'],
])('after %i tries with %j: %s', (attempts, last_problem, text) => {
  expect(triesText({ attempts, last_problem })).toBe(text);
});

test('when it is tried next', () => {
  const next = (minutes: number) =>
    nextText(
      { next_at: new Date(2026, 10, 21, 14, minutes).toISOString() },
      new Date(2026, 10, 21, 14, 5).getTime(),
    );
  expect([next(20), next(4), nextText({ next_at: null }, 0)]).toEqual([
    'next try 14:20',
    'next try soon',
    undefined,
  ]);
});

test.each([
  [problem('upstream.unreachable'), 'The API host could not be reached.'],
  [problem('upstream.failed', 503), 'The API host failed. It answered 503.'],
  [gone, 'The API host answered 410: This job is closed.'],
  [problem('storage.full'), messages['storage.full']],
  // `constructor` is a property of every object, but not one of our messages.
  [problem('constructor'), 'constructor'],
])('the last try ended with %j: %s', (last_problem, text) => {
  expect(problemText({ last_problem })).toBe(text);
});

test.each([
  ['applyJobFor', gone, true],
  ['applyJobFor', problem('upstream.refused', 404), true],
  ['applyJobFor', problem('upstream.refused', 422), false],
  ['contactUs', gone, false],
])('%s after %j can go without its job: %s', (call, last_problem, can) => {
  expect(canGoWithoutJob({ call, last_problem })).toBe(can);
});

test('what was typed stands in the order of the form, blanks are left out, and what is new comes last', () => {
  const fields = { zodiac: 'Lion', consent: '1', city: ' ', name: 'Sana' };
  expect(fieldsOf({ fields }).map(({ label, text }) => [label, text])).toEqual([
    ['Name', 'Sana'],
    ['Consent', 'Given'],
    ['zodiac', 'Lion'],
  ]);
});
