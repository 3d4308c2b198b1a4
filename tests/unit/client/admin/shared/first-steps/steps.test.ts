import { expect, test } from 'vitest';
import type { SiteStatus } from '#shared/schemas/site-status.ts';
import { stepsOf, summaryOf } from '../../../../../../client/admin/shared/first-steps/steps.ts';

const status: SiteStatus = {
  host: { state: 'up', since: null, oldest_page_at: null },
  intake: { waiting: 0, needs_person: 0, oldest_at: null, is_full: false },
  backup: { last_at: null, is_old: false },
  setup: { mail: false, domain: false },
};
const nothing = { posts: 0, works: 0, jobs: 0 };
const labels = (steps: ReturnType<typeof stepsOf>) => steps.map(({ label }) => label);

test('a new site has six steps, each with a link or with what the operator does', () => {
  const steps = stepsOf(nothing, status);
  expect(labels(steps)).toEqual(['A first post', 'A first work', 'A first job', 'Mail', 'Backup', 'Domain']);
  for (const { isDone, link, words } of steps)
    expect([isDone, Boolean(link ?? words)]).toEqual([false, true]);
});

test('each step is ticked by what the site knows', () => {
  const done = stepsOf(
    { posts: 1, works: 2, jobs: 3 },
    {
      ...status,
      backup: { last_at: '2026-11-28T03:10:00.000Z', is_old: true },
      setup: { mail: true, domain: true },
    },
  );
  expect(done.map(({ isDone }) => isDone)).toEqual(Array(6).fill(true));
  const posted = stepsOf({ ...nothing, posts: 1 }, status).filter(({ isDone }) => isDone);
  expect(labels(posted)).toEqual(['A first post']);
});

test('a step that does not apply to the host is left out', () => {
  const { setup: _earlier, ...earlier } = status;
  expect(labels(stepsOf({ ...nothing, jobs: undefined }, { ...earlier, backup: null }))).toEqual([
    'A first post',
    'A first work',
  ]);
  const hosted = stepsOf(nothing, { ...status, setup: { mail: null, domain: true } });
  expect(labels(hosted)).not.toContain('Mail');
});

test('what the host cannot add is no step', () => {
  expect(labels(stepsOf(nothing, status, ['addProject', 'addJob']))).toEqual([
    'A first post',
    'Mail',
    'Backup',
    'Domain',
  ]);
});

test('the summary counts what is done and names what is next', () => {
  expect(summaryOf(stepsOf({ ...nothing, posts: 1 }, status))).toBe('1 of 6 done · next: Add a first work');
  expect(summaryOf(stepsOf({ posts: 1, works: 1, jobs: 1 }, status))).toBe('3 of 6 done · next: Mail');
  expect(summaryOf([{ label: 'Mail', isDone: true }])).toBe('1 of 1 done');
});
