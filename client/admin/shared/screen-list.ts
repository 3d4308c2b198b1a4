import { type DefaultError, type QueryKey, type UseQueryOptions, useQuery } from '@tanstack/react-query';
import { guardedLoader } from '../screens.tsx';
import { type Read, type Readers, readParams, useListParams } from './PagedList.tsx';

/** The list of a screen, as the filters in the URL say. It is asked for while the scripts of the screen are loaded. */
export function screenList<Own extends Readers, Page, Key extends QueryKey>(
  readers: Own,
  query: (filters: Read<Own>) => UseQueryOptions<Page, DefaultError, Page, Key> & { queryKey: Key },
) {
  return {
    loader: guardedLoader((queries, { search }) => {
      void queries.prefetchQuery(query(readParams(search, readers)) as object as { queryKey: Key });
    }),
    useList(how?: { enabled: boolean }) {
      const params = useListParams(readers);
      return { params, list: useQuery({ ...query(params.filters), ...how }) };
    },
  };
}
