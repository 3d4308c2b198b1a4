import { useQuery } from '@tanstack/react-query';
import type { KeptResource } from '#shared/schemas/versions.ts';
import { readApi } from '../../api/call.ts';
import { hostCallsQuery, useHostTakes } from '../../api/host-calls.ts';

/** What the engine keeps versions of, and a host that has its calls. */
const ofTheEngine: readonly KeptResource[] = ['blog', 'project', 'job'];

/** True when versions of this kind are kept: by the host, or by the site in front of it. */
export function useKeepsVersions(resource: KeptResource): boolean {
  const { versions } = useQuery(hostCallsQuery).data ?? {};
  const keeps = useHostKeepsVersions();
  return versions?.includes(resource) ?? (keeps && ofTheEngine.includes(resource));
}

/**
 * True when the host itself is known to keep versions, which means that it also takes what a page tells outside. Not being known to lack
 * them is not enough: to a host that could not be asked goes exactly what docs/product.md §7 says. So a host that seems to have the call is
 * asked for one page of it, once.
 */
export function useHostKeepsVersions(): boolean {
  const { versions } = useQuery(hostCallsQuery).data ?? {};
  const seemsTo = useHostTakes('getVersions') === true && versions === undefined;
  const { data } = useQuery({
    queryKey: ['keepsVersions'],
    queryFn: ({ signal }) =>
      readApi('getVersions', { query: { resource: 'blog', id: 1 }, signal, background: true }),
    enabled: seemsTo,
    retry: false,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: Number.POSITIVE_INFINITY,
  });
  return seemsTo && data !== undefined;
}
