import { parsePath, writeAt } from '../../../server/bff/hosts/host-file/map-path.ts';
import { leaves, placesIn, plain } from './json.ts';
import { ledTo, type Prober, type Seen } from './prober.ts';

/** How people sign in at the host. */
export interface WayIn {
  /** From the origin. */
  path: string;
  because: string;
  /** The host's names; the first is known once somebody has typed a name or an address. */
  nameField?: string;
  passwordField?: string;
  /** Fields that are sent beside the two, and headers without which the host refuses every write. */
  extras?: Record<string, string>;
  headers?: Record<string, string>;
}

type Send = 'bearer' | { header: string; prefix?: string } | { cookie: string };

/** Where the answer to a sign-in has the token, and how it is sent; of the ways the first until a read was seen to take another. */
interface FoundToken {
  from: { body: string } | { cookie: string } | { header: string };
  token: string;
  because: string;
  ways: Send[];
}

export interface SignedIn extends Omit<FoundToken, 'ways'> {
  way: WayIn;
  seen: Seen;
  ways: Send[];
  send: Send;
  sendBecause?: string;
  user: Record<string, string>;
  isByName: boolean;
}

type Credentials = { name: string; password: string };

const tokenNames =
  'token accesstoken access jwt authtoken apitoken idtoken plaintexttoken bearer sessiontoken key'.split(' ');
const tokenHeaders = ['X-Auth-Token', 'X-Access-Token', 'X-Api-Token'];
const usualWays: Send[] = [
  'bearer',
  { header: 'Authorization', prefix: 'Token ' },
  ...tokenHeaders.map((header) => ({ header })),
];
/** Fields that hosts ask for beside the two, with an answer to each. */
const signInExtras = { device_name: 'website', deviceName: 'website', grant_type: 'password' };

export function isUrlEncoded({ path }: WayIn): boolean {
  return /\/oauth2?\/token$/.test(path);
}

/**
 * Signs in, at the next path only where nothing stood at the last one. Where the host names a field or a header that is missing, it is
 * sent again with that. Neither name nor password is in what is told.
 */
export async function signIn(
  prober: Prober,
  ways: readonly WayIn[],
  who: Credentials,
): Promise<SignedIn | { refused: string }> {
  const missed: string[] = [];
  for (const given of ways) {
    const isForm = isUrlEncoded(given);
    const nameField = given.nameField ?? (who.name.includes('@') && !isForm ? 'email' : 'username');
    let way: WayIn = { ...given, nameField, ...(isForm && { extras: { grant_type: 'password' } }) };
    let seen = await sendSignIn(prober, way, who);
    for (let more = 0; more < 2; more += 1) {
      // A host that wants a slash at the end has not looked at what was sent.
      const isSlashed = ledTo(seen, prober.origin) === `${way.path}/`;
      const next = isSlashed ? { ...way, path: `${way.path}/` } : namedInRefusal(seen, way);
      if (!next) break;
      way = next;
      seen = await sendSignIn(prober, way, who);
    }
    const found = seen.status >= 200 && seen.status < 300 ? tokenIn(seen) : undefined;
    const isByName = !who.name.includes('@');
    if (found) return { ...found, way, seen, send: found.ways[0] ?? 'bearer', user: userIn(seen), isByName };
    missed.push(`${seen.call} ${whyRefused(seen, prober, who)}`);
    if (seen.status !== 404 && seen.status !== 405) break;
  }
  return { refused: missed.join(', and ') };
}

function sendSignIn(prober: Prober, way: WayIn, { name, password }: Credentials): Promise<Seen> {
  const { path, headers, nameField = 'email', passwordField = 'password', extras } = way;
  const said = { [nameField]: name, [passwordField]: password, ...extras };
  if (isUrlEncoded(way)) {
    const type = { 'content-type': 'application/x-www-form-urlencoded' };
    return prober.send('POST', path, { ...type, ...headers }, new URLSearchParams(said).toString());
  }
  const nested: Record<string, unknown> = {};
  for (const [field, value] of Object.entries(said)) writeAt(nested, parsePath(field), value);
  return prober.send('POST', path, { ...headers }, JSON.stringify(nested));
}

/** The same sign-in with what the host said is missing; undefined where it named nothing that can be said. */
function namedInRefusal({ status, json }: Seen, way: WayIn): WayIn | undefined {
  if (![400, 403, 422].includes(status)) return undefined;
  const all = leaves(json);
  const texts = all.map(({ value }) => String(value));
  const [, header, value] = /\bheader (X-[\w-]{1,60}): ([\w-]{1,60})/i.exec(texts.join('\n')) ?? [];
  if (header && value && !way.headers) return { ...way, headers: { [header.toLowerCase()]: value } };
  // Where errors stand by their fields, words in their texts are no names.
  const isOfErrors = (each: string) => /^(errors|fields|violations|params)$/.test(each);
  const errors = all.filter(({ around }) => around.some(isOfErrors));
  const names = (name: string) =>
    errors.length > 0
      ? errors.some(({ place, value: text }) => place.split('.').includes(name) || text === name)
      : texts.some((text) => new RegExp(`\\b${name}\\b`).test(text));
  const more = Object.entries(signInExtras).filter(([name]) => !way.extras?.[name] && names(name));
  const known = way.nameField ?? '';
  const other = ['username', 'email', 'login', 'identifier'].find((name) => name !== known && names(name));
  const isUnknown = !names(known) || texts.some((text) => text.includes(`${known} should not exist`));
  if (more.length === 0 && !(other && isUnknown)) return undefined;
  const extras = { ...way.extras, ...Object.fromEntries(more) };
  return { ...way, nameField: (isUnknown && other) || known, extras };
}

function whyRefused({ status, json }: Seen, { spent }: Prober, who: Credentials): string {
  if (status === 0) return spent.why ? `was not asked: ${spent.why}` : 'was not answered';
  const all = leaves(json);
  const places = all.map(({ place }) => place).join(', ');
  if (status < 300)
    return `answered ${status} without a token; the fields of its answer are ${places.slice(0, 300) || 'none'}`;
  const text = String(all.find(({ value }) => String(value).includes(' '))?.value ?? '');
  const isSafe = text && !text.includes(who.password) && !text.includes(who.name);
  return `answered ${status}${isSafe ? `: ${text.slice(0, 120)}` : ''}`;
}

function tokenIn({ json, headers, call }: Seen): FoundToken | undefined {
  const bare = (value: unknown) => String(value).replace(/^bearer\s+/i, '');
  const texts = leaves(json).filter(({ value }) => /^(bearer )?[\x21-\x7e]{12,}$/i.test(String(value)));
  const named = tokenNames.map((name) => texts.find((each) => plain(each.name) === name)).find(Boolean);
  const { place, value } = named ?? texts.find(isLikeToken) ?? {};
  if (place !== undefined)
    return {
      from: { body: place },
      token: bare(value),
      because: `${call} answered a text in ${place}`,
      ways: usualWays,
    };
  const header = ['Authorization', ...tokenHeaders].find((name) => headers[name.toLowerCase()]);
  if (header) {
    const token = bare(headers[header.toLowerCase()]);
    const ways = header === 'Authorization' ? usualWays : [{ header }, ...usualWays];
    return { from: { header }, token, because: `${call} answered the header ${header}`, ways };
  }
  const set = [headers['set-cookie'] ?? []]
    .flat()
    .map((line) => line.split(';', 1)[0]?.split(/=(.*)/s) ?? []);
  const isToken = ([name = '']: string[]) => /token|jwt|auth|access|sid|sess/i.test(name);
  const [cookie, token] = set.find(isToken) ?? set[0] ?? [];
  if (!cookie || !token) return undefined;
  const because = `${call} set the cookie ${cookie}`;
  return { from: { cookie }, token, because, ways: [{ cookie }, ...usualWays] };
}

/** A text under another name that speaks of tokens, such as `auth_key` or `credentials.value`. */
function isLikeToken({ place, value }: { place: string; value: unknown }): boolean {
  const text = String(value);
  const isOther = text.includes('@') || text.includes('://') || /^\d{4}-\d\d-\d\d/.test(text);
  return /token|key|jwt|bearer|credential|secret/i.test(place) && !isOther && !/refresh|expire/i.test(place);
}

const userNames = {
  id: /^(id|uuid|userid)$/,
  name: /^(name|fullname|displayname|userdisplayname|username|login)$/,
  email: /^(email|emailaddress|mail|useremail)$/,
  role: /^(role|level|rolename|usertype|roles)$/,
};

/** Where the answer says who signed in, the user's own object first. */
function userIn({ json }: Seen): Record<string, string> {
  const all = placesIn(json).filter(({ value }) => typeof value !== 'object' || Array.isArray(value));
  const found = Object.entries(userNames).flatMap(([ours, pattern]) => {
    const there = all.filter(({ name }) => pattern.test(plain(name)));
    const isOfUser = (each: string) => /^(user|profile|account|admin|me)$/.test(each);
    const best = there.find(({ around }) => around.some(isOfUser)) ?? there[0];
    return best ? [[ours, best.place]] : [];
  });
  return Object.fromEntries(found);
}

export function tokenHeadersOf({ send, token }: Pick<SignedIn, 'send' | 'token'>): Record<string, string> {
  if (send === 'bearer') return { authorization: `Bearer ${token}` };
  if ('cookie' in send) return { cookie: `${send.cookie}=${token}` };
  return { [send.header.toLowerCase()]: `${send.prefix ?? ''}${token}` };
}

/** Finds how the token is sent, by a read that is refused without it. */
export async function tryToken(prober: Prober, signedIn: SignedIn, refused: Seen): Promise<void> {
  for (const send of signedIn.ways) {
    const { status } = await prober.ask(refused.path, tokenHeadersOf({ send, token: signedIn.token }));
    if (status === 0 || status === 403) return;
    if (status === 401) continue;
    signedIn.send = send;
    signedIn.sendBecause = `${refused.call} answered ${refused.status} without the token and ${status} with it`;
    return;
  }
}

/** The sign-out by what the sign-in is called; it is tried when the doctor is done. */
export function wayOut({ path, passwordField }: WayIn): { path: string; method: string } | undefined {
  if (/sessions?\/?$/.test(path)) return { path, method: 'DELETE' };
  const named = path.replace(/log-?in(\/?)$/i, 'logout$1').replace(/sign([-_]?)in(\/?)$/i, 'sign$1out$2');
  // Where the password stands below `user` (Rails with Devise), a session is deleted.
  const method = passwordField?.includes('.') ? 'DELETE' : 'POST';
  return named === path ? undefined : { path: named, method };
}
