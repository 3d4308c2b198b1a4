import { parsePath, writeAt } from '../../../hosts/host-file/map-path.ts';
import { leaves, placesIn, plain } from './json.ts';
import type { ProbeAnswer, Prober } from './prober.ts';

/** How people sign in at the host. */
export interface LoginDetection {
  /** Path from the origin. */
  path: string;
  because: string;
  /** The host's names of these fields. The first is known once a person has entered a user name or an address. */
  nameField?: string | undefined;
  passwordField?: string | undefined;
  /** Further fields that are sent, and headers without which the host refuses every write. */
  extras?: Record<string, string>;
  headers?: Record<string, string>;
}

type Send = 'bearer' | { header: string; prefix?: string } | { cookie: string };

/**
 * Result of a sign-in. Of the ways to send the token the first is used, until a read shows that another one works.
 */
export interface SignedIn {
  way: LoginDetection;
  seen: ProbeAnswer;
  from: { body: string } | { cookie: string } | { header: string };
  token: string;
  ways: readonly Send[];
  sendBecause?: string;
  /** True if the person entered a user name. */
  isByName: boolean;
}

type Credentials = { name: string; password: string };

const tokenHeaders = ['X-Auth-Token', 'X-Access-Token', 'X-Api-Token'];
const usualWays: readonly Send[] = [
  'bearer',
  { header: 'Authorization', prefix: 'Token ' },
  ...tokenHeaders.map((header) => ({ header })),
];
/** Further fields that hosts may require, with their values. */
const signInExtras = { device_name: 'website', deviceName: 'website', grant_type: 'password' };

export function isUrlEncoded({ path }: LoginDetection): boolean {
  return /\/oauth2?\/token$/.test(path);
}

/**
 * Signs in. If the host names a missing field or header, tries again with it. The messages contain neither name nor
 * password.
 */
export async function signIn(
  prober: Prober,
  given: LoginDetection,
  who: Credentials,
): Promise<SignedIn | { refused: string }> {
  const isForm = isUrlEncoded(given);
  const nameField = given.nameField ?? (who.name.includes('@') && !isForm ? 'email' : 'username');
  let way: LoginDetection = { ...given, nameField, ...(isForm && { extras: { grant_type: 'password' } }) };
  let seen = await sendSignIn(prober, way, who);
  for (let next = namedInRefusal(seen, way), more = 0; next && more < 2; more += 1) {
    way = next;
    seen = await sendSignIn(prober, way, who);
    next = namedInRefusal(seen, way);
  }
  const { status, call, json } = seen;
  const found = status >= 200 && status < 300 ? tokenIn(seen) : undefined;
  if (found) return { ...found, way, seen, isByName: !who.name.includes('@') };
  // Only names of fields, and a text that does not repeat the credentials.
  const all = leaves(json);
  const words = all.map(({ value }) => String(value)).find((text) => text.includes(' ')) ?? '';
  const isSafe = words && !words.includes(who.password) && !words.includes(who.name);
  const places = all.map(({ place }) => place).join(', ');
  if (status === 0)
    return { refused: `${call} was not ${prober.spent.why ? `called: ${prober.spent.why}` : 'answered'}` };
  if (status >= 300)
    return { refused: `${call} answered ${status}${isSafe ? `: ${words.slice(0, 120)}` : ''}` };
  return {
    refused: `${call} answered ${status} without a token; its fields are ${places.slice(0, 300) || 'none'}`,
  };
}

function sendSignIn(
  prober: Prober,
  way: LoginDetection,
  { name, password }: Credentials,
): Promise<ProbeAnswer> {
  const { path, headers, nameField = 'email', passwordField = 'password', extras } = way;
  const said = { [nameField]: name, [passwordField]: password, ...extras };
  const nested: Record<string, unknown> = {};
  for (const [field, value] of Object.entries(said)) writeAt(nested, parsePath(field), value);
  if (!isUrlEncoded(way)) return prober.send('POST', path, { ...headers }, JSON.stringify(nested));
  const type = { 'content-type': 'application/x-www-form-urlencoded' };
  return prober.send('POST', path, { ...type, ...headers }, `${new URLSearchParams(said)}`);
}

/**
 * Returns the same sign-in with the field or header that the host named as missing; undefined if it named none that
 * can be supplied.
 */
function namedInRefusal({ status, json }: ProbeAnswer, way: LoginDetection): LoginDetection | undefined {
  if (![400, 403, 422].includes(status)) return undefined;
  const all = leaves(json);
  const texts = all.map(({ value }) => String(value));
  const [, header, value] = /\bheader (X-[\w-]{1,60}): ([\w-]{1,60})/i.exec(texts.join('\n')) ?? [];
  if (header && value && !way.headers) return { ...way, headers: { [header.toLowerCase()]: value } };
  // If errors are listed by field, words in their texts are no names of fields.
  const errors = all.filter(({ around }) =>
    around.some((each) => /^(errors|fields|violations|params)$/.test(each)),
  );
  const names = (name: string) =>
    errors.length > 0
      ? errors.some(({ place, value: text }) => place.split('.').includes(name) || text === name)
      : texts.some((text) => new RegExp(`\\b${name}\\b`).test(text));
  const more = Object.entries(signInExtras).filter(([name]) => !way.extras?.[name] && names(name));
  const others = ['username', 'email', 'login', 'identifier'].filter((name) => name !== way.nameField);
  const nameField = names(way.nameField ?? '') ? way.nameField : (others.find(names) ?? way.nameField);
  if (more.length === 0 && nameField === way.nameField) return undefined;
  return { ...way, nameField, extras: { ...way.extras, ...Object.fromEntries(more) } };
}

/**
 * Returns the token of an answer, its place, and the ways in which it may be sent: from the body, a header or a
 * cookie.
 */
function tokenIn({ json, headers }: ProbeAnswer): Pick<SignedIn, 'from' | 'token' | 'ways'> | undefined {
  const texts = leaves(json).filter(({ value }) => /^(bearer )?[\x21-\x7e]{12,}$/i.test(String(value)));
  const isNamed = /^((access|auth|api|session|plaintext)?token|access|jwt|bearer)$/;
  // Other names that indicate a token, such as `auth_key` or `credentials.value`.
  const isLike = /^(?!.*(refresh|expire)).*(token|key|jwt|bearer|credential|secret)/i;
  const isOther = /@|:\/\/|^\d{4}-\d\d-\d\d/;
  const body =
    texts.find(({ name }) => isNamed.test(plain(name))) ??
    texts.find(({ place, value }) => isLike.test(place) && !isOther.test(String(value)));
  const header = ['Authorization', ...tokenHeaders].find((name) => headers[name.toLowerCase()]);
  const set = [headers['set-cookie'] ?? []].flat().map((line) => /^([^=;]+)=([^;]*)/.exec(line) ?? []);
  const isToken = ([, name = '']: readonly string[]) => /token|jwt|auth|access|sid|sess/i.test(name);
  const [, cookie, value] = set.find(isToken) ?? set[0] ?? [];
  const bare = (text: unknown) => String(text).replace(/^bearer\s+/i, '');
  if (body) return { from: { body: body.place }, token: bare(body.value), ways: usualWays };
  if (header) {
    const ways = header === 'Authorization' ? usualWays : [{ header }, ...usualWays];
    return { from: { header }, token: bare(headers[header.toLowerCase()]), ways };
  }
  return cookie && value ? { from: { cookie }, token: value, ways: [{ cookie }, ...usualWays] } : undefined;
}

const userNames = {
  id: /^(id|uuid|userid)$/,
  name: /^(name|fullname|displayname|userdisplayname|username|login)$/,
  email: /^(email|emailaddress|mail|useremail)$/,
  role: /^(role|level|rolename|usertype|roles)$/,
};

/** Returns the places of the person who signed in, the user's own object first. */
export function userIn({ json }: ProbeAnswer): Partial<Record<keyof typeof userNames, string>> {
  const all = placesIn(json).filter(({ value }) => typeof value !== 'object' || Array.isArray(value));
  const isOfUser = (each: string) => /^(user|profile|account|admin|me)$/.test(each);
  const found = Object.entries(userNames).flatMap(([ours, pattern]) => {
    const there = all.filter(({ name }) => pattern.test(plain(name)));
    const best = there.find(({ around }) => around.some(isOfUser)) ?? there[0];
    return best ? [[ours, best.place]] : [];
  });
  return Object.fromEntries(found);
}

export function tokenHeadersOf({ ways: [send = 'bearer'], token }: SignedIn): Record<string, string> {
  if (send === 'bearer') return { authorization: `Bearer ${token}` };
  if ('cookie' in send) return { cookie: `${send.cookie}=${token}` };
  return { [send.header.toLowerCase()]: `${send.prefix ?? ''}${token}` };
}

/** Finds how the token is sent, by a read that is refused without it. */
export async function tryToken(prober: Prober, signedIn: SignedIn, refused: ProbeAnswer): Promise<void> {
  for (const send of signedIn.ways) {
    const ways = [send];
    const { status } = await prober.ask(refused.path, tokenHeadersOf({ ...signedIn, ways }));
    if (status === 401) continue;
    const sendBecause = `${refused.call} answered ${refused.status} without the token and ${status} with it`;
    if (status !== 0 && status !== 403) Object.assign(signedIn, { ways, sendBecause });
    return;
  }
}

/** Guesses the sign-out from the path of the sign-in; it is tried when the doctor is done. */
export function logoutPathFor({
  path,
  passwordField,
}: LoginDetection): { path: string; method: string } | undefined {
  if (/sessions?\/?$/.test(path)) return { path, method: 'DELETE' };
  const named = path.replace(/log-?in(\/?)$/i, 'logout$1').replace(/sign([-_]?)in(\/?)$/i, 'sign$1out$2');
  // If the password is below `user` (Rails with Devise), the sign-out deletes a session.
  const method = passwordField?.includes('.') ? 'DELETE' : 'POST';
  return named === path ? undefined : { path: named, method };
}
