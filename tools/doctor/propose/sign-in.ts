import { parsePath, writeAt } from '../../../hosts/host-file/map-path.ts';
import { leaves, placesIn, plain } from './json.ts';
import type { ProbeAnswer, Prober } from './prober.ts';

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

export function isUrlEncoded({ path }: LoginDetection): boolean {
  return /\/oauth2?\/token$/.test(path);
}

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
  for (let next = namedInRefusal(seen, way), more = 0; next && more < 2; more += 1) {
    way = next;
    seen = await sendSignIn(prober, way, who);
    next = namedInRefusal(seen, way);
  }
  const { status, call, json } = seen;
  const found = status >= 200 && status < 300 ? tokenIn(seen) : undefined;
  if (found) return { ...found, way, seen, isByName: !who.name.includes('@') };
  // The message quotes only names of fields, and a text of the host that does not repeat the credentials.
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
 * Returns `way` with the field or header that the host's refusal names as missing; undefined if it names none that
 * can be added.
 */
function namedInRefusal({ status, json }: ProbeAnswer, way: LoginDetection): LoginDetection | undefined {
  if (![400, 403, 422].includes(status)) return undefined;
  const all = leaves(json);
  const texts = all.map(({ value }) => String(value));
  const [, header, value] = /\bheader (X-[\w-]{1,60}): ([\w-]{1,60})/i.exec(texts.join('\n')) ?? [];
  if (header && value && !way.headers) return { ...way, headers: { [header.toLowerCase()]: value } };
  // If the refusal lists errors by field, only those field names count, and not words in other texts.
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
 * Returns the token in an answer, its place (in the body, a header or a cookie), and the ways in which requests may
 * send it.
 */
function tokenIn({ json, headers }: ProbeAnswer): Pick<SignedIn, 'from' | 'token' | 'ways'> | undefined {
  const texts = leaves(json).filter(({ value }) => /^(bearer )?[\x21-\x7e]{12,}$/i.test(String(value)));
  const isNamed = /^((access|auth|api|session|plaintext)?token|access|jwt|bearer)$/;
  // Less usual names of fields that may hold a token, such as `auth_key` or `credentials.value`.
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

/**
 * Returns where in the answer the properties of the signed-in person are. An object that describes a user is searched
 * first.
 */
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

/**
 * Returns the probable path of the sign-out, derived from that of the sign-in; undefined if none can be derived. The
 * doctor calls this path at the end of its checks.
 */
export function logoutPathFor({
  path,
  passwordField,
}: LoginDetection): { path: string; method: string } | undefined {
  if (/sessions?\/?$/.test(path)) return { path, method: 'DELETE' };
  const named = path.replace(/log-?in(\/?)$/i, 'logout$1').replace(/sign([-_]?)in(\/?)$/i, 'sign$1out$2');
  // A password field inside `user` indicates Rails with Devise, where the sign-out is a DELETE of the session.
  const method = passwordField?.includes('.') ? 'DELETE' : 'POST';
  return named === path ? undefined : { path: named, method };
}
