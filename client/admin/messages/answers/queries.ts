import { queryOptions, useQuery } from '@tanstack/react-query';
import type { Id } from '#shared/id.ts';
import { readApi } from '../../../api/call.ts';

export const savedAnswersQuery = queryOptions({
  queryKey: ['getSavedAnswers'] as const,
  queryFn: ({ signal }) => readApi('getSavedAnswers', { signal }),
});

/** Answers to one message, newest first. */
export function answersQuery(id: Id) {
  return queryOptions({
    queryKey: ['getAnswers', id] as const,
    queryFn: ({ signal }) => readApi('getAnswers', { params: { id }, signal }),
  });
}

const colleaguesQuery = queryOptions({
  queryKey: ['getColleagues'] as const,
  queryFn: ({ signal }) => readApi('getColleagues', { signal }),
  staleTime: 60_000,
});

export function useColleagues() {
  return useQuery(colleaguesQuery);
}
