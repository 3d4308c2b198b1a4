import { expect, test } from 'vitest';
import { applicantStatuses } from '#shared/schemas/applicant.ts';
import { formatRetention, nextStatus, templateFor } from '../../../../../client/admin/applicants/labels.ts';

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
