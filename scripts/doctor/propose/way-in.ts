import { parsePath, writeAt } from '../../../server/bff/hosts/host-file/map-path.ts';
import { isObject } from '../finding.ts';
import type { ApiBook } from './api-book.ts';
import { errorsIn } from './envelope.ts';
import { at, leaves, plain } from './json-places.ts';
import { ledTo, type Prober, type Seen } from './prober.ts';
import { isRails, methodsIn, type Survey, takes } from './resources.ts';
import { signInExtras, signInFromOrigin, signInNames, tokenHeaderNames, tokenNames } from './words.ts';

/** What host.json says of the sign-in, as far as it is known. */
export interface WayIn {
  /** From the origin. */
  path: string;
  because: string;
  send: 'json' | 'urlencoded';
  /** The host's name for what people type in the place of an address. */
  nameField: string;
  passwordField: string;
  extras: Record<string, string>;
  logout?: { path: string; method: string; because: string };
}

export interface SignedIn {
  way: WayIn;
  seen: Seen;
  from: { body: string } | { cookie: string } | { header: string };
  user: Partial<Record<'id' | 'name' | 'email' | 'role', string>>;
  because: string;
  /** Whether it was a user name, and no email address, that was typed. */
  isByName: boolean;
}

type Send = 'bearer' | { header: string; prefix?: string } | { cookie: string };

/** Where people sign in: by the host's document, by OPTIONS, or by how it answers GET. Undefined when nothing tells. */
export async function findWayIn(survey: Survey, given?: string): Promise<WayIn | undefined> {
  const found = await lookForWayIn(survey, given);
  return found && asRailsHasIt(survey, found);
}

/** On Rails the usual library (Devise) reads address and password from below `user`. */
function asRailsHasIt(survey: Survey, way: WayIn): WayIn {
  if (survey.book || !isRails(survey) || way.send !== 'json') return way;
  return { ...way, nameField: way.nameField || 'user.email', passwordField: `user.${way.passwordField}` };
}

async function lookForWayIn(survey: Survey, given?: string): Promise<WayIn | undefined> {
  const { prober, root, book, nowhere } = survey;
  if (given) return wayAt(given, 'named by --login', book);
  const documented = book?.operations.find(
    ({ method, path, body }) =>
      method === 'POST' &&
      /(login|sign-?in|sessions?|token|authenticate|auth)\/?$/i.test(path) &&
      body?.names.some((name) => /passw|pwd/i.test(name)),
  );
  if (book && documented) return wayAt(documented.path, `${book.call} describes it`, book);
  const below = signInNames.map((name) => `${root}/${name}`);
  const paths = [
    ...below.slice(0, 4),
    ...signInFromOrigin.slice(0, 2),
    ...below.slice(4),
    ...signInFromOrigin.slice(2),
  ];
  const nothing = await prober.ask('OPTIONS', '/doctor-asks-for-what-is-not-there');
  for (const path of new Set(paths)) {
    const isBelow = path.startsWith(`${root}/`);
    const control = isBelow ? nowhere : { get: nowhere.get, options: nothing };
    const has = await takes({ prober, nowhere: control }, 'POST', path);
    if (has) return wayAt(has, `OPTIONS ${has} answered that it takes POST`, book);
    // A host that answers everything with 200 tells nothing by GET either.
    if (has === false || control.get.status < 300) continue;
    const seen = await prober.ask('GET', path);
    if (seen.status === 405 && control.get.status !== 405)
      return wayAt(seen.path, `${seen.call} answered 405, and what is not there ${control.get.status}`, book);
    if (methodsIn(seen)?.includes('POST')) return wayAt(seen.path, `${seen.call} allows POST`, book);
  }
  return undefined;
}

/** The likeliest ones where nothing tells, for the sign-in to find out. */
export function likelyWaysIn(survey: Survey): WayIn[] {
  const { root, book } = survey;
  const names = ['login', 'auth/login', 'auth/signin', 'auth/local', 'token'];
  return names.map((name) =>
    asRailsHasIt(survey, wayAt(`${root}/${name}`, 'the usual name; nothing at the host tells', book)),
  );
}

function wayAt(path: string, because: string, book: ApiBook | undefined): WayIn {
  const isOauth = /\/oauth2?\/token$/.test(path);
  const body = book?.operations.find((each) => each.method === 'POST' && each.path === path)?.body;
  const named = (pattern: RegExp) => body?.names.find((name) => pattern.test(name));
  const required = (body?.required ?? []).filter((name) => !/user|mail|login|passw|pwd/i.test(name));
  const extras: Record<string, string> = isOauth ? { grant_type: 'password' } : {};
  for (const name of required) extras[name] = signInExtras[name.toLowerCase()] ?? 'website';
  return {
    path,
    because,
    send:
      isOauth || (body && !body.kinds.includes('json') && body.kinds.includes('urlencoded'))
        ? 'urlencoded'
        : 'json',
    nameField: named(/^e?-?mail/i) ?? named(/user|login|account|ident/i) ?? (isOauth ? 'username' : ''),
    passwordField: named(/passw|pwd/i) ?? 'password',
    extras,
  };
}

/**
 * Signs in once. One more try is made where the host names a field that is missing, or where nothing stood at the path. Neither name nor
 * password is ever part of what is told.
 */
export async function signIn(
  prober: Prober,
  ways: readonly WayIn[],
  who: { name: string; password: string },
): Promise<SignedIn | { refused: Seen; way: WayIn; why: string }> {
  let last: { refused: Seen; way: WayIn; why: string } | undefined;
  for (const given of ways) {
    // Who types a name without @ signs in by a user name.
    let way = { ...given, nameField: given.nameField || (who.name.includes('@') ? 'email' : 'username') };
    let seen = await sendSignIn(prober, way, who);
    // A host that wants a slash at the end has not looked at what was sent.
    const slashed = ledTo(seen, prober.origin);
    if (slashed === `${way.path}/`) {
      way = { ...way, path: slashed };
      seen = await sendSignIn(prober, way, who);
    }
    const more = seen.status >= 400 && seen.status < 500 ? namedInRefusal(seen, way) : undefined;
    if (more) {
      way = more;
      seen = await sendSignIn(prober, way, who);
    }
    if (seen.status === 404 || seen.status === 405) {
      last = { refused: seen, way, why: `answered ${seen.status}: nobody signs in there` };
      continue;
    }
    const found = seen.status >= 200 && seen.status < 300 ? tokenIn(seen) : undefined;
    if (!found) return { refused: seen, way, why: whyRefused(seen, who) };
    return { way, seen, ...found, user: userIn(seen), isByName: !who.name.includes('@') };
  }
  return last ?? { refused: { status: 0 } as Seen, way: ways[0] as WayIn, why: 'was not tried' };
}

function sendSignIn(prober: Prober, way: WayIn, who: { name: string; password: string }): Promise<Seen> {
  const said = { [way.nameField]: who.name, [way.passwordField]: who.password, ...way.extras };
  const nested: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(said)) writeAt(nested, parsePath(name), value);
  return way.send === 'json'
    ? prober.send('POST', way.path, { 'content-type': 'application/json' }, JSON.stringify(nested))
    : prober.send(
        'POST',
        way.path,
        { 'content-type': 'application/x-www-form-urlencoded' },
        new URLSearchParams(said).toString(),
      );
}

/** The same sign-in with what the host said is missing; undefined when it named nothing that can be said. */
function namedInRefusal(seen: Seen, way: WayIn): WayIn | undefined {
  const place = errorsIn([seen]);
  const errors = (place === undefined ? [] : leaves(seen.json, { lists: true })).filter((each) =>
    each.place.startsWith(`${place}.`),
  );
  const texts = leaves(seen.json, { lists: true }).flatMap(({ value }) =>
    typeof value === 'string' ? [value] : [],
  );
  const all = [
    ...texts,
    ...(isObject(seen.json) && Array.isArray(seen.json.message) ? seen.json.message.map(String) : []),
  ];
  // Where errors stand by their fields, words in their texts are no names.
  const names = (name: string) =>
    errors.length > 0
      ? errors.some(({ place: each }) => each.split('.').includes(name))
      : all.some((text) => new RegExp(`\\b${name}\\b`).test(text));
  const extras = Object.fromEntries(
    Object.entries(signInExtras).filter(([name]) => !(name in way.extras) && names(name)),
  );
  const isRefusal = [400, 422].includes(seen.status);
  const other = ['username', 'email', 'login', 'user', 'identifier', 'user_name', 'mail'].find(
    (name) => name !== way.nameField && names(name),
  );
  // A host that speaks of the name which was sent knows that one.
  const nameField =
    isRefusal &&
    other &&
    (!names(way.nameField) || all.some((text) => new RegExp(`${way.nameField} should not exist`).test(text)))
      ? other
      : way.nameField;
  if (Object.keys(extras).length === 0 && nameField === way.nameField) return undefined;
  return { ...way, nameField, extras: { ...way.extras, ...extras } };
}

function whyRefused(seen: Seen, who: { name: string; password: string }): string {
  if (seen.status === 0) return 'was not answered';
  if (seen.status >= 200 && seen.status < 300) {
    const places =
      leaves(seen.json)
        .map(({ place }) => place)
        .join(', ') || 'none';
    return `answered ${seen.status} without a token; the fields of its answer are ${places.slice(0, 300)}`;
  }
  const words = leaves(seen.json, { lists: true })
    .map(({ value }) => value)
    .find((value) => typeof value === 'string') as string | undefined;
  const isSafe = words && !words.includes(who.password) && !words.includes(who.name);
  return `answered ${seen.status}${isSafe ? `: ${words.slice(0, 120)}` : ''}`;
}

function tokenIn({ json, headers, call }: Seen): Pick<SignedIn, 'from' | 'because'> | undefined {
  const texts = leaves(json).filter(
    ({ value }) => typeof value === 'string' && /^(bearer )?[\x21-\x7e]{12,}$/i.test(String(value)),
  );
  for (const name of tokenNames) {
    const found = texts.find((each) => plain(each.name) === name);
    if (found) return { from: { body: found.place }, because: `${call} answered a text in ${found.place}` };
  }
  const cookies = [headers['set-cookie'] ?? []].flat().map((line) => line.split('=', 1)[0]?.trim() ?? '');
  const cookie = cookies.find((name) => /token|jwt|auth|access|sid|sess/i.test(name)) ?? cookies[0];
  for (const name of ['authorization', 'x-auth-token', 'x-access-token', 'x-token'])
    if (headers[name]) return { from: { header: name }, because: `${call} answered the header ${name}` };
  return cookie ? { from: { cookie }, because: `${call} set the cookie ${cookie}` } : undefined;
}

function userIn({ json }: Seen): SignedIn['user'] {
  const found: SignedIn['user'] = {};
  const names = {
    id: /^(id|uuid|userid)$/,
    name: /^(name|fullname|displayname|username|login)$/,
    email: /^(email|emailaddress|mail)$/,
    role: /^(role|level|rolename|usertype)$/,
  };
  const all = leaves(json).filter(({ value }) => typeof value === 'string' || typeof value === 'number');
  for (const [ours, pattern] of Object.entries(names)) {
    const there = all.filter(({ name }) => pattern.test(plain(name)));
    const best = there.find(({ place }) => /(^|\.)(user|profile|account|admin|me)\./.test(place)) ?? there[0];
    if (best) found[ours as keyof typeof found] = best.place;
  }
  const role = found.role ?? rolesIn(json);
  return { ...found, ...(role !== undefined && { role }) };
}

/** Where a list of roles stands, as words, or as one thing with a name. */
function rolesIn(json: unknown): string | undefined {
  for (const { place } of leaves(json, { lists: true, depth: 6 })) {
    const [, list = '', name = '', inside] = /^((?:.*\.)?([^.]+))\.0(\.name)?$/.exec(place) ?? [];
    const roles = list ? at(json, list) : undefined;
    if (!/^(roles|rolenames|authorities)$/.test(plain(name)) || !Array.isArray(roles)) continue;
    if (!inside && roles.every((word) => typeof word === 'string')) return list;
    if (inside && roles.length === 1 && typeof at(json, place) === 'string') return place;
  }
  return undefined;
}

/** Ways to send a token, the likely ones first. */
export function waysToSend(signedIn: SignedIn, book: ApiBook | undefined): Send[] {
  const { from } = signedIn;
  const own: Send[] =
    'cookie' in from
      ? [{ cookie: from.cookie }]
      : 'header' in from && from.header !== 'authorization'
        ? [{ header: from.header }]
        : [];
  const headers = tokenHeaderNames.map((header): Send => ({ header }));
  const documented = book?.send ? [book.send as Send] : [];
  return [...documented, ...own, 'bearer', { header: 'Authorization', prefix: 'Token ' }, ...headers];
}
