import { createHmac, randomBytes, randomUUID } from 'node:crypto';
import type { HostAnswer, HostRequest, ReceivedFile } from '../support/server.ts';

/** The input of a controller: parameters of the query and of the body, with `post[title]` as a key of `post`. */
export interface Context {
  query: URLSearchParams;
  body: Params;
  isJson: boolean;
  origin: string;
  user: User | undefined;
  /** Devise's reason why the caller is not signed in. */
  failure: string;
}

export type Params = Record<string, unknown>;

export interface User {
  id: number;
  name: string;
  email: string;
  role: string;
  password: string | null;
  /** Contained in all tokens of a user; a sign-out replaces it. */
  jti: string;
}

/** An answer that a controller renders instead of continuing. */
export class Halt extends Error {
  readonly status: number;
  readonly body: unknown;

  constructor(status: number, body: unknown) {
    super(String(status));
    this.status = status;
    this.body = body;
  }
}

const reasons: Record<number, string> = {
  400: 'Bad Request',
  404: 'Not Found',
  500: 'Internal Server Error',
};

/** Headers that Rack and Passenger add to every answer. */
const stack = () => ({
  server: 'nginx/1.18.0 + Phusion Passenger 6.0.8',
  'x-powered-by': 'Phusion Passenger 6.0.8',
  'x-frame-options': 'SAMEORIGIN',
  'x-content-type-options': 'nosniff',
  vary: 'Origin',
  'cache-control': 'no-cache',
  'x-request-id': randomUUID(),
  'x-runtime': '0.004321',
});

/** Renders JSON with `<`, `>` and `&` escaped, as ActiveSupport does. */
export function render(status: number, body?: unknown, headers: Record<string, string> = {}): HostAnswer {
  if (body === undefined) return { status, headers: { ...stack(), ...headers } };
  const text = JSON.stringify(body).replace(
    /[<>&\u2028\u2029]/g,
    (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
  const type = { 'content-type': 'application/json; charset=utf-8' };
  return { status, headers: { ...stack(), ...type, ...headers }, body: text };
}

/** ActionDispatch::PublicExceptions: JSON only for clients that ask for it. */
export function publicException({ headers, path }: HostRequest, status: number): HostAnswer {
  const reason = reasons[status] ?? 'Error';
  const accept = headers.accept ?? '';
  if (path.endsWith('.json') || (accept.startsWith('application/json') && !/,\s*\*\/\*/.test(accept)))
    return render(status, { status, error: reason });
  const body = `<!DOCTYPE html>\n<title>${reason} (${status})</title>\n<h1>${reason}</h1>\n`;
  return { status, headers: { ...stack(), 'content-type': 'text/html; charset=UTF-8' }, body };
}

/** Parses parameters like Rack: nested names in forms, JSON unchanged. */
export function paramsOf({ kind, json, texts, files }: HostRequest): Params {
  if (kind === 'json') {
    if (json === undefined) throw new Halt(400, undefined);
    return isHash(json) ? json : { _json: json };
  }
  const params: Params = {};
  for (const [name, value] of texts) assign(params, name, value);
  for (const file of files) if (file.name !== '') assign(params, file.field, file);
  return params;
}

function assign(params: Params, name: string, value: unknown): void {
  const keys = name.split('[').map((key) => key.replace(/\]$/, ''));
  let place = params;
  for (const [index, key] of keys.entries()) {
    if (index === keys.length - 1) place[key] = value;
    else {
      place[key] = isHash(place[key]) ? place[key] : {};
      place = place[key] as Params;
    }
  }
}

export function isHash(value: unknown): value is Params {
  return typeof value === 'object' && value !== null && !Array.isArray(value) && !isFile(value);
}

export function isFile(value: unknown): value is ReceivedFile {
  return typeof value === 'object' && value !== null && 'bytes' in value;
}

/** `params.require(key)`; for JSON it also uses the fields at the top level (wrap_parameters). */
export function required({ body, isJson }: Context, key: string, names: readonly string[]): Params {
  const wrapped = Object.fromEntries(names.filter((name) => name in body).map((name) => [name, body[name]]));
  const given = body[key] ?? (isJson ? wrapped : undefined);
  if (isHash(given) && Object.keys(given).length > 0) return given;
  throw new Halt(400, { error: `param is missing or the value is empty: ${key}` });
}

/** Kaminari: ten a page, fifty at most; an empty list past the end. */
export function paginated<Row>(rows: readonly Row[], query: URLSearchParams) {
  const per = Math.min(50, Number.parseInt(query.get('per_page') ?? '', 10) || 10);
  const page = Math.max(1, Number.parseInt(query.get('page') ?? '', 10) || 1);
  const pages = Math.ceil(rows.length / per);
  const meta = {
    current_page: page,
    next_page: page < pages ? page + 1 : null,
    prev_page: page === 1 || page > pages ? null : page - 1,
    total_pages: pages,
    total_count: rows.length,
  };
  return { rows: rows.slice((page - 1) * per, page * per), meta };
}

const secret = randomBytes(32);
const sign = (text: string) => createHmac('sha256', secret).update(text).digest('base64url');
const encoded = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');

/** Creates a token of devise-jwt: valid for a day, sent in a header of the answer to a sign-in. */
export function tokenOf({ id, jti }: User): string {
  const exp = Math.floor(Date.now() / 1000) + 86_400;
  const text = `${encoded({ alg: 'HS256' })}.${encoded({ jti, sub: String(id), scp: 'user', exp })}`;
  return `${text}.${sign(text)}`;
}

export function authenticated(
  { headers }: HostRequest,
  users: readonly User[],
): Pick<Context, 'user' | 'failure'> {
  const nobody = (failure: string) => ({ user: undefined, failure });
  const [, token] = /^Bearer\s+(.*)$/.exec(headers.authorization ?? '') ?? [];
  if (token === undefined) return nobody('You need to sign in or sign up before continuing.');
  const [head, body, signature, ...more] = token.split('.');
  if (signature === undefined || more.length > 0) return nobody('Not enough or too many segments');
  if (sign(`${head}.${body}`) !== signature) return nobody('Signature verification raised');
  const { sub, jti, exp } = JSON.parse(Buffer.from(body ?? '', 'base64url').toString());
  if (exp * 1000 < Date.now()) return nobody('Signature has expired');
  const user = users.find(({ id }) => id === Number(sub));
  if (!user) return nobody('nil user');
  return user.jti === jti ? { user, failure: '' } : nobody('revoked token');
}
