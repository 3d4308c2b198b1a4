import { type CallName, contract } from '#shared/contract/index.ts';
import { isRecord } from '#shared/is-record.ts';
import { nested } from '../../../hosts/host-file/entities.ts';
import type { Envelope } from '../../../hosts/host-file/envelope.ts';
import type { HostKind } from '../../../server/bff/reads/host-kinds.ts';
import { type FoundList, findPaging, flatRow, listOf, numberAt, numbersOf, refusalsIn } from './envelope.ts';
import { at, idFieldOf, isNothing, type Json, placesIn } from './json.ts';
import { type Kind, kindNames, kinds } from './makes.ts';
import { type FoundFields, matchFields } from './matching.ts';
import { bareOf, lastOf, type ProbeAnswer, type Prober, withQuery } from './prober.ts';
import { isRefused, isSame, nameOfNothing, type Recognised } from './recognise.ts';
import { type SignedIn, tokenHeadersOf, tryToken } from './sign-in.ts';

/** A list of the host, and the read of one of its records. */
export interface Listed {
  kind: Kind;
  /** Path of the list, counted from the origin. */
  path: string;
  seen: ProbeAnswer;
  list: FoundList;
  /** The read of one record. Its path or query contains `{id}`; `one` is the place of the record in the answer. */
  single?: { path: string; seen: ProbeAnswer; one: string } | undefined;
  envelope: Envelope;
  /**
   * Fields that were found in the rows of the list. The first record was also read by its own call, which returns
   * more fields than the list; they are included.
   */
  found: FoundFields;
  /** Fields of nested records: the pictures of a project, or the logos of a category. */
  inside?: FoundFields | undefined;
  /** Answer of the list with drafts, as a signed-in person gets it. */
  drafts?: ProbeAnswer;
}

/** Everything that is known of a host after the survey. */
export interface Surveyed extends Recognised {
  prober: Prober;
  signedIn?: SignedIn | undefined;
  lists: Partial<Record<Kind, Listed>>;
  /**
   * Only for a host that follows the contract: the answers to successful reads. If the doctor has not signed in, also
   * the answers with 401, which visitors get too.
   */
  answers: Map<CallName, ProbeAnswer>;
  /**
   * `envelope` is the common envelope of all answers. `paged` is the evidence for how lists are divided into pages.
   */
  envelope: Envelope;
  paged: string;
}

/** Makes a read. If the host refuses visitors, repeats it with the token. */
async function read({ prober, signedIn }: Surveyed, path: string): Promise<ProbeAnswer> {
  const seen = await prober.ask(path);
  if (!signedIn || !isRefused(seen)) return seen;
  if (!signedIn.sendBecause) await tryToken(prober, signedIn, seen);
  return prober.ask(seen.path, tokenHeadersOf(signedIn));
}

/** Returns the path that a call of the contract has at this host. */
export function contractPath(base: string, name: CallName, id: unknown = '{id}'): string {
  return base + contract[name].path.replace(/^\/api/, '').replace('{id}', String(id));
}

/** Reads of the contract that only admins may make, with their queries. */
const ofAdmins = { getApplicants: '?page=1', getMessages: '?page=1&folder=inbox' } as const;

/** Reads a list of each kind, one record of each list, and a refusal. */
export async function survey(known: Recognised & Pick<Surveyed, 'prober' | 'signedIn'>): Promise<Surveyed> {
  const done: Surveyed = { ...known, lists: {}, answers: new Map(), envelope: {}, paged: '' };
  const { base, root, prober, lists } = done;
  const nowhere = await prober.ask(`${base ?? root}/${nameOfNothing}`);
  for (const kind of kindNames) await surveyKind(done, kind, nowhere);
  for (const [name, query] of Object.entries(base === undefined ? {} : ofAdmins))
    note(done, name as CallName, await read(done, contractPath(base ?? '', name as CallName) + query));
  const all = [lists.posts, ...Object.values(lists)].filter((each) => each !== undefined);
  await findPages(done, all);
  await findEnvelope(done, all, nowhere);
  return done;
}

/** Stores the answer to a read of the contract: a success or, if the doctor has not signed in, a 401. */
function note({ answers, signedIn }: Surveyed, name: CallName, seen: ProbeAnswer): void {
  const isGood = seen.status === 200 && isRecord(seen.json);
  if (isGood || (!signedIn && seen.status === 401)) answers.set(name, seen);
}

/** Returns the paths that may answer with the list of a kind, and the calls of the contract that have them. */
function asksFor(done: Surveyed, kind: Kind): [path: string, name?: CallName][] {
  const { base, root, make, paths, told, lists } = done;
  const { all, list, names } = kinds[kind];
  if (base === undefined) {
    const usual = told[kind]?.slice(0, 1) ?? paths[kind] ?? names.map((name) => `${root}/${name}`);
    return usual.map((path) => [withQuery(path, { ...make.query, ...make.sort })]);
  }
  const category = lists.categories && idOf(lists.categories);
  if (kind === 'projects' && category === undefined) return [];
  const id = kind === 'projects' ? category : undefined;
  return (all ? [all, list] : [list]).map((name) => [contractPath(base, name, id), name]);
}

/**
 * Finds the list of a kind. If the host follows the contract, reads every list of this kind; otherwise stops at the
 * first list that has rows.
 */
async function surveyKind(done: Surveyed, kind: Kind, nowhere: ProbeAnswer): Promise<void> {
  const { base, lists } = done;
  for (const [path, name] of asksFor(done, kind)) {
    const isFound = lists[kind]?.found.rows.length;
    if (!name && isFound) break;
    const seen = await read(done, name ? `${path}?page=1` : path);
    if (name) note(done, name, seen);
    if (isFound || isSame(seen, nowhere)) continue;
    const listed = await listedAt(done, kind, name ? path : seen.path, seen);
    if (listed) lists[kind] = listed;
  }
  const listed = lists[kind];
  const { one, all } = kinds[kind];
  if (base !== undefined && one && listed?.single) note(done, one, listed.single.seen);
  if (base === undefined && all && listed) await findDrafts(done, listed);
}

/** Finds the common envelope of all answers, including the form of refusals for a missing record and path. */
async function findEnvelope(done: Surveyed, lists: readonly Listed[], nowhere: ProbeAnswer): Promise<void> {
  const whole = lists.find((each) => each.single);
  const id = String((whole && idOf(whole)) ?? '');
  const absent = /^\d+$/.test(id) ? '999999999' : encodeURIComponent(id.replace(/\d/g, '9'));
  const missing = whole?.single && (await read(done, withId(whole.single.path, absent)));
  const refusals = [missing, nowhere].filter(
    (each) => each?.json !== undefined && each !== whole?.single?.seen,
  );
  done.envelope = {
    ...refusalsIn(lists[0]?.seen.json, refusals as ProbeAnswer[]),
    ...lists[0]?.envelope,
    ...(whole?.single && { one: whole.single.one }),
    ...done.make.envelope,
  };
}

/**
 * Finds out from the longest list how lists are divided into pages. The result also applies to all other lists whose
 * page numbers are in the same places.
 */
async function findPages(done: Surveyed, lists: readonly Listed[]): Promise<void> {
  const lengthOf = ({ seen, list, envelope: { last_page } }: Listed) =>
    (last_page ? numberAt(seen, last_page) : 0) * 1_000 + list.rows.length;
  const [longest] = lists.toSorted((one, other) => lengthOf(other) - lengthOf(one));
  if (!longest) return;
  const { paging, because } = await findPaging(done.prober, longest.seen, longest.list, done.make.paging);
  done.paged = because;
  const { last_page, total } = longest.envelope;
  for (const listed of lists) {
    const { list, one, fields_in, ...numbers } = listed.envelope;
    const isPaged = paging !== 'none' && numbers.last_page === last_page && numbers.total === total;
    listed.envelope = { list, one, fields_in, ...(isPaged ? { ...numbers, paging } : { paging: 'none' }) };
  }
}

const idOf = ({ found: { rows, fields } }: Listed) => rows[0]?.[fields.get('id')?.place ?? 'id'];
const withId = (path: string, id: string) => path.replace(/\{id\}|%7Bid%7D/, id);

/** Reads one record of a list of the host, and returns what was found in both. */
async function listedAt(
  done: Surveyed,
  kind: Kind,
  path: string,
  seen: ProbeAnswer,
): Promise<Listed | undefined> {
  const { make, base, lists } = done;
  const { entity, one: call } = kinds[kind];
  const list = listOf(seen);
  if (!list) return undefined;
  const { fieldsIn } = list;
  const bare = bareOf(seen.path).replace(/\/$/, '');
  const slash = bareOf(seen.path).endsWith('/') ? '/' : '';
  const usual = [`${bare}/{id}${slash}`, `${bare}?id={id}`].map((form) => withQuery(form, make.query));
  const forms = call && (base === undefined ? usual : [contractPath(base, call)]);
  const single = forms && (await findOne(done, list, forms));
  const one = single && at(single.seen.json, single.one);
  const [first, ...others] = list.rows;
  const rows = isRecord(one) ? [{ ...first, ...(fieldsIn ? flatRow(one) : one) }, ...others] : list.rows;
  const calls = single ? `${seen.call} and ${single.seen.call}` : seen.call;
  // A post of WordPress contains the ids of its categories in a list that is named after the taxonomy. The first id
  // in this list is the category of a project.
  const category = `${lastOf(lists.categories?.path ?? '')}.0`;
  const isNamed = kind === 'projects' && rows.some((row) => !isNothing(at(row, category)));
  const match = (which: HostKind, all: readonly Json[], where: string) =>
    matchFields(which, all, where, {
      ...make.fields?.[which],
      ...(isNamed && which === entity && { category_id: category }),
    });
  const found = match(entity, rows, calls);
  const [[name = '', inner = entity] = []] = Object.entries(nested[entity] ?? {});
  const place = found.fields.get(name)?.place;
  const things = place === undefined ? [] : rows.flatMap((row) => at(row, place) ?? []);
  // A picture may also be a bare URL in place of an object.
  const parts = things.map((each) => (isRecord(each) ? each : { image: each }));
  const own = [...new Map(parts.map((row) => [JSON.stringify(row), row])).values()];
  const inside = own.length > 0 ? match(inner, own, `${place} of ${calls}`) : undefined;
  const places = {
    list: list.place,
    ...(single && { one: single.one }),
    ...(fieldsIn && { fields_in: fieldsIn }),
  };
  return { kind, path, seen, list, single, envelope: { ...places, ...numbersOf(seen, list) }, found, inside };
}

/** Reads one record of a list. Tries these paths until one of them answers with that record. */
async function findOne(
  done: Surveyed,
  { rows }: FoundList,
  forms: readonly string[],
): Promise<Listed['single']> {
  const idField = idFieldOf(rows) ?? 'id';
  const id = rows[0]?.[idField];
  for (const path of id === undefined ? [] : forms) {
    const seen = await read(done, withId(path, encodeURIComponent(String(id))));
    const places = seen.status === 200 ? placesIn(seen.json) : [];
    const found = places.find(({ value }) => isRecord(value) && String(value[idField]) === String(id));
    if (found) return { path, seen, one: found.place };
  }
  return undefined;
}

/**
 * Reads, with the token, the list that includes drafts. Its path is the one that the person stated, otherwise the one
 * documented for this make of host.
 */
async function findDrafts(done: Surveyed, listed: Listed): Promise<void> {
  const { prober, signedIn, make, told } = done;
  const { kind, path: open, seen: seenOpen, found, envelope } = listed;
  if (!signedIn || Object.keys(seenOpen.sent).length > 0) return;
  const total = (seen: ProbeAnswer, rows: readonly Json[]) =>
    envelope.total ? numberAt(seen, envelope.total) : rows.length;
  const query = { ...make.query, ...make.sort };
  const others = (told[kind] ?? []).slice(1).map((path) => withQuery(path, query));
  for (const path of [...others, ...make.drafts.map((more) => withQuery(open, more))]) {
    await read(done, path);
    const seen = await prober.ask(path, tokenHeadersOf(signedIn));
    const list = listOf(seen);
    const isMore = list && total(seen, list.rows) > total(seenOpen, listed.list.rows);
    if (!list || (!isMore && !others.includes(path))) continue;
    signedIn.sendBecause ??= `${seen.call} answered more with the token than without`;
    listed.drafts = seen;
    const { entity, rows } = found;
    const all = matchFields(entity, [...rows, ...list.rows], seen.call, make.fields?.[entity]);
    const shown = all.fields.get('is_active');
    if (shown) found.fields.set('is_active', shown);
    return;
  }
}
