import { type QueryClient, queryOptions, useQuery } from '@tanstack/react-query';
import type { CallData } from '#shared/contract/index.ts';
import { limits } from '#shared/limits.ts';
import { readIfThere } from '../../api/call.ts';

const withoutTokens: CallData<'formToken'> = {
  form_token: '',
  min_seconds: 0,
  retention_months: limits.retentionMonths,
};

/**
 * The token that a public form sends back, and how long an application is stored. Both are in the page of the form,
 * so that the token is also sent without scripts. The token only shows how long the form has been open, which
 * distinguishes bots from people. It does not expire, and all copies of a page may have the same token. An API host
 * without this extension accepts forms without a token.
 */
export const formTokenQuery = queryOptions({
  queryKey: ['formToken'],
  queryFn: ({ client, signal }) => readIfThere('formToken', { client, signal }, withoutTokens),
  staleTime: Number.POSITIVE_INFINITY,
  gcTime: Number.POSITIVE_INFINITY,
});

export function useFormToken() {
  return useQuery(formTokenQuery);
}

/**
 * Milliseconds. Added to the time that the host requires, because the clocks of host and browser may not run at the
 * same speed.
 */
const marginMs = 200;

/**
 * Returns the token for a form that is about to be sent. Reads the token again if it could not be read before. If the
 * token is younger than the host's `min_seconds`, waits, because the host would treat the form as sent by a bot,
 * without saying so. Rejects with `ApiError`, or with the reason of `signal`.
 */
export async function takeFormToken(queries: QueryClient, signal?: AbortSignal) {
  const { form_token, min_seconds } = await queries.fetchQuery(formTokenQuery);
  const cameAt = queries.getQueryState(formTokenQuery.queryKey)?.dataUpdatedAt ?? Date.now();
  await rest(min_seconds > 0 ? cameAt + min_seconds * 1000 + marginMs - Date.now() : 0, signal);
  return form_token;
}

function rest(ms: number, signal: AbortSignal | undefined) {
  if (ms <= 0) return Promise.resolve();
  return new Promise((resolve, reject) => {
    const timer = setTimeout(resolve, ms);
    signal?.addEventListener('abort', () => {
      clearTimeout(timer);
      reject(signal.reason);
    });
  });
}
