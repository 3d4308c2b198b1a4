import { expect, test } from 'vitest';
import { applicantStatuses } from '#shared/schemas/applicant.ts';
import {
  formatEvent,
  formatRetention,
  jobLabel,
  nextStatus,
  pipeline,
  templateFor,
} from '../../../../../client/admin/applicants/labels.ts';
import { daysUntil, formatAge, formatLocalDay } from '../../../../../client/ui/dates.ts';

const noon = Date.parse('2026-11-21T12:00:00Z');

test('an age is told in the largest unit that fits, and from a month on as a day', () => {
  const age = (iso: string) => formatAge(iso, noon);
  expect(age('2026-11-21T11:59:30Z')).toBe('just now');
  expect(age('2026-11-21T11:15:00Z')).toBe('45 minutes ago');
  expect(age('2026-11-21T09:00:00Z')).toBe('3 hours ago');
  expect(age('2026-11-20T09:00:00Z')).toBe('yesterday');
  expect(age('2026-11-01T12:00:00Z')).toBe('20 days ago');
  expect(age('2026-05-02T12:00:00Z')).toBe('2 May 2026');
  expect(age('some day')).toBe('some day');
});

test('a day is a day of UTC, wherever it is read', () => {
  expect(formatLocalDay('2027-05-31')).toBe('31 May 2027');
  expect(daysUntil('2026-11-21', noon)).toBe(0);
  expect(daysUntil('2026-12-01', Date.parse('2026-11-30T23:59:00Z'))).toBe(1);
});

test('the end of the time for which somebody is kept is marked when it is near', () => {
  expect(formatRetention('2027-05-31', noon)).toEqual({ text: '31 May 2027', soon: false });
  expect(formatRetention('2026-12-06', noon)).toEqual({ text: '6 Dec 2026', soon: false });
  expect(formatRetention('2026-12-05', noon)).toEqual({ text: 'Deleted after 5 Dec', soon: true });
  expect(formatRetention('2026-11-21', noon)).toEqual({ text: 'Deleted after today', soon: true });
  expect(formatRetention('2026-11-20', noon)).toEqual({ text: 'Deleted within a day', soon: true });
  expect(formatRetention('unknown', noon).soon).toBe(false);
});

test('the way through the pipeline ends with hired, and nobody goes on from outside of it', () => {
  expect(applicantStatuses.map((status) => nextStatus(status))).toEqual([
    'reviewing',
    'shortlisted',
    'interview',
    'offered',
    'hired',
    undefined,
    undefined,
    undefined,
    undefined,
  ]);
  // For a host without some of the steps, they are skipped.
  expect(nextStatus('new', ['new', 'interview', 'rejected'])).toBe('interview');
  expect([...pipeline, 'spam']).toEqual([...applicantStatuses]);
});

test('a mail begins with the template of the status; with a question where there is none, or where several differ', () => {
  expect(templateFor(['interview'])).toBe('invite');
  expect(templateFor(['shortlisted', 'shortlisted'])).toBe('invite');
  expect(templateFor(['offered'])).toBe('offer');
  expect(templateFor(['rejected'])).toBe('rejection');
  for (const statuses of [['new'], ['hired'], ['offered', 'rejected'], ['offered', undefined], []] as const)
    expect(templateFor(statuses)).toBe('information');
});

test('who applied for a job that has no title any more is told by its number', () => {
  expect(jobLabel({ job_id: 4, job_title: 'Editor' })).toBe('Editor');
  expect(jobLabel({ job_id: 4, job_title: null })).toBe('Job 4');
  expect(jobLabel({ job_id: null, job_title: null })).toBe('No specific job');
});

test('the history tells a first application from a further one, and where somebody was moved', () => {
  const submitted = { type: 'submitted', from: null, who: null, when: '' } as const;
  const events = [
    { ...submitted, id: 1, to: 'new' },
    { id: 2, type: 'status', from: 'new', to: 'interview', who: 'Admin', when: '' },
    { ...submitted, id: 3, to: 'interview' },
  ] as const;
  expect(events.map((event) => formatEvent(event, events))).toEqual([
    'Applied',
    'Moved from New to Interview',
    'Applied again',
  ]);
  const spam = { ...submitted, id: 4, to: 'spam' } as const;
  expect(formatEvent(spam, [spam])).toBe('Applied (marked as spam)');
});
