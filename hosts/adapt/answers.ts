import { contract } from '#shared/contract/index.ts';
import { isRecord } from '#shared/json.ts';
import { slice } from '../../server/bff/answers.ts';
import { hasNoBody, isJson, jsonAnswer, readJson } from '../../server/bff/upstream/answers.ts';
import type { UpstreamAnswer } from '../../server/bff/upstream/upstream.ts';
import { AppError } from '../../server/errors.ts';
import type { Envelope } from '../host-file/envelope.ts';
import { readAt } from '../host-file/pieces.ts';
import type { EntityCodec } from './entity-codec.ts';
import {
  badAnswer,
  type HostMap,
  type MappedCall,
  refusalStatus,
  type Tell,
  type Warns,
} from './host-map.ts';
import { roleIn, signInAnswer } from './sign-in.ts';

/**
 * Returns a refusal in the contract's envelope: the host's message, and its field errors under the contract's field
 * names.
 */
export function refusalOf(mapped: MappedCall, status: number, json: unknown) {
  const { envelope } = mapped;
  const said = readAt(json, envelope.message);
  const texts = Array.isArray(said) ? said.filter((each) => typeof each === 'string') : [];
  const ours = namesOf(mapped);
  const { '': ofCall, ...ofFields } = errorsIn(envelope.errors, json, ours) ?? {};
  const message = typeof said === 'string' ? said : texts.join(' ');
  const errors = ownErrors(ours, ofFields, status === 401 ? [] : texts);
  return {
    status: 0,
    message: message || ofCall?.join(' '),
    errors: Object.keys(errors).length > 0 ? errors : undefined,
  };
}

const morePages =
  'the API host has more rows than one answer, and host.json names no paging: set envelope.paging';

/** Returns the whole numbers beside a list, and in an object beside it that describes pages, each with its place. */
export function countsBeside(
  json: unknown,
  list = '',
  at = list.replace(/\.?[^.]*$/, ''),
): [string, number][] {
  const beside = readAt(json, at) ?? {};
  // A bare list has nothing beside it.
  if (Array.isArray(beside)) return [];
  return Object.entries(beside).flatMap(([name, value]) => {
    const place = at ? `${at}.${name}` : name;
    if (isRecord(value) && /^(meta|pag)/i.test(name)) return countsBeside(json, list, place);
    const isCount = Number.isSafeInteger(value) && Number(value) < 1e6 && !otherNumbers.test(name);
    return isCount ? [[place, Number(value)]] : [];
  });
}

const otherNumbers = /status|code|version|time|took|duration|ms$/i;

/** True if numbers beside a list of `shown` rows look like those of a list that has more. */
export function saysMore(counts: readonly [string, number][], shown: number) {
  const values = counts.map(([, value]) => value);
  const isSize = /(^|\.)(per|pro|por|par|limit|\w*size)[^.]*$/i;
  if (shown === 0) return false;
  return (
    counts.some(([place, value]) => value > shown && !isSize.test(place)) ||
    // The first of several pages, each of so many rows.
    (values.includes(1) && values.includes(shown) && values.some((value) => value > 1 && value < shown))
  );
}

/** Names the rows and the numbers beside them, for the operator. */
const moreBy = (counts: readonly [string, number][], shown: number) =>
  `${shown} rows beside ${counts.map(([place, value]) => `${place}: ${value}`).join(', ')}`;

interface ListAnswer {
  json: unknown;
  headers: UpstreamAnswer['headers'];
}

/**
 * Returns one page of a list in the contract's envelope. If the host sends the whole list in one answer, the page is
 * cut out of it.
 */
function pageOf(mapped: MappedCall, answer: ListAnswer, page: number, things: EntityCodec, tell: Tell) {
  const { envelope, entity, fields } = mapped;
  const found = readAt(answer.json, envelope.list ?? '');
  // An empty list is null at some hosts.
  if (!Array.isArray(found) && found !== null) tell('envelope.list');
  const rows = Array.isArray(found) ? found : [];
  const data = entity
    ? rows.flatMap((row) => things.read(row, entity, fields, envelope.fields_in) ?? [])
    : rows;
  const { paging = 'none' } = envelope;
  const total = numberAt(answer, envelope.total);
  if (paging === 'none') {
    const counts = countsBeside(answer.json, envelope.list);
    if ((total ?? 0) > rows.length) tell('envelope.paging', morePages);
    else if (saysMore(counts, rows.length))
      tell('envelope.total', `${morePages} (${moreBy(counts, rows.length)})`);
    return slice(data, page);
  }
  if ('cursor' in paging) {
    const next = cursorIn(answer, paging);
    return { data, current_page: page, last_page: next ? page + 1 : page, next };
  }
  const perPage = pageSizeOf(envelope, answer, page, rows.length);
  const current = 'page' in paging ? numberAt(answer, envelope.page) : undefined;
  tellOfCounts(mapped, answer, rows.length === 0 || (total !== undefined && perPage !== undefined), tell);
  return {
    data,
    current_page: current !== undefined && 'page' in paging ? current - paging.first + 1 : page,
    last_page: Math.max(
      1,
      numberAt(answer, envelope.last_page) ?? lastPageBy(total, perPage, page, data.length),
    ),
    per_page: perPage,
    total,
  };
}

/** Returns the rows of a page, as the answer or host.json says, or as the first page shows. */
function pageSizeOf({ per_page, total, paging }: Envelope, answer: ListAnswer, page: number, shown: number) {
  const said = typeof paging === 'object' && 'size' in paging ? paging.size : undefined;
  const isFirst = page === 1 && numberAt(answer, total) !== undefined;
  return numberAt(answer, per_page) ?? said ?? (isFirst ? shown || undefined : undefined);
}

/** Reports the numbers of a list that host.json names and the answer lacks. */
function tellOfCounts(
  { envelope, named, row }: MappedCall,
  answer: ListAnswer,
  isCounted: boolean,
  tell: Tell,
) {
  for (const name of named) if (numberAt(answer, envelope[name]) === undefined) tell(`envelope.${name}`);
  if (isCounted || numberAt(answer, envelope.last_page) !== undefined) return;
  const problem = `the answer of the API host to ${row.name} has neither the last page nor the number of rows where host.json says: a page too many may be shown`;
  tell('envelope.last_page', problem);
}

/**
 * Estimates the last page. If the total or the page size is unknown, assumes a next page while this page is full or,
 * without a page size, not empty.
 */
function lastPageBy(total: number | undefined, perPage: number | undefined, page: number, shown: number) {
  if (total !== undefined && perPage) return Math.ceil(total / perPage);
  return shown > 0 && shown >= (perPage ?? 1) ? page + 1 : page;
}

/**
 * Returns the record of an answer under the contract's field names, or the host's data unchanged if the call is not
 * about an entity.
 */
function oneOf(mapped: MappedCall, json: unknown, things: EntityCodec) {
  const { envelope, entity, fields, row } = mapped;
  const one = readAt(json, envelope.one ?? '');
  // The row of a list may be shorter than the record; the answer to a write may be anything.
  const isWhole = row.method === 'GET';
  if (!entity) return one;
  const found = things.read(one, entity, fields, envelope.fields_in, isWhole);
  if (found === null && isWhole) throw new AppError('request.notFound', 404);
  return found ?? undefined;
}

/** Returns what is at a place of the body, or in a header: `header:x-total-count`. */
function valueAt({ json, headers }: ListAnswer, place?: string) {
  const header = place && /^header:(.+)$/.exec(place)?.[1];
  return header ? headers[header.toLowerCase()] : readAt(json, place);
}

/**
 * Returns the cursor of the next page; '' after the last page. Some hosts send it in an address, or in a header of
 * addresses (RFC 8288).
 */
function cursorIn(answer: ListAnswer, { cursor, next }: { cursor: string; next: string }) {
  const said = valueAt(answer, next) || '';
  const address = linkIn(said);
  return address.includes('?')
    ? (new URLSearchParams(address.replace(/^[^?]*/, '')).get(cursor) ?? '')
    : address;
}

/** Returns the address of the next page in a header `Link`; any other value as a text. */
export function linkIn(said: unknown) {
  const text = String(said);
  return text.startsWith('<') ? (/<([^>]*)>[^,]*;\s*rel="?next\b/.exec(text)?.[1] ?? '') : text;
}

/** Returns a whole number at a place of the body or in a header. */
export function numberAt(answer: ListAnswer, place?: string) {
  const value = valueAt(answer, place);
  const number = typeof value === 'string' && value !== '' ? Number(value) : value;
  return typeof number === 'number' && Number.isSafeInteger(number) && number >= 0 ? number : undefined;
}

/**
 * Returns the messages of field errors under the host's field names, and those about the whole call under ''. Reads an
 * object of fields, the list of errors of JSON:API, or a list of records. Of a record with names of the host's own, the
 * field is a text in `known`, else the first without a space, and the message is the longest of the others: a code may
 * stand beside it.
 */
function errorsIn(place: string | undefined, json: unknown, known: ReadonlyMap<string, string>) {
  const found = readAt(json, place);
  if (typeof found !== 'object' || found === null) return undefined;
  const entries: [string, string[]][] = Array.isArray(found)
    ? found.flatMap((each) => {
        const texts = Object.values(isRecord(each) ? each : {}).filter((value) => typeof value === 'string');
        const said = readAt(each, 'detail') ?? readAt(each, 'message') ?? readAt(each, 'title');
        const plain = texts.find((value) => known.has(value));
        // A record with a usual message and no field is about the whole call.
        const word = plain ?? (said === undefined ? texts.find((value) => /^\S+$/.test(value)) : undefined);
        const pointer =
          readAt(each, 'source.pointer') ?? readAt(each, 'field') ?? readAt(each, 'property') ?? word ?? '';
        const [longest] = texts
          .filter((value) => value !== pointer)
          .sort((one, other) => other.length - one.length);
        const text = said ?? longest;
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

/** Returns the contract's names of fields, by the host's names. */
function namesOf(mapped: MappedCall) {
  const ours = new Map<string, string>();
  for (const [name, field] of mapped.fields ?? []) {
    // A field whose places are joined is written to all of them.
    const written = field.join === undefined ? [field.path] : [field.path, ...field.otherwise];
    for (const place of written) if (place) ours.set(place.replace(/\..*/, ''), name).set(place, name);
  }
  for (const [name, theirs] of Object.entries({ ...mapped.call.body, ...mapped.call.uploads })) {
    if (theirs) ours.set(theirs, name).set(theirs.replace(/[[.].*$/, ''), name);
  }
  return ours;
}

/**
 * Returns field errors under the contract's field names. If the host sends only messages without field names, a
 * message belongs to the field with whose name it begins.
 */
function ownErrors(
  ours: ReadonlyMap<string, string>,
  errors: Record<string, string[]>,
  texts: readonly string[],
) {
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

interface PresentOptions {
  file: HostMap['file'];
  things: EntityCodec;
  log?: Warns;
  tell: Tell;
  /** Ends the token of a person without a role on this site. */
  endToken(token: string): void;
}

/** Converts an answer of the host to the contract's envelope. `page` is the requested page of a list. */
export async function present(
  options: PresentOptions,
  mapped: MappedCall,
  answer: UpstreamAnswer,
  page: number,
) {
  const { row } = mapped;
  const { status, headers } = answer;
  const isSignIn = row.name === contract.login.name;
  if (row.download && status < 400) return answer;
  if (hasNothing(answer, row) || (isSignIn && !isJson(answer) && status < 300)) {
    answer.body.on('error', () => {}).resume();
    return isSignIn ? admit(options, {}, headers) : jsonAnswer(200, { status: 1 }, headers);
  }
  if (!isJson(answer)) return answer;
  const json = await readJson(answer);
  if (status >= 500) return jsonAnswer(status, json, headers);
  if (status >= 300 && status < 400) return answer;
  const refused = refusalStatus(mapped, status, json);
  if (refused !== undefined) {
    const body = refusalOf(mapped, refused, json);
    // Many hosts answer 400 to errors in single fields, for which the contract has 422.
    return jsonAnswer(refused === 400 && body.errors ? 422 : refused, body, headers);
  }
  if (isSignIn) return admit(options, json, headers);
  const { things, tell, log } = options;
  const data = mapped.isList
    ? pageOf(mapped, { json, headers }, page, things, tell)
    : oneOf(mapped, json, things);
  // Only a read needs the record. A write succeeds even if the answer contains none.
  if (data === undefined && row.method === 'GET' && mapped.entity) {
    const problem = `the answer to ${row.name} has no record with a usable id at the place that host.json names`;
    throw badAnswer(problem, log, row.name);
  }
  return jsonAnswer(200, { status: 1, data }, headers);
}

/** True for a success without a body, or for one of a change without a Content-Type header. */
function hasNothing(answer: UpstreamAnswer, { method }: MappedCall['row']) {
  if (answer.status >= 300) return false;
  return hasNoBody(answer) || (method !== 'GET' && answer.headers['content-type'] === undefined);
}

/** Returns the answer to an accepted sign-in. Throws AppError 403 for a person without a role on this site. */
function admit({ file, endToken, tell }: PresentOptions, json: unknown, headers: UpstreamAnswer['headers']) {
  const signedIn = signInAnswer(file, json, headers, tell);
  const { user, check } = file.token;
  if (roleIn(user.role, json, check?.user.role) !== null) return jsonAnswer(200, signedIn, headers);
  if (signedIn.data.token) endToken(signedIn.data.token);
  throw new AppError('login.noRole', 403);
}
