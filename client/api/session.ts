import type { Credentials, SessionState } from '#shared/schemas/session.ts';
import { ApiError } from './api-error.ts';
import { type CallOptions, callApi, readApi } from './call.ts';
import { isMarkedSignedIn, localFlagKey, markSignedIn, unmarkSignedIn } from './local-flag.ts';

export { isMarkedSignedIn, localFlagKey, unmarkSignedIn } from './local-flag.ts';

/** Returns who is signed in. Scripts cannot read the cookie, so the BFF is asked. Throws `ApiError`. */
export async function fetchSession(
  options: Pick<CallOptions, 'signal' | 'background'> = {},
): Promise<SessionState> {
  return noteEnd(await readApi('session', options));
}

/**
 * End of the session by this browser's clock, as far as this page knows. Calls extend the session, and it is read
 * again before this time.
 */
let endsAt = Number.POSITIVE_INFINITY;

function noteEnd(session: SessionState): SessionState {
  const { authenticated, expires_in: left } = session;
  endsAt = authenticated ? Date.now() + (left ?? Number.POSITIVE_INFINITY) * 1000 : 0;
  return session;
}

/** True once the session is known to have ended: background calls would be refused. */
export function isSessionOver(): boolean {
  return Date.now() >= endsAt;
}

/** Notes that a call was answered 401. */
export function noteSessionOver(): void {
  endsAt = 0;
}

/**
 * Signs in: the token stays in the sealed cookie; the client only sets the local flag of docs/product.md §6. Throws
 * `ApiError`: login.wrong (401), login.secondStep (401, with the available ways as `data`), login.throttled (429),
 * fields.invalid (422), network.failed (0).
 */
export function signIn(credentials: Credentials): Promise<void> {
  return signInBy('login', credentials);
}

/** Like `signIn`, by any row that signs in. */
export async function signInBy(name: 'login' | 'secondStep' | 'passkeyLogin', body: unknown): Promise<void> {
  const answer = await callApi(name, { body });
  if (answer.status !== 1) {
    throw new ApiError('login.wrong', 401, { ...(answer.message && { message: answer.message }) });
  }
  markSignedIn();
}

/** Extends the session, as any activity does. Throws `ApiError`. */
export async function renewSession(): Promise<SessionState> {
  return noteEnd(await readApi('renewSession'));
}

const signedOutListeners = new Set<() => void>();

/**
 * Calls `listener` at sign-out in this or another tab, to clear an admin's data from memory. Returns a function that
 * removes the listener.
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
 * Signs out. First removes the local flag (docs/product.md §2) and all drafts, whether or not the call succeeds.
 * Throws if the call fails, because the session then lives on the server until it expires. The caller clears cached
 * queries once no screen shows them: a mounted screen would fetch them again.
 */
export async function signOut(): Promise<void> {
  unmarkSignedIn();
  tellSignedOut();
  await callApi('logout');
}

function tellSignedOut(): void {
  for (const listener of signedOutListeners) listener();
}
