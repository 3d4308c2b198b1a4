import type { Credentials, SessionState } from '#shared/schemas/session.ts';
import { ApiError } from './api-error.ts';
import { callApi, readApi } from './call.ts';
import { isMarkedSignedIn, localFlagKey, markSignedIn, unmarkSignedIn } from './local-flag.ts';
import { queryClient } from './query-client.ts';

export { isMarkedSignedIn, localFlagKey, markSignedIn, unmarkSignedIn } from './local-flag.ts';

/** Who is signed in. The cookie is out of reach of scripts, so the BFF is asked. Throws `ApiError`. */
export function fetchSession(signal?: AbortSignal): Promise<SessionState> {
  return readApi('session', { ...(signal && { signal }) });
}

/**
 * Signs in: the token stays in the sealed cookie, here only the local flag of SPEC §6 is set. Throws `ApiError`:
 * login.wrong (401), login.throttled (429), fields.invalid (422), network.failed (0).
 */
export async function signIn(credentials: Credentials): Promise<void> {
  const answer = await callApi('login', { body: credentials });
  if (answer.status !== 1) {
    throw new ApiError('login.wrong', 401, { ...(answer.message && { message: answer.message }) });
  }
  markSignedIn();
}

const signedOutListeners = new Set<() => void>();

/**
 * Calls `listener` at sign-out, in this tab or in another one, for what is kept in memory on behalf of an admin. Returns
 * what stops it.
 */
export function onSignedOut(listener: () => void): () => void {
  signedOutListeners.add(listener);
  return () => signedOutListeners.delete(listener);
}

globalThis.addEventListener?.('storage', ({ key }) => {
  // `key` is null when the whole storage was cleared.
  if ((key === localFlagKey || key === null) && !isMarkedSignedIn()) tellSignedOut();
});

/**
 * Signs out. The local flag goes first (SPEC §2), whatever becomes of the call, and with it all that was read or typed
 * as an admin; a failed call is thrown, because the session then still lives on the server until its time is over.
 */
export async function signOut(): Promise<void> {
  unmarkSignedIn();
  tellSignedOut();
  try {
    await callApi('logout');
  } finally {
    queryClient.clear();
  }
}

function tellSignedOut(): void {
  for (const listener of signedOutListeners) listener();
}
