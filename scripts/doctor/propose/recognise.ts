import { isObject } from '../finding.ts';
import { findContract, nameOfNothing } from './contract-host.ts';
import { listOf } from './envelope.ts';
import { type Kind, kinds, makeOf, plainHost, wordpress, wordpressRoutes } from './known-hosts.ts';
import type { Prober, Seen } from './prober.ts';
import { type SignedIn, signIn, tokenHeadersOf, type WayIn } from './sign-in.ts';
import type { Surveyed } from './survey.ts';

/** The caller's knowledge of the host. */
export interface Known {
  url: URL;
  /** Who signs in; undefined for nobody. */
  credentials(path: string): Promise<{ name: string; password: string } | undefined>;
  /** Paths from the origin, as the caller knows them: of the sign-in, of lists, and of the contact form. */
  login?: string | undefined;
  told?: Partial<Record<Kind | 'contact', string>>;
}

/** Finds out what the host is, and signs in before its lists are read. */
export async function recognise(prober: Prober, index: Seen, { url, login, told = {}, credentials }: Known) {
  const given = url.pathname.replace(/\/+$/, '');
  const questions: string[] = [];
  let who: Awaited<ReturnType<typeof credentials>>;
  let signedIn: SignedIn | undefined;
  let way: WayIn | undefined;
  const enter = async (paths: readonly string[], because: string, more: Partial<WayIn> = {}) => {
    const known = { ...more, because: login ? 'named by --login' : because };
    const ways = (login ? [login] : paths).map((path) => ({ ...known, path }));
    [way] = ways;
    who ??= await credentials(way?.path ?? '');
    const tried = who && (await signIn(prober, ways, who));
    if (tried && 'from' in tried) signedIn = tried;
    else if (tried)
      questions.push(
        `calls.login: ${tried.refused}. Ask what a sign-in there sends and where the token is in the answer; a sign-in elsewhere is told with --login /path, from the origin`,
      );
  };

  let { host, closed } = await findContract(prober, given);
  const base = host?.base ?? closed;
  if (base !== undefined) await enter([`${base}/login`, `${base}/auth/login`], 'the contract has it there');
  if (!host && signedIn) ({ host, closed } = await findContract(prober, given, tokenHeadersOf(signedIn)));
  let root = host?.base.replace(/\/api$/, '') ?? given;
  let make = plainHost;
  const paths: Partial<Record<Kind, readonly string[]>> = {};
  const wp = host ? undefined : await wordpressIndex(prober, index, given);
  if (wp) {
    const { lists, logins } = wordpressRoutes(wp, wp.path);
    [root, make] = [`${wp.path}/wp/v2`, wordpress];
    Object.assign(paths, lists);
    const { nameField = 'username' } = wordpress;
    if (!signedIn) await enter(logins, `${wp.call} names it, or the usual plugin`, { nameField });
  } else if (!host) {
    [root, make] = await findLists(prober, given, Object.values(told)[0]);
    const { logins, name, nameField, passwordField } = make;
    const fields = { ...(nameField && { nameField }), ...(passwordField && { passwordField }) };
    const usual = logins.map((each) => root + each);
    if (!signedIn) await enter(usual, `${name} hosts usually have it there`, fields);
  }
  for (const [kind, path] of Object.entries(told)) paths[kind as Kind] = [path];
  if (!who)
    questions.push(
      'calls.login: no sign-in was tried, since nobody gave an address and a password: how the token is sent is not known',
    );
  const refusals = [await prober.ask((host?.base ?? root) + nameOfNothing)];
  const found = { ...(host && { host }), ...(signedIn && { signedIn }) };
  const done: Surveyed = { prober, root, make, lists: {}, envelope: {}, refusals, ...found };
  return { done, way, who, paths, questions };
}

/** The index of a WordPress site: where its pages link to it, or at its usual place. */
async function wordpressIndex(prober: Prober, { headers }: Seen, given: string): Promise<Seen | undefined> {
  const linked = /<([^>]+)>;\s*rel="https:\/\/api\.w\.org\/"/.exec(String(headers.link ?? ''))?.[1] ?? '';
  const usual = given.replace(/(\/wp-json.*)?$/, '/wp-json');
  const path = URL.canParse(linked) ? new URL(linked).pathname.replace(/\/$/, '') : usual;
  const seen = await prober.ask(path);
  return isObject(seen.json) && Array.isArray(seen.json.namespaces) ? { ...seen, path } : undefined;
}

/** The root below which a list answers, told or with a usual name: the address that was given, or /api there. */
async function findLists(prober: Prober, given: string, told: string | undefined) {
  const below = given.endsWith('/api') ? [given] : [given, `${given}/api`];
  for (const root of told ? [told.startsWith(`${given}/`) ? given : ''] : below) {
    const nowhere = await prober.ask(root + nameOfNothing);
    const usual = [...kinds.posts.lists, 'projects'].map((name) => `${root}/${name}`);
    for (const path of told ? [told] : usual) {
      const seen = await prober.ask(path);
      const isKept = (seen.status === 401 || seen.status === 403) && nowhere.status !== seen.status;
      if (told || listOf(seen) || isKept) return [root, makeOf(nowhere, seen)] as const;
    }
  }
  return [given, plainHost] as const;
}
