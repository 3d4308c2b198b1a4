import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { readApi } from '../../api/call.ts';

/** Filters of the log, read from the URL; an empty text means no filter. */
export interface ActivityParams {
  who: string;
  resource: string;
  id: string;
  action: string;
  from: string;
  to: string;
  before: string;
  per_page: string;
}

const names = ['who', 'resource', 'id', 'action', 'from', 'to', 'before', 'per_page'] as const;

/** Reads the filters from the search params and ignores all other params. */
export function paramsOf(search: URLSearchParams): ActivityParams {
  return Object.fromEntries(names.map((name) => [name, search.get(name) ?? ''])) as unknown as ActivityParams;
}

/** Returns the search part of a URL with these filters, or '' if none is set. */
export function searchOf(params: Partial<ActivityParams>): string {
  const filled = names.flatMap((name) => (params[name] ? [[name, params[name]]] : []));
  return filled.length > 0 ? `?${new URLSearchParams(filled)}` : '';
}

/** One page of the log. Always fetched again, because there may be new actions. */
export function activityQuery(params: ActivityParams) {
  const query = Object.fromEntries(names.map((name) => [name, params[name] || undefined]));
  return queryOptions({
    queryKey: ['activity', query],
    queryFn: ({ signal }) => readApi('getActivity', { query, signal }),
    placeholderData: keepPreviousData,
    staleTime: 0,
  });
}
