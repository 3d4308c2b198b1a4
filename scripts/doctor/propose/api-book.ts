import { isObject } from '../finding.ts';
import { at, type Json } from './json-places.ts';
import { ledTo, type Prober } from './prober.ts';
import { bareOf } from './words.ts';

/** One call as a host's own OpenAPI or Swagger document describes it. */
export interface Operation {
  method: string;
  /** From the origin, with `{…}` for marks. */
  path: string;
  query: readonly string[];
  /** Names of texts, of files, and how the body may be written; undefined without a body. */
  body?: {
    names: readonly string[];
    files: readonly string[];
    required: readonly string[];
    kinds: readonly ('json' | 'multipart' | 'urlencoded')[];
  };
}

/** What a host says of itself. */
export interface ApiBook {
  /** The request that it was the answer to. */
  call: string;
  operations: readonly Operation[];
  /** How a token is to be sent, where it says so. */
  send?: 'bearer' | { header: string } | { cookie: string };
}

const names = [
  '/openapi.json',
  '/swagger.json',
  '/docs-json',
  '/api-json',
  '/api-docs',
  '/v3/api-docs',
  '/api/openapi.json',
  '/docs/openapi.json',
  '/api/docs.json',
];
/** Where documents name what they use again. */
const deepestReference = 6;

/** Looks for a document in the usual places, those below the given path first. */
export async function findApiBook(prober: Prober, rootPath: string): Promise<ApiBook | undefined> {
  const paths = [
    ...new Set([...(rootPath ? names.slice(0, 5).map((name) => rootPath + name) : []), ...names]),
  ];
  for (const path of new Set([...paths.slice(0, rootPath ? 10 : 7), ...byVersion(rootPath)])) {
    let seen = await prober.ask('GET', path);
    const elsewhere = ledTo(seen, prober.origin);
    if (elsewhere) seen = await prober.ask('GET', elsewhere);
    if (seen.status !== 200 || !isObject(seen.json) || !isObject(seen.json.paths)) continue;
    return readApiBook(seen.json, seen.call, prober.origin);
  }
  return undefined;
}

/** Parameters that a list takes in its query, as the document has it. */
export function queryOf(book: ApiBook | undefined, list: string): readonly string[] {
  const found = book?.operations.find(({ method, path }) => method === 'GET' && path === bareOf(list));
  return found?.query ?? [];
}

/** ASP.NET names its document by the version, and puts it beside the API: above its path, as often as not. */
function byVersion(rootPath: string): string[] {
  const pieces = rootPath.split('/').filter(Boolean);
  const version = pieces.find((piece) => /^v\d+$/i.test(piece)) ?? 'v1';
  const above = pieces.map((_piece, index) => pieces.slice(0, index).join('/')).reverse();
  const prefixes = above.length === 0 ? [''] : above.map((each) => (each ? `/${each}` : ''));
  return prefixes.slice(-3).map((prefix) => `${prefix}/swagger/${version}/swagger.json`);
}

function readApiBook(document: Json, call: string, origin: string): ApiBook {
  const base = baseOf(document, origin);
  const paths = isObject(document.paths) ? document.paths : {};
  const operations = Object.entries(paths).flatMap(([path, item]) => {
    if (!isObject(item) || !path.startsWith('/')) return [];
    const shared = listOf(item.parameters);
    return ['get', 'post', 'put', 'patch', 'delete'].flatMap((method): Operation[] => {
      const said = item[method];
      if (!isObject(said)) return [];
      const parameters = [...shared, ...listOf(said.parameters)].map((each) => resolve(document, each));
      const body = bodyOf(document, said, parameters);
      const query = parameters.filter((each) => each.in === 'query').map((each) => String(each.name));
      return [{ method: method.toUpperCase(), path: base + path, query, ...(body && { body }) }];
    });
  });
  const send = sendOf(document);
  return { call, operations, ...(send && { send }) };
}

/** The path that all of the document's paths begin with. */
function baseOf(document: Json, origin: string): string {
  const server =
    at(document, 'servers.0') ?? (Array.isArray(document.servers) ? document.servers[0] : undefined);
  const text =
    isObject(server) && typeof server.url === 'string' ? server.url : String(document.basePath ?? '');
  if (!URL.canParse(text, origin) || text.includes('{')) return '';
  return new URL(text, origin).pathname.replace(/\/+$/, '');
}

function bodyOf(document: Json, operation: Json, parameters: readonly Json[]): Operation['body'] {
  const kinds = new Set<'json' | 'multipart' | 'urlencoded'>();
  const texts = new Set<string>();
  const files = new Set<string>();
  const required = new Set<string>();
  const addSchema = (schema: Json) => {
    for (const [name, property] of Object.entries(propertiesOf(document, schema))) {
      if (isFile(document, property)) files.add(name);
      else texts.add(name);
    }
    for (const name of listOf(schema.required)) required.add(String(name));
  };
  const content = resolve(document, operation.requestBody).content;
  for (const [type, media] of Object.entries(isObject(content) ? content : {})) {
    const kind = /json/.test(type)
      ? 'json'
      : /multipart/.test(type)
        ? 'multipart'
        : /urlencoded/.test(type)
          ? 'urlencoded'
          : undefined;
    if (!kind || !isObject(media)) continue;
    kinds.add(kind);
    addSchema(resolve(document, media.schema));
  }
  // Swagger 2 has the body among the parameters.
  for (const each of parameters) {
    if (each.in === 'body') {
      kinds.add('json');
      addSchema(resolve(document, each.schema));
    } else if (each.in === 'formData') {
      kinds.add(each.type === 'file' || files.size > 0 ? 'multipart' : 'urlencoded');
      (each.type === 'file' ? files : texts).add(String(each.name));
      if (each.required === true) required.add(String(each.name));
    }
  }
  if (files.size > 0) kinds.add('multipart').delete('urlencoded');
  return kinds.size === 0
    ? undefined
    : { names: [...texts], files: [...files], required: [...required], kinds: [...kinds] };
}

function propertiesOf(document: Json, schema: Json, depth = 0): Record<string, Json> {
  if (depth > deepestReference) return {};
  const parts = ['allOf', 'oneOf', 'anyOf'].flatMap((name) => listOf(schema[name]));
  const inherited = parts.map((each) => propertiesOf(document, resolve(document, each), depth + 1));
  const own = isObject(schema.properties) ? schema.properties : {};
  return Object.assign({}, ...inherited, own) as Record<string, Json>;
}

function isFile(document: Json, property: unknown): boolean {
  const schema = resolve(document, property);
  if (schema.format === 'binary' || schema.type === 'file' || schema.contentMediaType !== undefined)
    return true;
  return schema.type === 'array' && schema.items !== undefined && isFile(document, schema.items);
}

function resolve(document: Json, value: unknown, depth = 0): Json {
  if (!isObject(value)) return {};
  if (typeof value.$ref !== 'string' || depth > deepestReference) return value;
  const steps = value.$ref
    .replace(/^#\//, '')
    .split('/')
    .map((step) => step.replaceAll('~1', '/').replaceAll('~0', '~'));
  const found = steps.reduce<unknown>(
    (inner, step) => (isObject(inner) && Object.hasOwn(inner, step) ? inner[step] : undefined),
    document,
  );
  return resolve(document, found, depth + 1);
}

function sendOf(document: Json): ApiBook['send'] {
  const schemes = at(document, 'components.securitySchemes') ?? document.securityDefinitions;
  const all = isObject(schemes) ? Object.values(schemes).filter(isObject) : [];
  for (const scheme of all) {
    if (
      scheme.type === 'oauth2' ||
      (scheme.type === 'http' && String(scheme.scheme).toLowerCase() === 'bearer')
    )
      return 'bearer';
    if (scheme.type === 'apiKey' && scheme.in === 'header')
      return /^authorization$/i.test(String(scheme.name)) ? 'bearer' : { header: String(scheme.name) };
    if (scheme.type === 'apiKey' && scheme.in === 'cookie') return { cookie: String(scheme.name) };
  }
  return undefined;
}

function listOf(value: unknown): Json[] {
  return Array.isArray(value) ? value : [];
}
