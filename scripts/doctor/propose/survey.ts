import type { CallName } from '#shared/contract/index.ts';
import type { EntityName } from '../../../server/bff/hosts/host-file/entities.ts';
import { type Envelope, presets } from '../../../server/bff/hosts/host-file/envelope.ts';
import { isObject } from '../finding.ts';
import { allowedAt, type ContractHost, contractPath } from './contract-host.ts';
import {
  type FoundList,
  type FoundPaging,
  findPaging,
  listOf,
  numberAt,
  numbersOf,
  refusalsIn,
} from './envelope.ts';
import { type FoundFields, matchFields } from './fields.ts';
import { at, flatRow, idFieldOf, type Json, placesIn } from './json.ts';
import { type Kind, kinds, type Make } from './known-hosts.ts';
import { type Prober, type Seen, withQuery } from './prober.ts';
import { type SignedIn, tokenHeadersOf, tryToken } from './sign-in.ts';

/** A list of the host, and how one thing of it is read. */
export interface Listed {
  kind: Kind;
  /** From the origin. */
  path: string;
  seen: Seen;
  list: FoundList;
  idField: string;
  /** One thing: `{id}` stands in the path or the query; `one` is its place in the answer. */
  single?: { path: string; seen: Seen; one: string } | undefined;
  envelope: Envelope;
  pages: FoundPaging;
  /** The rows, the first with what its own answer says more. */
  rows: Json[];
  fields: FoundFields;
  /** The things inside: the pictures of a project, the logos of a category. */
  inside?: { entity: EntityName; rows: Json[]; fields: FoundFields } | undefined;
  /** Methods that the host allows for the list and for one thing, where nothing documents them. */
  allowed?: { list: string; one: string };
  /** The same list with drafts, for whoever is signed in. */
  drafts?: { path: string; because: string };
}

export interface Surveyed {
  prober: Prober;
  /** The path of the root, without a slash at its end. */
  root: string;
  host?: ContractHost;
  make: Make;
  signedIn?: SignedIn;
  lists: Partial<Record<Kind, Listed>>;
  /** What all answers have in common. */
  envelope: Envelope;
  refusals: Seen[];
}

/** A read: with the token where visitors are refused. */
async function read({ prober, signedIn }: Surveyed, path: string): Promise<Seen> {
  const seen = await prober.ask(path);
  if (!signedIn || (seen.status !== 401 && seen.status !== 403)) return seen;
  if (!signedIn.sendBecause) await tryToken(prober, signedIn, seen);
  return { ...(await prober.ask(seen.path, tokenHeadersOf(signedIn))), isWithToken: true };
}

/** Reads the lists of a host that answers the contract, each by its own call. */
export async function surveyContract(done: Surveyed, host: ContractHost): Promise<void> {
  async function ask(name: CallName, path: string): Promise<Seen> {
    const seen = await read(done, path);
    const isThere = (seen.status === 200 && isObject(seen.json)) || (!done.signedIn && seen.status === 401);
    if (isThere) host.answers.set(name, seen);
    else host.answers.delete(name);
    return seen;
  }

  for (const kind of ['categories', 'posts', 'projects', 'jobs', 'team'] as const) {
    const { all, list: first, one } = kinds[kind];
    const { rows: [category] = [], idField = 'id' } = done.lists.categories ?? {};
    if (kind === 'projects' && !category) continue;
    for (const name of all ? [all, first] : [first]) {
      const path = contractPath(host, name, kind === 'projects' ? category?.[idField] : undefined);
      const seen = await ask(name, `${path}?page=1`);
      if (!listOf(seen) || done.lists[kind]) continue;
      const found = await addList(done, kind, path, seen, one ? [contractPath(host, one)] : []);
      if (one && found?.single) host.answers.set(one, found.single.seen);
    }
  }
  await ask('getApplicants', `${contractPath(host, 'getApplicants')}?page=1`);
  await ask('getMessages', `${contractPath(host, 'getMessages')}?page=1&folder=inbox`);
  await closeSurvey(done);
}

/** Reads the lists of another host: those that were told, and those of its index or at its usual names. */
export async function surveyMake(
  done: Surveyed,
  paths: Partial<Record<Kind, readonly string[]>>,
): Promise<void> {
  const { root, make, lists, prober } = done;
  for (const kind of Object.keys(kinds) as Kind[]) {
    for (const path of paths[kind] ?? kinds[kind].lists.map((name) => `${root}/${name}`)) {
      const seen = await read(
        done,
        withQuery(path, { ...make.query, ...(kind === 'posts' && make.newestFirst) }),
      );
      if (JSON.stringify(seen.json) === JSON.stringify(done.refusals[0]?.json)) continue;
      const slash = bareOf(seen.path).endsWith('/') ? '/' : '';
      const one = bareOf(seen.path).replace(/\/$/, '');
      const forms = [`${one}/{id}${slash}`, `${one}?id={id}`].map((form) =>
        withQuery(form, make.query ?? {}),
      );
      const found = await addList(done, kind, seen.path, seen, kinds[kind].one ? forms : []);
      if (found && found.rows.length > 0) break;
    }
  }
  // A WordPress post has the numbers of its categories in a list named as the taxonomy is.
  const place = `${lastOf(lists.categories?.path ?? '')}.0`;
  const sample = lists.projects?.rows.map((row) => at(row, place)).find(Boolean);
  const because = `${place} of ${lists.projects?.seen.call}`;
  if (sample !== undefined)
    lists.projects?.fields.set('category_id', { place, says: place, sample, because });
  for (const each of Object.values(lists)) {
    await findDrafts(done, each);
    if (make.edit) continue;
    const id = encodeURIComponent(String(each.rows[0]?.[each.idField] ?? ''));
    const list = await allowedAt(prober, root, bareOf(each.path));
    const item = bareOf(each.single?.path ?? '').replace('{id}', id);
    if (list) each.allowed = { list, one: (item && (await allowedAt(prober, root, item))) || '' };
  }
  await closeSurvey(done);
}

/** Looks into a list, and at one of its things: under the first of these paths that answers it. */
async function addList(
  done: Surveyed,
  kind: Kind,
  path: string,
  seen: Seen,
  forms: readonly string[],
): Promise<Listed | undefined> {
  const list = listOf(seen);
  if (!list) return undefined;
  const { entity } = kinds[kind];
  const idField = idFieldOf(list.rows) ?? 'id';
  const id = list.rows[0]?.[idField];
  let single: Listed['single'];
  for (const form of id === undefined ? [] : forms) {
    const one = await read(done, form.replace('{id}', encodeURIComponent(String(id))));
    const places = one.status === 200 ? [{ place: '', value: one.json }, ...placesIn(one.json)] : [];
    const found = places.find(({ value }) => isObject(value) && String(value[idField]) === String(id));
    if (found) single = { path: form, seen: one, one: found.place };
    if (found) break;
  }
  const one = single && at(single.seen.json, single.one);
  const rows = [...list.rows];
  if (isObject(one)) rows[0] = { ...rows[0], ...flatRow(one, list.fieldsIn) };
  const calls = single ? `${seen.call} and ${single.seen.call}` : seen.call;
  const fields = fieldsIn(done.make, entity, rows, calls, idField);
  const numbers = numbersOf(seen, list);
  const pages = await pagesOf(done, seen, list, numbers);
  const envelope: Envelope = {
    list: list.place,
    ...(single && { one: single.one }),
    ...(list.fieldsIn && { fields_in: list.fieldsIn }),
    ...(pages.paging !== 'none' && numbers),
    paging: pages.paging,
  };
  const inside = insideOf(done.make, kind, rows, fields, calls);
  const found = { kind, path, seen, list, idField, single, envelope, pages, rows, fields, inside };
  done.lists[kind] = found;
  return found;
}

function insideOf(
  make: Make,
  kind: Kind,
  rows: readonly Json[],
  fields: FoundFields,
  calls: string,
): Listed['inside'] {
  const [entity, name] =
    kind === 'projects' ? (['project_image', 'images'] as const) : (['logo', 'tech_img'] as const);
  const place = fields.get(name)?.place;
  const all = place === undefined ? [] : rows.flatMap((row) => at(row, place)).filter(isObject);
  const own = [...new Map(all.map((row) => [JSON.stringify(row), row])).values()];
  if (own.length === 0) return undefined;
  return { entity, rows: own, fields: fieldsIn(make, entity, own, `${place} of ${calls}`, idFieldOf(own)) };
}

/** The fields of these rows: by what they look like, and as the make has them. */
function fieldsIn(
  make: Make,
  entity: EntityName,
  rows: readonly Json[],
  calls: string,
  idField = 'id',
): FoundFields {
  if (rows.length === 0) return new Map();
  const fields = matchFields(entity, rows, calls, idField);
  for (const [ours, says] of Object.entries(make.fields?.[entity] ?? {})) {
    const place = typeof says === 'string' ? says : String(says.at ?? '');
    const sample = rows.map((row) => at(row, place)).find(Boolean);
    fields.set(ours, { place, says, sample, because: `${make.name} hosts have it there` });
  }
  return fields;
}

/** The pages of the first list are looked for, and those of others are like them where they have the same numbers. */
async function pagesOf(
  { lists, signedIn, prober, make }: Surveyed,
  seen: Seen,
  list: FoundList,
  { page, last_page, total }: Envelope,
): Promise<FoundPaging> {
  const { contract } = presets;
  if (page === contract.page && last_page === contract.last_page)
    return { paging: contract.paging, because: `${seen.call} has the contract's numbers` };
  const first = Object.values(lists).find((each) => each.rows.length > 0 && !each.pages.isPresumed);
  const isAlike = first?.envelope.last_page === last_page && first?.envelope.total === total;
  if (first && isAlike) return { ...first.pages, because: `${seen.call} has the same numbers as others` };
  if (first) return { paging: 'none', because: `${seen.call} has other numbers than ${first.seen.call}` };
  if (list.rows.length === 0) return { paging: 'none', because: `${seen.call} is empty` };
  const headers = seen.isWithToken && signedIn ? tokenHeadersOf(signedIn) : {};
  return findPaging(prober, seen, list, make.paging, headers);
}

/** The same list with the token: in the same place, or in one that the make names. */
async function findDrafts({ prober, signedIn, make, root }: Surveyed, found: Listed): Promise<void> {
  if (!signedIn || found.seen.isWithToken || !kinds[found.kind].all) return;
  const { total: place = '' } = found.envelope;
  const total = (seen: Seen, { rows }: FoundList) => (place ? numberAt(seen, place) : rows.length);
  const filled = { '{list}': found.path, '{root}': root, '{name}': lastOf(found.path) };
  for (const form of make.drafts) {
    const [plain = '', query] = form.split('?', 2);
    const whole = plain.replace(/\{\w+\}/g, (mark) => filled[mark as '{list}']);
    const path = withQuery(whole, Object.fromEntries(new URLSearchParams(query)));
    const open = await prober.ask(path);
    if (open.status === 401 && !signedIn.sendBecause) await tryToken(prober, signedIn, open);
    const seen = await prober.ask(path, tokenHeadersOf(signedIn));
    const list = listOf(seen);
    const isClosed = open.status === 401 || open.status === 403;
    const isMore = list && total(seen, list) > total(found.seen, found.list);
    if (!list || (!isMore && (bareOf(seen.path) === bareOf(found.path) || !isClosed))) continue;
    signedIn.sendBecause ??= `${seen.call} answered more with the token than without`;
    found.drafts = { path: seen.path, because: `${seen.call} answered it with the token` };
    const { entity } = kinds[found.kind];
    const all = matchFields(entity, [...found.rows, ...list.rows], seen.call, found.idField);
    const shown = all.get('is_active');
    if (shown && !make.fields?.[entity]?.is_active) found.fields.set('is_active', shown);
    return;
  }
}

/** What all answers have in common, with what a refusal is like: one id is asked for that cannot be there. */
async function closeSurvey(done: Surveyed): Promise<void> {
  const all = Object.values(done.lists);
  const first = done.lists.posts ?? all[0];
  const { single, rows: [row] = [], idField = 'id' } = [first, ...all].find((each) => each?.single) ?? {};
  const id = String(row?.[idField] ?? '');
  const other = id.replace(/\d/g, (digit) => String((Number(digit) + 5) % 10));
  const absent = /^\d+$/.test(id) ? '999999999' : encodeURIComponent(other);
  if (single && absent !== id) done.refusals.unshift(await read(done, single.path.replace('{id}', absent)));
  done.envelope = {
    ...refusalsIn(
      first?.seen.json,
      done.refusals.filter(({ json }) => json !== undefined),
    ),
    ...first?.envelope,
    ...(single && { one: single.one }),
    ...done.make.envelope,
  };
}

export function bareOf(path: string): string {
  return path.split('?', 1)[0] ?? '';
}

export function lastOf(path: string): string {
  return bareOf(path).split('/').filter(Boolean).at(-1) ?? '';
}
