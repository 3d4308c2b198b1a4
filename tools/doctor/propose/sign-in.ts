import { tokenHeaders } from '../../../hosts/adapt/sign-in.ts';
import { writeAt } from '../../../hosts/host-file/map-path.ts';
import { find, placesIn } from './matching.ts';
import { type ProbeAnswer, type Prober, placesOf } from './prober.ts';
import { tokenLike, words, wordsUnder } from './table.ts';

/** How to sign in at the host. */
export interface LoginDetection {
  /** Path of the sign-in, counted from the origin. */
  path: string;
  /** Names that the host uses for the two fields of a sign-in. */
  nameField: string;
  passwordField: string;
  /** Further fields. */
  extras: Record<string, string>;
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

/** Signs in. If the host answers that a field is missing, tries again with it, twice at most. */
export async function signIn(prober: Prober, given: LoginDetection, who: { name: string; password: string }) {
  for (let tries = 0, way = given; ; tries += 1) {
    const body = {};
    const said = { [way.nameField]: who.name, [way.passwordField]: who.password, ...way.extras };
    for (const [field, value] of Object.entries(said)) writeAt(body, field, value);
    const seen = await prober.send('POST', way.path, {}, body);
    const { call, status, json } = seen;
    const found = status >= 200 && status < 300 && tokenIn(seen);
    if (found) return { ...found, way, seen, isProved: false };
    const text = JSON.stringify(json ?? '');
    const next = tries < 2 && [400, 422].includes(status) ? namedIn(text, way) : undefined;
    const places = placesIn(json).flatMap(({ place }) => place || []);
    const instead = status < 300 ? `no token, but ${places.join(', ')}` : text.slice(0, 300);
    if (!next) return { refused: `${call} answered ${status || 'nothing'}: ${instead}` };
    way = next;
  }
}

/** Returns `way` with the field that a refusal names as missing; undefined if none can be added. */
function namedIn(refusal: string, way: LoginDetection) {
  const isNamed = (name: string) =>
    new RegExp(`"${name}"|\\b${name}\\b[^"]{0,40}\\b(required|missing|blank|empty)`).test(refusal);
  const extra = signInExtras.find((name) => !way.extras[name] && isNamed(name));
  const nameField = [way.nameField, ...nameFields].find(isNamed) ?? way.nameField;
  if (!extra && nameField === way.nameField) return undefined;
  return { ...way, nameField, extras: extra ? { ...way.extras, [extra]: 'website' } : way.extras };
}

/** Returns the token in an answer, its place, and the ways in which requests may send it. */
function tokenIn(seen: ProbeAnswer) {
  const all = placesOf(seen);
  const isLike = (value: unknown) => typeof value === 'string' && /^[^@:\s]{12,}$/.test(value);
  const found =
    find(all, words.get('sign_in.token')) ??
    all.find(({ place, values }) => tokenLike.test(place) && values.some(isLike));
  const [, cookie = '', value] =
    /(?:^|,)\s*([\w.-]*(?:token|jwt|auth|sid|sess)[\w.-]*)=([^;]+)/i.exec(
      String(seen.headers['set-cookie']),
    ) ?? [];
  const token = found?.values.find(isLike) ?? found?.values.find(Boolean) ?? value;
  if (!token) return undefined;
  const [, header] = /^header:(.*)/.exec(found?.place ?? '') ?? [];
  const from = header ? { header } : found ? { body: found.place } : { cookie };
  const own = 'body' in from || header === 'authorization' ? [] : [from as Send];
  return { from, token: String(token).replace(/^bearer\s+/i, ''), ways: [...own, ...usualWays] };
}

/** Returns where the answer has the properties of the person. An object that describes a user is searched first. */
export function userIn({ json }: ProbeAnswer) {
  const all = placesIn(json);
  const ofUser = all.filter(({ place }) =>
    /(^|\.)(user|profile|account|admin|me|benutzer|usuario)\./.test(place),
  );
  const found = wordsUnder('user.').map(([ours, line]) => [
    ours,
    (find(ofUser, line) ?? find(all, line))?.place,
  ]);
  return Object.fromEntries(found);
}

/** Returns the headers in which a request sends the token. */
export const tokenHeadersOf = (send: Send = 'bearer', token = '') =>
  tokenHeaders(
    { token: { send: typeof send === 'object' ? { prefix: '', ...send } : send } as never },
    token,
  );
