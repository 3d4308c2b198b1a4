import type { EntityName } from '../../../server/bff/hosts/host-file/entities.ts';
import type { Envelope } from '../../../server/bff/hosts/host-file/envelope.ts';
import { isObject } from '../finding.ts';
import { findApiBook, queryOf } from './api-book.ts';
import { errorsIn, listIn, messageIn, numbersOf, successIn } from './envelope.ts';
import { type FoundFields, matchFields } from './fields.ts';
import { at, flatRow, type Json } from './json-places.ts';
import { newestFirst } from './newest-first.ts';
import { type FoundPaging, findPaging, pagingLike, withQuery } from './pages.ts';
import type { Prober, Seen } from './prober.ts';
import {
  categoryNamesFrom,
  findBySlug,
  findGuarded,
  findResource,
  findRoot,
  findSingle,
  type Resource,
  type Survey,
  seeNowhere,
} from './resources.ts';
import type { Kind } from './words.ts';

/** A list of the host with all that is known of it. */
export interface KnownResource extends Resource {
  /** Envelope of its list and its single thing. */
  envelope: Envelope;
  pages: Pick<FoundPaging, 'paging' | 'because' | 'isByCursor'>;
  fields: FoundFields;
  /** Fields of the things inside, by their kind. */
  inside: Partial<Record<EntityName, FoundFields>>;
  /** Rows as they are read: fields in `attributes` stand beside the id. */
  rows: Json[];
  /** Places with drafts that visitors do not get. */
  guarded: { path: string; because: string }[];
}

export interface Surveyed extends Survey {
  resources: Partial<Record<Kind, KnownResource>>;
  /** What all answers have in common. */
  envelope: Envelope;
  /** Refusals that were seen. */
  refusals: Seen[];
  /** How projects of one category are asked for: the name in the query. */
  byCategory?: { name: string; because: string };
  evidence: { at: string; value: unknown; because: string }[];
}

export const entityOfKind: Record<Kind, EntityName> = {
  post: 'blog',
  project: 'project',
  category: 'category',
  job: 'job',
  member: 'team_member',
};

/** Lists of things inside of things. */
const insides: Partial<Record<Kind, { field: string; entity: EntityName }>> = {
  project: { field: 'images', entity: 'project_image' },
  category: { field: 'tech_img', entity: 'logo' },
};

/** Looks at what an unknown host lists, and how. */
export async function surveyHost(
  prober: Prober,
  given: string,
  say: (text: string) => void,
): Promise<Surveyed> {
  const book = await findApiBook(prober, given);
  if (book) say(`${book.call} describes ${book.operations.length} calls.`);
  const root = await findRoot(prober, given, book);
  const survey: Survey = { prober, root, book, nowhere: await seeNowhere(prober, root) };
  const done: Surveyed = {
    ...survey,
    resources: {},
    envelope: {},
    refusals: [survey.nowhere.get],
    evidence: [],
  };
  say(`Looking below ${prober.origin}${root} …`);

  const usual: string[] = [];
  let paging: FoundPaging | undefined;
  const add = async (kind: Kind, options: Parameters<typeof findResource>[2] = {}) => {
    const found = await findResource(survey, kind, {
      ...options,
      taken: Object.values(done.resources).map(({ path }) => path),
    });
    if (!found) return;
    // Nobody of a team has a page.
    const single = kind === 'member' ? undefined : await findSingle(survey, found, usual);
    if (single) usual.unshift(single.form);
    // What others name by its id keeps it.
    const named =
      !single && (kind === 'post' || kind === 'project') ? await findBySlug(survey, found) : undefined;
    const resource: Resource = { ...found, ...(single ? { single: single.single } : named) };
    if (!paging && found.list.rows.length > 0) {
      paging = await findPaging(
        prober,
        found.path,
        found.seen,
        found.list,
        queryOf(book, found.path).filter((name) => /page/i.test(name) && !/size|per/i.test(name)),
      );
      done.resources[kind] = known(resource, paging, paging.second);
      return;
    }
    const numbers = numbersOf(found.seen, found.list);
    const hasNumbers = (numbers.last_page ?? numbers.page) !== undefined;
    const own = paging
      ? await pagingLike(prober, found.path, found.seen, found.list, paging.paging, hasNumbers)
      : { paging: 'none' as const, because: `${found.seen.call} is empty, and no other list tells` };
    done.resources[kind] = known(resource, own, 'second' in own ? own.second : undefined);
  };
  await add('post');
  if (done.resources.post) done.resources.post = await newestFirst(prober, done.resources.post);
  await add('project');
  const { project } = done.resources;
  await add('category', { first: project ? categoryNamesFrom(project) : [] });
  if (Object.keys(done.resources).length > 0) {
    await add('job');
    await add('member');
  }

  done.envelope = await commonEnvelope(done);
  const formsOfGuarded: string[] = [];
  for (const kind of ['post', 'job', 'member'] as const) {
    const resource = done.resources[kind];
    if (!resource || (kind !== 'post' && formsOfGuarded.length === 0)) continue;
    const found = await findGuarded(survey, resource, kind === 'post' ? [] : formsOfGuarded.slice(0, 1));
    resource.guarded = found;
    for (const each of found) formsOfGuarded.push(each.form);
  }
  const byCategory = await findFilter(done);
  if (byCategory) done.byCategory = byCategory;
  return done;
}

function known(
  resource: Resource,
  pages: FoundPaging | KnownResource['pages'],
  second: Seen | undefined,
): KnownResource {
  const { list, seen, single, kind } = resource;
  const flat = (row: Json) => flatRow(row, list.fieldsIn);
  const rows = list.rows.map(flat);
  const one = single ? at(single.seen.json, single.one) : undefined;
  const samples = isObject(one) ? [{ ...rows[0], ...flat(one) }, ...rows.slice(1)] : rows;
  const calls = single ? `${seen.call} and ${single.seen.call}` : seen.call;
  const fields = matchFields(entityOfKind[kind], samples, calls, resource.idField);
  const inside: KnownResource['inside'] = {};
  const within = insides[kind];
  const place = within && fields.get(within.field)?.place;
  if (within && place) {
    const nested = samples.flatMap((row) => at(row, place)).filter(isObject);
    if (nested.length > 0) inside[within.entity] = matchFields(within.entity, nested, `${place} of ${calls}`);
  }
  const numbers = pages.paging === 'none' ? {} : numbersOf(seen, list, second);
  const envelope: Envelope = {
    list: list.place,
    ...(single && { one: single.one }),
    ...(list.fieldsIn && { fields_in: list.fieldsIn }),
    ...numbers,
    paging: sized(pages, numbers, list.rows.length, second),
  };
  return { ...resource, envelope, pages, fields, inside, rows: samples, guarded: [] };
}

/** With the rows of a page, where the host says how many there are in all and not how many are on one. */
function sized(
  { paging }: KnownResource['pages'],
  numbers: Pick<Envelope, 'last_page' | 'per_page'>,
  rows: number,
  second: Seen | undefined,
): NonNullable<Envelope['paging']> {
  const hasMore = (listIn(second?.json)?.rows.length ?? 0) > 0;
  if (paging === 'none' || !('page' in paging) || numbers.last_page || numbers.per_page || !hasMore)
    return paging;
  return { ...paging, size: rows };
}

/** What answers have in common: that of posts, or of the first list that there is, with what refusals are like. */
async function commonEnvelope(done: Surveyed): Promise<Envelope> {
  const { resources, prober } = done;
  const first = resources.post ?? Object.values(resources)[0];
  const single = first?.single ?? Object.values(resources).find((each) => each.single)?.single;
  if (single) {
    const missing = await prober.ask('GET', single.path.replace('{id}', unlikeId(first)));
    done.refusals.push(missing);
  }
  const good = first?.seen.json;
  const bad = done.refusals.filter(({ status }) => status > 0);
  const success = successIn(
    good,
    bad.find((each) => each.status < 300 && !listIn(each.json)),
  );
  const message = messageIn(bad.filter(({ json }) => json !== undefined));
  const errors = errorsIn(bad);
  const meaning = success && message ? meaningOf(done, message) : undefined;
  return {
    ...(success && { success }),
    ...(meaning && message && { status: { at: message, means: { [meaning]: 404 } } }),
    ...(message && { message }),
    errors: errors ?? 'errors',
    ...(single && { one: single.one }),
    ...first?.envelope,
  };
}

/** An id that nothing has, of the kind that things have. */
function unlikeId(resource: Resource | undefined): string {
  const id = String(resource?.list.rows[0]?.[resource.idField] ?? '');
  if (/^\d+$/.test(id)) return '999999999';
  // Words are known by other words.
  return /^[\da-f-]{16,}$/i.test(id)
    ? id.replace(/\d/g, (digit) => String((Number(digit) + 5) % 10))
    : `${id}-is-not-there`;
}

/** The words of a host that says 200 and means that there is no such thing. */
function meaningOf({ refusals, nowhere }: Surveyed, message: string): string | undefined {
  const missing = refusals.find((each) => each !== nowhere.get && each.status === 200);
  const text = missing && at(missing.json, message);
  return typeof text === 'string' &&
    text !== '' &&
    text !== at(nowhere.get.json, message) &&
    !/\d{3}/.test(text)
    ? text
    : undefined;
}

/** The name in the query that leaves the projects of one category, held to the rows. */
async function findFilter({ resources, prober, book }: Surveyed): Promise<Surveyed['byCategory']> {
  const { project, category } = resources;
  const place = project?.fields.get('category_id')?.place;
  if (!project || !category || !place) return undefined;
  const idPlace = category.idField;
  const ids = category.rows.map((row) => row[idPlace]).map(String);
  const own = project.rows.map((row) => String(at(row, place)));
  const wanted = ids.find((id) => own.includes(id) && own.some((each) => each !== id));
  if (wanted === undefined) return undefined;
  const [first = ''] = place.split('.');
  const stem = first.replace(/(_id|Id|_uuid|Uuid)$/, '');
  const documented = queryOf(book, project.path);
  const likely = [
    ...(place.includes('.data.') ? [`filters[${first}][id]`] : []),
    place.replace('.', '_'),
    first,
    `${stem}_id`,
    `${stem}Id`,
    stem,
    'category',
    'category_id',
    'categoryId',
    `filter[${stem}]`,
  ];
  const names = documented.length > 0 ? likely.filter((name) => documented.includes(name)) : likely;
  for (const name of [...new Set(names)].slice(0, 6)) {
    const seen = await prober.ask('GET', withQuery(project.path, { [name]: wanted }));
    const rows = seen.status === 200 ? (listIn(seen.json)?.rows ?? []) : [];
    const flat = rows.map((row) => flatRow(row, 'attributes'));
    if (rows.length > 0 && flat.every((row) => String(at(row, place)) === wanted))
      return { name, because: `${seen.call} answered only rows with ${place} ${wanted}` };
  }
  return undefined;
}
