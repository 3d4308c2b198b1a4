import { jsonAnswer, readJson } from '../../server/bff/upstream/json-answer.ts';
import type { Params, UpstreamAnswer } from '../../server/bff/upstream/upstream.ts';
import { AppError } from '../../server/errors.ts';
import { isList, queryNames } from '../host-file/entities.ts';
import { pageIn } from './address.ts';
import { slice } from './answers.ts';
import type { HostAnswerer } from './host-map.ts';
import type { LocalFilters } from './local-filters.ts';

/** Default for the maximum number of pages of the host's list that are read to derive one answer. */
const usualPages = 30;

type Json = Record<string, unknown>;

/**
 * Answers a call from a list of the host:
 * - A list: the rows whose fields match `keep`, divided into pages anew.
 * - A single record: the row with the requested id, or the row whose fields match the query (titles are compared
 *   without case). Answers 404 if there is no such row.
 * `own` are further filters that this site applies because the host does not support them. A refusal of the host is
 * passed on unchanged.
 */
export async function deriveAnswer(
  { row }: HostAnswerer,
  keep: Readonly<Record<string, unknown>>,
  params: Params,
  query: URLSearchParams,
  pageOfHost: (page: number) => Promise<UpstreamAnswer>,
  { own, mostPages = usualPages }: { own?: LocalFilters; mostPages?: number },
): Promise<UpstreamAnswer> {
  const wanted = Object.entries(keep).map(([name, value]) => [name, filled(value, params)] as const);
  if (!isList(row) && params.id !== undefined) wanted.push(['id', params.id]);
  const asked = isList(row) ? [] : queryNames(row).map((name) => [name, plain(query.get(name))] as const);
  const isKept = (thing: Json) =>
    (own?.keeps(thing) ?? true) &&
    wanted.every(([name, value]) => String(thing[name]) === value) &&
    asked.every(([name, value]) => plain(thing[name]) === value);
  const found: Json[] = [];
  for (let at = 1, last = 1; at <= last && at <= mostPages; at += 1) {
    const answer = await pageOfHost(at);
    // Some hosts answer 404 for a page after the last. The rows found so far are then complete.
    if (answer.status === 404 && at > 1) break;
    if (answer.status >= 400) return answer;
    const { data } = (await readJson(answer)) as { data?: { data?: Json[]; last_page?: number } };
    found.push(...(data?.data ?? []).filter(isKept));
    last = data?.last_page ?? 1;
    if (!isList(row) && found.length > 0) break;
  }
  if (own?.compare) found.sort(own.compare);
  // Who reads all pages of the host for an answer gets all rows in one.
  const size = Number.isFinite(mostPages) ? undefined : Math.max(1, found.length);
  if (isList(row)) return jsonAnswer(200, { status: 1, data: slice(found, pageIn(query), size) });
  if (!found[0]) throw new AppError('request.notFound', 404);
  return jsonAnswer(200, { status: 1, data: found[0] });
}

/** Normalises a title for comparison. */
function plain(value: unknown): string {
  return String(value ?? '')
    .normalize('NFC')
    .trim()
    .toLowerCase();
}

/** Replaces a value `{name}` by the path parameter of this name; returns other values unchanged. */
function filled(value: unknown, params: Params): string {
  return String(value).replace(/^\{(\w+)\}$/, (_mark, name: string) => params[name] ?? '');
}
