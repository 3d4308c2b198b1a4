import type { Params } from '../../server/bff/upstream/upstream.ts';
import { AppError } from '../../server/errors.ts';
import { parameterNames, queryNames } from '../host-file/entities.ts';
import type { SentFields } from './forms.ts';
import type { HostMap, MappedCall } from './host-map.ts';

/** Returns the requested page of a list, counted from 1. */
export function pageIn(query: URLSearchParams) {
  const text = query.get('page') ?? '1';
  return /^[1-9]\d{0,8}$/.test(text) ? Number(text) : 1;
}

/**
 * Returns the host's path and query for a call. `taken` lists the names of the values that are already in the path,
 * so that they are not sent a second time.
 */
export function addressOf(
  map: HostMap,
  mapped: MappedCall,
  asked: { params: Params; query: URLSearchParams; said?: SentFields },
): { path: string; taken: ReadonlySet<string> } {
  const taken = new Set<string>();
  const said = new Map(asked.said?.values);
  const below = mapped.call.path.replace(/\{(\w+)\}/g, (_mark, name: string) => {
    taken.add(name);
    // Some calls of the contract send the id of a post in the body, as `blog_id`, while the host expects it in the
    // path.
    const value = asked.params[name] ?? said.get(name) ?? (name === 'id' ? said.get('blog_id') : undefined);
    if (value === undefined || value === '') throw new AppError('request.notFound', 404);
    return encodeURIComponent(String(value));
  });
  const query = queryFor(mapped, asked.params, asked.query).toString();
  const path = map.pathOf({ ...mapped.call, path: below });
  return { path: query ? `${path}?${query}` : path, taken };
}

function queryFor(mapped: MappedCall, params: Params, query: URLSearchParams) {
  const added = Object.entries(mapped.call.add_query ?? {});
  const pairs: Pairs = [
    ...added.map(([name, value]): Pairs[number] => [name, String(value)]),
    ...filtersFor(mapped, query),
    ...parametersFor(mapped, params),
    ...pagingFor(mapped, pageIn(query)),
  ];
  // If two pairs have the same name, the later pair is sent.
  return new URLSearchParams([...new Map(pairs)]);
}

type Pairs = [name: string, value: string][];

/** Returns the filters of the contract's query under the host's names. */
function filtersFor({ row, call, isList, fields }: MappedCall, query: URLSearchParams): Pairs {
  return queryNames(row).flatMap((name): Pairs => {
    const value = query.get(name);
    const { [name]: theirs = name } = call.query ?? {};
    if (value === null || theirs === null || (name === 'page' && isList)) return [];
    // A filter that has the name of a field is translated with the `values` of this field in host.json.
    const meant = fields?.get(name)?.write?.get(value) ?? value;
    return [[theirs, String(meant)]];
  });
}

/** Returns the path parameters of the contract that the host expects in its query. */
function parametersFor({ row, call }: MappedCall, params: Params): Pairs {
  return parameterNames(row).flatMap((name): Pairs => {
    const theirs = call.query?.[name];
    return theirs ? [[theirs, params[name] ?? '']] : [];
  });
}

function pagingFor({ row, call, envelope, isList }: MappedCall, page: number): Pairs {
  const paging = envelope.paging ?? 'none';
  if (!isList || paging === 'none' || row.method !== 'GET') return [];
  if ('page' in paging) return [[call.query?.page ?? paging.page, String(page - 1 + paging.first)]];
  return [
    [paging.offset, String((page - 1) * paging.size)],
    [paging.limit, String(paging.size)],
  ];
}
