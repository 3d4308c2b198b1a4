import { isRecord } from '#shared/json.ts';
import { isBlank } from '#shared/schemas/fields.ts';
import { countsBeside, numberAt, saysMore } from '../../../hosts/adapt/answers.ts';
import { nested } from '../../../hosts/host-file/entities.ts';
import type { Envelope } from '../../../hosts/host-file/envelope.ts';
import { readAt as at } from '../../../hosts/host-file/map-path.ts';
import { StartError } from '../../../server/errors.ts';
import type { Values } from '../../cli/commands.ts';
import {
  bareName,
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
  placesIn,
  plain,
  signIns,
  successWords,
  wordpress,
} from './matching.ts';
import {
  itemOf,
  lastOf,
  type ProbeAnswer,
  type Prober,
  parentOf,
  placesOf,
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
  const base = given.replace(/(\/api)?$/, '/api');
  if (await firstOf(prober, [`${base}/getProjectCategory?page=1`, `${base}/activeBlogs?page=1`]))
    throw new StartError(
      `${prober.origin} follows the contract below ${base} and needs no proposal: check it with UPSTREAM_URL=${prober.origin} npm run studio -- doctor; if its pictures are on another origin or its address has a path, begin with the smallest file of docs/hosts.md`,
    );
  const documented = await documentOf(prober, given, base);
  const { posts, projects } = kinds;
  const usual = posts.names.concat(projects.names).flatMap((name) => [`${given}/${name}`, `${base}/${name}`]);
  const [named] = documented.make ? [] : pathsIn(told);
  const all = named ? [named] : [...pathsIn(documented.paths), ...usual];
  const { path: found = all[0] ?? '', ...seen } = (await firstOf(prober, all, told.id)) ?? {};
  const root = named ? (named.startsWith(`${given}/`) ? given : '') : parentOf(found);
  /** The answer to a path that the host does not have. */
  const nowhere = await prober.ask(missingIn(root));
  const text = JSON.stringify([nowhere, seen]);
  const make = documented.make ?? makes.find(({ mark }) => mark.test(text)) ?? plain;
  return { ...documented, root, nowhere, make };
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
async function documentOf(prober: Prober, given: string, base: string) {
  const usual = documents.flatMap((name) => [given + name, base + name]);
  for (const path of [given.replace(/(\/wp-json.*)?$/, '/wp-json'), ...usual]) {
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
    return { paths, login, make: isWordpress ? wordpress : undefined };
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

/**
 * Finds out how the host divides its lists into pages: requests the second page with each of the usual names of the
 * query parameter.
 */
async function findPaging(
  prober: Prober,
  { seen, rows, envelope: { list = '' }, numbers: { page: number, last_page, per_page } }: Listed,
  names: readonly string[],
): Promise<NonNullable<Envelope['paging']>> {
  const first = numberAt(seen, number) === 0 ? 0 : 1;
  const headOf = ({ json }: ProbeAnswer) => JSON.stringify([at(json, list)].flat()[0]);
  let only = numberAt(seen, last_page) === 1 ? names[0] : undefined;
  for (const page of only ? [] : names) {
    const second = await prober.ask(withQuery(seen.path, { [page]: `${first + 1}` }), seen.sent);
    const head = second.status === 200 && headOf(second);
    // A host that answers that there is no second page has understood the parameter.
    if (!head && [200, 400, 404].includes(second.status)) only ??= page;
    else if (head && head !== headOf(seen))
      return { page, first, size: last_page || per_page ? undefined : rows.length };
  }
  return only ? { page: only, first } : 'none';
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

/** Returns what to ask about a list with pages by cursor. Other pages that would be lost are found by the check. */
function lostRows({ seen, rows }: Listed) {
  const more = find(placesOf(seen), 'more');
  return more && !isBlank(more.values[0])
    ? [
        `envelope.paging: ${seen.call} has more rows behind ${more.place}, and pages by cursor are not supported: the site would show the first ${rows.length} rows alone. Ask for page numbers, an offset, or a parameter that returns all rows, and add that to add_query.`,
      ]
    : [];
}

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
  const own = known.make === plain && /(?<![\w:-])(?!current)\w+$/.exec(page ?? '');
  const paging = await findPaging(prober, longest, [...(own || []), ...known.make.paging]);
  const count = total ?? last_page;
  for (const listed of all) {
    const { seen, envelope } = listed;
    const isLike = !count || numberAt(seen, count) !== undefined;
    Object.assign(envelope, isLike ? { ...longest.numbers, paging } : { paging: 'none' });
    if (envelope.paging === 'none') done.problems.push(...lostRows(listed));
  }
  const single = all.find((each) => each.single)?.single;
  const missing = single && (await read(done, single.path.replace('{id}', `${single.id}99999999`)));
  const refusals = refusalsIn(longest.seen.json, missing ? [missing, known.nowhere] : [known.nowhere]);
  done.envelope = { ...refusals, ...longest.envelope, one: single?.one };
  return done;
}

/**
 * Makes a read. If the answer is not `good`, repeats it with the token. Until an answer has proved in which way the
 * token is sent, tries each way.
 */
async function read(
  { prober, signedIn }: Surveyed,
  path: string,
  good = (seen: ProbeAnswer) => !isRefused(seen),
) {
  const open = await prober.ask(path);
  if (!signedIn || good(open)) return open;
  for (const send of signedIn.ways) {
    const seen = await prober.ask(path, tokenHeadersOf(send, signedIn.token));
    if (!good(seen)) continue;
    Object.assign(signedIn, { ways: [send], isProved: true });
    return seen;
  }
  return open;
}

/** Finds the list of a kind: the first with rows. */
async function surveyKind(done: Surveyed, kind: Kind) {
  const { make, told, paths } = done;
  const [first, ...drafts] = told[kind] ?? [];
  // Lists that the person did not name may be beside one that is named.
  const folders = [done.root, ...pathsIn(told).map(parentOf)];
  const usual = kinds[kind].names.flatMap((name) => folders.map((folder) => `${folder}/${name}`));
  const others = (paths[kind] ?? []).concat(make === wordpress ? [] : usual);
  for (const path of first ? [first] : others) {
    const seen = await read(done, withQuery(path, { ...make.query, ...make.sort }));
    const listed = isOther(seen, done.nowhere) && (await listedAt(done, kind, seen, drafts));
    if (first && !listed) done.problems.push(noList(kind, seen));
    if (!listed) continue;
    done.lists[kind] = listed;
    if (listed.rows.length > 0) return;
  }
}

/** Returns what the person has to name if an answer has no list whose rows have an id. */
function noList(kind: Kind, seen: ProbeAnswer) {
  const [first = {}] = listsIn(seen).flatMap(({ rows }) => rows);
  const names = Object.keys(first).join(', ') || 'no fields';
  return `--${kind}: ${seen.call} answered ${seen.status} without a list of rows with an id: name the path of a list, or name the field of the id with --id; the rows have ${names}.`;
}

/** Returns the places of the numbers beside a list, by their values, for a host that has its own words for them. */
function numbersByValue({ json }: ProbeAnswer, list: string, shown: number) {
  const counts = countsBeside(json, list);
  if (!saysMore(counts, shown)) return {};
  const placeOf = (wanted: number) => counts.find(([, value]) => value === wanted)?.[0];
  const most = Math.max(...counts.map(([, value]) => value));
  const ofMore = most > shown && {
    ...{ per_page: placeOf(shown), last_page: placeOf(Math.ceil(most / shown)), total: placeOf(most) },
  };
  return { page: placeOf(1), ...ofMore };
}

/**
 * Reads one record of a list of the host and the list with its drafts, and returns what was found in all of them.
 * `told` are lists with drafts that the person named.
 */
async function listedAt(done: Surveyed, kind: Kind, seen: ProbeAnswer, told: readonly string[]) {
  const { make, lists } = done;
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
  const named: Envelope = findAll('list.', placesOf(seen));
  /** The places of the numbers beside the list. */
  const numbers = {
    ...named,
    ...(!(named.total ?? named.last_page) && numbersByValue(seen, place, rows.length)),
  };
  const length = numberAt(seen, numbers.total) || rows.length;
  // The first row was also read by its own call, which may return more fields.
  const all = [{ ...first, ...flatRow((one?.values[0] ?? {}) as Json) }, ...others];
  const ids = new Set(rows.map((row) => row[idField]));
  const isMore = (answer: ProbeAnswer) =>
    (numberAt(answer, numbers.total) ?? 0) > length ||
    listOf(answer, done.told.id)?.rows.some((row) => !ids.has(row[idField])) === true;
  const usual = make.drafts.map((query) => withQuery(seen.path, query));
  const drafts = hasDrafts ? await draftsAt(done, told, usual, isMore) : undefined;
  if (drafts) all.push(...drafts.rows);
  // A post of WordPress has the ids of its categories in a list that is named after the taxonomy.
  const category = `${lastOf(lists.categories?.seen.path ?? '')}.0`;
  const hasCategory = kind === 'projects' && all.some((row) => !isBlank(at(row, category)));
  const found = matchFields(entity, rows.length > 0 ? all : [], {
    id: idField,
    ...make.fields[entity],
    ...(hasCategory && { category_id: category }),
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
    ...{ kind, seen, rows, drafts: drafts?.seen, envelope, numbers, length, found },
    single: one && { path, id, one: one.place },
    inside: matchFields(part, inside, make.fields[part]),
  };
}

/** Finds the list that includes drafts for a signed-in person: one that the person named, or one with more rows. */
async function draftsAt(
  done: Surveyed,
  told: readonly string[],
  usual: readonly string[],
  isMore: (seen: ProbeAnswer) => boolean,
) {
  for (const path of [...told, ...usual]) {
    const signed = await read(done, path, isMore);
    const isTold = told.includes(path);
    const seen = isTold && !isMore(signed) ? await read(done, path) : signed;
    const { rows = [] } = listOf(seen, done.told.id) ?? {};
    if (rows.length > 0 && (isTold || Object.keys(seen.sent).length > 0)) return { rows, seen };
  }
  return undefined;
}
