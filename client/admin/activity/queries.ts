import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { readApi } from '../../api/call.ts';

/** The filters of the log, as the address says them; an empty text is none. */
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

/** What the search params say; what they say of other things stays out. */
export function paramsOf(search: URLSearchParams): ActivityParams {
  return Object.fromEntries(names.map((name) => [name, search.get(name) ?? ''])) as unknown as ActivityParams;
}

/** The search part of an address with these filters; '' without any. */
export function searchOf(params: Partial<ActivityParams>): string {
  const filled = names.flatMap((name) => (params[name] ? [[name, params[name]]] : []));
  return filled.length > 0 ? `?${new URLSearchParams(filled)}` : '';
}

/** One page of the log. It is always asked for anew: somebody has just done something. */
export function activityQuery(params: ActivityParams) {
  const query = Object.fromEntries(names.map((name) => [name, params[name] || undefined]));
  return queryOptions({
    queryKey: ['activity', query],
    queryFn: ({ signal }) => readApi('getActivity', { query, signal }),
    placeholderData: keepPreviousData,
    staleTime: 0,
  });
}
