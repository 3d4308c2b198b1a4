import { expect, test } from 'vitest';
import { applicantStatuses } from '#shared/schemas/applicant.ts';
import {
  formatEvent,
  formatRetention,
  nextStatus,
  templateFor,
} from '../../../../../client/admin/applicants/labels.ts';

test.each([
  ['2026-12-06', '6 Dec 2026', false],
  ['2026-12-05', 'Deleted after 5 Dec', true],
  ['2026-11-21', 'Deleted after today', true],
  ['2026-11-20', 'Deleted within a day', true],
])('who is kept until %s: %s', (day, text, soon) => {
  expect(formatRetention(day, Date.parse('2026-11-21T12:00:00Z'))).toEqual({ text, soon });
});

test('the way through the pipeline ends with hired, nobody goes on from outside of it, and steps that a host lacks are skipped', () => {
  const steps = ['reviewing', 'shortlisted', 'interview', 'offered', 'hired'];
  expect(applicantStatuses.map((status) => nextStatus(status))).toEqual([
    ...steps,
    ...Array(4).fill(undefined),
  ]);
  expect(nextStatus('new', ['new', 'interview', 'rejected'])).toBe('interview');
});

test.each([
  [['shortlisted', 'shortlisted'], 'invite'],
  [['offered'], 'offer'],
  [['rejected'], 'rejection'],
  [['hired'], 'information'],
  [['offered', 'rejected'], 'information'],
  [['offered', undefined], 'information'],
] as const)('a mail to %j begins with the template %s', (statuses, template) => {
  expect(templateFor(statuses)).toBe(template);
});

test('the history tells a first application from a further one, and where somebody was moved', () => {
  const submitted = { type: 'submitted', from: null, to: 'new', who: null, when: '' } as const;
  const events = [
    { ...submitted, id: 1 },
    { id: 2, type: 'status', from: 'new', to: 'interview', who: 'Admin', when: '' },
    { ...submitted, id: 3 },
  ] as const;
  expect(events.map((event) => formatEvent(event, events))).toEqual([
    'Applied',
    'Moved from New to Interview',
    'Applied again',
  ]);
  const spam = { ...submitted, id: 4, to: 'spam' } as const;
  expect(formatEvent(spam, [spam])).toBe('Applied (marked as spam)');
});
