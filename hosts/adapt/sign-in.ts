import { hash } from 'node:crypto';
import { roles } from '#shared/roles.ts';
import { sessionUserSchema } from '#shared/schemas/session.ts';
import type { CheckToken } from '../../server/bff/host-plugin.ts';
import { adminMark, asObject, tokenIn, userIn } from '../../server/bff/session/token-in-answers.ts';
import { dumpAnswer, isJson, readJson } from '../../server/bff/upstream/answers.ts';
import type { Upstream, UpstreamAnswer, UpstreamRequest } from '../../server/bff/upstream/upstream.ts';
import { readAt } from '../host-file/pieces.ts';
import type { HostFile } from '../host-file/schema.ts';
import { badAnswer, envelopeOf, type HostMap, refusalStatus, type Tell } from './host-map.ts';

/** Builds the contract's answer to a sign-in: the token and the person, read from the places that host.json names. */
export function signInAnswer(file: HostFile, json: unknown, headers: UpstreamAnswer['headers'], tell: Tell) {
  const { token, admins, unnamed, calls } = file;
  const { from, user } = token;
  const found = tokenAt(from, json, headers);
  // Some hosts write "Bearer" before the token.
  const text = typeof found === 'string' ? found.replace(/^bearer\s+/i, '') : undefined;
  const { role: rolePlace, ...places } = user;
  const roleAt = typeof rolePlace === 'object' ? rolePlace.at : rolePlace;
  for (const [name, place] of Object.entries({ ...places, role: roleAt }))
    if (place !== undefined && readAt(json, place) === undefined) tell(`token.user.${name}`);
  const role = roleIn(rolePlace, json, token.check?.user.role);
  const isAsContract = (calls.login ?? unnamed) === 'as_contract' && Object.keys(user).length === 0;
  const who = isAsContract
    ? (userIn(asObject(json) ?? {}) ?? {})
    : { ...personAt(places, json), ...(role && { role }) };
  return {
    status: 1,
    data: {
      ...(text && { token: text, expires_in: readAt(json, token.expires_in) }),
      ...(Object.keys(who).length > 0 && { user: who }),
    },
    // `adminMark` is read by this site for the session, and never sent to the browser.
    ...(admins && isAdminAtSignIn(file, json) && { [adminMark]: markOf(admins) }),
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
export function tokenHeaders(send: HostFile['token']['send'], value: string): Record<string, string> {
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
        ...tokenHeaders(file.token.send, token),
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

type Admins = NonNullable<HostFile['admins']>;

/**
 * Returns a hash of the rule for admins in host.json, which is stored in the session of an admin. When the rule is
 * changed, the hash differs, and older sessions lose the rights of an admin.
 */
export function markOf(admins: Admins) {
  return hash('sha256', JSON.stringify(admins), 'base64url').slice(0, 16);
}

/** False for a host.json with `admins.emails` that does not say where the host sends the email to compare. */
export function authorisesAdmins({ admins, token }: HostFile) {
  return !admins || 'at' in admins || Boolean(token.user.email ?? token.check?.user.email);
}

/**
 * True if the host's answer to a sign-in identifies an admin. Only the host's answer counts, not the input of the
 * sign-in form.
 */
export function isAdminAtSignIn({ admins, token }: HostFile, json: unknown) {
  return isAdmin(admins, json, admins && 'at' in admins ? admins.at : token.user.email) ?? false;
}

/**
 * Returns whether the answer of a token check identifies an admin; undefined if host.json does not say where in that
 * answer the value is that identifies an admin.
 */
export function isAdminByCheck({ admins, token: { check } }: HostFile, json: unknown) {
  return isAdmin(admins, json, admins && 'at' in admins ? check?.admin : check?.user.email);
}

/**
 * Compares the value at a place with the rule for admins. Hosts send roles as one value or as a list; in a list, one
 * match is enough.
 */
function isAdmin(admins: Admins | undefined, json: unknown, place: string | undefined) {
  if (!admins || place === undefined) return undefined;
  const said = readAt(json, place);
  if ('at' in admins)
    return [said].flat().some((each) => each !== undefined && admins.is.some((one) => one === each));
  const plain = (email: string) => email.trim().toLowerCase();
  return typeof said === 'string' && admins.emails.some((email) => plain(email) === plain(said));
}

/**
 * Returns the person whom the token check identifies, as far as the answer describes them; undefined for a person
 * whose role is unknown on this site.
 */
export function userByCheck({ token }: HostFile, json: unknown) {
  const { role: rolePlace, ...places } = token.check?.user ?? {};
  const role = roleIn(rolePlace, json, token.user.role);
  if (role === null) return undefined;
  const said = Object.entries(personAt(places, json)).filter(
    ([name, value]) => typeof value === 'string' || (name === 'id' && typeof value === 'number'),
  );
  return sessionUserSchema.parse({ ...Object.fromEntries(said), role });
}

/** Returns the properties of a person that an answer has at these places. */
function personAt(places: Record<string, string | undefined>, json: unknown) {
  const said = Object.entries(places).map(([name, place]) => [name, readAt(json, place) ?? undefined]);
  return Object.fromEntries(said.filter(([, value]) => value !== undefined));
}

type RolePlace = HostFile['token']['user']['role'];

/**
 * Maps the host's roles to a role of this site, by `values` of host.json. If several roles match, the one with the
 * most rights counts. Returns `null` if none matches: this person has no access. Without `values`, an unknown role
 * becomes the role with the fewest rights, and a missing role stays undefined. A place without `values` has those of
 * the `other` place of roles, so that one word means one role in both answers.
 */
export function roleIn(place: RolePlace, json: unknown, other: RolePlace) {
  if (place === undefined) return undefined;
  const at = typeof place === 'string' ? place : place.at;
  const { values } = [place, other].find((each) => typeof each === 'object') ?? {};
  const said: unknown[] = [readAt(json, at) ?? []].flat();
  if (values)
    return roles.find((role) => [values[role] ?? []].flat().some((word) => said.includes(word))) ?? null;
  if (said.length === 0) return undefined;
  return roles.find((role) => said.includes(role)) ?? roles.at(-1);
}
