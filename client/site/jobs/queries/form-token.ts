import { queryOptions, useQuery } from '@tanstack/react-query';
import type { CallData } from '#shared/contract/index.ts';
import { limits } from '#shared/limits.ts';
import { ApiError } from '../../../api/api-error.ts';
import { readApi } from '../../../api/call.ts';

const withoutTokens: CallData<'formToken'> = {
  form_token: '',
  min_seconds: 0,
  retention_months: limits.retentionMonths,
};

/**
 * What the apply form sends back, and how long an application is kept. Asked by the form itself, never before: a token is for
 * one visitor. It does not grow old. An API host without this extension takes forms without a token.
 */
export const formTokenQuery = queryOptions({
  queryKey: ['formToken'],
  queryFn: async ({ signal }) => {
    try {
      return await readApi('formToken', { signal });
    } catch (error) {
      if (error instanceof ApiError && error.status === 404) return withoutTokens;
      throw error;
    }
  },
  staleTime: Number.POSITIVE_INFINITY,
  gcTime: Number.POSITIVE_INFINITY,
});

export function useFormToken() {
  return useQuery(formTokenQuery);
}
