import { describe, expect, test } from 'vitest';
import { messages } from '#shared/messages.ts';
import type { IntakeItem } from '#shared/schemas/intake.ts';
import {
  canGoWithoutJob,
  fieldsOf,
  nextText,
  problemText,
  senderOf,
  stateText,
  triesText,
  whatOf,
} from '../../../../../client/admin/intake/labels.ts';

const now = new Date(2026, 10, 21, 14, 5).getTime();
const problem = (
  code: string,
  status: number | null,
  message: string | null,
): IntakeItem['last_problem'] => ({
  code,
  status,
  message,
});

test('each form has its name; one that a later version has keeps that of its call', () => {
  expect(
    ['applyJob', 'applyJobFor', 'contactUs', 'requestAccountDeletion', 'later'].map((call) =>
      whatOf({ call }),
    ),
  ).toEqual(['Application', 'Application for a job', 'Message', 'Deletion request', 'later']);
});

test('who sent it is told by name, by address, by account, or at last by the reference', () => {
  const reference = 'NQ-1';
  expect(senderOf({ reference, fields: { name: 'Sana', email: 'sana@example.com' } })).toBe('Sana');
  expect(senderOf({ reference, fields: { name: '', email: 'sana@example.com' } })).toBe('sana@example.com');
  expect(senderOf({ reference, fields: { account_identifier: 'player_9' } })).toBe('player_9');
  expect(senderOf({ reference, fields: {} })).toBe('NQ-1');
});

test('how often it was tried, and when it is tried next', () => {
  expect([0, 1, 5].map((attempts) => triesText({ attempts, last_problem: null }))).toEqual([
    'Not tried yet',
    'Tried once',
    'Tried 5 times',
  ]);
  // The direct attempt while the visitor waited counts as a try.
  expect(triesText({ attempts: 0, last_problem: problem('upstream.failed', 503, null) })).toBe(
    'Tried when it was sent',
  );
  expect(nextText({ next_at: new Date(2026, 10, 21, 14, 20).toISOString() }, now)).toBe('next try 14:20');
  expect(nextText({ next_at: new Date(2026, 10, 21, 14, 4).toISOString() }, now)).toBe('next try soon');
  expect(nextText({ next_at: null }, now)).toBeUndefined();
});

describe('what came of the last try', () => {
  test.each([
    [null, undefined],
    [problem('upstream.unreachable', null, null), 'The API host could not be reached.'],
    [problem('upstream.failed', 503, null), 'The API host failed. It answered 503.'],
    [
      problem('upstream.refused', 410, 'This job is closed.'),
      'The API host answered 410: This job is closed.',
    ],
    [problem('storage.full', null, null), messages['storage.full']],
    [problem('later.code', null, null), 'later.code'],
    // `constructor` is a property of every object, but not one of our messages.
    [problem('constructor', null, null), 'constructor'],
  ])('%j: %s', (last_problem, text) => {
    expect(problemText({ last_problem })).toBe(text);
  });
});

test('only an application whose job is gone can go without it', () => {
  const gone = problem('upstream.refused', 410, null);
  expect(canGoWithoutJob({ call: 'applyJobFor', last_problem: gone })).toBe(true);
  expect(canGoWithoutJob({ call: 'applyJobFor', last_problem: problem('upstream.refused', 404, null) })).toBe(
    true,
  );
  expect(canGoWithoutJob({ call: 'applyJobFor', last_problem: problem('upstream.refused', 422, null) })).toBe(
    false,
  );
  expect(canGoWithoutJob({ call: 'applyJobFor', last_problem: null })).toBe(false);
  expect(canGoWithoutJob({ call: 'contactUs', last_problem: gone })).toBe(false);
});

test('one that may be there twice says where to look', () => {
  expect(stateText({ state: 'waiting', may_be_twice: false })).not.toContain('already');
  expect(stateText({ state: 'waiting', may_be_twice: true })).toContain('it may be there already');
  expect(stateText({ state: 'delivered', may_be_twice: true })).toContain('choose Done');
});

test('what was typed stands in the order of the form, blanks are left out, and what is new comes last', () => {
  const fields = { zodiac: 'Lion', consent: '1', city: ' ', email: 'sana@example.com', name: 'Sana' };
  expect(fieldsOf({ fields })).toEqual([
    { name: 'name', label: 'Name', text: 'Sana' },
    { name: 'email', label: 'Email', text: 'sana@example.com' },
    { name: 'consent', label: 'Consent', text: 'Given' },
    { name: 'zodiac', label: 'zodiac', text: 'Lion' },
  ]);
});
