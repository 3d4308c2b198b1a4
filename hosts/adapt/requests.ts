import { readFile } from 'node:fs/promises';
import { isRecord } from '#shared/json.ts';
import { callMissing } from '../../server/bff/capabilities.ts';
import { bodyBytes, type RebuiltBody, rebuildForm } from '../../server/bff/upstream/body-bytes.ts';
import type { Params, UpstreamRequest } from '../../server/bff/upstream/upstream.ts';
import { AppError } from '../../server/errors.ts';
import { formHeaders } from '../../server/forms/form-headers.ts';
import type { SentPart } from '../../server/forms/read-form.ts';
import { textPart, type Values } from '../call-body.ts';
import { answerName, parameterNames, queryNames, sentNames } from '../host-file/entities.ts';
import { readAt, writeAt } from '../host-file/pieces.ts';
import type { EntityCodec } from './entity-codec.ts';
import { refusalAt } from './field-codecs.ts';
import type { HostField, HostMap, MappedCall } from './host-map.ts';
import { tokenHeaders, tokenOf } from './sign-in.ts';

/** Name of the query parameter, inside of this site, for the cursor of a page of the host. */
export const cursorName = 'next';

/** Returns the requested page of a list, counted from 1. */
export function pageIn(query: URLSearchParams) {
  const text = query.get('page') ?? '1';
  return /^[1-9]\d{0,8}$/.test(text) ? Number(text) : 1;
}

/**
 * Returns the host's path and query for a call. `taken` lists the names of the values that are already in the path,
 * so that they are not sent a second time.
 */
function addressOf(
  map: HostMap,
  mapped: MappedCall,
  params: Params,
  query: URLSearchParams,
  sent?: SentFields,
) {
  const taken = new Set<string>();
  const said = new Map(sent?.values);
  const below = mapped.call.path.replace(/\{(\w+)\}/g, (_mark, name: string) => {
    taken.add(name);
    // Some calls of the contract send the id of a post in the body, as `blog_id`, while the host expects it in the
    // path.
    const value = params[name] ?? said.get(name) ?? (name === 'id' ? said.get('blog_id') : undefined);
    if (value === undefined || value === '') throw new AppError('request.notFound', 404);
    return encodeURIComponent(String(value));
  });
  const theirs = queryFor(mapped, params, query).toString();
  const path = map.pathOf({ ...mapped.call, path: below });
  return { path: theirs ? `${path}?${theirs}` : path, taken };
}

function queryFor(mapped: MappedCall, params: Params, query: URLSearchParams) {
  const pairs: Pairs = [
    ...Object.entries(mapped.call.add_query ?? {}).map(([name, value]): Pairs[number] => [
      name,
      String(value),
    ]),
    ...filtersFor(mapped, query),
    ...parametersFor(mapped, params),
    ...pagingFor(mapped, pageIn(query), query.get(cursorName)),
  ];
  // If two pairs have the same name, the later pair is sent.
  return new URLSearchParams([...new Map(pairs)]);
}

type Pairs = [name: string, value: string][];

/** Returns the filters of the contract's query under the host's names. */
function filtersFor({ row, call, isList, fields }: MappedCall, query: URLSearchParams) {
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
function parametersFor({ row, call }: MappedCall, params: Params) {
  return parameterNames(row).flatMap((name): Pairs => {
    const theirs = call.query?.[name];
    return theirs ? [[theirs, params[name] ?? '']] : [];
  });
}

function pagingFor({ row, call, envelope, isList }: MappedCall, page: number, cursor: string | null): Pairs {
  const paging = envelope.paging ?? 'none';
  if (!isList || paging === 'none' || row.method !== 'GET') return [];
  if ('cursor' in paging) return cursor ? [[paging.cursor, cursor]] : [];
  if ('page' in paging) return [[call.query?.page ?? paging.page, String(page - 1 + paging.first)]];
  return [
    [paging.offset, String((page - 1) * paging.size)],
    [paging.limit, String(paging.size)],
  ];
}

export type FileOfForm = Extract<SentPart, { kind: 'file' }>;

/** Content of a call under the contract's names. The values are the texts of a form or the values of a JSON body. */
export interface SentFields {
  values: Values;
  files: readonly FileOfForm[];
}

/** Content of a call under the host's names. */
export interface FieldsAtHost {
  values: Values[number][];
  files: FileOfForm[];
}

/**
 * Reads a form or a JSON body. Also reads a long text that is buffered on disk, since it may contain URLs that have
 * to be replaced by those of the host.
 */
export async function readSentFields({ form, json }: Pick<UpstreamRequest, 'form' | 'json'>) {
  if (!form) return { values: isRecord(json?.value) ? Object.entries(json.value) : [], files: [] };
  const values: [string, unknown][] = [];
  for (const part of form.parts) {
    if (part.kind !== 'text') continue;
    const { name, source } = part;
    values.push([name, typeof source === 'string' ? await readFile(source, 'utf8') : source.toString()]);
  }
  return { values, files: form.parts.filter((part) => part.kind === 'file') };
}

/**
 * Renames the content of a call to the host's names. Which fields are sent:
 *
 * - If the call has `body` in host.json: only the fields listed there.
 * - Otherwise the fields that host.json maps for the entity. Unmapped fields are sent too, under the contract's
 *   names, if host.json maps no field of this entity or if `sendsUnnamed` is true.
 *
 * `taken` are names of values that are already in the path or query. Throws 422 for a word of ours that `values` does
 * not name.
 */
async function toHost(
  mapped: MappedCall,
  said: SentFields,
  params: Params,
  taken: ReadonlySet<string>,
  things: EntityCodec,
) {
  const { call, fields, entity } = mapped;
  const texts = new Map(said.values);
  const id = params.id ?? texts.get('blog_id');
  const typed = /json/.test(sendsAs(mapped)) || call.json_part !== undefined;
  const nameOf = (name: string) => {
    return taken.has(name) && !call.body ? undefined : nameAtHost(mapped, name);
  };
  const values: FieldsAtHost['values'] = [];
  for (const [name, value] of [...said.values, ...Object.entries(call.body ? params : {})]) {
    const theirs = nameOf(name);
    if (theirs === undefined) continue;
    const field = fields?.get(name);
    if (things.kept.keepsWord(entity, id, name, value)) continue;
    const said = await things.kept.unchanged(entity, id, name, value);
    const meant = things.write(name, said, field, typed);
    // A web form cannot contain null, so a value that `values` of host.json maps to null is left out of the form.
    if (meant !== null || value === null || typed)
      values.push(...(field?.path === theirs ? divided(field, meant) : [[theirs, meant] as const]));
  }
  for (const [name, value] of Object.entries(call.add_body ?? {}))
    values.push([name, typeof value === 'string' ? filled(value, mapped, texts) : value]);
  return { values, files: renamed(mapped, said.files) };
}

/** Returns a value for each place of a field whose places are joined: one part for each but the first, from the end. */
function divided({ path, otherwise, join }: HostField, value: unknown): Values {
  if (join === undefined) return [[path, value]];
  const parts = String(value ?? '').split(join);
  const ends = parts.splice(Math.max(1, parts.length - otherwise.length));
  return [[path, parts.join(join)], ...otherwise.map((place, at) => [place, ends[at] ?? ''] as const)];
}

/** Returns the host's name for a field of a call's body; undefined for a field that is not sent to this host. */
export function nameAtHost({ call, fields, sendsUnnamed }: MappedCall, name: string) {
  if (call.body) return Object.hasOwn(call.body, name) ? (call.body[name] ?? undefined) : undefined;
  // Only a restored record has it, and a host may refuse to be told.
  if (name === 'created_at') return undefined;
  const field = fields?.get(name);
  if (field) return field.isStored ? field.path : undefined;
  return fields && !sendsUnnamed ? undefined : name;
}

/**
 * Fills a template such as `{subject}: {message}` with the call's values. A placeholder that is no field of the call
 * stays unchanged.
 */
function filled(template: string, { row }: MappedCall, said: ReadonlyMap<string, unknown>) {
  const names = [...sentNames(row), 'reference'];
  return template
    .replace(/\{(\w+)\}/g, (mark, name: string) =>
      names.includes(name) ? String(said.get(name) ?? '') : mark,
    )
    .trim();
}

/** Renames files to the host's names. `{n}` is replaced by the number of the file among those of the same field. */
function renamed(mapped: MappedCall, files: SentFields['files']) {
  const counts = new Map<string, number>();
  return files.flatMap((file) => {
    const field = fieldOf(mapped, file);
    const ours = field?.name ?? file.name;
    const theirs = nameAtHost(mapped, mappedName(mapped, ours));
    if (theirs === undefined) return [];
    // The host uses the contract's names, so the file keeps the name that it has in this call. That name cannot be
    // built from the field: the contract numbers the files of a list in some calls and not in others.
    if (!mapped.call.body && theirs === ours && (mapped.sendsUnnamed || !mapped.fields)) return [file];
    const index = counts.get(theirs) ?? 0;
    counts.set(theirs, index + 1);
    const isOne = mapped.call.body || !field || field.maxCount === 1;
    const name = (isOne ? theirs : `${theirs.split('.')[0]}[]`).replace('{n}', String(index));
    return [{ ...file, name }];
  });
}

/** Returns the field of the contract to which a file of a form belongs. */
export function fieldOf({ row }: MappedCall, { name }: Pick<FileOfForm, 'name'>) {
  return row.upload?.files.find(({ pattern }) => pattern.test(name));
}

/**
 * Throws 422 for a chosen file that the call does not send: it would be lost without a word, where a text that the host
 * lacks is left out.
 */
export function assertTaken(mapped: MappedCall, parts: readonly SentPart[]) {
  for (const part of parts)
    if (part.kind === 'file' && !takesFile(mapped, fieldOf(mapped, part)?.name ?? part.name))
      throw refusalAt('host.takesNoFiles', part.name);
}

/** Returns the name of a file field at which host.json maps it: that of answers, or that of forms. */
function mappedName({ call, fields }: MappedCall, file: string) {
  const name = answerName(file);
  return !call.body && fields?.has(name) ? name : file;
}

/** Returns true if the host accepts a file field of the call, with the call or in a request of its own before it. */
export function takesFile(mapped: MappedCall, file: string) {
  if (mapped.call.uploads?.[file] !== undefined) return true;
  return sendsAs(mapped) === 'multipart' && nameAtHost(mapped, mappedName(mapped, file)) !== undefined;
}

/** Returns the content type in which the body of a call is sent. */
function sendsAs({ call, row }: MappedCall) {
  return call.send ?? (row.upload ? 'multipart' : 'json');
}

/**
 * Content types of the formats without files. JSON:API servers accept only `application/vnd.api+json` (JSON:API 1.1,
 * Content Negotiation).
 */
const bodyTypes = {
  json: 'application/json',
  json_api: 'application/vnd.api+json',
  urlencoded: 'application/x-www-form-urlencoded',
};

/** True if the call sends any content to the host. */
function hasFields({ row, call }: MappedCall) {
  return sentNames(row).length > 0 || call.body !== undefined || call.add_body !== undefined;
}

/**
 * Returns the body of a call. With `jsonPart`, one part of this name of a form with files contains all values as JSON.
 */
function bodyAtHost(kind: ReturnType<typeof sendsAs>, { values, files }: FieldsAtHost, jsonPart?: string) {
  if (kind === 'multipart' && jsonPart !== undefined)
    return rebuildForm([textPart(jsonPart, jsonOf(values)), ...files]);
  const texts = values.flatMap(([name, value]): Pairs => {
    const isList = name.includes('[]');
    if (!Array.isArray(value) || !(isList || kind === 'multipart'))
      return [[bracketed(name), textOfValue(value)]];
    return value.map((each) => [bracketed(name) + (isList ? '' : '[]'), textOfValue(each)]);
  });
  if (kind === 'multipart') {
    const named = files.map((file) => ({ ...file, name: bracketed(file.name) }));
    return rebuildForm([...texts.map(([name, text]) => textPart(name, text)), ...named]);
  }
  const bytes = Buffer.from(
    kind === 'urlencoded' ? String(new URLSearchParams(texts)) : jsonOf(values, kind),
  );
  return { contentType: bodyTypes[kind], length: bytes.length, pieces: [bytes] };
}

/**
 * Returns the values as a JSON object; a name with dots is the path of a nested value. `photos[]` is a list, and
 * `photos[].id` a list of objects, each with one of the values.
 */
function jsonOf(values: FieldsAtHost['values'], kind?: 'json' | 'json_api') {
  const body: Record<string, unknown> = {};
  for (const [name, value] of values) {
    const [place = '', ofEach] = name.split(/\[\]\.?/);
    const items = [readAt(body, place) ?? []].flat();
    const isList = name !== place;
    const all = [value].flat();
    writeAt(
      body,
      place,
      !isList ? value : ofEach ? all.map((each, at) => ({ ...items[at], [ofEach]: each })) : all,
    );
  }
  // An id of JSON:API is a text (JSON:API 1.1, Identification).
  return JSON.stringify(body, (name, value) =>
    kind === 'json_api' && name === 'id' && typeof value === 'number' ? String(value) : value,
  );
}

/** Returns the form name of a nested value: `cover.alt` becomes `cover[alt]`, since forms have no nested paths. */
function bracketed(name: string) {
  const [first = '', ...rest] = name.split('.');
  return first + rest.map((step) => `[${step}]`).join('');
}

function textOfValue(value: unknown) {
  if (value === null || value === undefined) return '';
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}

/**
 * Headers of the caller that are not passed on, because they describe the caller's own body, token or cached answer
 * and not the request to the host.
 */
const ofOurs = new Set([
  'authorization',
  'content-type',
  'content-length',
  'if-none-match',
  'if-modified-since',
  'range',
]);

export type Requests = ReturnType<typeof createRequests>;

export function createRequests(map: HostMap, things: EntityCodec) {
  const { file } = map;

  /** Returns what every request to the host has, and the caller's token. */
  function commonOf({ row }: MappedCall, { headers, signal }: UpstreamRequest) {
    const token = tokenOf({ headers });
    const passed = Object.entries(headers).filter(
      ([name, value]) => !ofOurs.has(name) && !(token && value.includes(token)),
    );
    const { json, json_api } = bodyTypes;
    return {
      common: { row, isSession: token !== undefined, signal },
      headers: {
        ...Object.fromEntries(passed),
        accept: file.preset === 'json_api' ? `${json_api}, ${json}` : json,
        ...map.headers,
        ...(token && tokenHeaders(file.token.send, token)),
        host: map.origin.host,
      } as Record<string, string>,
    };
  }

  return {
    /**
     * Builds the host's request for a call of the contract. `uploaded` are the values that the host returned for
     * files uploaded before this call, and `stored` those of the record before the change, under the host's names; a
     * value of the change replaces a stored one. Throws AppError 404
     * (`request.notFound` or `host.callMissing`), and 422 for a word of ours that the host cannot store.
     */
    async make(
      mapped: MappedCall,
      wanted: UpstreamRequest,
      params: Params,
      query: URLSearchParams,
      uploaded: Values = [],
      stored: Values = [],
    ) {
      const { headers, common } = commonOf(mapped, wanted);
      const { row, call } = mapped;
      const method = call.method ?? row.method;
      if (row.download) headers.accept = wanted.headers.accept ?? '*/*';
      const isRead = row.method === 'GET' && method === 'GET';
      const said = isRead ? undefined : await saidIn(mapped, wanted);
      const { path, taken } = addressOf(map, mapped, params, query, said);
      const bare = { ...common, method, path, headers };
      if (method !== 'GET') headers['content-length'] = '0';
      if (!said || !hasFields(mapped)) return bare;
      const theirs = await toHost(mapped, said, params, taken, things);
      theirs.values = withStored(theirs.values, uploaded, stored);
      const isEmpty = theirs.values.length === 0 && theirs.files.length === 0;
      // For a host to which the call itself says all.
      if (isEmpty && call.body && Object.keys(call.body).length === 0) return bare;
      const isAsked = said.values.some(([name]) => name !== 'updated_at') || said.files.length > 0;
      // If every field that the change contains is unknown to the host, there is nothing to send, so the whole call
      // counts as missing.
      if (isAsked && isEmpty) throw callMissing();
      return withBody(bare, bodyAtHost(sendsAs(mapped), theirs, call.json_part), wanted);
    },
    /** Builds the request that reads the record of a change from the path of the change. */
    async read(mapped: MappedCall, wanted: UpstreamRequest, params: Params) {
      const { headers, common } = commonOf(mapped, wanted);
      const said = await readSentFields(wanted);
      const { path } = addressOf(map, mapped, params, new URLSearchParams(), said);
      return { ...common, method: 'GET', path, headers };
    },
    /** Builds the request that uploads one file of a form, before the call that names the file. */
    upload(mapped: MappedCall, wanted: UpstreamRequest, part: FileOfForm) {
      const { upload } = file.media;
      if (!upload) throw callMissing();
      const { headers, common } = commonOf(mapped, wanted);
      const { send, name, add_body = {} } = upload;
      const request = { ...common, method: 'POST', path: map.pathOf(upload), headers };
      const files = [{ ...part, name }];
      if (send !== 'raw')
        return withBody(request, bodyAtHost(send, { values: Object.entries(add_body), files }), wanted);
      headers['content-disposition'] = dispositionOf(part);
      const { source, size, type } = part;
      const piece = typeof source === 'string' ? { path: source, bytes: size } : source;
      return withBody(request, { contentType: type, length: size, pieces: [piece] }, wanted);
    },
  };
}

/** Adds the values of uploaded files, and the stored values that are not sent anew. New files of a list stand last in it. */
function withStored(values: Values, uploaded: Values, stored: Values) {
  // `photos` and `photos[]` are one list.
  const isNamed = (name: string) => {
    return ([each]: Values[number]) => each.replace(/\[\]$/, '') === name.replace(/\[\]$/, '');
  };
  const files = uploaded.map(([name, value]) => {
    const before = stored.find(isNamed(name))?.[1] ?? [];
    return [name, Array.isArray(value) ? [before, value].flat() : value] as const;
  });
  const sent = [...values, ...files];
  return [...stored.filter(([name]) => !sent.some(isNamed(name))), ...sent];
}

/** Reads what a call sends, and with a form that waited the reference that its sender got. */
async function saidIn({ call, fields }: MappedCall, wanted: UpstreamRequest): Promise<SentFields> {
  const said = await readSentFields(wanted);
  const { [formHeaders.reference]: reference } = wanted.headers;
  const isMeant = reference && (call.body || fields?.has('reference'));
  return isMeant ? { ...said, values: [...said.values, ['reference', reference]] } : said;
}

function withBody(
  request: UpstreamRequest,
  { contentType, length, pieces }: RebuiltBody,
  { form }: UpstreamRequest,
) {
  return {
    ...request,
    headers: { ...request.headers, 'content-type': contentType, 'content-length': String(length) },
    body: form?.readFile ? bodyBytes(pieces, form.readFile) : pieces,
    bodyLength: length,
  };
}

/** A header allows ASCII only, so the exact file name follows encoded as in RFC 8187. */
function dispositionOf({ fileName }: FileOfForm) {
  const plain = fileName.replace(/[^\x20-\x7e]|["\\;%]/g, '_');
  const whole = encodeURIComponent(fileName).replace(
    /['()*]/g,
    (each) => `%${each.charCodeAt(0).toString(16)}`,
  );
  return `attachment; filename="${plain}"${plain === fileName ? '' : `; filename*=UTF-8''${whole}`}`;
}
