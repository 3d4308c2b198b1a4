import type { IncomingHttpHeaders } from 'node:http';
import { type HostData, type HostRow, resources } from './content.ts';

/** One request to the host, read completely. */
export interface HostRequest {
  method: string;
  /** Path without the query. */
  path: string;
  query: URLSearchParams;
  headers: IncomingHttpHeaders;
  bytes: Buffer;
}

/** A refusal of the host; `fields` are the names of invalid fields. */
export class Refused extends Error {
  readonly status: number;
  readonly fields: readonly string[];

  constructor(status: number, message: string, fields: readonly string[] = []) {
    super(message);
    this.status = status;
    this.fields = fields;
  }
}

interface Counts {
  page: number;
  pages: number;
  size: number;
  total: number;
}

type Form = Record<string, unknown>;
type User = Record<'name' | 'email' | 'role', string>;

/** Habits of one make of API host. */
interface Shape {
  base: string;
  type: string;
  size: number;
  /** Query parameters of a list: the page, and the projects of a service. */
  page: string;
  filter: string;
  signIn: string;
  signOut: string;
  /** Status for wrong credentials. */
  badSignIn: number;
  credentialsIn(asked: HostRequest): unknown[];
  signedIn(token: string, user: User): object;
  tokenIn(asked: HostRequest): string | undefined;
  id(number: number, table: string): HostRow['id'];
  idIn(text: string): HostRow['id'];
  row(name: string, row: HostRow, data: HostData, url: string): object;
  one(row: object): object;
  list(rows: object[], counts: Counts): object;
  sorted(name: string, query: URLSearchParams, rows: readonly HostRow[]): HostRow[];
  refusal(refused: Refused): object;
  /** Reads the fields of a write, and refuses a body that this make does not accept. */
  readBody(asked: HostRequest, name: string, id: string | undefined): Promise<Form>;
}

const jsonIn = ({ bytes }: HostRequest): Form => JSON.parse(bytes.length > 0 ? bytes.toString() : '{}');
const inMoments = (row: HostRow, format: (ms: number) => string) =>
  Object.fromEntries(
    Object.entries(row).map(([name, value]) => [
      name,
      name.endsWith('_at') && typeof value === 'number' ? format(value) : value,
    ]),
  );
const iso = (ms: number) => new Date(ms).toISOString();
/** Laravel's `Y-m-d H:i:s`, in the zone of the application. */
const naive = (ms: number) => new Date(ms).toLocaleString('sv-SE', { timeZone: 'Europe/Berlin' });
/** Replaces the keys of files by their addresses. */
function withFiles(name: string, row: HostRow, urlOf: (key: string) => string): HostRow {
  const shown: HostRow = { ...row };
  for (const [field, kind] of Object.entries(resources[name]?.fields ?? {})) {
    const value = row[field];
    if (kind === 'file') shown[field] = value ? urlOf(String(value)) : null;
    if (kind === 'files')
      shown[field] = (value as { id: number; key: string }[]).map(({ id, key }) => ({ id, url: urlOf(key) }));
  }
  return shown;
}

const newestFirst = (rows: readonly HostRow[]) =>
  rows.toSorted(
    (one, other) =>
      Number(other.published_at ?? other.created_at) - Number(one.published_at ?? one.created_at),
  );

/** API resources of Laravel: forms with files, changed by POST with `_method`; a device name at the sign-in. */
const laravel: Shape = {
  base: '/api/v1',
  type: 'application/json',
  size: 12,
  page: 'page',
  filter: 'service_id',
  signIn: '/login',
  signOut: '/logout',
  badSignIn: 422,
  credentialsIn(asked) {
    const { email, password, device_name } = jsonIn(asked);
    if (!device_name) throw new Refused(422, 'The device name field is required.', ['device_name']);
    return [email, password];
  },
  signedIn: (token, user) => ({ token, user }),
  tokenIn: ({ headers }) => headers.authorization?.replace('Bearer ', ''),
  id: (number) => number,
  idIn: Number,
  row(name, row, data, url) {
    const shown = withFiles(name, row, (key) => `${url}/storage/${key}`);
    const { service, published_at, ...rest } = shown;
    const title = data.rows.services?.find(({ id }) => id === service)?.name;
    return {
      ...inMoments(rest as HostRow, (ms) => iso(ms).replace('Z', '000Z')),
      ...('published_at' in row && {
        published_at: published_at === null ? null : naive(Number(published_at)),
      }),
      ...(service !== undefined && { service: { id: service, name: title } }),
    };
  },
  one: (data) => ({ data }),
  list: (data, { page, pages, size, total }) => ({
    data,
    links: { next: page < pages ? `?page=${page + 1}` : null },
    meta: { current_page: page, last_page: pages, per_page: size, total },
  }),
  sorted: (name, _query, rows) => (name === 'posts' ? newestFirst(rows) : [...rows]),
  refusal: ({ message, fields }) => ({
    message,
    ...(fields.length > 0 && {
      errors: Object.fromEntries(fields.map((field) => [field, [`The ${field} field is required.`]])),
    }),
  }),
  async readBody(asked) {
    const { method, headers, bytes } = asked;
    const type = headers['content-type'] ?? '';
    if (/json/.test(type)) return jsonIn(asked);
    // PHP reads the files of a form only in a POST.
    if (!/multipart/.test(type) || method !== 'POST') return {};
    const form: Form = {};
    const body = new Uint8Array(bytes);
    for (const [sent, value] of await new Request('http://x', {
      method,
      headers: { 'content-type': type },
      body,
    }).formData()) {
      const name = sent.replace(/\[.*$/, '').replace('service_id', 'service');
      const read = typeof value === 'string' ? value : Buffer.from(await value.arrayBuffer());
      form[name] = sent.includes('[') ? [...((form[name] ?? []) as []), read] : read;
    }
    return form;
  },
};

const apiType = 'application/vnd.api+json';

/** JSON:API 1.1, and strict: ids are texts, relationships have their type, files are sent before what names them. */
const jsonApi: Shape = {
  base: '/jsonapi',
  type: apiType,
  size: 10,
  page: 'page[number]',
  filter: 'filter[service]',
  signIn: '/sessions',
  signOut: '/sessions/current',
  badSignIn: 401,
  credentialsIn(asked) {
    const { login, password } = ((jsonIn(asked).data ?? {}) as { attributes?: Form }).attributes ?? {};
    return [login, password];
  },
  signedIn: (token, user) => ({ data: { type: 'sessions', id: '1', attributes: { token, user } } }),
  tokenIn: ({ headers }) => headers['x-auth-token'] as string | undefined,
  // Some tables have numbers, which are texts in answers all the same.
  id: (number, table) => (table === 'services' ? `s-${number}` : number),
  idIn: String,
  row(name, row) {
    const { id, service, ...fields } = withFiles(name, row, (key) => `storage/${key}`);
    return {
      type: name,
      id: String(id),
      attributes: inMoments(fields as HostRow, iso),
      ...(service !== undefined && {
        relationships: { service: { data: { type: 'services', id: String(service) } } },
      }),
    };
  },
  one: (data) => ({ data }),
  list: (data, { page, pages, size, total }) => ({
    data,
    meta: { page: { currentPage: page, lastPage: pages, perPage: size, total } },
  }),
  // Without `sort` the rows are in the order of their ids.
  sorted: (_name, query, rows) => (query.get('sort') === '-published_at' ? newestFirst(rows) : [...rows]),
  refusal: ({ status, message, fields }) => ({
    errors:
      fields.length > 0
        ? fields.map((field) => ({
            status: String(status),
            title: message,
            detail: `${field} is required.`,
            source: { pointer: `/data/attributes/${field}` },
          }))
        : [{ status: String(status), title: message }],
  }),
  async readBody(asked, name, id) {
    if (asked.bytes.length === 0 || name === 'media') return {};
    if (asked.headers['content-type'] !== apiType) throw new Refused(415, 'Unsupported Media Type');
    const { data = {} } = jsonIn(asked) as { data?: Form };
    if (data.type !== name) throw new Refused(409, `The type must be ${name}.`);
    if (asked.method === 'PATCH' && data.id !== id)
      throw new Refused(409, 'The id must be that of the path, as text.');
    const related = Object.entries((data.relationships ?? {}) as Record<string, { data?: unknown }>).map(
      ([field, { data: linked }]) => {
        const all = [linked].flat() as { type?: unknown; id?: unknown }[];
        const type = field === 'service' ? 'services' : 'media';
        if (all.some((each) => each?.type !== type || typeof each.id !== 'string'))
          throw new Refused(400, `${field} must be {"type": "${type}", "id": text}.`);
        return [field, Array.isArray(linked) ? all.map((each) => each.id) : all[0]?.id];
      },
    );
    return { ...(data.attributes as Form), ...Object.fromEntries(related) };
  },
};

export const shapes = { laravel, 'json-api': jsonApi };

export type ShapeName = keyof typeof shapes;
