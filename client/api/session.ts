import type { Credentials, SessionState } from '#shared/schemas/session.ts';
import { ApiError } from './api-error.ts';
import { callApi, readApi } from './call.ts';
import { isMarkedSignedIn, localFlagKey, markSignedIn, unmarkSignedIn } from './local-flag.ts';

export { isMarkedSignedIn, localFlagKey, unmarkSignedIn } from './local-flag.ts';

/** Who is signed in. The cookie is out of reach of scripts, so the BFF is asked. Throws `ApiError`. */
export function fetchSession(signal?: AbortSignal): Promise<SessionState> {
  return readApi('session', { ...(signal && { signal }) });
}

/**
 * Signs in: the token stays in the sealed cookie, here only the local flag of docs/product.md §6 is set. Throws `ApiError`:
 * login.wrong (401), login.throttled (429), fields.invalid (422), network.failed (0).
 */
export async function signIn(credentials: Credentials): Promise<void> {
  const answer = await callApi('login', { body: credentials });
  if (answer.status !== 1) {
    throw new ApiError('login.wrong', 401, { ...(answer.message && { message: answer.message }) });
  }
  markSignedIn();
}

/** Says that somebody is still there: the session's sliding life begins anew. Throws `ApiError`. */
export function renewSession(): Promise<SessionState> {
  return readApi('renewSession');
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
 * Signs out. The local flag goes first (docs/product.md §2), whatever becomes of the call, and with it all that was typed as
 * an admin; a failed call is thrown, because the session then still lives on the server until its time is over. What was read
 * is for the caller to forget once no screen shows it: a screen that is still there would ask for it again.
 */
export async function signOut(): Promise<void> {
  unmarkSignedIn();
  tellSignedOut();
  await callApi('logout');
}

function tellSignedOut(): void {
  for (const listener of signedOutListeners) listener();
}
