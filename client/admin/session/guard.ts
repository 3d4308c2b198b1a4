import { type LoaderFunctionArgs, redirect } from 'react-router-dom';
import { pathTo } from '#shared/paths.ts';
import { parseUrl } from '#shared/ponyfills.ts';
import type { SessionState } from '#shared/schemas/session.ts';
import { type TranslatedError, translateError } from '../../api/api-error.ts';
import { fetchSession, isMarkedSignedIn, unmarkSignedIn } from '../../api/session.ts';
import { setDraftOwner } from '../../forms/draft-store.ts';

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

/** The query parameter of the login page that holds where the admin was going. */
const parameter = 'next';

/** The login page, remembering `path` (with its query) for after sign-in. */
export function loginPath(path?: string): string {
  const login = pathTo('adminLogin');
  return path && path !== pathTo('adminDashboard')
    ? `${login}?${new URLSearchParams({ [parameter]: path })}`
    : login;
}

/**
 * Where to go after sign-in. Only paths of our own under /admin are taken; anything else, which a link from outside may
 * have put there, leads to the dashboard (CWE-601). The URL parser decides, not a look at the text: it knows `//host`,
 * backslashes, dot segments and tabs as the browser does.
 */
export function nextPath(search: string): string {
  const home = pathTo('adminDashboard');
  const wanted = new URLSearchParams(search).get(parameter);
  const base = 'https://self.invalid';
  const url = wanted?.startsWith('/') ? parseUrl(wanted, base) : undefined;
  if (!url) return home;
  const inside = url.pathname.startsWith(`${pathTo('admin')}/`);
  const again = url.pathname.replace(/\/$/, '') === pathTo('adminLogin');
  if (url.origin !== base || !inside || again) return home;
  return url.pathname + url.search + url.hash;
}
