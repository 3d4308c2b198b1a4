import { expect, test } from 'vitest';
import type { CallName } from '#shared/contract/index.ts';
import {
  formatEvent,
  formatRetention,
  jobLabel,
  nextStatus,
  templateFor,
} from '../../../../client/admin/applicants/labels.ts';
import { dueOf } from '../../../../client/admin/messages/labels.ts';
import { actionsFor, entryOf } from '../../../../client/admin/palette/entries.ts';
import { formatClock } from '../../../../client/admin/session/SessionGuard.tsx';
import { linkTo, whatOf, whoOf } from '../../../../client/admin/shared/activity/ActivityLines.tsx';
import { doneOf, stepsOf } from '../../../../client/admin/shared/first-steps/use-first-steps.ts';

const noon = new Date('2026-11-21T12:00:00Z');
const mayAll = () => true;
const mayRead = (call: CallName) => /^(get|blogs)/.test(call);

test.each([
  [{ due_at: '2026-11-20T23:00:00Z' }, '1 day overdue', true],
  [{ due_at: '2026-11-21T00:00:00Z' }, 'Due today', true],
  [{ due_at: '2026-11-28T23:00:00Z' }, '7 days left', true],
  [{ due_at: '2026-11-29T00:00:00Z' }, '8 days left', false],
  [{ due_at: '2026-11-20T23:00:00Z', status: 'archived' }, 'Done', false],
  [{ due_at: '2026-11-20T23:00:00Z', handled_at: '2026-11-19T09:00:00Z' }, 'Done on 19 November 2026', false],
])('a request %j is %s', (message, text, urgent) =>
  expect(dueOf(message as never, noon)).toMatchObject({ text, urgent }),
);

test.each([
  ['2026-11-20', 'Deleted within a day', true],
  ['2026-11-21', 'Deleted after today', true],
  ['2026-12-05', 'Deleted after 5 Dec', true],
  ['2026-12-06', '6 Dec 2026', false],
])('an applicant who is kept until %s: %s', (until, text, soon) =>
  expect(formatRetention(until, noon.getTime())).toEqual({ text, soon }),
);

test('an applicant’s steps, mails and jobs have their words', () => {
  const event = (id: number, more: object) => ({ id, type: 'submitted', to: 'new', ...more }) as never;
  const events = [event(1, {}), event(2, {}), event(3, { to: 'spam' })];
  const moves = [
    event(4, { type: 'status', from: 'new', to: 'hired' }),
    event(5, { type: 'status', to: 'spam' }),
  ];
  expect([...events, ...moves].map((each) => formatEvent(each, events))).toEqual([
    'Applied',
    'Applied again',
    'Applied again (marked as spam)',
    'Moved from New to Hired',
    'Moved to Spam',
  ]);
  expect(nextStatus('new')).toBe('reviewing');
  expect(nextStatus('reviewing', ['new', 'offered'])).toBe('offered');
  expect([nextStatus('hired'), nextStatus('rejected')]).toEqual([undefined, undefined]);
  expect(
    (
      [['interview', 'interview'], ['shortlisted', 'interview'], ['offered'], ['rejected'], ['new']] as const
    ).map((statuses) => templateFor(statuses)),
  ).toEqual(['invite', 'information', 'offer', 'rejection', 'information']);
  expect([jobLabel({ job_id: 7, job_title: 'Grip' }), jobLabel({ job_id: 7 }), jobLabel({})]).toEqual([
    'Grip',
    'Job 7',
    'No specific job',
  ]);
});

test('time that is left is told by clock', () =>
  expect([113, 60, 9].map(formatClock)).toEqual(['1:53', '1:00', '0:09']));

test('the activity names who acted, what failed, and leads to what the role may read', () => {
  expect(
    [{ name: 'Zoya', email: 'z@a.example' }, { name: '', email: 'z@a.example' }, {}, null].map((who) =>
      whoOf({ who } as never),
    ),
  ).toEqual(['Zoya', 'z@a.example', 'A former colleague', 'Unknown person']);
  const refused = (action: string) => whatOf({ action, outcome: 'refused' } as never);
  expect([refused('login'), refused('passkeyLogin')]).toEqual([
    'tried to sign in with a wrong password',
    'tried to sign in with a wrong passkey',
  ]);
  expect(whatOf({ action: 'deleteBlog', outcome: 'unknown' } as never)).toMatch(
    /, or tried to \(no answer\)$/,
  );
  const link = (resource: string, may = mayAll) => linkTo({ resource, id: 7 } as never, may);
  expect(['job', 'applicant', 'message', 'category', 'blog', 'redirect'].map((kind) => link(kind))).toEqual([
    '/admin/dashboard?form=7',
    '/admin/applicants?applicant=7',
    '/admin/messages?message=7',
    '/admin/portfolio/projects/7',
    '/admin/blogs?form=7',
    undefined,
  ]);
  expect(link('job', () => false)).toBeUndefined();
});

test('the palette finds actions by other words, only those of the role and the host; content opens where the role may go', () => {
  const titles = (...given: Parameters<typeof actionsFor>) => actionsFor(...given).map(({ title }) => title);
  expect(titles('ARTICLE new', mayAll)).toEqual(['Write a post']);
  expect(titles('article new', mayRead)).toEqual([]);
  expect(titles('post', (call) => call !== 'saveBlog')).toEqual(['Post a job', 'Blogs']);
  expect(titles('sign out', () => false)).toEqual(['Log out']);
  const to = (more: object, may = mayAll as typeof mayRead) =>
    entryOf({ resource: 'blog', id: 7, title: 'A & B', detail: '', ...more } as never, may).to;
  expect([to({}), to({}, mayRead), to({ resource: 'project', category_id: 3 })]).toEqual([
    '/admin/blogs?form=7',
    '/admin/blogs?search=A+%26+B',
    '/admin/portfolio/projects/3?form=7',
  ]);
});

test('first steps are those that apply, and say how many are done', () => {
  const status = { setup: { mail: true, domain: null }, backup: { last_at: null } } as never;
  const steps = stepsOf({ blog: 1, project: 0, job: 0 } as never, status);
  expect(steps.map(({ isDone }) => isDone)).toEqual([true, false, false, true, false]);
  expect(doneOf(steps)).toBe('2 of 5 done');
  // In an owner's words: no names of variables or commands.
  for (const { words } of steps) expect(words).not.toMatch(/_|npm/);
});
