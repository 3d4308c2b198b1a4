import { type LoaderFunctionArgs, redirect } from 'react-router-dom';
import type { SessionState } from '#shared/schemas/session.ts';
import { type TranslatedError, translateError } from '../../api/api-error.ts';
import { fetchSession, isMarkedSignedIn, unmarkSignedIn } from '../../api/session.ts';
import { setDraftOwner } from '../../forms/draft-store.ts';
import { loginPath, nextPath } from './next-path.ts';

/** What the guard lets through. A server that cannot be asked is a failure to show, not a sign-out. */
export type Guarded = { session: SessionState } | { failure: TranslatedError };

/** Stands before every admin page: no flag or no session leads to the login page and, after it, back. */
export async function guardAdmin({ request }: Pick<LoaderFunctionArgs, 'request'>): Promise<Guarded> {
  const { pathname, search } = new URL(request.url);
  const login = loginPath(pathname + search);
  if (!isMarkedSignedIn()) throw redirect(login);
  let session: SessionState;
  try {
    session = await fetchSession(request.signal);
  } catch (error) {
    if (request.signal.aborted) throw error;
    return { failure: translateError(error) };
  }
  if (session.authenticated) {
    setDraftOwner(session.user?.email);
    return { session };
  }
  unmarkSignedIn();
  throw redirect(login);
}

/** Stands before the login page: who is signed in goes on. When nobody can tell, the form is shown. */
export async function passSignedIn({ request }: Pick<LoaderFunctionArgs, 'request'>): Promise<null> {
  if (!isMarkedSignedIn()) return null;
  const session = await fetchSession(request.signal).catch(() => undefined);
  if (session?.authenticated) throw redirect(nextPath(new URL(request.url).search));
  return null;
}
