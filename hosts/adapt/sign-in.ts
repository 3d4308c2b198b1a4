import { adminMark, asObject, tokenIn, userIn } from '../../server/bff/session/sign-in/answer.ts';
import type { UpstreamAnswer } from '../../server/bff/upstream/upstream.ts';
import { parsePath, readAt } from '../host-file/map-path.ts';
import type { HostFile } from '../host-file/schema.ts';
import { isAdminAtSignIn, markOf } from './admin-check.ts';
import { roleIn } from './host-roles.ts';

/** Maps a sign-in to the contract: the token and the person, from the places where the host sends them. */
export function signInAnswer(
  { token, admins, unnamed, calls }: Pick<HostFile, 'token' | 'admins' | 'unnamed' | 'calls'>,
  json: unknown,
  headers: UpstreamAnswer['headers'],
) {
  const { from, user } = token;
  const found = tokenAt(from, json, headers);
  // Some hosts put the scheme in front of the token.
  const text = typeof found === 'string' ? found.replace(/^bearer\s+/i, '') : undefined;
  const { role: rolePlace, ...places } = user;
  const role = roleIn(rolePlace, json);
  const known = Object.fromEntries(
    Object.entries(places).flatMap(([name, place]) => {
      const value = place === undefined ? undefined : readAt(json, parsePath(place));
      return value === undefined || value === null ? [] : [[name, value]];
    }),
  );
  const isAsContract = (calls.login ?? unnamed) === 'as_contract' && Object.keys(user).length === 0;
  const who = isAsContract ? (userIn(asObject(json) ?? {}) ?? {}) : { ...known, ...(role && { role }) };
  return {
    status: 1,
    data: { ...(text && { token: text }), ...(Object.keys(who).length > 0 && { user: who }) },
    // For the session only.
    ...(admins && isAdminAtSignIn({ token, admins }, json) && { [adminMark]: markOf(admins) }),
  };
}

function tokenAt(
  from: HostFile['token']['from'],
  json: unknown,
  headers: UpstreamAnswer['headers'],
): unknown {
  if (!from) return tokenIn(asObject(json) ?? {});
  if ('body' in from) return readAt(json, parsePath(from.body));
  return 'cookie' in from
    ? cookieNamed(from.cookie, headers['set-cookie'])
    : headers[from.header.toLowerCase()];
}

/** Returns the value of a cookie that an answer sets; undefined for a cookie that it removes (RFC 6265 §5.2). */
function cookieNamed(name: string, setCookie: string | string[] | undefined): string | undefined {
  for (const line of [setCookie ?? []].flat()) {
    const [pair = '', ...attributes] = line.split(';');
    const at = pair.indexOf('=');
    if (pair.slice(0, at).trim() !== name) continue;
    const isGone = attributes.some((each) => /^\s*max-age\s*=\s*(0|-\d+)\s*$/i.test(each));
    const value = pair
      .slice(at + 1)
      .trim()
      .replace(/^"(.*)"$/, '$1');
    return isGone || value === '' ? undefined : value;
  }
  return undefined;
}

/** Returns the headers that carry the session's token. */
export function tokenHeaders({ token }: Pick<HostFile, 'token'>, value: string): Record<string, string> {
  const { send } = token;
  if (send === 'bearer') return { authorization: `Bearer ${value}` };
  if ('cookie' in send) return { cookie: `${send.cookie}=${value}` };
  return { [send.header.toLowerCase()]: `${send.prefix}${value}` };
}
