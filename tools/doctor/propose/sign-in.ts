import { writeAt } from '../../../hosts/host-file/map-path.ts';
import { find, placesIn } from './matching.ts';
import type { ProbeAnswer, Prober } from './prober.ts';
import { tokenLike, tokenWords, userWords } from './table.ts';

/** How to sign in at the host. */
export interface LoginDetection {
  /** Path of the sign-in, counted from the origin. */
  path: string;
  /** Names that the host uses for the two fields of a sign-in. */
  nameField: string;
  passwordField: string;
  /** Further fields, and headers without which the host refuses every write. */
  extras: Record<string, string>;
  headers?: Record<string, string>;
}

type Send = 'bearer' | { header: string; prefix?: string } | { cookie: string };

export type SignedIn = Exclude<Awaited<ReturnType<typeof signIn>>, { refused: string }>;

const usualWays: readonly Send[] = [
  'bearer',
  { header: 'Authorization', prefix: 'Token ' },
  ...['X-Auth-Token', 'X-Access-Token', 'X-Api-Token'].map((header) => ({ header })),
];
/** Further fields that some hosts require for a sign-in; the value that is sent is "website". */
const signInExtras = ['device_name', 'deviceName'];
const nameFields = ['username', 'email', 'login', 'identifier'];

/** Signs in. If the host answers that a field or a header is missing, tries again with it, twice at most. */
export async function signIn(prober: Prober, given: LoginDetection, who: { name: string; password: string }) {
  for (let tries = 0, way = given; ; tries += 1) {
    const body: Record<string, unknown> = {};
    const said = { [way.nameField]: who.name, [way.passwordField]: who.password, ...way.extras };
    for (const [field, value] of Object.entries(said)) writeAt(body, field, value);
    const seen = await prober.send('POST', way.path, way.headers, body);
    const { call, status, json } = seen;
    const isRefused = tries < 2 && [400, 403, 422].includes(status);
    const next = isRefused ? namedIn(JSON.stringify(json ?? ''), way) : undefined;
    const found = status >= 200 && status < 300 && tokenIn(seen);
    if (found) return { ...found, way, seen, isProved: false };
    const places = placesIn(json).flatMap(({ place }) => place || []);
    const instead = status < 300 ? `no token, but ${places.join(', ')}` : JSON.stringify(json)?.slice(0, 300);
    if (!next) return { refused: `${call} answered ${status || 'nothing'}: ${instead}` };
    way = next;
  }
}

/** Returns `way` with the field or header that a refusal names as missing; undefined if none can be added. */
function namedIn(refusal: string, way: LoginDetection): LoginDetection | undefined {
  const [, header, value] = /\bheader (X-[\w-]{1,60}): ([\w-]{1,60})/i.exec(refusal) ?? [];
  if (header && value && !way.headers) return { ...way, headers: { [header.toLowerCase()]: value } };
  const isNamed = (name: string) =>
    new RegExp(`"${name}"|\\b${name}\\b[^"]{0,40}\\b(required|missing|blank|empty)`).test(refusal);
  const more = signInExtras
    .filter((name) => !way.extras[name] && isNamed(name))
    .map((name) => [name, 'website']);
  const nameField = [way.nameField, ...nameFields].find(isNamed) ?? way.nameField;
  if (more.length === 0 && nameField === way.nameField) return undefined;
  return { ...way, nameField, extras: { ...way.extras, ...Object.fromEntries(more) } };
}

/** Returns the token in an answer, its place, and the ways in which requests may send it. */
function tokenIn({ json, headers }: ProbeAnswer) {
  const all = placesIn(json);
  const isLike = (value: unknown) => typeof value === 'string' && /^[^@:\s]{12,}$/.test(value);
  const body =
    find(all, tokenWords) ?? all.find(({ place, values: [value] }) => tokenLike.test(place) && isLike(value));
  const header = ['Authorization', 'X-Auth-Token', 'X-Access-Token'].find(
    (name) => headers[name.toLowerCase()],
  );
  const set = String(headers['set-cookie'] ?? '');
  const [, cookie = '', value] =
    /(?:^|,)\s*([\w.-]*(?:token|jwt|auth|sid|sess)[\w.-]*)=([^;]+)/i.exec(set) ?? [];
  const token = body?.values[0] ?? headers[header?.toLowerCase() ?? ''] ?? value;
  if (!token) return undefined;
  const from = body ? { body: body.place } : header ? { header } : { cookie };
  const own = body || header === 'Authorization' ? [] : [from as Send];
  return { from, token: String(token).replace(/^bearer\s+/i, ''), ways: [...own, ...usualWays] };
}

/** Returns where the answer has the properties of the person. An object that describes a user is searched first. */
export function userIn({ json }: ProbeAnswer): Partial<Record<keyof typeof userWords, string>> {
  const all = placesIn(json);
  const ofUser = all.filter(({ place }) =>
    /(^|\.)(user|profile|account|admin|me|benutzer|usuario)\./.test(place),
  );
  const found = Object.entries(userWords).map(([ours, line]) => [
    ours,
    (find(ofUser, line) ?? find(all, line))?.place,
  ]);
  return Object.fromEntries(found.filter(([, place]) => place));
}

export function tokenHeadersOf(send: Send = 'bearer', token = ''): Record<string, string> {
  if (send === 'bearer') return { authorization: `Bearer ${token}` };
  if ('cookie' in send) return { cookie: `${send.cookie}=${token}` };
  return { [send.header.toLowerCase()]: `${send.prefix ?? ''}${token}` };
}
