import type { CallName } from '#shared/contract/index.ts';
import type { EntityName } from '../../../server/bff/hosts/host-file/entities.ts';
import { type Envelope, presets } from '../../../server/bff/hosts/host-file/envelope.ts';
import { isObject } from '../finding.ts';
import { type ContractHost, contractPath } from './contract-host.ts';
import { type FoundList, type FoundPaging, findPaging, listOf, numbersOf, refusalsIn } from './envelope.ts';
import { type FoundFields, matchFields } from './fields.ts';
import { at, flatRow, idFieldOf, type Json, placesIn } from './json.ts';
import { callsOf, type Kind, kinds, listNames, type Make } from './known-hosts.ts';
import { type Prober, type Seen, withQuery } from './prober.ts';
import { type SignedIn, tokenHeadersOf, tryToken } from './sign-in.ts';

/** A list of the host, and how one thing of it is read. */
export interface Listed {
  kind: Kind;
  entity: EntityName;
  /** From the origin. */
  path: string;
  seen: Seen;
  list: FoundList;
  idField: string;
  /** One thing: `{id}` stands in the path or the query; `one` is its place in the answer. */
  single?: { path: string; seen: Seen; one: string };
  envelope: Envelope;
  pages: FoundPaging;
  /** The rows, the first with what its own answer says more. */
  rows: Json[];
  fields: FoundFields;
  /** Fields of the things inside: the pictures of a project, the logos of a category. */
  inside?: { entity: EntityName; field: string; rows: Json[]; fields: FoundFields };
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
  for (const kind of ['category', 'post', 'project', 'job', 'member'] as const) {
    const { all, list: first, one } = callsOf(kind);
    const { rows: [category] = [], idField = 'id' } = done.lists.category ?? {};
    if (kind === 'project' && !category) continue;
    for (const name of all ? [all, first] : [first]) {
      const path = contractPath(host, name, kind === 'project' ? category?.[idField] : undefined);
      const seen = await ask(done, host, name, `${path}?page=1`);
      const list = listOf(seen);
      if (!list || done.lists[kind]) continue;
      const found = await listed(done, { kind, path, seen, list }, one ? [contractPath(host, one)] : []);
      done.lists[kind] = found;
      if (one && found.single) host.answers.set(one, found.single.seen);
    }
  }
  await ask(done, host, 'getApplicants', `${contractPath(host, 'getApplicants')}?page=1`);
  await ask(done, host, 'getMessages', `${contractPath(host, 'getMessages')}?page=1&folder=inbox`);
  await closeSurvey(done);
}

async function ask(done: Surveyed, host: ContractHost, name: CallName, path: string): Promise<Seen> {
  const seen = await read(done, path);
  const isThere = (seen.status === 200 && isObject(seen.json)) || (!done.signedIn && seen.status === 401);
  if (isThere) host.answers.set(name, seen);
  else host.answers.delete(name);
  return seen;
}

/** Reads the lists of another host: those that were told, and those of its index or at its usual names. */
export async function surveyMake(
  done: Surveyed,
  paths: Partial<Record<Kind, readonly string[]>>,
): Promise<void> {
  const { root, make } = done;
  for (const kind of Object.keys(kinds) as Kind[]) {
    for (const path of paths[kind] ?? listNames[kind].map((name) => `${root}/${name}`)) {
      const query = { ...make.query, ...(kind === 'post' && make.newestFirst) };
      const seen = await read(done, withQuery(path, query));
      const list = listOf(seen);
      if (!list || JSON.stringify(seen.json) === JSON.stringify(done.refusals[0]?.json)) continue;
      const one = bareOf(seen.path).replace(/\/$/, '');
      const slash = bareOf(seen.path).endsWith('/') ? '/' : '';
      const singular = one.replace(/ies$/, 'y').replace(/s$/, '');
      const forms = [`${one}/{id}${slash}`, `${one}?id={id}`, `${singular}?id={id}`].map((form) =>
        withQuery(form, make.query ?? {}),
      );
      done.lists[kind] = await listed(
        done,
        { kind, path: seen.path, seen, list },
        callsOf(kind).one ? forms : [],
      );
      if (list.rows.length > 0) break;
    }
  }
  const { project, category } = done.lists;
  // A WordPress post has the numbers of its categories in a list named as the taxonomy is.
  const place = `${lastOf(category?.path ?? '')}.0`;
  const sample = project?.rows.map((row) => at(row, place)).find(Boolean);
  if (project && sample !== undefined)
    project.fields.set('category_id', {
      place,
      says: place,
      sample,
      because: `${place} of ${project.seen.call}`,
    });
  for (const each of Object.values(done.lists)) {
    await findDrafts(done, each);
    if (!make.edit) await findAllowed(done, each);
  }
  await closeSurvey(done);
}

async function listed(
  done: Surveyed,
  found: Pick<Listed, 'kind' | 'path' | 'seen' | 'list'>,
  forms: readonly string[],
): Promise<Listed> {
  const { kind, seen, list } = found;
  const { entity } = kinds[kind];
  const idField = idFieldOf(list.rows) ?? 'id';
  const id = list.rows[0]?.[idField];
  let single: Listed['single'];
  for (const path of id === undefined ? [] : forms) {
    const one = await read(done, path.replace('{id}', encodeURIComponent(String(id))));
    const places = one.status === 200 ? [{ place: '', value: one.json }, ...placesIn(one.json)] : [];
    const place = places.find(({ value }) => isObject(value) && String(value[idField]) === String(id))?.place;
    if (place !== undefined) single = { path, seen: one, one: place };
    if (single) break;
  }
  const one = single && at(single.seen.json, single.one);
  const rows = isObject(one)
    ? [{ ...list.rows[0], ...flatRow(one, list.fieldsIn) }, ...list.rows.slice(1)]
    : list.rows;
  const calls = single ? `${seen.call} and ${single.seen.call}` : seen.call;
  const fields = fieldsIn(done.make, entity, rows, calls, idField);
  const inner = { project: 'project_image', category: 'logo' }[kind as string] as EntityName | undefined;
  const field: string | undefined = inner && fields.get(inner === 'logo' ? 'tech_img' : 'images')?.place;
  const all = field ? rows.flatMap((row) => at(row, field)).filter(isObject) : [];
  const nested = [...new Map(all.map((row) => [JSON.stringify(row), row])).values()];
  const numbers = numbersOf(seen, list);
  const pages = await pagesOf(done, found, numbers);
  const envelope: Envelope = {
    list: list.place,
    ...(single && { one: single.one }),
    ...(list.fieldsIn && { fields_in: list.fieldsIn }),
    ...(pages.paging !== 'none' && numbers),
    paging: pages.paging,
  };
  const inside = inner &&
    field &&
    nested.length > 0 && {
      ...{
        entity: inner,
        field,
        rows: nested,
        fields: fieldsIn(done.make, inner, nested, `${field} of ${calls}`, idFieldOf(nested)),
      },
    };
  return {
    ...found,
    entity,
    idField,
    envelope,
    pages,
    rows,
    fields,
    ...(single && { single }),
    ...(inside && { inside }),
  };
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
  done: Surveyed,
  { seen, list }: Pick<Listed, 'seen' | 'list'>,
  numbers: Envelope,
): Promise<FoundPaging> {
  const because = `${seen.call} has the same numbers as others`;
  if (numbers.page === presets.contract.page && numbers.last_page === presets.contract.last_page)
    return { paging: presets.contract.paging, because: `${seen.call} has the contract's numbers` };
  const first = Object.values(done.lists).find((each) => each.rows.length > 0);
  const isAlike = first?.envelope.last_page === numbers.last_page && first?.envelope.total === numbers.total;
  if (first)
    return isAlike
      ? { ...first.pages, because }
      : { paging: 'none', because: `${seen.call} has other numbers than ${first.seen.call}` };
  if (list.rows.length === 0) return { paging: 'none', because: `${seen.call} is empty` };
  const headers = seen.isWithToken && done.signedIn ? tokenHeadersOf(done.signedIn) : {};
  return findPaging(done.prober, seen, list, done.make.paging, headers);
}

/** The same list with the token: in the same place, or in one that the make names. */
async function findDrafts(done: Surveyed, found: Listed): Promise<void> {
  const { prober, signedIn, make, root } = done;
  if (!signedIn || found.seen.isWithToken || !callsOf(found.kind).all) return;
  const total = (seen: Seen, { rows }: FoundList) => {
    const place = found.envelope.total ?? '-';
    const said = place.startsWith('header:') ? seen.headers[place.slice(7)] : at(seen.json, place);
    return Number(said ?? rows.length);
  };
  for (const form of make.drafts) {
    const [place = '', query] = form.split('?', 2);
    const filled = place
      .replace('{list}', found.path)
      .replace('{root}', root)
      .replace('{name}', lastOf(found.path));
    const path = withQuery(filled, Object.fromEntries(new URLSearchParams(query)));
    const open = await read(done, path);
    const seen = open.isWithToken ? open : await prober.ask(path, tokenHeadersOf(signedIn));
    const list = listOf(seen);
    const isMore = list && total(seen, list) > total(found.seen, found.list);
    if (!list || (!isMore && (bareOf(seen.path) === bareOf(found.path) || !open.isWithToken))) continue;
    signedIn.sendBecause ??= `${seen.call} answered more with the token than without`;
    found.drafts = { path: seen.path, because: `${seen.call} answered it with the token` };
    const shown = matchFields(found.entity, [...found.rows, ...list.rows], seen.call, found.idField).get(
      'is_active',
    );
    if (shown && !make.fields?.[found.entity]?.is_active) found.fields.set('is_active', shown);
    return;
  }
}

/** What OPTIONS allows (RFC 9110 §9.3.7), of a host that does not allow the same of what is not there. */
async function findAllowed({ prober, root }: Surveyed, found: Listed): Promise<void> {
  const ask = async (path: string) =>
    String((await prober.ask(path, {}, 'OPTIONS')).headers.allow ?? '').toUpperCase();
  const nothing = await ask(`${root}/doctor-asks-for-what-is-not-there`);
  const list = await ask(bareOf(found.path));
  const id = encodeURIComponent(String(found.rows[0]?.[found.idField] ?? ''));
  const one = found.single && id ? await ask(bareOf(found.single.path).replace('{id}', id)) : '';
  if (list !== nothing) found.allowed = { list, one };
}

/** What all answers have in common, with what a refusal is like: one id is asked for that cannot be there. */
async function closeSurvey(done: Surveyed): Promise<void> {
  const all = Object.values(done.lists);
  const first = done.lists.post ?? all[0];
  const { single, rows: [row] = [], idField = 'id' } = [first, ...all].find((each) => each?.single) ?? {};
  const id = String(row?.[idField] ?? '');
  const other = /^\d+$/.test(id)
    ? '999999999'
    : id.replace(/\d/g, (digit) => String((Number(digit) + 5) % 10));
  if (single && other !== id)
    done.refusals.unshift(await read(done, single.path.replace('{id}', encodeURIComponent(other))));
  const refused = done.refusals.filter(({ json }) => json !== undefined);
  done.envelope = {
    ...refusalsIn(first?.seen.json, refused),
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
