import { type QueryClient, queryOptions, useQuery } from '@tanstack/react-query';
import type { CallData } from '#shared/contract/index.ts';
import { limits } from '#shared/limits.ts';
import { ApiError } from '../../api/api-error.ts';
import { readApi } from '../../api/call.ts';

const withoutTokens: CallData<'formToken'> = {
  form_token: '',
  min_seconds: 0,
  retention_months: limits.retentionMonths,
};

/**
 * Data that a public form sends back, and how long an application is stored. The page of a form contains it, so that
 * a browser without scripts sends it too. It only serves as the clock that distinguishes robots from people: it does
 * not expire, and copies of one page may share it. An API host without this extension accepts forms without a token.
 */
export const formTokenQuery = queryOptions({
  queryKey: ['formToken'],
  queryFn: async ({ client, signal }) => {
    try {
      return await readApi('formToken', { client, signal });
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

/** A little more than the host requires, because its clock and the browser's run at different speeds. */
const marginMs = 200;

/**
 * Returns the token for a form that is about to be sent. Requests the token again if the first attempt failed. Waits
 * if the token is younger than the host's `min_seconds`, because the host would silently treat an earlier sender as a
 * robot. Rejects with `ApiError`, or with the reason of `signal`.
 */
export async function takeFormToken(queries: QueryClient, signal?: AbortSignal): Promise<string> {
  const { form_token, min_seconds } = await queries.fetchQuery(formTokenQuery);
  const cameAt = queries.getQueryState(formTokenQuery.queryKey)?.dataUpdatedAt ?? Date.now();
  await rest(min_seconds > 0 ? cameAt + min_seconds * 1000 + marginMs - Date.now() : 0, signal);
  return form_token;
}

function rest(ms: number, signal: AbortSignal | undefined): Promise<void> {
  if (ms <= 0) return Promise.resolve();
  return new Promise((resolve, reject) => {
    const timer = setTimeout(resolve, ms);
    signal?.addEventListener('abort', () => {
      clearTimeout(timer);
      reject(signal.reason);
    });
  });
}
