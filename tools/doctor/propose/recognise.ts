import { isRecord } from '#shared/is-record.ts';
import { listOf } from './envelope.ts';
import { type Kind, kinds, type Make, makeOf, plainHost, wordpress } from './makes.ts';
import type { ProbeAnswer, Prober } from './prober.ts';

/** A host whose make was recognised, with the paths of its lists and of its sign-in, counted from the origin. */
export interface Recognised {
  /** Path of the root without a trailing slash. */
  root: string;
  make: Make;
  because: string;
  login: string;
  /** Only for a host that follows the contract: the path before `/getProjectCategory` and the other calls. */
  base?: string;
  /** The lists that the host's index names. */
  paths: Paths;
  /** The lists that the person names. If there are two of a kind, the second is the list that includes drafts. */
  told: Paths;
}

export type Paths = Partial<Record<Kind, readonly string[]>>;

export const nameOfNothing = 'doctor-asks-for-what-is-not-there';

/** Calls of the contract that hardly any other host has. A host with two of them follows the contract. */
const known = ['getProjectCategory', 'activeBlogs', 'getJobs', 'blogs'].map((name) => `${name}?page=1`);

/**
 * Recognises the host: as one that follows the contract, by its calls; as WordPress, by its index; or by a list that
 * the person named or that has a usual name.
 */
export async function recognise(
  prober: Prober,
  index: ProbeAnswer,
  url: URL,
  told: Paths,
): Promise<Recognised> {
  const given = url.pathname.replace(/\/+$/, '');
  const isApi = given.endsWith('/api');
  for (const base of isApi ? [given, `${given}/api`] : [`${given}/api`, given]) {
    const { there } = await askBelow(prober, base, known, 2);
    const because = `${there.map(({ call }) => call).join(' and ')} answer as in the contract`;
    const make: Make = { ...plainHost, name: 'contract' };
    const found = { root: base.replace(/\/api$/, ''), make, because, login: `${base}/login` };
    if (there.length > 1) return { ...found, base, paths: {}, told };
  }
  const site = await findWordpress(prober, index, given);
  if (site) return { ...site, told };
  const found = (root: string, make: Make) => {
    const because = 'hosts of its make usually have it there';
    return { root, make, because, login: root + make.login, paths: {}, told };
  };
  const [named] = Object.values(told).flat();
  if (named) {
    const root = named.startsWith(`${given}/`) ? given : '';
    return found(root, makeOf(await prober.ask(`${root}/${nameOfNothing}`), await prober.ask(named)));
  }
  const usual = [...kinds.posts.names, ...kinds.projects.names];
  for (const root of isApi ? [given] : [given, `${given}/api`]) {
    const { nowhere, there } = await askBelow(prober, root, usual, 1);
    if (there[0]) return found(root, makeOf(nowhere, there[0]));
  }
  return found(given, plainHost);
}

/**
 * Requests these paths below a base until `most` of them exist. A path exists if it answers with a list, or if it
 * refuses visitors with a status that the host does not give for a missing path.
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

export const isRefused = ({ status }: ProbeAnswer) => status === 401 || status === 403;
export const isSame = (one: ProbeAnswer, other: ProbeAnswer) =>
  JSON.stringify(one.json) === JSON.stringify(other.json);

/**
 * For each kind of content, the names of the routes under which WordPress sites usually have it. Posts are part of
 * WordPress; the other kinds come from plugins and themes.
 */
const ownTypes: Record<Kind, RegExp> = {
  posts: /^posts$/,
  categories: /(project|portfolio|work).*(categor|type|field|service)|^services?$/i,
  projects: /^(?!.*(categor|type|field|tag)).*(project|portfolio|works?$|case)/i,
  jobs: /^(?!.*(categor|type)).*(job|career|vacanc|position)/i,
  team: /team|staff|people|employee/i,
};

/**
 * Recognises WordPress by its index. Uses the URL of the index that the host's answer names in a Link header, or else
 * the usual path of the index. The index names the routes of the lists and of the sign-in.
 */
async function findWordpress(prober: Prober, { headers }: ProbeAnswer, given: string) {
  const linked = /<([^>]+)>;\s*rel="https:\/\/api\.w\.org\/"/.exec(String(headers.link ?? ''))?.[1] ?? '';
  const usual = given.replace(/(\/wp-json.*)?$/, '/wp-json');
  const path = URL.canParse(linked) ? new URL(linked).pathname.replace(/\/$/, '') : usual;
  const { json, call } = await prober.ask(path);
  if (!isRecord(json) || !isRecord(json.routes) || !Array.isArray(json.namespaces)) return undefined;
  const routes = Object.keys(json.routes);
  const types = routes.flatMap((route) => /^\/wp\/v2\/([\w-]+)$/.exec(route)?.[1] ?? []);
  const root = `${path}/wp/v2`;
  const paths: Paths = Object.fromEntries(
    Object.entries(ownTypes).map(([kind, pattern]) => [
      kind,
      types.filter((type) => pattern.test(type)).map((type) => `${root}/${type}`),
    ]),
  );
  // WordPress itself has no sign-in that returns a token. A plugin may add one, and its route is then in the index.
  const login = routes.find((route) => !route.startsWith('/wp/') && /\/(token|auth|login)$/.test(route));
  const because = `${call} names it, or the usual plugin`;
  return { root, make: wordpress, because, login: path + (login ?? wordpress.login), paths };
}
