import { capitalised } from '#shared/entities/entity.ts';
import { tokenHeaders } from '../../../hosts/adapt/sign-in.ts';
import { writeAt } from '../../../hosts/host-file/map-path.ts';
import type { Values } from '../../cli/commands.ts';
import { find, findAll, placesIn } from './matching.ts';
import { type ProbeAnswer, type Prober, placesOf } from './prober.ts';
import type { Make } from './table.ts';

/** Returns how to sign in: as the person states, as the make of the host documents it, or in the usual way. */
export function wayOf(
  { make, root, login = root + make.login }: { make: Make; root: string; login?: string },
  told: Values<'doctor'>,
  isName: boolean,
) {
  const { nameField, passwordField } = make;
  const [name = nameField, password = passwordField] = told['login-fields']?.split(',') ?? [];
  return {
    path: told.login ?? login,
    nameField: name ?? (isName ? 'username' : 'email'),
    passwordField: password ?? 'password',
    /** Further fields. */
    extras: {} as Record<string, string>,
    /** True if the two names are known, so that no others are tried. */
    isKnown: name !== undefined,
  };
}

export type LoginDetection = ReturnType<typeof wayOf>;

type Send = 'bearer' | { header: string; prefix?: string } | { cookie: string };

export type SignedIn = Exclude<Awaited<ReturnType<typeof signIn>>, { refused: string }>;

const usualWays: readonly Send[] = [
  'bearer',
  { header: 'Authorization', prefix: 'Token ' },
  ...['X-Auth-Token', 'X-Access-Token', 'X-Api-Token'].map((header) => ({ header })),
];
/** Further fields that some hosts require for a sign-in; the value that is sent is "website". */
const signInExtras = ['device_name', 'deviceName'];
/** Usual names of the two fields, in the order in which they are tried. */
const usualFields =
  'username password,email password,login password,identifier password,user password,user pass,usuario clave,usuario contrasena,usuario password,benutzer passwort,benutzername passwort,email passwort,email mot_de_passe,email senha,usuario senha'.split(
    ',',
  );

/**
 * Signs in. If the host answers that a field is missing, tries again with it, or with other names for the two fields.
 * Any other refusal ends the tries, since it may be counted as a wrong password.
 */
export async function signIn(prober: Prober, given: LoginDetection, who: { name: string; password: string }) {
  const others = [...usualFields];
  let first = '';
  let way: LoginDetection | undefined = given;
  while (way) {
    const body = {};
    const said = { [way.nameField]: who.name, [way.passwordField]: who.password, ...way.extras };
    for (const [field, value] of Object.entries(said)) writeAt(body, field, value);
    const seen = await prober.send('POST', way.path, {}, body);
    const { call, status, json } = seen;
    const found = status >= 200 && status < 300 && tokenIn(seen);
    if (found) return { ...found, way, seen, isProved: false };
    const text = JSON.stringify(json ?? '');
    const places = placesIn(json).flatMap(({ place }) => place || []);
    const instead = status < 300 ? `no token, but ${places.join(', ')}` : text.slice(0, 300);
    const refused = `${call} with ${Object.keys(said).join(', ')} answered ${status || 'nothing'}: ${instead}`;
    if (![400, 422].includes(status)) return { refused, way };
    first ||= refused;
    way = nextWay(way, text, others);
  }
  return { refused: first, way: given };
}

/** Returns `way` with a field that a refusal names as missing, or with the next of `others`, which it removes there. */
function nextWay(way: LoginDetection, refusal: string, others: string[]) {
  const isNamed = (name: string) =>
    new RegExp(`"${name}"|\\b${name}\\b[^"]{0,40}\\b(required|missing|blank|empty)`).test(refusal);
  const extra = signInExtras.find((name) => !way.extras[name] && isNamed(name));
  if (extra) return { ...way, extras: { ...way.extras, [extra]: 'website' } };
  const pair = way.isKnown || isNamed(way.nameField) ? undefined : others.shift();
  const [nameField = '', passwordField = ''] = pair?.split(' ') ?? [];
  return pair === undefined ? undefined : { ...way, nameField, passwordField };
}

/** Returns the token in an answer, its place, and the ways in which requests may send it. */
function tokenIn(seen: ProbeAnswer) {
  const found = find(placesOf(seen), 'sign_in.token') ?? onlyRandomIn(seen);
  const [, cookie = '', value] =
    /(?:^|,)\s*([\w.-]*(?:token|jwt|auth|sid|sess)[\w.-]*)=([^;]+)/i.exec(
      String(seen.headers['set-cookie']),
    ) ?? [];
  const token = found?.values.find(Boolean) ?? value;
  if (!token) return undefined;
  const { place = `cookie:${cookie}` } = found ?? {};
  const [, kind = 'body', name = place] = /^(header|cookie):(.*)/.exec(place) ?? [];
  const from = { [kind]: name };
  const named = { header: `X-${capitalised(name.replace(/.*\./, ''))}` };
  const ways =
    kind === 'body'
      ? [...usualWays, named]
      : name === 'authorization'
        ? usualWays
        : [from as Send, ...usualWays];
  return { from, token: String(token).replace(/^bearer\s+/i, ''), ways };
}

/** Returns the only long random text of a body, for a host that has its own word for a token. */
function onlyRandomIn({ json }: ProbeAnswer) {
  const isRandom = /^(?=.*\d)(?=.*[a-z])[\w+=~-][\w.~+/=-]{15,}$/i;
  const all = placesIn(json).filter(
    ({ values: [value] }) => typeof value === 'string' && isRandom.test(value),
  );
  return all.length === 1 ? all[0] : undefined;
}

/** Returns where the answer has the properties of the person. An object that describes a user is searched first. */
export function userIn({ json }: ProbeAnswer) {
  const all = placesIn(json);
  const ofUser = all.filter(({ place }) =>
    /(^|\.)(user|profile|account|admin|me|benutzer|usuario)\./.test(place),
  );
  return findAll('user.', ofUser, all);
}

/** Returns the headers in which a request sends the token. */
export const tokenHeadersOf = (send: Send = 'bearer', token = '') =>
  tokenHeaders(
    { token: { send: typeof send === 'object' ? { prefix: '', ...send } : send } as never },
    token,
  );
