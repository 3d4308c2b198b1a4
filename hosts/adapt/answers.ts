import { limits } from '#shared/limits.ts';
import type { UpstreamAnswer } from '../../server/bff/upstream/upstream.ts';
import { parsePath, readAt } from '../host-file/map-path.ts';
import type { MappedCall } from './host-map.ts';
import type { Things } from './things.ts';

type Json = Record<string, unknown>;

/** The HTTP status that a body means; undefined where it says nothing but yes. */
export function refusalStatus(
  { envelope }: Pick<MappedCall, 'envelope'>,
  status: number,
  json: unknown,
): number | undefined {
  if (status >= 400) return status;
  const { success } = envelope;
  if (!success) return undefined;
  const said = readAt(json, parsePath(success.at));
  // Some hosts say so of failures only, and an answer of another make (a token's) says neither yes nor what went wrong.
  if (said === undefined && (!envelope.status || readAt(json, parsePath(envelope.status.at)) === undefined))
    return undefined;
  if (success.is.some((value) => value === said)) return undefined;
  const meant = envelope.status && readAt(json, parsePath(envelope.status.at));
  const named = envelope.status?.means[String(meant)] ?? meant;
  if (typeof named === 'number' && named >= 400 && named <= 499) return named;
  return errorsIn(envelope.errors, json) ? 422 : 400;
}

/** A refusal in the contract's envelope: the host's words, and its field errors under our names. */
export function refusalOf(mapped: MappedCall, status: number, json: unknown): Json {
  const { envelope } = mapped;
  const said = envelope.message === undefined ? undefined : readAt(json, parsePath(envelope.message));
  const texts = Array.isArray(said) ? said.filter((each) => typeof each === 'string') : [];
  const message = typeof said === 'string' ? said : texts.join(' ');
  const errors = ownErrors(mapped, errorsIn(envelope.errors, json) ?? {}, status === 401 ? [] : texts);
  return { status: 0, ...(message && { message }), ...(Object.keys(errors).length > 0 && { errors }) };
}

interface ListAnswer {
  json: unknown;
  headers: UpstreamAnswer['headers'];
}

/** One page of a list in the contract's envelope, of a host that gives pages; of one that gives all, that page of all. */
export function pageOf(mapped: MappedCall, answer: ListAnswer, page: number, things: Things): Json {
  const { envelope, entity, fields } = mapped;
  const found = readAt(answer.json, parsePath(envelope.list ?? ''));
  const rows = Array.isArray(found) ? found : [];
  const fieldsIn = parsePath(envelope.fields_in ?? '');
  const data = entity ? rows.flatMap((row) => things.read(row, entity, fields, fieldsIn) ?? []) : rows;
  const { paging = 'none' } = envelope;
  if (paging === 'none') return slice(data, page);
  const total = numberAt(answer, envelope.total);
  const perPage =
    numberAt(answer, envelope.per_page) ??
    ('size' in paging ? paging.size : undefined) ??
    // The first page is as long as any.
    (page === 1 && total !== undefined ? rows.length || undefined : undefined);
  const current = 'page' in paging ? numberAt(answer, envelope.page) : undefined;
  return {
    data,
    current_page: current !== undefined && 'page' in paging ? current - paging.first + 1 : page,
    last_page: Math.max(
      1,
      numberAt(answer, envelope.last_page) ?? lastPageBy({ total, perPage, page, shown: data.length }),
    ),
    ...(perPage !== undefined && { per_page: perPage }),
    ...(total !== undefined && { total }),
  };
}

/** Where a host says no total, there is a next page as long as this one is full, or has something where its size is unknown. */
function lastPageBy({
  total,
  perPage,
  page,
  shown,
}: {
  total: number | undefined;
  perPage: number | undefined;
  page: number;
  shown: number;
}): number {
  if (total !== undefined && perPage) return Math.ceil(total / perPage);
  return shown > 0 && shown >= (perPage ?? 1) ? page + 1 : page;
}

/** One page of rows that are all here. */
export function slice(rows: readonly unknown[], page: number): Json {
  const size = limits.pageSize;
  return {
    data: rows.slice((page - 1) * size, page * size),
    current_page: page,
    last_page: Math.max(1, Math.ceil(rows.length / size)),
    per_page: size,
    total: rows.length,
  };
}

/** The one thing of an answer as the contract has it; what the host gives where the call is about no thing of ours. */
export function oneOf(mapped: MappedCall, json: unknown, things: Things): unknown {
  const { envelope, entity, fields } = mapped;
  const one = readAt(json, parsePath(envelope.one ?? ''));
  return entity ? things.read(one, entity, fields, parsePath(envelope.fields_in ?? '')) : one;
}

function numberAt({ json, headers }: ListAnswer, place: string | undefined): number | undefined {
  if (place === undefined) return undefined;
  const header = /^header:(.+)$/.exec(place)?.[1];
  const value = header ? headers[header.toLowerCase()] : readAt(json, parsePath(place));
  const number = typeof value === 'string' && value !== '' ? Number(value) : value;
  return typeof number === 'number' && Number.isSafeInteger(number) && number >= 0 ? number : undefined;
}

/** Field errors as texts by the host's names: an object, or the list of JSON:API. */
function errorsIn(place: string | undefined, json: unknown): Record<string, string[]> | undefined {
  const found = place === undefined ? undefined : readAt(json, parsePath(place));
  if (typeof found !== 'object' || found === null) return undefined;
  const entries: [string, string[]][] = Array.isArray(found)
    ? found.flatMap((each) => {
        const pointer =
          readAt(each, ['source', 'pointer']) ?? readAt(each, ['field']) ?? readAt(each, ['property']);
        const text = readAt(each, ['detail']) ?? readAt(each, ['message']) ?? readAt(each, ['title']);
        if (typeof pointer !== 'string' || typeof text !== 'string') return [];
        return [[pointer.split(/[/.]/).at(-1) ?? pointer, [text]] as [string, string[]]];
      })
    : Object.entries(found).map(([name, text]) => [
        name,
        [text].flat().filter((each) => typeof each === 'string'),
      ]);
  const said = entries.filter(([, texts]) => texts.length > 0);
  return said.length > 0 ? Object.fromEntries(said) : undefined;
}

/** Under our names. Texts of a host that names no fields go to the field whose name they begin with. */
function ownErrors(
  mapped: MappedCall,
  errors: Record<string, string[]>,
  texts: readonly string[],
): Record<string, string[]> {
  const ours = new Map<string, string>();
  for (const [name, field] of mapped.fields ?? []) {
    if (field.path.length > 0) ours.set(field.path[0] ?? name, name).set(field.path.join('.'), name);
  }
  for (const [name, theirs] of Object.entries({ ...mapped.call.body, ...mapped.call.uploads })) {
    if (theirs) ours.set(theirs, name).set(theirs.replace(/[[.].*$/, ''), name);
  }
  const named: Record<string, string[]> = {};
  const add = (name: string, said: readonly string[]) => {
    const plain = name.replace(/[[.]\d+\]?.*$/, '');
    const own = ours.get(name) ?? ours.get(plain) ?? plain;
    named[own] = [...(named[own] ?? []), ...said];
  };
  for (const [name, said] of Object.entries(errors)) add(name, said);
  for (const text of texts) {
    const [word = ''] = text.split(/\s/, 1);
    if (ours.has(word)) add(word, [text]);
  }
  return named;
}
