import { isRecord } from '#shared/json.ts';
import { countsBeside, linkIn, numberAt, saysMore } from '../../../hosts/adapt/answers.ts';
import { nested } from '../../../hosts/host-file/entities.ts';
import type { Envelope } from '../../../hosts/host-file/envelope.ts';
import { readAt as at } from '../../../hosts/host-file/pieces.ts';
import { StartError } from '../../../server/errors.ts';
import type { Values } from '../../cli/commands.ts';
import {
  bareName,
  cursors,
  documents,
  find,
  findAll,
  idFieldOf,
  type Json,
  type Kind,
  kindNames,
  kinds,
  makes,
  matchFields,
  offsets,
  placesIn,
  plain,
  signIns,
  successWords,
} from './matching.ts';
import {
  bareOf,
  itemOf,
  lastOf,
  type ProbeAnswer,
  type Prober,
  parentOf,
  placesOf,
  queryOf,
  type SignedIn,
  tokenHeadersOf,
  withQuery,
} from './prober.ts';

type Told = Values<'doctor'>;

/** The paths that the person named. What is told has other settings beside them. */
export const pathsIn = (told: Told) => kindNames.flatMap((kind) => told[kind] ?? []);

/** The facts known of a host before its lists are read. */
type Recognised = Awaited<ReturnType<typeof recognise>>;

/** True if visitors are refused, or if there was no answer. */
const isRefused = ({ status }: ProbeAnswer) => [0, 401, 403].includes(status);

const missingIn = (folder: string) => `${folder}/doctor-asks-for-what-is-not-there`;

/**
 * Recognises the host by the first of its lists: one that the person named (`told`), one that a document of the host
 * names, or one at a usual name. All paths count from the origin. A host that answers a call of the contract is
 * refused: it needs no proposal.
 */
export async function recognise(prober: Prober, { pathname }: URL, told: Told) {
  const given = pathname.replace(/\/+$/, '');
  // An address that does not name the API may have it below /api.
  const folders = /\/(api|v\d+)$/.test(given) ? [given] : [given, `${given}/api`];
  const base = folders.at(-1);
  if (await firstOf(prober, [`${base}/getProjectCategory?page=1`, `${base}/activeBlogs?page=1`]))
    throw new StartError(
      `${prober.origin} follows the contract below ${base} and needs no proposal: check it with UPSTREAM_URL=${prober.origin} npm run studio -- doctor; if its pictures are on another origin or its address has a path, begin with the smallest file of docs/hosts.md`,
    );
  const documented = await documentOf(prober, folders);
  const { posts, projects } = kinds;
  const usual = posts.names
    .concat(projects.names)
    .flatMap((name) => folders.map((each) => `${each}/${name}`));
  const [named] = documented.isWordpress ? [] : pathsIn(told);
  const all = named ? [named] : [...pathsIn(documented.paths), ...usual];
  const { path: found = all[0] ?? '', ...seen } = (await firstOf(prober, all, told.id)) ?? {};
  const root = named ? (named.startsWith(`${given}/`) ? given : '') : parentOf(found);
  /** The answer to a path that the host does not have. */
  const nowhere = await prober.ask(missingIn(root));
  const text = JSON.stringify([nowhere, seen]);
  const make = makes.find(({ mark }) => mark.test(text)) ?? plain;
  const slash = bareOf(found).endsWith('/') ? '/' : '';
  return { ...documented, root, slash, nowhere, make };
}

/** Returns the first answer that exists: a list, or a refusal that a missing path does not get. */
async function firstOf(prober: Prober, paths: readonly string[], id?: string) {
  for (const path of paths) {
    const nowhere = await prober.ask(missingIn(parentOf(path)));
    const seen = await prober.ask(path);
    if (isOther(seen, nowhere) && (listOf(seen, id) || (isRefused(seen) && nowhere.status !== seen.status)))
      return seen;
  }
  return undefined;
}

const isOther = (one: ProbeAnswer, other: ProbeAnswer) =>
  JSON.stringify(one.json) !== JSON.stringify(other.json);

/**
 * Reads the document in which the host lists its calls: the index of WordPress, OpenAPI, or an index of its lists.
 * Returns the paths of lists and of the sign-in. WordPress gets the latter from a plugin: it has none that returns a
 * token.
 */
async function documentOf(prober: Prober, folders: readonly string[]) {
  const usual = documents.flatMap((name) => folders.map((folder) => folder + name));
  for (const path of [`${folders[0]}`.replace(/(\/wp-json.*)?$/, '/wp-json'), ...usual]) {
    const { status, json } = await prober.ask(path || '/');
    const isWordpress = path.endsWith('/wp-json');
    const server = isWordpress ? path : (at(json, 'servers.0.url') ?? at(json, 'basePath') ?? '');
    const below = URL.parse(String(server), prober.origin)?.pathname.replace(/\/$/, '');
    const text = JSON.stringify((status === 200 && json) || '').replaceAll(prober.origin, '');
    const routes = Array.from(text.matchAll(/"(?:GET )?(\/[\w./-]+)"/g), ([, route]) => `${below}${route}`);
    const isOf = (route: string, { names, types }: (typeof kinds)[Kind]) =>
      isWordpress
        ? parentOf(route) === `${path}/wp/v2` && types.test(lastOf(route))
        : names.includes(bareName(lastOf(route)));
    const paths: Told = Object.fromEntries(
      Object.entries(kinds).map(([kind, each]) => [kind, routes.filter((route) => isOf(route, each))]),
    );
    if (pathsIn(paths).length === 0) continue;
    const [login] = signIns.flatMap((name) => routes.filter((route) => route.endsWith(name)));
    return { paths, login, isWordpress };
  }
  return { paths: {} as Told };
}

/** Places where hosts usually have a list. At other places an empty list is ignored. */
const usual = /^(data|data\.data|(data\.)?(items|results|rows|records|list|content|daten|lista))?$/;

/**
 * Returns the lists of an answer, the least nested first. The rows are as the adapter reads them: the attributes of
 * JSON:API are merged into the row.
 */
const listsIn = ({ status, json }: ProbeAnswer) =>
  placesIn(status === 200 && json).flatMap(({ place, values: [value] }) =>
    Array.isArray(value) && value.every(isRecord) && !/(^|\.)\d/.test(place)
      ? [{ place, rows: value.map(flatRow) }]
      : [],
  );

/** Returns the main list of an answer: the least nested one whose rows have ids. `id` is the name of their field. */
function listOf(seen: ProbeAnswer, id: string | undefined) {
  const all = listsIn(seen);
  return (
    all.find(({ rows }) => rows.length > 0 && idFieldOf(rows, id)) ??
    all.find(({ rows, place }) => rows.length === 0 && usual.test(place))
  );
}

const flatRow = (row: Json) => (isRecord(row.attributes) ? { ...row, ...row.attributes } : row);

type Paging = NonNullable<Envelope['paging']>;

/** Returns the place that leads to the rows after those of an answer, and what is there: a cursor or an address. */
function moreIn(seen: ProbeAnswer) {
  const all = placesOf(seen);
  const found = find(all, 'more') ?? find(all, 'more', 'names');
  return { next: found?.place ?? '', said: linkIn(found?.values.find(Boolean) ?? '') };
}

/**
 * Finds out how the host divides a list into pages: requests the second page with what the answer says of it, then with
 * each of the usual names of the query parameter for its number, for the number of rows to skip, and for a cursor.
 */
async function findPaging(
  prober: Prober,
  { seen, rows, more, envelope: { list = '' }, numbers: { page: number, last_page, per_page } }: Listed,
  names: readonly string[],
) {
  const headOf = ({ json }: ProbeAnswer) => JSON.stringify([at(json, list)].flat()[0]);
  const { next, said } = more;
  const linked = Object.entries(queryOf(said));
  const count = `${rows.length}`;
  const [limit = 'limit'] = linked.find(([name, value]) => value === count && !offsets.includes(name)) ?? [];
  const second = numberAt(seen, number) === 0 ? '1' : '2';
  const all = (names: readonly string[], value: string) =>
    names.map((name): [string, string] => [name, value]);
  const tries = [
    ...linked,
    ...all(names, second),
    ...all(offsets, count),
    ...all(/^(true)?$|\?/.test(said) ? [] : cursors, said),
  ];
  const pagingBy = (name: string, value: string): Paging => {
    if (offsets.includes(name)) return { offset: name, limit, size: Math.min(rows.length, 100) };
    if (value !== '1' && value !== '2') return { cursor: name, next };
    return {
      page: name,
      first: value === '1' ? 0 : 1,
      size: last_page || per_page ? undefined : rows.length,
    };
  };
  let only: Paging | undefined;
  for (const [name, value] of tries) {
    const paging = pagingBy(name, value);
    if (numberAt(seen, last_page) === 1) return paging;
    const answer = await prober.ask(withQuery(seen.path, { [name]: value }), seen.sent);
    const head = answer.status === 200 && headOf(answer);
    // A host that answers that there is no second page has understood the parameter.
    if (!head && [200, 400, 404].includes(answer.status)) only ??= paging;
    else if (head && head !== headOf(seen)) return paging;
  }
  return only ?? 'none';
}

/**
 * Returns the parts of the envelope that refusals use, and the flag of a good answer that another answer has
 * otherwise: a refusal whose HTTP status does not show it. Where none was seen, a flag that says yes counts.
 */
function refusalsIn(good: unknown, refusals: readonly ProbeAnswer[]) {
  const bad = refusals.find(({ status }) => status === 200)?.json;
  const flag = placesIn(good).find(({ place, name, values: [value] }) => {
    const isLeaf = successWords.test(name) && typeof value !== 'object';
    return (
      isLeaf &&
      (bad ? (at(bad, place) ?? value) !== value : value === true || (place === 'status' && value === 1))
    );
  });
  const success = flag && { at: flag.place, is: [flag.values[0] as string] };
  return { success, ...findAll('refusal.', placesIn(...refusals.map(({ json }) => json))) };
}

/** A list of the host, and the read of one of its records. */
export type Listed = NonNullable<Awaited<ReturnType<typeof listedAt>>>;

/** Everything that is known of a host. */
export type Surveyed = Recognised & {
  prober: Prober;
  told: Told;
  signedIn: SignedIn | undefined;
  lists: Partial<Record<Kind, Listed>>;
  /** The common envelope of all answers. */
  envelope: Envelope;
  /** Problems that a person has to mend before the site shows all that the host has. */
  problems: string[];
};

/** Reads a list of each kind, one record of each list, the second page of the longest list, and a refusal. */
export async function survey(known: Recognised, prober: Prober, told: Told, signedIn?: SignedIn) {
  const done: Surveyed = { ...known, prober, told, signedIn, lists: {}, envelope: {}, problems: [] };
  for (const kind of kindNames) await surveyKind(done, kind);
  const all = Object.values(done.lists);
  const [longest] = all.toSorted((one, other) => other.length - one.length);
  if (!longest) return done;
  // The paging of the longest list counts for all lists that have their numbers in the same places.
  const { page, last_page, total } = longest.numbers;
  // A host that has its own word for the page number of an answer probably has it in the query too.
  const own = known.make.name === 'plain' && /(?<![\w:-])(?!current)\w+$/.exec(page ?? '');
  const names = [...(own || []), ...known.make.paging];
  const paging = await findPaging(prober, longest, names);
  const count = total ?? last_page;
  for (const listed of all) {
    const {
      seen,
      envelope,
      more: { next, said },
    } = listed;
    const isLike = !count || numberAt(seen, count) !== undefined;
    if (isLike) Object.assign(envelope, longest.numbers, { paging });
    else envelope.paging = said ? await findPaging(prober, listed, names) : 'none';
    if (said && envelope.paging === 'none')
      done.problems.push(
        `envelope.paging: ${seen.call} has more rows behind ${next}, and the site would show the first ${listed.rows.length} alone: ask how they are requested.`,
      );
  }
  const single = all.find((each) => each.single)?.single;
  const missing = single ? await read(done, single.path.replace('{id}', `${single.id}99999999`)) : [];
  const refusals = refusalsIn(longest.seen.json, [missing, known.nowhere].flat());
  done.envelope = { ...refusals, ...longest.envelope, one: single?.one };
  return done;
}

/**
 * Makes a read. If the answer is not `good`, repeats it with the token, and returns an answer that is no refusal if none is
 * good. Until an answer has proved in which way the token is sent, tries each way.
 */
async function read(
  { prober, signedIn }: Surveyed,
  path: string,
  good = (seen: ProbeAnswer) => !isRefused(seen),
) {
  let best = await prober.ask(path);
  if (!signedIn || good(best)) return best;
  for (const send of signedIn.ways) {
    const seen = await prober.ask(path, tokenHeadersOf(send, signedIn.token));
    if (isRefused(best)) best = seen;
    if (!good(seen)) continue;
    Object.assign(signedIn, { ways: [send], isProved: true });
    return seen;
  }
  return best;
}

/** Finds the list of a kind: the first with rows. */
async function surveyKind(done: Surveyed, kind: Kind) {
  const { make, told, paths } = done;
  const [first, ...drafts] = told[kind] ?? [];
  // Lists that the person did not name may be beside one that is named.
  const folders = [done.root, ...pathsIn(told).map(parentOf)];
  const usual = kinds[kind].names.flatMap((name) => folders.map((folder) => `${folder}/${name}`));
  const others = (paths[kind] ?? []).concat(done.isWordpress ? [] : usual);
  for (const path of first ? [first] : others) {
    const seen = await read(done, withQuery(path, { ...make.query, ...make.sort }));
    const listed = isOther(seen, done.nowhere) && (await listedAt(done, kind, seen, drafts));
    const [row = {}] = listsIn(seen).flatMap(({ rows }) => rows);
    if (first && !listed)
      done.problems.push(
        `--${kind}: ${seen.call} answered ${seen.status} without a list of rows with an id: name the path of a list, or name the field of the id with --id; the rows have ${Object.keys(row).join(', ') || 'no fields'}.`,
      );
    if (!listed) continue;
    done.lists[kind] = listed;
    if (listed.rows.length > 0) return;
  }
}

/** Returns the places of the numbers beside a list: by their names, or by their values if the host has other words. */
function numbersIn(seen: ProbeAnswer, list: string, shown: number) {
  const named: Envelope = findAll('list.', placesOf(seen));
  const counts = countsBeside(seen.json, list);
  if (named.total || named.last_page || !saysMore(counts, shown)) return named;
  const placeOf = (wanted: number) => counts.find(([, value]) => value === wanted)?.[0];
  const most = Math.max(...counts.map(([, value]) => value));
  const last = placeOf(Math.ceil(most / shown));
  const ofMore = most > shown && { per_page: placeOf(shown), last_page: last, total: placeOf(most) };
  return { ...named, page: placeOf(1), ...ofMore };
}

/**
 * Reads one record of a list of the host and the list with its drafts, and returns what was found in all of them.
 * `told` are lists with drafts that the person named.
 */
async function listedAt(done: Surveyed, kind: Kind, seen: ProbeAnswer, told: readonly string[]) {
  const { make } = done;
  const { entity, drafts: hasDrafts } = kinds[kind];
  const { place, rows = [] } = listOf(seen, done.told.id) ?? {};
  if (place === undefined) return undefined;
  const [first = {}, ...others] = rows;
  const idField = idFieldOf(rows, done.told.id) ?? 'id';
  const id = first[idField];
  const path = withQuery(itemOf(seen.path, '{id}'), make.query);
  const { status, json } = id ? await read(done, path.replace('{id}', String(id))) : {};
  const one = placesIn(status === 200 && json).find(
    ({ values: [value] }) => isRecord(value) && String(value[idField]) === String(id),
  );
  const numbers = numbersIn(seen, place, rows.length);
  const length = numberAt(seen, numbers.total) || rows.length;
  // The first row was also read by its own call, which may return more fields.
  const all = [{ ...first, ...flatRow((one?.values[0] ?? {}) as Json) }, ...others];
  const ids = new Set(rows.map((row) => row[idField]));
  const isMore = (answer: ProbeAnswer) =>
    (numberAt(answer, numbers.total) ?? 0) > length ||
    listOf(answer, done.told.id)?.rows.some((row) => !ids.has(row[idField])) === true;
  const usual = make.drafts.map((query) => withQuery(seen.path, query));
  // The list that includes drafts for a signed-in person: one that the person named, or one with more rows.
  let drafts: ProbeAnswer | undefined;
  for (const path of hasDrafts ? [...told, ...usual] : []) {
    const answer = await read(done, path, isMore);
    const { rows: more = [] } = listOf(answer, done.told.id) ?? {};
    if (more.length === 0 || (usual.includes(path) && Object.keys(answer.sent).length === 0)) continue;
    drafts = answer;
    all.push(...more);
    break;
  }
  const found = matchFields(entity, rows.length > 0 ? all : [], {
    id: idField,
    ...make.fields[entity],
  });
  // Fields of nested records: the pictures of a project, or the logos of a category. A picture may be a bare URL.
  const [[name = '', part = entity] = []] = Object.entries(nested[entity] ?? {});
  const inside = all
    .flatMap((row) => at(row, found.fields.get(name)?.place) ?? [])
    .map((each) => (isRecord(each) ? each : { image: each }));
  const envelope: Envelope = {
    list: place,
    fields_in: isRecord(first.attributes) ? 'attributes' : undefined,
  };
  return {
    kind,
    seen,
    rows,
    more: moreIn(seen),
    drafts,
    envelope,
    numbers,
    length,
    found,
    single: one && { path, id, one: one.place },
    inside: matchFields(part, inside, make.fields[part]),
  };
}
