import { QueryClient } from '@tanstack/react-query';
import type { RouteObject } from 'react-router-dom';
import { expect, test, vi } from 'vitest';
import { mayPrefetch, prefetchPage } from '../../../../client/app/prefetch-pages.ts';

const postAt = (path: string) => new URL(path, 'https://studio.example');

function site(load: () => Promise<unknown>): RouteObject[] {
  return [{ id: 'public', children: [{ id: 'post', path: '/post/:id', handle: { load } }] }];
}

test.each([
  [undefined, true],
  [{ effectiveType: '4g' }, true],
  [{ effectiveType: '3g', saveData: false }, true],
  [{ effectiveType: '4g', saveData: true }, false],
  [{ effectiveType: '2g' }, false],
  [{ effectiveType: 'slow-2g' }, false],
])('on a line that is %o something may be fetched ahead: %s', (line, expected) => {
  expect(mayPrefetch(line)).toBe(expected);
});

test.each([
  [429, {}, true],
  [200, { 'RateLimit-Remaining': '12' }, true],
  [200, { 'X-RateLimit-Remaining': '0' }, true],
  [200, { RateLimit: '"default";r=50;t=30' }, true],
  [200, { 'content-type': 'application/json' }, false],
  [503, {}, false],
])('an answer %s with %o tells that calls are counted: %s', async (status, headers, expected) => {
  vi.resetModules();
  const { apiRequest, callsAreCounted } = await import('../../../../client/api/request.ts');
  vi.spyOn(console, 'error').mockImplementation(() => {});
  vi.stubGlobal('fetch', async () => new Response('{}', { status, headers: headers as HeadersInit }));
  await apiRequest('GET', '/api/jobs').catch(() => {});
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
  expect(callsAreCounted()).toBe(expected);
});

test('a page is brought with its data, which is read once while it is fresh', async () => {
  const queries = new QueryClient({ defaultOptions: { queries: { staleTime: 10_000 } } });
  const read = vi.fn(async () => 'the post');
  const prefetch = (reads: { main: (query: object) => unknown }, { params }: { params: { id?: string } }) =>
    reads.main({ queryKey: ['post', params.id], queryFn: read });
  const load = vi.fn(async () => ({ prefetch }));
  await prefetchPage(site(load), postAt('/post/7'), queries);
  await prefetchPage(site(load), postAt('/post/7'), queries);
  expect(queries.getQueryData(['post', '7'])).toBe('the post');
  expect(read).toHaveBeenCalledTimes(1);
});

test('without a client only its code is brought, and nothing for an address of nobody', async () => {
  const prefetch = vi.fn();
  const load = vi.fn(async () => ({ prefetch }));
  await prefetchPage(site(load), postAt('/post/7'), undefined);
  expect(load).toHaveBeenCalledTimes(1);
  await prefetchPage(site(load), postAt('/elsewhere'), new QueryClient());
  expect(load).toHaveBeenCalledTimes(1);
  expect(prefetch).not.toHaveBeenCalled();
});
