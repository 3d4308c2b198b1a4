import { useQuery } from '@tanstack/react-query';
import { readApi } from '../../api/call.ts';
import { useHostTakes } from '../../api/host-calls.ts';

/**
 * True when the host is known to keep versions, which means that it also takes what a page tells outside. Not being known to lack them is
 * not enough: to a host that could not be asked goes exactly what docs/product.md §7 says. So a host that seems to have the call is asked
 * for one page of it, once.
 */
export function useKeepsVersions(): boolean {
  const seemsTo = useHostTakes('getVersions') === true;
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
