import { pathTo } from '#shared/paths.ts';
import { parseUrl } from '#shared/ponyfills.ts';

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
