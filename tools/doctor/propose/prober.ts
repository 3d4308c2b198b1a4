import { capitalised } from '#shared/entities/entity.ts';
import { tokenHeaders } from '../../../hosts/adapt/sign-in.ts';
import { writeAt } from '../../../hosts/host-file/pieces.ts';
import { createUpstream } from '../../../server/bff/upstream/client.ts';
import type { Values } from '../../cli/commands.ts';
import { type Answer, createHost, header } from '../host.ts';
import { find, type Make, placesIn, signIns } from './matching.ts';

/** An answer of the host. `status` is 0 if the call was not answered, and `sent` are the headers of the request. */
export type ProbeAnswer = Answer & { call: string; path: string; sent: Record<string, string> };

export type Prober = ReturnType<typeof createProber>;

/** Sends requests to a host, each read once. Never rejects. */
export function createProber(url: URL, timeoutMs: number) {
  const upstream = createUpstream(new URL(url.origin), timeoutMs);
  const host = createHost(upstream, console.error);
  const known = new Map<string, ProbeAnswer>();
  const prober = {
    origin: url.origin,
    upstream,
    rate: host.rate,
    /** Why the last call failed. */
    error: undefined as unknown,
    async send(method: string, path: string, sent: ProbeAnswer['sent'] = {}, body?: object) {
      const failed: Answer = { status: 0, headers: {}, json: undefined, type: '', milliseconds: 0 };
      const answer = await host.ask(method, path, { headers: sent, body }).catch((error: unknown) => {
        prober.error = error;
        return failed;
      });
      return { ...answer, call: `${method} ${path}`, path, sent };
    },
    /** Makes a read. Follows one redirect to another path of the origin, as to the path with a slash at its end. */
    async ask(path: string, sent: ProbeAnswer['sent'] = {}, method = 'GET') {
      const key = JSON.stringify([method, path, sent]);
      let seen = known.get(key) ?? (await prober.send(method, path, sent));
      const to = seen.status >= 300 && seen.status < 400 && header(seen.headers, 'location');
      const next = to ? URL.parse(to, url.href) : null;
      if (next?.origin === url.origin) seen = await prober.send(method, next.pathname + next.search, sent);
      known.set(key, seen);
      return seen;
    },
  };
  return prober;
}

/** Returns a path with these query parameters. They replace parameters of the same name. */
export function withQuery(path: string, query: Record<string, string> = {}) {
  const all = new URLSearchParams({ ...queryOf(path), ...query });
  return all.size > 0 ? `${bareOf(path)}?${all}` : path;
}

export const bareOf = (path: string) => path.replace(/\?.*/, '');
/** Returns the path of a record in a list, with the slash at the end that the path of the list has. */
export const itemOf = (list: string, id: unknown) => bareOf(list).replace(/(\/?)$/, `/${id}$1`);
export const queryOf = (path: string) =>
  Object.fromEntries(new URLSearchParams(path.slice(bareOf(path).length)));
/** Returns the path of the folder that holds a path. */
export const parentOf = (path: string) => bareOf(path).replace(/\/[^/]*\/?$/, '');
export const lastOf = (path: string) => /([^/]*)\/?$/.exec(bareOf(path))?.[1] ?? '';

/** Returns the places of an answer, its headers included, as host.json names them: `header:x-total-count`. */
export const placesOf = ({ json, headers }: ProbeAnswer) =>
  placesIn(
    json,
    Object.fromEntries(Object.entries(headers).map(([name, value]) => [`header:${name}`, value])),
  );

/** Where and with which names a person signs in. */
export type LoginDetection = Awaited<ReturnType<typeof signIn>>['way'];

type Send = 'bearer' | { header: string; prefix?: string } | { cookie: string };

export type SignedIn = NonNullable<Awaited<ReturnType<typeof signIn>>['signedIn']>;

const usualWays: readonly Send[] = [
  'bearer',
  { header: 'Authorization', prefix: 'Token ' },
  ...['X-Auth-Token', 'X-Access-Token', 'X-Api-Token'].map((header) => ({ header })),
];
/** Usual names of the two fields, in the order in which they are tried. */
const usualFields =
  'username password,email password,login password,identifier password,user password,user pass,usuario clave,usuario contrasena,usuario password,gebruikersnaam wachtwoord,identifiant mot_de_passe,utilisateur mot_de_passe,courriel mot_de_passe,email wachtwoord,correo contrasena,correo clave,benutzer passwort,benutzername passwort,email passwort,email mot_de_passe,email senha,usuario senha'
    .split(',')
    .map((pair) => pair.split(' '));

/**
 * Signs in as the person states (`told`), as the host documents it, or in the usual way. If there is nothing at a path,
 * tries the usual ones. If the host answers that a field is missing, tries other names for the two fields, first those
 * that the refusal names. Any other refusal ends the tries, since it may be counted as a wrong password.
 */
export async function signIn(
  prober: Prober,
  known: { make: Make; root: string; slash: string; nowhere: ProbeAnswer; login?: string },
  told: Values<'doctor'>,
  who: { name: string; password: string } | undefined,
) {
  const { make, root, slash, nowhere, login = root + make.login + slash } = known;
  const [name = make.nameField, password = make.passwordField] = told['login-fields']?.split(',') ?? [];
  const usualName = who?.name.includes('@') === false ? 'username' : 'email';
  const pairs = [[name || usualName, password || 'password'], ...(name ? [] : usualFields)];
  const usual = [root, ''].flatMap((folder) => signIns.map((path) => folder + path + slash));
  const paths = told.login ? [told.login] : [login, ...usual];
  const all = paths.flatMap((path) => pairs.map(([field = '', secret = '']) => ({ path, field, secret })));
  const [given = { path: login, field: '', secret: '' }] = all;
  let refused: string | undefined;
  for (let ways = all; who && ways[0]; ) {
    const [way = given] = ways;
    const { path, field, secret } = way;
    const body = { ...make.extras };
    writeAt(body, field, who.name);
    writeAt(body, secret, who.password);
    const seen = await prober.send('POST', path, {}, body);
    const { status, json } = seen;
    const found = status < 300 && tokenIn(seen);
    if (found) return { way, signedIn: { ...found, seen, isProved: false } };
    const text = JSON.stringify(json ?? '');
    const isMissing = /^(3|40[45])/.test(`${status}`) || text === JSON.stringify(nowhere.json);
    refused = `POST ${path} with ${field}, ${secret} answered ${status || 'nothing'}: ${wordsIn(seen)}`;
    const countIn = (...fields: string[]) =>
      fields.filter((each) => new RegExp(`\\b${each}\\b`).test(text)).length;
    if (!isMissing && (countIn(field) > 0 || ![400, 422].includes(status))) return { way, refused };
    ways = ways
      .filter((each) => each !== way && (each.path === path) !== isMissing)
      .toSorted((one, other) => countIn(other.field, other.secret) - countIn(one.field, one.secret));
  }
  return { way: given, refused };
}

/** Returns what an answer to a sign-in says instead of a token. */
function wordsIn({ status, json }: ProbeAnswer) {
  const places = placesIn(json).flatMap(({ place }) => place || []);
  return status < 300 ? `no token, but ${places.join(', ')}` : JSON.stringify(json ?? '').slice(0, 300);
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
  // A token of the body is sent in a header of its name, if at all.
  const own = kind === 'body' ? { header: `X-${capitalised(name.replace(/.*\./, ''))}` } : (from as Send);
  const ways = kind === 'body' || name === 'authorization' ? [...usualWays, own] : [own, ...usualWays];
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

/** Returns the headers in which a request sends the token. */
export const tokenHeadersOf = (send: Send = 'bearer', token = '') =>
  tokenHeaders(typeof send === 'object' ? { prefix: '', ...send } : send, token);
