import type { Credentials, SessionState } from '#shared/schemas/session.ts';
import { ApiError } from './api-error.ts';
import { type CallOptions, callApi, readApi } from './call.ts';
import { isMarkedSignedIn, localFlagKey, markSignedIn, unmarkSignedIn } from './local-flag.ts';

export { isMarkedSignedIn, localFlagKey, unmarkSignedIn } from './local-flag.ts';

/** Who is signed in. The cookie is out of reach of scripts, so the BFF is asked. Throws `ApiError`. */
export async function fetchSession(
  options: Pick<CallOptions, 'signal' | 'background'> = {},
): Promise<SessionState> {
  return noteEnd(await readApi('session', options));
}

/** By this browser's clock, as far as this page knows: calls move it on, and the session is asked for again before it comes. */
let endsAt = Number.POSITIVE_INFINITY;

function noteEnd(session: SessionState): SessionState {
  const { authenticated, expires_in: left } = session;
  endsAt = authenticated ? Date.now() + (left ?? Number.POSITIVE_INFINITY) * 1000 : 0;
  return session;
}

/** True once it is known that the session has ended: what the page asks by itself would be refused. */
export function isSessionOver(): boolean {
  return Date.now() >= endsAt;
}

/** A call was answered 401. */
export function noteSessionOver(): void {
  endsAt = 0;
}

/**
 * Signs in: the token stays in the sealed cookie, here only the local flag of docs/product.md §6 is set. Throws `ApiError`:
 * login.wrong (401), login.secondStep (401, with the ways that there are as `data`), login.throttled (429), fields.invalid (422),
 * network.failed (0).
 */
export function signIn(credentials: Credentials): Promise<void> {
  return signInBy('login', credentials);
}

/** As `signIn`, by any row that signs in. */
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
 * Calls `listener` at sign-out in this or another tab, to clear what is kept in memory for an admin. Returns what stops
 * listening.
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
 * Signs out. First removes the local flag (docs/product.md §2) and all drafts, whether or not the call succeeds. A failed call
 * throws, because the session is then still alive on the server until it expires. The caller clears cached queries once no
 * screen shows them: a mounted screen would fetch them again.
 */
export async function signOut(): Promise<void> {
  unmarkSignedIn();
  tellSignedOut();
  await callApi('logout');
}

function tellSignedOut(): void {
  for (const listener of signedOutListeners) listener();
}
