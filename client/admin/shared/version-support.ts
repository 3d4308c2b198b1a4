import { useQuery } from '@tanstack/react-query';
import { type KeptResource, versionedResources } from '#shared/schemas/versions.ts';
import { readApi } from '../../api/call.ts';
import { hostCallsQuery, useHostSupports } from '../../api/host-support.ts';

/** Kinds of records that have versions in the engine, and in an API host that supports the calls for versions. */
const ofTheEngine: readonly KeptResource[] = versionedResources;

/**
 * Returns true if this kind of record has versions. They are stored by the host, or by this site in front of the
 * host.
 */
export function useSupportsVersions(resource: KeptResource) {
  const { versions } = useQuery(hostCallsQuery).data ?? {};
  const keeps = useHostSupportsVersions();
  return versions?.includes(resource) ?? (keeps && ofTheEngine.includes(resource));
}

/**
 * Returns true if the host is known to store versions itself, and therefore accepts SEO fields. While that is
 * unknown, the host gets only the requests of docs/product.md §7. A host that seems to have the call is asked once
 * for the versions of one post.
 */
export function useHostSupportsVersions() {
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
