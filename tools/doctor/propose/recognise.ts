import { isObject } from '../finding.ts';
import { listOf } from './envelope.ts';
import { contractHost, type Kind, kinds, type Make, makeOf, plainHost, wordpress } from './makes.ts';
import type { ProbeAnswer, Prober } from './prober.ts';

/** Host whose make is known, and the places of its lists and its sign-in, from the origin. */
export interface Recognised {
  /** The path of the root, without a trailing slash. */
  root: string;
  make: Make;
  because: string;
  login: string;
  /** For a host of the contract: the path before `/getProjectCategory` and similar calls. */
  base?: string;
  /** Lists named by its index, and lists named by the caller. The second of a kind is the list with drafts. */
  paths: Paths;
  told: Paths;
}

type Paths = Partial<Record<Kind, readonly string[]>>;

export const nameOfNothing = 'doctor-asks-for-what-is-not-there';

/** Calls of the contract that hardly any other host has; two of them are proof. */
const known = ['getProjectCategory', 'activeBlogs', 'getJobs', 'blogs'].map((name) => `${name}?page=1`);

/**
 * Identifies the host: by the contract's own calls, by an index of WordPress, or by a list that the caller named or
 * that has a usual name.
 */
export async function recognise(
  prober: Prober,
  index: ProbeAnswer,
  url: URL,
  told: Paths,
): Promise<Recognised> {
  const given = url.pathname.replace(/\/+$/, '');
  for (const base of given.endsWith('/api') ? [given, `${given}/api`] : [`${given}/api`, given]) {
    const { there } = await askBelow(prober, base, known, 2);
    const because = `${there.map(({ call }) => call).join(' and ')} answer as in the contract`;
    const found = { root: base.replace(/\/api$/, ''), make: contractHost, because, login: `${base}/login` };
    if (there.length > 1) return { ...found, base, paths: {}, told };
  }
  const site = await findWordpress(prober, index, given);
  if (site) return { ...site, told };
  const { root, make } = await findLists(prober, given, told);
  const because = 'hosts of its make usually have it there';
  return { root, make, because, login: root + make.login, paths: {}, told };
}

/**
 * Returns the first of these paths below a base that exist: they answer with a list, or refuse a visitor while a
 * missing path does not.
 */
async function askBelow(prober: Prober, base: string, names: readonly string[], most: number) {
  const nowhere = await prober.ask(`${base}/${nameOfNothing}`);
  const there: ProbeAnswer[] = [];
  for (const name of names) {
    if (there.length === most) break;
    const seen = await prober.ask(`${base}/${name}`);
    const isKept = isRefused(seen) && nowhere.status !== seen.status;
    if (isKept || (listOf(seen) && !isSame(seen, nowhere))) there.push(seen);
  }
  return { nowhere, there };
}

export function isRefused({ status }: ProbeAnswer): boolean {
  return status === 401 || status === 403;
}

export function isSame(one: ProbeAnswer, other: ProbeAnswer | undefined): boolean {
  return JSON.stringify(one.json) === JSON.stringify(other?.json);
}

/** Types of content that a WordPress site adds, by the names of their routes. */
const ownTypes: Record<Kind, RegExp> = {
  posts: /^posts$/,
  categories: /(project|portfolio|work).*(categor|type|field|service)|^services?$/i,
  projects: /^(?!.*(categor|type|field|tag)).*(project|portfolio|works?$|case)/i,
  jobs: /^(?!.*(categor|type)).*(job|career|vacanc|position)/i,
  team: /team|staff|people|employee/i,
};

/**
 * Finds a WordPress site by its index, which its pages link to or which is at its usual place. The index names the
 * routes of lists and of the sign-in.
 */
async function findWordpress(prober: Prober, { headers }: ProbeAnswer, given: string) {
  const linked = /<([^>]+)>;\s*rel="https:\/\/api\.w\.org\/"/.exec(String(headers.link ?? ''))?.[1] ?? '';
  const usual = given.replace(/(\/wp-json.*)?$/, '/wp-json');
  const path = URL.canParse(linked) ? new URL(linked).pathname.replace(/\/$/, '') : usual;
  const { json, call } = await prober.ask(path);
  if (!isObject(json) || !isObject(json.routes) || !Array.isArray(json.namespaces)) return undefined;
  const routes = Object.keys(json.routes);
  const types = routes.filter((route) => /^\/wp\/v2\/[\w-]+$/.test(route));
  const lists = Object.entries(ownTypes).map(([kind, pattern]) => {
    const found = types.filter((route) => pattern.test(route.slice('/wp/v2/'.length)));
    return [kind, found.map((route) => path + route)];
  });
  // WordPress itself has no sign-in that returns a token; plugins add one.
  const login = routes.find((route) => !route.startsWith('/wp/') && /\/(token|auth|login)$/.test(route));
  const because = `${call} names it, or the usual plugin`;
  const paths: Paths = Object.fromEntries(lists);
  return { root: `${path}/wp/v2`, make: wordpress, because, login: path + (login ?? wordpress.login), paths };
}

/**
 * Returns the root below which a list answers (the given address, or /api below it), and the make of its first list.
 */
async function findLists(prober: Prober, given: string, told: Paths): Promise<{ root: string; make: Make }> {
  const [named] = Object.values(told).flat();
  if (named) {
    const root = named.startsWith(`${given}/`) ? given : '';
    return { root, make: makeOf(await prober.ask(`${root}/${nameOfNothing}`), await prober.ask(named)) };
  }
  const usual = [...kinds.posts.names, ...kinds.projects.names];
  for (const root of given.endsWith('/api') ? [given] : [given, `${given}/api`]) {
    const { nowhere, there } = await askBelow(prober, root, usual, 1);
    if (there[0]) return { root, make: makeOf(nowhere, there[0]) };
  }
  return { root: given, make: plainHost };
}
