import { isRecord } from '#shared/json.ts';
import { isBlank } from '#shared/schemas/fields.ts';
import { countsBeside, moreBy, numberAt, saysMore } from '../../../hosts/adapt/answers.ts';
import { nested } from '../../../hosts/host-file/entities.ts';
import type { Envelope } from '../../../hosts/host-file/envelope.ts';
import { readAt as at } from '../../../hosts/host-file/map-path.ts';
import { StartError } from '../../../server/errors.ts';
import type { Values } from '../../cli/commands.ts';
import { find, findAll, idFieldOf, type Json, matchFields, placesIn } from './matching.ts';
import { bareOf, lastOf, type ProbeAnswer, type Prober, placesOf, withQuery } from './prober.ts';
import { type SignedIn, tokenHeadersOf } from './sign-in.ts';
import * as table from './table.ts';

type Told = Values<'doctor'>;

/** The paths that the person named. What is told has other settings beside them. */
export const pathsIn = (told: Told) => table.kindNames.flatMap((kind) => told[kind] ?? []);

/** The facts known of a host before its lists are read. */
interface Recognised {
  make: table.Make;
  root: string;
  /** The answer to a path that the host does not have. */
  nowhere: ProbeAnswer;
  /** Where the index of WordPress names the sign-in and the lists. */
  login?: string;
  paths?: Told;
}

/** True if visitors are refused, or if there was no answer. */
const isRefused = ({ status }: ProbeAnswer) => [0, 401, 403].includes(status);

/**
 * Recognises the host: as WordPress, by its index; or by a list that the person named (`told`) or that has a usual
 * name. All paths count from the origin. A host that answers a call of the contract is refused: it needs no proposal.
 */
export async function recognise(
  prober: Prober,
  index: ProbeAnswer,
  { pathname }: URL,
  told: Told,
): Promise<Recognised> {
  const given = pathname.replace(/\/+$/, '');
  const base = given.replace(/(\/api)?$/, '/api');
  const ours = await firstOf(prober, base, ['getProjectCategory?page=1', 'activeBlogs?page=1']);
  if (ours.seen)
    throw new StartError(
      `${prober.origin} follows the contract below ${base} and needs no proposal: check it with UPSTREAM_URL=${prober.origin} npm run studio -- doctor; if its pictures are on another origin or its address has a path, begin with the smallest file of docs/hosts.md`,
    );
  const site = await findWordpress(prober, given);
  if (site) return site;
  const [named] = pathsIn(told);
  const { posts, projects } = table.kinds;
  for (const root of named ? [named.startsWith(`${given}/`) ? given : ''] : [given, base]) {
    const names = named ? [named.slice(root.length + 1)] : [...posts.names, ...projects.names];
    const { seen, nowhere } = await firstOf(prober, root, names, told.id);
    const text = JSON.stringify([nowhere, seen]);
    if (seen) return { make: table.makes.find(({ mark }) => mark?.test(text)) ?? table.plain, root, nowhere };
  }
  return { make: table.plain, root: named ? '' : given, nowhere: index };
}

const nothing = 'doctor-asks-for-what-is-not-there';

/** Returns the first answer below a base that exists: a list, or a refusal that a missing path does not get. */
async function firstOf(prober: Prober, base: string, names: readonly string[], id?: string) {
  const nowhere = await prober.ask(`${base}/${nothing}`);
  for (const name of names) {
    const seen = await prober.ask(`${base}/${name}`);
    if (isOther(seen, nowhere) && (listOf(seen, id) || (isRefused(seen) && nowhere.status !== seen.status)))
      return { seen, nowhere };
  }
  return { nowhere };
}

const isOther = (one: ProbeAnswer, other: ProbeAnswer) =>
  JSON.stringify(one.json) !== JSON.stringify(other.json);

/**
 * Recognises WordPress by its index, which names the routes of the lists and of the sign-in. A plugin adds the latter:
 * WordPress itself has none that returns a token.
 */
async function findWordpress(prober: Prober, given: string) {
  const path = given.replace(/(\/wp-json.*)?$/, '/wp-json');
  const routes = Object.keys(at((await prober.ask(path)).json, 'routes') ?? {});
  const root = `${path}/wp/v2`;
  const types = routes.flatMap((route) => /^\/wp\/v2\/([\w-]+)$/.exec(route)?.[1] ?? []);
  if (types.length === 0) return undefined;
  const login = routes.find((route) => /^\/(?!wp\/).*\/(token|auth|login)$/.test(route));
  const paths = table.kindNames.map((kind) => [
    kind,
    types.filter((type) => table.kinds[kind].wordpress.test(type)).map((type) => `${root}/${type}`),
  ]);
  return {
    ...{ make: table.wordpress, root, nowhere: await prober.ask(`${root}/${nothing}`) },
    ...{ login: path + (login ?? table.wordpress.login), paths: Object.fromEntries(paths) as Told },
  };
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
  { seen: first, envelope: { list = '' }, numbers: { page: number, last_page, per_page } }: Listed,
  [name, ...others]: readonly string[],
): Promise<NonNullable<Envelope['paging']>> {
  const start = numberAt(first, number) === 0 ? 0 : 1;
  const rowsOf = ({ json }: ProbeAnswer) => [at(json, list)].flat();
  const shown = rowsOf(first);
  let only = numberAt(first, last_page) === 1 ? name : undefined;
  for (const page of only ? [] : [name, ...others]) {
    const second = await prober.ask(withQuery(first.path, { [page ?? '']: `${start + 1}` }), first.sent);
    const [head] = rowsOf(second);
    const isThere = second.status === 200 && head !== undefined;
    // A host that answers that there is no second page has understood the parameter.
    if (!isThere && [200, 400, 404].includes(second.status)) only ??= page;
    else if (isThere && JSON.stringify(head) !== JSON.stringify(shown[0]))
      return { page: page ?? '', first: start, size: last_page || per_page ? undefined : shown.length };
  }
  return only ? { page: only, first: start } : 'none';
}

/**
 * Returns the parts of the envelope that refusals use, and the flag of a good answer that another answer has
 * otherwise: a refusal whose HTTP status does not show it. Where none was seen, a flag that says yes counts.
 */
function refusalsIn(good: unknown, refusals: readonly ProbeAnswer[]) {
  const bad = refusals.find(({ status }) => status === 200)?.json;
  const flag = placesIn(good).find(({ place, name, values: [value] }) => {
    const isLeaf = table.successWords.test(name) && typeof value !== 'object';
    return (
      isLeaf &&
      (bad ? (at(bad, place) ?? value) !== value : value === true || (place === 'status' && value === 1))
    );
  });
  const all = placesIn(...refusals.map(({ json }) => json));
  return {
    success: flag && { at: flag.place, is: [flag.values[0] as string] },
    message: find(all, 'refusal.message')?.place ?? 'message',
    errors: find(all, 'refusal.errors')?.place ?? 'errors',
  };
}

/** A list of the host, and the read of one of its records. */
export type Listed = NonNullable<Awaited<ReturnType<typeof listedAt>>>;

/** Returns what to ask about a list that seems to have more rows than one answer shows. */
function lostRows({ seen, envelope, found: { rows } }: Listed) {
  const more = find(placesOf(seen), 'more');
  const counts = countsBeside(seen.json, envelope.list);
  const seems =
    more && !isBlank(more.values[0])
      ? `more rows behind ${more.place}, and pages by cursor are not supported`
      : saysMore(counts, rows.length) && `${moreBy(counts, rows.length)}, which say that there are more`;
  return seems
    ? `envelope.paging: ${seen.call} has ${seems}: the site would show the first ${rows.length} rows alone. Ask for page numbers, an offset, or a parameter that returns all rows, and add that to add_query.`
    : [];
}

/** Everything that is known of a host. */
export type Surveyed = Recognised & {
  prober: Prober;
  told: Told;
  signedIn: SignedIn | undefined;
  lists: Partial<Record<table.Kind, Listed>>;
  /** The common envelope of all answers. */
  envelope: Envelope;
  /** Problems that a person has to mend before the site shows all that the host has. */
  problems: string[];
};

/** Reads a list of each kind, one record of each list, the second page of the longest list, and a refusal. */
export async function survey(known: Recognised, prober: Prober, told: Told, signedIn?: SignedIn) {
  const done: Surveyed = { ...known, prober, told, signedIn, lists: {}, envelope: {}, problems: [] };
  for (const kind of table.kindNames) await surveyKind(done, kind);
  const all = Object.values(done.lists);
  const [first] = all;
  const [longest] = all.toSorted((one, other) => other.length - one.length);
  if (!longest || !first) return done;
  // The paging of the longest list counts for all lists that have their numbers in the same places.
  const { page, last_page, total } = longest.numbers;
  // A host that has its own word for the page number of an answer probably has it in the query too.
  const own = known.make === table.plain && /(?<![\w:-])(?!current)\w+$/.exec(page ?? '');
  const paging = await findPaging(prober, longest, [...(own || []), ...known.make.paging]);
  const count = total ?? last_page;
  for (const listed of all) {
    const { seen, numbers } = listed;
    const isLike = count ? numberAt(seen, count) !== undefined : !(numbers.total ?? numbers.last_page);
    Object.assign(listed.envelope, isLike ? { ...longest.numbers, paging } : { paging: 'none' });
    if (listed.envelope.paging === 'none') done.problems = done.problems.concat(lostRows(listed));
  }
  const single = all.find((each) => each.single)?.single;
  const missing = single && (await read(done, single.path.replace('{id}', `${single.id}99999999`)));
  const refusals = refusalsIn(first.seen.json, [missing ?? [], known.nowhere].flat());
  done.envelope = { ...refusals, ...first.envelope, one: single?.one };
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
async function surveyKind(done: Surveyed, kind: table.Kind) {
  const { make, lists } = done;
  const { [kind]: told = [] } = done.told;
  const { drafts, names } = table.kinds[kind];
  const asked = (path: string) => withQuery(path, { ...make.query, ...make.sort });
  // Lists that the person did not name may be beside one that is named.
  const beside = pathsIn(done.told).map((path) => bareOf(path).replace(/\/[^/]*\/?$/, ''));
  const usual = names.flatMap((name) => [done.root, ...beside].map((folder) => `${folder}/${name}`));
  for (const path of told[0] ? [told[0]] : (done.paths?.[kind] ?? usual)) {
    const seen = await read(done, asked(path));
    const listed = isOther(seen, done.nowhere) && (await listedAt(done, kind, seen));
    if (told[0] && !listed) done.problems.push(noList(kind, seen));
    if (!listed) continue;
    lists[kind] = listed;
    if (drafts) await findDrafts(done, listed, told.slice(1).map(asked));
    if (listed.found.rows.length > 0) return;
  }
}

/** Returns what the person has to name if an answer has no list whose rows have an id. */
function noList(kind: table.Kind, seen: ProbeAnswer) {
  const [first = {}] = listsIn(seen).flatMap(({ rows }) => rows);
  const names = Object.keys(first).join(', ') || 'no fields';
  return `--${kind}: ${seen.call} answered ${seen.status} without a list of rows with an id: name the path of a list, or name the field of the id with --id; the rows have ${names}.`;
}

/** Returns the places of the numbers beside a list, by their values, for a host that has its own words for them. */
function numbersByValue(
  { json }: ProbeAnswer,
  { place, rows: { length: shown } }: { place: string; rows: Json[] },
) {
  const counts = countsBeside(json, place);
  if (!saysMore(counts, shown)) return {};
  const placeOf = (wanted: number) => counts.find(([, value]) => value === wanted)?.[0];
  const most = Math.max(...counts.map(([, value]) => value));
  const page = placeOf(1);
  if (most <= shown) return { page };
  const last_page = placeOf(Math.ceil(most / shown));
  return { page, per_page: placeOf(shown), last_page, total: placeOf(most) };
}

/** Reads one record of a list of the host, and returns what was found in both. */
async function listedAt(done: Surveyed, kind: table.Kind, seen: ProbeAnswer) {
  const { make, lists } = done;
  const { entity } = table.kinds[kind];
  const list = listOf(seen, done.told.id);
  if (!list) return undefined;
  const [first = {}, ...others] = list.rows;
  const idField = idFieldOf(list.rows, done.told.id) ?? 'id';
  const id = first[idField];
  const path = withQuery(bareOf(seen.path).replace(/(\/?)$/, '/{id}$1'), make.query);
  const { status, json } = id ? await read(done, path.replace('{id}', String(id))) : {};
  const one = placesIn(status === 200 && json).find(
    ({ values: [value] }) => isRecord(value) && String(value[idField]) === String(id),
  );
  const rows = one ? [{ ...first, ...flatRow(one.values[0] as Json) }, ...others] : list.rows;
  // A post of WordPress has the ids of its categories in a list that is named after the taxonomy.
  const category = `${lastOf(lists.categories?.seen.path ?? '')}.0`;
  const hasCategory = kind === 'projects' && rows.some((row) => !isBlank(at(row, category)));
  // Fields that were found in the rows. The first was also read by its own call, which may return more fields.
  const found = matchFields(entity, rows, {
    id: idField,
    ...make.fields?.[entity],
    ...(hasCategory && { category_id: category }),
  });
  // Fields of nested records: the pictures of a project, or the logos of a category. A picture may be a bare URL.
  const [[name = '', part = entity] = []] = Object.entries(nested[entity] ?? {});
  const inside = rows
    .flatMap((row) => at(row, found.fields.get(name)?.place) ?? [])
    .map((each) => (isRecord(each) ? each : { image: each }));
  const named: Envelope = findAll('list.', placesOf(seen));
  const isNamed = named.total !== undefined || named.last_page !== undefined;
  const numbers = isNamed ? named : { ...named, ...numbersByValue(seen, list) };
  const envelope: Envelope = {
    list: list.place,
    fields_in: isRecord(first.attributes) ? 'attributes' : undefined,
  };
  return {
    ...{ kind, seen, drafts: undefined as ProbeAnswer | undefined, envelope, found },
    /** The places of the numbers beside the list. */
    numbers,
    single: one && { path, id, one: one.place },
    inside: matchFields(part, inside, make.fields?.[part]),
    length: numberAt(seen, numbers.total) || list.rows.length,
  };
}

/** Finds the list that includes drafts for a signed-in person: one that the person named, or one with more rows. */
async function findDrafts(done: Surveyed, listed: Listed, told: readonly string[]) {
  const { found, numbers, length, seen: shown } = listed;
  const { drafts, fields } = done.make;
  const rowsOf = (seen: ProbeAnswer) => listOf(seen, done.told.id)?.rows ?? [];
  const idOf = (row: Json) => at(row, found.fields.get('id')?.place);
  const open = new Set(found.rows.map(idOf));
  const isMore = (seen: ProbeAnswer) =>
    (numberAt(seen, numbers.total) ?? 0) > length || rowsOf(seen).some((row) => !open.has(idOf(row)));
  for (const path of [...told, ...drafts.map((query) => withQuery(shown.path, query))]) {
    const isTold = told.includes(path);
    const signed = await read(done, path, isMore);
    const seen = isTold && !isMore(signed) ? await read(done, path) : signed;
    const rows = rowsOf(seen);
    if (rows.length === 0 || !(isTold || Object.keys(seen.sent).length > 0)) continue;
    listed.drafts = seen;
    const all = matchFields(found.entity, [...found.rows, ...rows], fields?.[found.entity]);
    const flag = all.fields.get('is_active');
    if (flag) found.fields.set('is_active', flag);
    return;
  }
}
