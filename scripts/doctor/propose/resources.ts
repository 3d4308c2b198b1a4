import { type ApiBook, queryOf } from './api-book.ts';
import { type FoundList, listIn } from './envelope.ts';
import { flatRow, idFieldOf, isKeyOf, thingWithId } from './json-places.ts';
import type { Prober, Seen } from './prober.ts';
import { withRelations } from './strapi.ts';
import {
  adminPlaces,
  bareOf,
  type Kind,
  lastOf,
  listNames,
  pluralOf,
  singlePlaces,
  singularOf,
} from './words.ts';

/** A list of the host, and how one thing of it is asked for. */
export interface Resource {
  kind: Kind;
  /** Path from the origin. */
  path: string;
  seen: Seen;
  list: FoundList;
  idField: string;
  /** How one is asked for: `{id}` stands in the path or the query. */
  single?: { path: string; seen: Seen; one: string };
  because: string;
}

/** What is known of a host while it is looked at. */
export interface Survey {
  prober: Prober;
  /** The path of the root, without a slash at its end. */
  root: string;
  book: ApiBook | undefined;
  /** What the host says to a path that cannot be there, by GET and by OPTIONS. */
  nowhere: { get: Seen; options: Seen };
}

/** Prefixes under which APIs stand, tried when nothing is found below the given address. */
const roots = ['/api', '/api/v1', '/v1', '/api/v2', '/v2', '/public/api', '/index.php/api'];
/** A host on Rails says how long it took. There names have underscores, and what is written stands in the name of its kind. */
export function isRails({ nowhere }: Pick<Survey, 'nowhere'>): boolean {
  return nowhere.get.headers['x-runtime'] !== undefined;
}

const nameOfNothing = '/doctor-asks-for-what-is-not-there';

export async function seeNowhere(prober: Prober, root: string): Promise<Survey['nowhere']> {
  return {
    get: await prober.ask('GET', root + nameOfNothing),
    options: await prober.ask('OPTIONS', root + nameOfNothing),
  };
}

/** The root below which lists stand: the given one, unless nothing is there. */
export async function findRoot(prober: Prober, given: string, book: ApiBook | undefined): Promise<string> {
  if (book && pathsIn(book, 'post').length + pathsIn(book, 'category').length > 0) return given;
  const isRoot = async (root: string, names: readonly string[]) => {
    for (const name of names) if (isList(await prober.ask('GET', `${root}/${name}`))) return true;
    return false;
  };
  if (await isRoot(given, [...listNames.post.slice(0, 5), 'projects', 'categories'])) return given;
  for (const [index, root] of roots.map((each) => given + each).entries()) {
    // The first two are by far the most usual.
    const names =
      index < 2 ? [...listNames.post.slice(0, 7), 'projects', 'categories'] : listNames.post.slice(0, 3);
    if (await isRoot(root, names)) return root;
  }
  return given;
}

function isList({ status, json }: Seen): boolean {
  return status === 200 && listIn(json) !== undefined;
}

/** Paths of lists that the host's own document has for this kind of thing, the likely ones first. */
function pathsIn({ operations }: ApiBook, kind: Kind): string[] {
  const lists = operations.filter(({ method, path }) => method === 'GET' && !path.includes('{'));
  const rank = (path: string) => {
    const admin = /admin|manage|dashboard/i.test(path) ? 100 : 0;
    const index = listNames[kind].findIndex(
      (name) => path.endsWith(`/${name}`) || path.endsWith(`/${name}/`),
    );
    return index < 0 ? undefined : index + admin + path.split('/').length / 10;
  };
  return lists
    .flatMap(({ path }) => (rank(path) === undefined ? [] : [{ path, rank: rank(path) ?? 0 }]))
    .sort((one, other) => one.rank - other.rank)
    .map(({ path }) => path);
}

/** Looks for the list of a kind of thing: in the host's document, else by the names that hosts use. `first` are likelier ones. */
export async function findResource(
  survey: Survey,
  kind: Kind,
  { first = [], taken = [] }: { first?: readonly string[]; taken?: readonly string[] } = {},
): Promise<Resource | undefined> {
  const { prober, root, book, nowhere } = survey;
  const inBook = book ? pathsIn(book, kind) : [];
  const names = isRails(survey) ? listNames[kind].map((name) => name.replaceAll('-', '_')) : listNames[kind];
  const byName = [...first, ...names].map((name) => `${root}/${name}`);
  // A document that lists the host's calls is believed: what it does not have is not guessed.
  const paths = book && book.operations.length > 3 ? inBook : [...inBook, ...byName];
  let empty: Resource | undefined;
  for (const path of new Set(paths)) {
    if (taken.some((each) => bareOf(each) === path)) continue;
    const asked = await prober.ask('GET', path);
    const there = asked.status === 200 && asked.text !== nowhere.get.text ? listIn(asked.json) : undefined;
    if (!there) continue;
    const { seen, list } = (await withRelations(survey, asked, there)) ?? { seen: asked, list: there };
    const found: Resource = {
      kind,
      path: seen.path,
      seen,
      list,
      idField: idFieldOf(list.rows) ?? 'id',
      because: `${seen.call} answered ${list.rows.length} rows${list.place ? ` in ${list.place}` : ''}`,
    };
    if (list.rows.length > 0) return found;
    empty ??= found;
  }
  return empty;
}

/** How one thing of a list is asked for: forms that were right for another list come first. */
export async function findSingle(
  { prober, book }: Survey,
  resource: Resource,
  usual: readonly string[],
): Promise<{ single: NonNullable<Resource['single']>; form: string } | undefined> {
  const { path, list, idField } = resource;
  const [row] = list.rows;
  const id = row?.[idField];
  if (id === undefined) return undefined;
  const inBook = book?.operations
    .filter(
      ({ method, path: each }) => method === 'GET' && each.startsWith(`${bareOf(path).replace(/\/$/, '')}/{`),
    )
    .map((each) => each.path)
    .filter((each) => /^[^{]*\{\w+\}\/?$/.test(each))
    .map((each) => each.replace(/\{\w+\}/, '{id}'));
  const ending = bareOf(path).endsWith('/') ? '/' : '';
  for (const form of new Set([...(inBook ?? []), ...usual, ...singlePlaces])) {
    const filled = formFor(form, path);
    const asked = filled.includes('?') ? filled : filled + (filled.endsWith('/') ? '' : ending);
    const seen = await prober.ask('GET', asked.replace('{id}', encodeURIComponent(String(id))));
    const one = seen.status === 200 ? thingWithId(seen.json, idField, id) : undefined;
    if (one === undefined) continue;
    return { single: { path: asked, seen, one }, form };
  }
  return undefined;
}

/** One thing by the words of its title, of a host that knows it by no id. Undefined where such a text cannot stand for an id in an address. */
export async function findBySlug(
  { prober }: Survey,
  { path, list }: Resource,
): Promise<Pick<Resource, 'idField' | 'single'> | undefined> {
  if (path.includes('?')) return undefined;
  const idField = ['slug', 'permalink', 'handle'].find((name) => isKeyOf(list.rows, name));
  const slug = idField && list.rows[0]?.[idField];
  if (!idField || typeof slug !== 'string') return undefined;
  const asked = `${path.replace(/\/$/, '')}/{id}${path.endsWith('/') ? '/' : ''}`;
  const seen = await prober.ask('GET', asked.replace('{id}', encodeURIComponent(slug)));
  const one = seen.status === 200 ? thingWithId(seen.json, idField, slug) : undefined;
  return one === undefined ? undefined : { idField, single: { path: asked, seen, one } };
}

/** A form with the names of this list in it, and with what the list is always asked for. */
export function formFor(form: string, path: string): string {
  const plainPath = bareOf(path).replace(/\/$/, '');
  const always = path.slice(bareOf(path).length + 1);
  const name = lastOf(plainPath);
  const parent = plainPath.slice(0, plainPath.lastIndexOf('/'));
  const filled = form
    .replace('{list}', plainPath)
    .replace('{parent}', parent)
    .replace('{name}', name)
    .replace('{singular}', singularOf(name));
  return always ? `${filled}${filled.includes('?') ? '&' : '?'}${always}` : filled;
}

/** Forms of a list with what is not published, by parameters that the host's document has for it. */
export function draftForms(book: ApiBook | undefined, list: string): string[] {
  const names = queryOf(book, list).filter((name) => /draft|unpublished|^all$|inactive|hidden/i.test(name));
  return names.map((name) => `{list}?${name}=true`);
}

/** Places of the same list with what is not published, which the host keeps from visitors: it answers 401 or 403 there. */
export async function findGuarded(
  { prober, root, book }: Survey,
  resource: Resource,
  usual: readonly string[] = [],
): Promise<{ form: string; path: string; because: string }[]> {
  const guarded = await prober.ask('GET', `${root}/admin${nameOfNothing}`);
  const found: { form: string; path: string; because: string }[] = [];
  const inBook = (book?.operations ?? [])
    .filter(
      ({ method, path }) =>
        method === 'GET' &&
        /admin|manage|dashboard|all\/?$/i.test(path) &&
        !path.includes('{') &&
        lastOf(path.replace(/\/all\/?$/, '')) === lastOf(resource.path),
    )
    .map(({ path }) => path);
  const queries = draftForms(book, resource.path);
  for (const form of new Set([...inBook, ...queries, ...usual, ...(inBook.length > 0 ? [] : adminPlaces)])) {
    if (found.length > 0 && (form.includes('?') || usual.length > 0)) break;
    const path = formFor(form.replace('{root}', root), resource.path);
    const seen = await prober.ask('GET', path);
    const isGuarded = seen.status === 401 || seen.status === 403;
    // Where a whole branch is guarded, 401 says nothing of what is in it: the token will tell.
    if (isGuarded && !(path.includes('/admin/') && guarded.status === seen.status && usual.length > 0))
      found.push({ form, path: seen.path, because: `${seen.call} answered ${seen.status} to a visitor` });
    if (found.length === 2) break;
  }
  return found;
}

/** Names of category lists that the rows of projects lead to: service_id, or an object called service. */
export function categoryNamesFrom(projects: Resource): string[] {
  const [row] = projects.list.rows;
  if (!row) return [];
  const names = Object.entries(flatRow(row, 'attributes')).flatMap(([name, value]) => {
    const reference = /^(.+?)(?:_id|Id|_uuid|Uuid)$/.exec(name)?.[1];
    if (reference) return [reference];
    const isObjectWithId =
      typeof value === 'object' &&
      value !== null &&
      !Array.isArray(value) &&
      ('id' in value || 'uuid' in value);
    return isObjectWithId ? [name] : [];
  });
  const last = lastOf(projects.path);
  const above = bareOf(projects.path)
    .replace(/\/$/, '')
    .slice(0, -last.length)
    .split('/')
    .filter(Boolean)
    .at(-1);
  return names
    .filter((name) => !/^(user|author|owner|client|created|updated|parent|tenant|company)/i.test(name))
    .flatMap((name) => {
      const plural = pluralOf(
        name
          .replace(/([a-z])([A-Z])/g, '$1-$2')
          .replaceAll('_', '-')
          .toLowerCase(),
      );
      return [
        ...(above && !/^(api|v\d+)$/.test(above) ? [`${above}/${plural}`] : []),
        plural,
        `${singularOf(last)}-${plural}`,
      ];
    });
}

/**
 * Where a host has something at this path that takes the method: the path, which may have got a slash at its end; false where it has
 * nothing, undefined where it does not tell.
 */
export async function takes(
  { prober, nowhere }: Pick<Survey, 'prober' | 'nowhere'>,
  method: string,
  path: string,
): Promise<string | false | undefined> {
  if (isDeaf(nowhere.options)) return undefined;
  const asked = await prober.ask('OPTIONS', path);
  const allow = methodsIn(asked);
  const tellsAnyhow = nowhere.options.status === 404 || nowhere.options.status === 405;
  if (allow && methodsIn(nowhere.options)?.join() !== allow.join())
    return allow.includes(method) && asked.path;
  if (asked.status === 404 && nowhere.options.status === 404) return false;
  return tellsAnyhow && asked.status < 300 && asked.status > 0 ? asked.path : undefined;
}

/** True for a host that answers OPTIONS alike whatever it is asked for. */
export function isDeaf(nowhere: Seen): boolean {
  return nowhere.status > 0 && nowhere.status < 300 && methodsIn(nowhere) === undefined;
}

/** Methods of an Allow header. */
export function methodsIn({ headers }: Seen): string[] | undefined {
  const allow = [headers.allow ?? []].flat().join(',').toUpperCase();
  return allow.trim() === '' ? undefined : allow.split(',').map((each) => each.trim());
}
