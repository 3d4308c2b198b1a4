import { queryOptions, useQuery } from '@tanstack/react-query';
import { messages } from '#shared/messages.ts';
import { ApiError } from '../../../api/api-error.ts';
import { askToSignIn, signInRound } from '../../../api/request.ts';

/** The bytes of a CV. They stay in memory only for a moment after nobody looks at them. */
function cvBytesQuery(path: string) {
  return queryOptions({
    queryKey: ['downloadCv', path],
    queryFn: ({ signal }) => readBytes(path, signal),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 30_000,
    refetchOnWindowFocus: false,
    retry: false,
  });
}

export function useCvBytes(path: string) {
  return useQuery(cvBytesQuery(path));
}

/**
 * Reads a file of our own origin. The request helper reads JSON; a session that is over is asked for in place here as it is
 * there. Throws `ApiError`.
 */
async function readBytes(path: string, signal: AbortSignal): Promise<ArrayBuffer> {
  try {
    const round = signInRound();
    let response = await get(path, signal);
    if (response.status === 401 && (await askToSignIn(round))) response = await get(path, signal);
    if (!response.ok) throw new ApiError('cv.notRead', response.status);
    return await response.arrayBuffer();
  } catch (error) {
    if (signal.aborted) throw signal.reason;
    const failure = error instanceof ApiError ? error : new ApiError('network.failed', 0, { cause: error });
    console.error(messages['api.callError'], failure);
    throw failure;
  }
}

function get(path: string, signal: AbortSignal): Promise<Response> {
  return fetch(path, { headers: { 'x-csrf': '1' }, credentials: 'same-origin', signal });
}
