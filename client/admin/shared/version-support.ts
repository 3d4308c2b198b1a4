import { useQuery } from '@tanstack/react-query';
import type { KeptResource } from '#shared/schemas/versions.ts';
import { readApi } from '../../api/call.ts';
import { hostCallsQuery, useHostSupports } from '../../api/host-support.ts';

/** Kinds with versions in the engine, and in a host with its calls. */
const ofTheEngine: readonly KeptResource[] = ['blog', 'project', 'job'];

/** Returns true if this kind has versions: stored by the host, or by this site in front of it. */
export function useSupportsVersions(resource: KeptResource): boolean {
  const { versions } = useQuery(hostCallsQuery).data ?? {};
  const keeps = useHostSupportsVersions();
  return versions?.includes(resource) ?? (keeps && ofTheEngine.includes(resource));
}

/**
 * Returns true if the host itself is known to store versions, which means that it also accepts SEO fields. It is not
 * enough that the host is not known to lack them: a host that could not be checked must get exactly the requests of
 * docs/product.md §7. So a host that seems to have the call is asked once for one page.
 */
export function useHostSupportsVersions(): boolean {
  const { versions } = useQuery(hostCallsQuery).data ?? {};
  const seemsTo = useHostSupports('getVersions') === true && versions === undefined;
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
