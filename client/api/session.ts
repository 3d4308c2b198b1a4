import type { CallData, CallName } from '#shared/contract/index.ts';
import type { SessionState } from '#shared/schemas/session.ts';
import { readStored, writeStored } from '../stored.ts';
import { ApiError, isStatus } from './api-error.ts';
import { type CallOptions, callApi, readApi } from './call.ts';

/**
 * docs/product.md §6: this local flag shows that an admin is signed in. It grants no rights; only the session cookie
 * does.
 */
export const localFlagKey = 'isAuthenticated';

/** Sets the flag. If the storage is blocked or full, the flag is missing, but the session works without it. */
const markSignedIn = () => writeStored(localFlagKey, 'true');

export const unmarkSignedIn = () => writeStored(localFlagKey, null);

export const isMarkedSignedIn = () => readStored(localFlagKey) === 'true';

/** Returns who is signed in. Asks the BFF, because scripts cannot read the session cookie. Throws `ApiError`. */
export async function fetchSession(options: Pick<CallOptions, 'signal' | 'background'> = {}) {
  return noteEnd(await readApi('session', options));
}

/**
 * Time of the session's end by this browser's clock, in milliseconds since 1970, as last read by this page. Later
 * calls, of this or another tab, may have extended the session.
 */
let endsAt = Number.POSITIVE_INFINITY;

/** Returns when a session ends, by this browser's clock, from an answer that arrived at `toldAt`; 0 if it is over. */
export function endOf(
  { authenticated, expires_in: left = Number.POSITIVE_INFINITY }: SessionState,
  toldAt: number,
) {
  return authenticated ? toldAt + left * 1000 : 0;
}

function noteEnd(session: SessionState) {
  endsAt = endOf(session, Date.now());
  return session;
}

/** True once the session is known to have ended: background calls would be refused. */
function isSessionOver() {
  return Date.now() >= endsAt;
}

/**
 * Makes a read that is repeated without a person. It does not count as activity, so it does not extend the session, and
 * it is not made once the session has ended.
 */
export async function poll<Name extends CallName>(name: Name, signal: AbortSignal): Promise<CallData<Name>> {
  if (isSessionOver()) throw new ApiError('session.required', 401);
  try {
    return await readApi(name, { signal, background: true });
  } catch (error) {
    if (isStatus(error, 401)) endsAt = 0;
    throw error;
  }
}

/**
 * Signs in. The token stays in the sealed cookie; the client only sets the local flag of docs/product.md §6. Throws
 * `ApiError`: login.wrong (401), login.secondStep (401, its `data` has the available second steps), login.throttled
 * (429), fields.invalid (422), network.failed (0).
 */
export async function signInBy(name: 'login' | 'secondStep' | 'passkeyLogin', body: unknown) {
  const answer = await callApi(name, { body });
  if (answer.status !== 1) {
    throw new ApiError('login.wrong', 401, { message: answer.message });
  }
  markSignedIn();
}

/** Extends the session, as any activity does. Throws `ApiError`. */
export async function renewSession() {
  return noteEnd(await readApi('renewSession'));
}

const signedOutListeners = new Set<() => void>();

/**
 * Calls `listener` when an admin signs out in this or in another tab, so that the admin's data can be removed from
 * memory. Returns a function that removes the listener.
 */
export function onSignedOut(listener: () => void): () => void {
  signedOutListeners.add(listener);
  return () => signedOutListeners.delete(listener);
}

globalThis.addEventListener?.('storage', ({ key }) => {
  // `key` is null if the whole storage was cleared, which removes the flag, too.
  if ((key === localFlagKey || key === null) && !isMarkedSignedIn()) tellSignedOut();
});

/**
 * Signs out. The local flag (docs/product.md §2) and all drafts are removed first, even if the call then fails.
 * Throws if the call fails, because the session then stays valid on the server until it expires. The caller must
 * clear the cached queries, but only when no screen shows them any more: a mounted screen would fetch them again.
 */
export async function signOut() {
  unmarkSignedIn();
  tellSignedOut();
  await callApi('logout');
}

function tellSignedOut() {
  for (const listener of signedOutListeners) listener();
}
