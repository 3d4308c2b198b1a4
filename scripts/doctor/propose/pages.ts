import type { Envelope } from '../../../server/bff/hosts/host-file/envelope.ts';
import { type FoundList, listIn } from './envelope.ts';
import { at, idFieldOf, leaves, plain } from './json-places.ts';
import type { Prober, Seen } from './prober.ts';

export type Paging = NonNullable<Envelope['paging']>;

/** How a host numbers its pages, with what was seen of it. */
export interface FoundPaging {
  paging: Paging;
  /** Page 2, where one was looked at. */
  second?: Seen;
  because: string;
  /** Pages that the site cannot ask for. */
  isByCursor?: boolean;
}

const pageNames = [
  'page',
  'p',
  'page[number]',
  'pageNumber',
  'page_number',
  'pagination[page]',
  'pg',
  '_page',
  'pageIndex',
];
const offsetNames = [
  ['offset', 'limit'],
  ['skip', 'limit'],
  ['skip', 'take'],
  ['start', 'limit'],
  ['_start', '_limit'],
] as const;

/** Finds the parameter that leads to page 2: by the host's own link to it, else by trying names, and compares the rows. */
export async function findPaging(
  prober: Prober,
  path: string,
  first: Seen,
  list: FoundList,
  known: readonly string[] = [],
): Promise<FoundPaging> {
  const idField = idFieldOf(list.rows) ?? 'id';
  const ids = (seen: Seen) => (listIn(seen.json)?.rows ?? []).map((row) => String(row[idField]));
  const own = ids(first);
  const linked = nextLink(first);
  if (linked) {
    const found = await byLink(prober, path, linked, own, ids);
    if (found) return found;
  }
  const isCursor = hasCursor(first, linked);
  const names = [...new Set([...known, ...namedIn(first), ...pageNames])];
  let single: FoundPaging | undefined;
  for (const name of isCursor ? [] : names.slice(0, 7)) {
    const second = await prober.ask('GET', withQuery(path, { [name]: '2' }));
    // A name that means nothing to a host changes nothing.
    if (second.status === 404)
      single ??= {
        paging: { page: name, first: 1 },
        because: `${second.call} answered 404: there is no such page yet`,
      };
    const isUnknown = second.status !== 200 || !listIn(second.json);
    if (isUnknown || same(ids(second), own)) continue;
    const start = await firstPage(prober, path, name, own, ids, first);
    const because = `${second.call} answered other rows than ${first.call}`;
    return { paging: { page: name, first: start }, second, because };
  }
  for (const [offset, limit] of isCursor || own.length < 3 ? [] : offsetNames) {
    const second = await prober.ask('GET', withQuery(path, { [offset]: '1', [limit]: '2' }));
    if (!same(ids(second), own.slice(1, 3))) continue;
    const size = Math.min(100, Math.max(1, own.length));
    return { paging: { offset, limit, size }, because: `${second.call} answered the second and third row` };
  }
  if (single) return single;
  return {
    paging: 'none',
    because: isCursor
      ? `${first.call} leads on by a cursor, which has no page numbers`
      : `no page parameter changed the rows of ${first.call}`,
    ...(isCursor && { isByCursor: true }),
  };
}

/** Whether another list of this host has pages in the same way. One call at most. */
export async function pagingLike(
  prober: Prober,
  path: string,
  first: Seen,
  list: FoundList,
  like: Paging,
  hasNumbers: boolean,
): Promise<Pick<FoundPaging, 'paging' | 'because' | 'second'>> {
  if (like === 'none' || hasNumbers) return { paging: like, because: `${first.call} has the same numbers` };
  const name = 'page' in like ? like.page : like.offset;
  const second = await prober.ask(
    'GET',
    withQuery(path, { [name]: 'page' in like ? String(like.first + 1) : '1' }),
  );
  if (second.status === 404)
    return { paging: like, because: `${second.call} answered 404: there is no such page` };
  const idField = idFieldOf(list.rows) ?? 'id';
  const rows = listIn(second.json)?.rows;
  const isPaged =
    rows &&
    !same(
      rows.map((row) => row[idField]),
      list.rows.map((row) => row[idField]),
    );
  return isPaged
    ? { paging: like, second, because: `${second.call} answered other rows` }
    : { paging: 'none', because: `${second.call} answered the same rows: all of them are there at once` };
}

export function withQuery(path: string, query: Record<string, string>): string {
  const more = new URLSearchParams(query).toString();
  return `${path}${path.includes('?') ? '&' : '?'}${more}`;
}

/** The address of the next page, as an answer links to it. */
function nextLink({ json, headers }: Seen): string | undefined {
  const inHeader = /<([^>]+)>\s*;[^,]*rel="?next"?/i.exec(String(headers.link ?? ''))?.[1];
  if (inHeader) return inHeader;
  const places = [
    'links.next',
    'next',
    '_links.next.href',
    'meta.next',
    'paging.next',
    'next_page_url',
    'data.next_page_url',
    'links.next.href',
    'pagination.next',
    'meta.pagination.links.next',
  ];
  return places
    .map((place) => at(json, place))
    .find((each) => typeof each === 'string' && /[?&]/.test(each)) as string | undefined;
}

async function byLink(
  prober: Prober,
  path: string,
  link: string,
  own: readonly string[],
  ids: (seen: Seen) => string[],
): Promise<FoundPaging | undefined> {
  const query = new URL(link, prober.origin).searchParams;
  for (const [name, value] of query) {
    if (!/^\d{1,6}$/.test(value)) continue;
    const number = Number(value);
    const isOffset = /offset|skip|start/i.test(name);
    if (!isOffset && !(number === 1 || number === 2)) continue;
    const second = await prober.ask('GET', withQuery(path, { [name]: value }));
    if (same(ids(second), own) || !listIn(second.json)) continue;
    const because = `${name}=${value} stands in the host's own link to the next page, and ${second.call} answered other rows`;
    if (!isOffset) return { paging: { page: name, first: number === 2 ? 1 : 0 }, second, because };
    const limit = [...query.keys()].find((each) => /limit|take|size|count/i.test(each)) ?? 'limit';
    return { paging: { offset: name, limit, size: Math.min(100, number) }, second, because };
  }
  return undefined;
}

/** Names of the page that an answer itself uses for its number. */
function namedIn(first: Seen): string[] {
  return leaves(first.json)
    .filter(({ name, value }) => /^page|^p$|page_?number$/i.test(name) && (value === 0 || value === 1))
    .map(({ name }) => name);
}

/** Whether the host counts its pages from 0 or from 1. */
async function firstPage(
  prober: Prober,
  path: string,
  name: string,
  own: readonly string[],
  ids: (seen: Seen) => string[],
  first: Seen,
): Promise<0 | 1> {
  const said = leaves(first.json).find(({ name: each }) =>
    /^(currentpage|page|pagenumber|current|pageindex|number)$/.test(plain(each)),
  );
  if (Number(said?.value) === 1) return 1;
  const one = await prober.ask('GET', withQuery(path, { [name]: '1' }));
  return one.status === 200 && !same(ids(one), own) ? 0 : 1;
}

function hasCursor(first: Seen, linked: string | undefined): boolean {
  if (
    linked &&
    /[?&](cursor|after|page_token|continuation|starting_after)=/i.test(decodeURIComponent(linked))
  )
    return true;
  return leaves(first.json).some(
    ({ name, value }) =>
      /^(next_?cursor|cursor|next_?page_?token|end_?cursor)$/i.test(name) && typeof value === 'string',
  );
}

function same(one: readonly unknown[], other: readonly unknown[]): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}
