import type { CheckToken } from '../../server/bff/host-plugin.ts';
import { adminMark, asObject, tokenIn, userIn } from '../../server/bff/session/token-in-answers.ts';
import { dumpAnswer, isJson, readJson } from '../../server/bff/upstream/answers.ts';
import type { Upstream, UpstreamAnswer, UpstreamRequest } from '../../server/bff/upstream/upstream.ts';
import { readAt } from '../host-file/map-path.ts';
import type { HostFile } from '../host-file/schema.ts';
import { isAdminAtSignIn, markOf, personAt, roleIn } from './admin-check.ts';
import { badAnswer, refusalStatus } from './answers.ts';
import { envelopeOf, type HostMap } from './host-map.ts';
import type { Tell } from './lacks.ts';

/** Builds the contract's answer to a sign-in: the token and the person, read from the places that host.json names. */
export function signInAnswer(
  { token, admins, unnamed, calls }: Pick<HostFile, 'token' | 'admins' | 'unnamed' | 'calls'>,
  json: unknown,
  headers: UpstreamAnswer['headers'],
  tell: Tell,
) {
  const { from, user } = token;
  const found = tokenAt(from, json, headers);
  // Some hosts write "Bearer" before the token.
  const text = typeof found === 'string' ? found.replace(/^bearer\s+/i, '') : undefined;
  const { role: rolePlace, ...places } = user;
  const roleAt = typeof rolePlace === 'object' ? rolePlace.at : rolePlace;
  for (const [name, place] of Object.entries({ ...places, role: roleAt }))
    if (place !== undefined && readAt(json, place) === undefined) tell(`token.user.${name}`);
  const role = roleIn(rolePlace, json, token.check?.user.role);
  const known = personAt(places, json);
  const isAsContract = (calls.login ?? unnamed) === 'as_contract' && Object.keys(user).length === 0;
  const who = isAsContract ? (userIn(asObject(json) ?? {}) ?? {}) : { ...known, ...(role && { role }) };
  return {
    status: 1,
    data: {
      ...(text && { token: text, expires_in: readAt(json, token.expires_in) }),
      ...(Object.keys(who).length > 0 && { user: who }),
    },
    // `adminMark` is read by this site for the session, and never sent to the browser.
    ...(admins && isAdminAtSignIn({ token, admins }, json) && { [adminMark]: markOf(admins) }),
  };
}

function tokenAt(from: HostFile['token']['from'], json: unknown, headers: UpstreamAnswer['headers']) {
  if (!from) return tokenIn(asObject(json) ?? {});
  if ('body' in from) return readAt(json, from.body);
  return 'cookie' in from
    ? cookieNamed(from.cookie, headers['set-cookie'])
    : headers[from.header.toLowerCase()];
}

/**
 * Returns the value of a cookie that an answer sets. Returns undefined for a missing cookie, and for a cookie that
 * the answer deletes (RFC 6265 §5.2).
 */
function cookieNamed(name: string, setCookie: string | string[] | undefined) {
  for (const line of [setCookie ?? []].flat()) {
    const [, key, value] = /^\s*([^=;]+?)\s*=\s*"?([^;]*?)"?\s*(;|$)/.exec(line) ?? [];
    if (key === name)
      return /;\s*max-age\s*=\s*(0|-\d+)\s*(;|$)/i.test(line) ? undefined : value || undefined;
  }
  return undefined;
}

/** Returns the token of a call of the contract; undefined for the call of a visitor. */
export function tokenOf({ headers }: Pick<UpstreamRequest, 'headers'>) {
  return /^bearer (.+)$/i.exec(headers.authorization ?? '')?.[1];
}

/** Returns the request headers in which the host expects the token. */
export function tokenHeaders({ token }: Pick<HostFile, 'token'>, value: string): Record<string, string> {
  const { send } = token;
  if (send === 'bearer') return { authorization: `Bearer ${value}` };
  if ('cookie' in send) return { cookie: `${send.cookie}=${value}` };
  return { [send.header.toLowerCase()]: `${send.prefix}${value}` };
}

const longestAnswer = 1024 * 1024;
/** Timeout of the token check, in milliseconds. Short, because a person waits for the answer. */
const waitMs = 10_000;

/**
 * Returns a function that checks a token at the host; undefined if host.json names no read for this. `spend` is
 * called before each request, to count it.
 */
export function createTokenCheck(inner: Upstream, map: HostMap, spend: () => void): CheckToken | undefined {
  const { file } = map;
  const { check } = file.token;
  if (!check) return undefined;
  const path = map.pathOf(check);
  const envelope = envelopeOf(file, check.envelope);

  return async (token) => {
    spend();
    const answer = await inner.request({
      method: 'GET',
      path,
      headers: {
        ...map.headers,
        accept: 'application/json',
        ...tokenHeaders(file, token),
        host: map.origin.host,
      },
      isSession: true,
      signal: AbortSignal.timeout(waitMs),
    });
    const { status } = answer;
    const isReadable = isJson(answer) && status < 500;
    if (!isReadable) dumpAnswer(answer);
    const json = isReadable ? await readJson(answer, longestAnswer) : undefined;
    const refused = refusalStatus({ envelope }, status, json);
    if (refused === 401) return { is: 'refused' };
    if (refused === 403) return { is: 'notAllowed' };
    if (refused !== undefined || !isReadable || status >= 300)
      throw badAnswer(
        `the check of a token was answered with ${refused ?? status}${isReadable ? '' : ' and no JSON'}`,
      );
    return { is: 'good', json };
  };
}
