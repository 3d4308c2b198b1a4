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
  /** What is sent beside the two, and headers without which the host refuses every write. */
  extras?: Record<string, string>;
  headers?: Record<string, string>;
}

type Send = 'bearer' | { header: string; prefix?: string } | { cookie: string };

export interface SignedIn {
  way: WayIn;
  seen: Seen;
  from: { body: string } | { cookie: string } | { header: string };
  token: string;
  /** The usual way, until a read was seen to take it (`sendBecause`). */
  send: Send;
  sendBecause?: string;
  user: Record<string, string>;
  because: string;
  isByName: boolean;
}

type Credentials = { name: string; password: string };

const tokenNames =
  'token accesstoken access jwt authtoken apitoken idtoken plaintexttoken bearer sessiontoken key'.split(' ');
const tokenHeaders = ['X-Auth-Token', 'X-Access-Token', 'X-Api-Token'];
/** What hosts ask for beside the two, and an answer to it. */
const signInExtras = {
  device_name: 'website',
  deviceName: 'website',
  device: 'website',
  grant_type: 'password',
};

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
    const nameField =
      given.nameField ?? (who.name.includes('@') && !isUrlEncoded(given) ? 'email' : 'username');
    let way: WayIn = {
      ...given,
      nameField,
      ...(isUrlEncoded(given) && { extras: { grant_type: 'password' } }),
    };
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
    if (found)
      return {
        way,
        seen,
        ...found,
        send: waysToSend(found.from)[0] ?? 'bearer',
        user: userIn(seen),
        isByName: !who.name.includes('@'),
      };
    missed.push(`${seen.call} ${whyRefused(seen, prober, who)}`);
    if (seen.status !== 404 && seen.status !== 405) break;
  }
  return { refused: missed.join(', and ') };
}

function sendSignIn(prober: Prober, way: WayIn, { name, password }: Credentials): Promise<Seen> {
  const said = {
    [way.nameField ?? 'email']: name,
    [way.passwordField ?? 'password']: password,
    ...way.extras,
  };
  if (isUrlEncoded(way)) {
    const type = { 'content-type': 'application/x-www-form-urlencoded' };
    return prober.send('POST', way.path, { ...type, ...way.headers }, new URLSearchParams(said).toString());
  }
  const nested: Record<string, unknown> = {};
  for (const [field, value] of Object.entries(said)) writeAt(nested, parsePath(field), value);
  return prober.send('POST', way.path, { ...way.headers }, JSON.stringify(nested));
}

/** The same sign-in with what the host said is missing; undefined where it named nothing that can be said. */
function namedInRefusal({ status, json }: Seen, way: WayIn): WayIn | undefined {
  if (![400, 403, 422].includes(status)) return undefined;
  const all = leaves(json);
  const texts = all.map(({ value }) => String(value));
  const [, header, value] =
    texts.map((text) => /\bheader (X-[\w-]{1,60}): ([\w-]{1,60})/i.exec(text)).find(Boolean) ?? [];
  if (header && value && !way.headers) return { ...way, headers: { [header.toLowerCase()]: value } };
  // Where errors stand by their fields, words in their texts are no names.
  const errors = all.filter(({ around }) =>
    around.some((each) => /^(errors|fields|violations|params)$/.test(each)),
  );
  const names = (name: string) =>
    errors.length > 0
      ? errors.some(({ place, value: text }) => place.split('.').includes(name) || text === name)
      : texts.some((text) => new RegExp(`\\b${name}\\b`).test(text));
  const more = Object.entries(signInExtras).filter(([name]) => !way.extras?.[name] && names(name));
  const known = way.nameField ?? '';
  const other = ['username', 'email', 'login', 'identifier', 'mail'].find(
    (name) => name !== known && names(name),
  );
  const isUnknown = !names(known) || texts.some((text) => text.includes(`${known} should not exist`));
  if (more.length === 0 && !(other && isUnknown)) return undefined;
  return {
    ...way,
    nameField: (isUnknown && other) || known,
    extras: { ...way.extras, ...Object.fromEntries(more) },
  };
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

function tokenIn({ json, headers, call }: Seen): Pick<SignedIn, 'from' | 'because' | 'token'> | undefined {
  const bare = (value: unknown) => String(value).replace(/^bearer\s+/i, '');
  const texts = leaves(json).filter(({ value }) => /^(bearer )?[\x21-\x7e]{12,}$/i.test(String(value)));
  const found = tokenNames.map((name) => texts.find((each) => plain(each.name) === name)).find(Boolean);
  if (found)
    return {
      from: { body: found.place },
      token: bare(found.value),
      because: `${call} answered a text in ${found.place}`,
    };
  const header = ['authorization', ...tokenHeaders.map((each) => each.toLowerCase())].find(
    (name) => headers[name],
  );
  if (header)
    return {
      from: { header },
      token: bare(headers[header]),
      because: `${call} answered the header ${header}`,
    };
  const cookies = [headers['set-cookie'] ?? []]
    .flat()
    .map((line) => /^([^=]+)=([^;]*)/.exec(line)?.slice(1) ?? []);
  const [cookie, token] =
    cookies.find(([name = '']) => /token|jwt|auth|access|sid|sess/i.test(name)) ?? cookies[0] ?? [];
  return cookie && token
    ? { from: { cookie }, token, because: `${call} set the cookie ${cookie}` }
    : undefined;
}

/** Where the answer says who signed in, the user's own object first. */
function userIn({ json }: Seen): Record<string, string> {
  const names = {
    id: /^(id|uuid|userid)$/,
    name: /^(name|fullname|displayname|userdisplayname|username|login)$/,
    email: /^(email|emailaddress|mail|useremail)$/,
    role: /^(role|level|rolename|usertype|roles)$/,
  };
  const all = placesIn(json).filter(({ value }) => typeof value !== 'object' || Array.isArray(value));
  const found = Object.entries(names).flatMap(([ours, pattern]) => {
    const there = all.filter(({ name }) => pattern.test(plain(name)));
    const best =
      there.find(({ around }) => around.some((each) => /^(user|profile|account|admin|me)$/.test(each))) ??
      there[0];
    return best ? [[ours, best.place]] : [];
  });
  return Object.fromEntries(found);
}

function waysToSend(from: SignedIn['from']): Send[] {
  const own: Send[] =
    'cookie' in from
      ? [{ cookie: from.cookie }]
      : 'header' in from && from.header !== 'authorization'
        ? [from]
        : [];
  return [
    ...own,
    'bearer',
    { header: 'Authorization', prefix: 'Token ' },
    ...tokenHeaders.map((header) => ({ header })),
  ];
}

export function tokenHeadersOf({ send, token }: Pick<SignedIn, 'send' | 'token'>): Record<string, string> {
  if (send === 'bearer') return { authorization: `Bearer ${token}` };
  if ('cookie' in send) return { cookie: `${send.cookie}=${token}` };
  return { [send.header.toLowerCase()]: `${send.prefix ?? ''}${token}` };
}

/** Finds how the token is sent, by a read that is refused without it. */
export async function tryToken(prober: Prober, signedIn: SignedIn, refused: Seen): Promise<void> {
  for (const send of waysToSend(signedIn.from)) {
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
  return named === path
    ? undefined
    : { path: named, method: passwordField?.includes('.') ? 'DELETE' : 'POST' };
}
