import { afterEach, expect, test, vi } from 'vitest';
import { guardedLoader } from '../../../../../client/admin/shared/guarded-loader.ts';
import { queryClient } from '../../../../../client/api/query-client.ts';
import { localFlagKey } from '../../../../../client/api/session.ts';

afterEach(() => vi.unstubAllGlobals());

function visit(
  flag: string | null,
  path = '/admin/portfolio/projects/12?page=3',
  load: typeof guardedLoader = guardedLoader,
) {
  vi.stubGlobal('localStorage', { getItem: (key: string) => (key === localFlagKey ? flag : null) });
  const asked: unknown[] = [];
  const loader = load((queries, { search, params }) => {
    asked.push([queries, search.get('page'), params.id]);
  });
  const request = new Request(`http://site${path}`);
  return { answer: loader({ request, params: { id: '12' } }), asked };
}

test('what a screen shows is asked for, by its address, and nobody waits for it', () => {
  const { answer, asked } = visit('true');
  expect(answer).toBeNull();
  expect(asked).toEqual([[queryClient, '3', '12']]);
});

test('without the local flag nothing is asked: the guard of the layout is about to lead to the login', () => {
  const { answer, asked } = visit(null);
  expect(answer).toBeNull();
  expect(asked).toEqual([]);
});

test('of a screen that not every role sees nothing is asked before the role is known, and then only for who sees it', async () => {
  // A newly loaded page, where the role is not known yet.
  vi.resetModules();
  const { guardedLoader: load } = await import('../../../../../client/admin/shared/guarded-loader.ts');
  const { setRole } = await import('../../../../../client/admin/shared/rights.ts');
  const reader = visit('true', '/admin/applicants', load);
  expect(reader.asked).toEqual([]);
  setRole('reader');
  await Promise.resolve();
  expect(reader.asked).toEqual([]);
  setRole('recruiter');
  const recruiter = visit('true', '/admin/applicants', load);
  await Promise.resolve();
  expect(recruiter.asked).toHaveLength(1);
});
