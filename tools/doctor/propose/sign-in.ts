import { parsePath, writeAt } from '../../../hosts/host-file/map-path.ts';
import { leaves, placesIn, plain } from './json.ts';
import { bestOf, placesOf } from './matching.ts';
import type { ProbeAnswer, Prober } from './prober.ts';
import { tokenWords, userWords } from './words.ts';

/** How to sign in at the host. */
export interface LoginDetection {
  /** Path of the sign-in, counted from the origin. */
  path: string;
  because: string;
  /**
   * Names that the host uses for the two fields of a sign-in. The name of the first is known only after the person
   * has entered a user name or an email.
   */
  nameField?: string | undefined;
  passwordField?: string | undefined;
  /** `extras` are further fields to send. `headers` are headers without which the host refuses every write. */
  extras?: Record<string, string>;
  headers?: Record<string, string>;
}

type Send = 'bearer' | { header: string; prefix?: string } | { cookie: string };

/**
 * Result of a successful sign-in. `ways` are the possible ways to send the token. The first one is used until a read
 * shows that another one works.
 */
export interface SignedIn {
  way: LoginDetection;
  seen: ProbeAnswer;
  from: { body: string } | { cookie: string } | { header: string };
  token: string;
  ways: readonly Send[];
  sendBecause?: string;
  /** True if the person signed in with a user name and not with an email. */
  isByName: boolean;
}

type Credentials = { name: string; password: string };

const tokenHeaders = ['X-Auth-Token', 'X-Access-Token', 'X-Api-Token'];
const usualWays: readonly Send[] = [
  'bearer',
  { header: 'Authorization', prefix: 'Token ' },
  ...tokenHeaders.map((header) => ({ header })),
];
/** Further fields that some hosts require for a sign-in, with the values that are sent. */
const signInExtras = { device_name: 'website', deviceName: 'website', grant_type: 'password' };
const nameFields = ['username', 'email', 'login', 'identifier'];

export const isUrlEncoded = ({ path }: LoginDetection) => /\/oauth2?\/token$/.test(path);

/**
 * Signs in. If the host answers that a field or a header is missing, tries again with it. Error messages contain
 * neither the name nor the password.
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
  for (let more = 0; more < 2; more += 1) {
    const next = namedInRefusal(seen, way);
    if (!next) break;
    way = next;
    seen = await sendSignIn(prober, way, who);
  }
  const { status } = seen;
  const found = status >= 200 && status < 300 ? tokenIn(seen) : undefined;
  if (found) return { ...found, way, seen, isByName: !who.name.includes('@') };
  return { refused: refusalOf(seen, who, prober.spent.why) };
}

/** Describes a refused sign-in, with names of fields and a text of the host that does not repeat the credentials. */
function refusalOf({ status, call, json }: ProbeAnswer, who: Credentials, why: string | undefined): string {
  if (status === 0) return `${call} was not ${why ? `called: ${why}` : 'answered'}`;
  const all = leaves(json);
  const places = all.map(({ place }) => place).join(', ');
  if (status < 300)
    return `${call} answered ${status} without a token; its fields are ${places.slice(0, 300) || 'none'}`;
  const named = all.find(({ value }) => String(value).includes(' '));
  const field = named && /^\d+$/.test(named.name) ? `${named.around.at(-1)}: ` : '';
  const words = named ? field + String(named.value) : '';
  const isSafe = words && !words.includes(who.password) && !words.includes(who.name);
  return `${call} answered ${status}${isSafe ? `: ${words.slice(0, 120)}` : ''}`;
}

function sendSignIn(prober: Prober, way: LoginDetection, who: Credentials): Promise<ProbeAnswer> {
  const { path, headers, nameField = 'email', passwordField = 'password', extras } = way;
  const said = { [nameField]: who.name, [passwordField]: who.password, ...extras };
  const type = { 'content-type': 'application/x-www-form-urlencoded' };
  if (isUrlEncoded(way))
    return prober.send('POST', path, { ...type, ...headers }, `${new URLSearchParams(said)}`);
  const nested: Record<string, unknown> = {};
  for (const [field, value] of Object.entries(said)) writeAt(nested, parsePath(field), value);
  return prober.send('POST', path, { ...headers }, JSON.stringify(nested));
}

/**
 * Returns `way` with the field or header that the host's refusal names as missing; undefined if it names none that
 * can be added.
 */
function namedInRefusal({ status, json }: ProbeAnswer, way: LoginDetection): LoginDetection | undefined {
  if (![400, 403, 422].includes(status)) return undefined;
  const all = leaves(json);
  const texts = all.map(({ value }) => String(value));
  const [, header, value] = /\bheader (X-[\w-]{1,60}): ([\w-]{1,60})/i.exec(texts.join('\n')) ?? [];
  if (header && value && !way.headers) return { ...way, headers: { [header.toLowerCase()]: value } };
  // If the refusal lists errors by field, only those field names count, and not words in other texts. A field with a
  // list of texts is such an error, too (Django REST framework).
  const errors = all.filter(
    ({ place, around }) =>
      /\.0$/.test(place) || around.some((each) => /^(errors|fields|violations|params)$/.test(each)),
  );
  const names = (name: string) =>
    errors.length > 0
      ? errors.some(({ place, value: text }) => place.split('.').includes(name) || text === name)
      : texts.some((text) => new RegExp(`\\b${name}\\b`).test(text));
  const more = Object.entries(signInExtras).filter(([name]) => !way.extras?.[name] && names(name));
  const { nameField: now = '' } = way;
  const nameField = names(now) ? now : (nameFields.find((name) => name !== now && names(name)) ?? now);
  if (more.length === 0 && nameField === now) return undefined;
  return { ...way, nameField, extras: { ...way.extras, ...Object.fromEntries(more) } };
}

/**
 * Returns the token in an answer, its place (in the body, a header or a cookie), and the ways in which requests may
 * send it.
 */
function tokenIn({ json, headers }: ProbeAnswer): Pick<SignedIn, 'from' | 'token' | 'ways'> | undefined {
  const isToken = (value: unknown) => /^(bearer )?[\x21-\x7e]{12,}$/i.test(String(value));
  // Less usual names of fields that may hold a token, such as `auth_key` or `credentials.value`.
  const isLike = /^(?!.*(refresh|expire)).*(token|key|jwt|bearer|credential|secret)/i;
  const isOther = /@|:\/\/|^\d{4}-\d\d-\d\d/;
  const texts = placesOf(json).filter(({ values: [value] }) => typeof value !== 'object' && isToken(value));
  const body =
    bestOf(texts, tokenWords, isToken) ??
    texts.find(({ place, values: [value] }) => isLike.test(place) && !isOther.test(String(value)));
  const header = ['Authorization', ...tokenHeaders].find((name) => headers[name.toLowerCase()]);
  const set = [headers['set-cookie'] ?? []].flat().map((line) => /^([^=;]+)=([^;]*)/.exec(line) ?? []);
  const [, cookie, value] =
    set.find(([, name = '']) => /token|jwt|auth|access|sid|sess/i.test(name)) ?? set[0] ?? [];
  const bare = (text: unknown) => String(text).replace(/^bearer\s+/i, '');
  if (body) return { from: { body: body.place }, token: bare(body.values[0]), ways: usualWays };
  if (header) {
    const ways = header === 'Authorization' ? usualWays : [{ header }, ...usualWays];
    return { from: { header }, token: bare(headers[header.toLowerCase()]), ways };
  }
  return cookie && value ? { from: { cookie }, token: value, ways: [{ cookie }, ...usualWays] } : undefined;
}

/**
 * Returns where in the answer the properties of the signed-in person are. An object that describes a user is searched
 * first.
 */
export function userIn({ json }: ProbeAnswer): Partial<Record<keyof typeof userWords, string>> {
  const all = placesIn(json).filter(({ value }) => typeof value !== 'object' || Array.isArray(value));
  const isOfUser = (each: string) => /^(user|profile|account|admin|me)$/.test(each);
  const found = Object.entries(userWords).map(([ours, names]) => {
    const there = all.filter(({ name }) => names.includes(plain(name)));
    return [ours, (there.find(({ around }) => around.some(isOfUser)) ?? there[0])?.place];
  });
  return Object.fromEntries(found.filter(([, place]) => place));
}

export function tokenHeadersOf({ ways: [send = 'bearer'], token }: SignedIn): Record<string, string> {
  if (send === 'bearer') return { authorization: `Bearer ${token}` };
  if ('cookie' in send) return { cookie: `${send.cookie}=${token}` };
  return { [send.header.toLowerCase()]: `${send.prefix ?? ''}${token}` };
}

/** Finds out how the token has to be sent: tries each way with a read that is refused without the token. */
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

/** Returns the probable sign-out, derived from the sign-in; undefined if none can be derived. */
export function logoutFor(way: LoginDetection): { path: string; method: string } | undefined {
  const { path, passwordField } = way;
  if (/sessions?\/?$/.test(path)) return { path, method: 'DELETE' };
  const named = path.replace(/log-?in(\/?)$/i, 'logout$1').replace(/sign([-_]?)in(\/?)$/i, 'sign$1out$2');
  // A password field inside `user` indicates Rails with Devise, where the sign-out is a DELETE of the session.
  const method = passwordField?.includes('.') ? 'DELETE' : 'POST';
  return named === path ? undefined : { path: named, method };
}
