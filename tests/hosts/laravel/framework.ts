import { phpInput } from '../support/php-form.ts';
import type { HostAnswer, HostRequest, ReceivedFile } from '../support/server.ts';
import { ValidationException, validate } from './validation.ts';

/** The input of a controller. */
export interface Context {
  /** Numbers in the path, in order. */
  ids: number[];
  query: URLSearchParams;
  fields: Record<string, unknown>;
  files: Record<string, ReceivedFile[]>;
  /** The address of the call without the query, for the links of a list. */
  url: string;
  signedIn: boolean;
  token: string | undefined;
  validate(rules: Record<string, string>): Record<string, unknown>;
}

/**
 * As Laravel's router lists routes: verb, path below /api/v1 with `{…}` for numbers, the guard `auth:sanctum` if any,
 * controller.
 */
export type Route = [
  verb: string,
  path: string,
  guard: 'open' | 'auth',
  action: (context: Context) => HostAnswer | Promise<HostAnswer>,
];

export class HttpException extends Error {
  readonly status: number;

  constructor(status: number, message: string) {
    super(message);
    this.status = status;
  }
}

export function modelNotFound(model: string, id: number | undefined): HttpException {
  return new HttpException(404, `No query results for model [App\\Models\\${model}] ${id}`);
}

const prefix = '/api/v1';

/** Laravel's kernel for one request under /api: router, guards, method spoofing, and its error answers. */
export function kernel(routes: Route[], tokenUser: (token: string) => unknown) {
  const compiled = routes.map(([verb, path, guard, action]) => ({
    verb,
    guard,
    action,
    pattern: new RegExp(`^${prefix}${path.replace(/\{\w+\}/g, '(\\d+)')}$`),
  }));

  return async function handle(request: HostRequest): Promise<HostAnswer> {
    try {
      const input = phpInput(request);
      const fields = Object.fromEntries(
        Object.entries(input.fields).map(([name, value]) => [name, trimmed(value)]),
      );
      const method = spoofedMethod(request, fields);
      const found = compiled.filter((route) => route.pattern.test(request.path));
      if (found.length === 0) {
        throw new HttpException(404, `The route ${request.path.slice(1)} could not be found.`);
      }
      const allowed = [...new Set(found.flatMap(({ verb }) => (verb === 'GET' ? ['GET', 'HEAD'] : [verb])))];
      if (method === 'OPTIONS') return { status: 200, headers: { allow: allowed.join(',') } };
      const route = found.find(({ verb }) => verb === (method === 'HEAD' ? 'GET' : method));
      if (!route) {
        const supported = `Supported methods: ${allowed.join(', ')}.`;
        const message = `The ${method} method is not supported for route ${request.path.slice(1)}. ${supported}`;
        return errorAnswer(request, 405, { message }, { allow: allowed.join(', ') });
      }
      const token = /^Bearer (.+)$/.exec(request.headers.authorization ?? '')?.[1];
      const signedIn = token !== undefined && tokenUser(token) !== undefined;
      if (route.guard === 'auth' && !signedIn) throw new HttpException(401, 'Unauthenticated.');
      return await route.action({
        ids: (route.pattern.exec(request.path) ?? []).slice(1).map(Number),
        query: request.query,
        fields,
        files: input.files,
        url: `http://${request.headers.host}${request.path}`,
        signedIn,
        token,
        validate: (rules) => validate(fields, input.files, rules),
      });
    } catch (error) {
      if (error instanceof ValidationException) {
        return errorAnswer(request, 422, { message: error.message, errors: error.errors });
      }
      if (error instanceof HttpException)
        return errorAnswer(request, error.status, { message: error.message });
      return errorAnswer(request, 500, { message: 'Server Error' });
    }
  };
}

/** PHP cannot read a form of PUT or PATCH, so a POST names the intended method. */
function spoofedMethod(request: HostRequest, fields: Record<string, unknown>): string {
  if (request.method !== 'POST') return request.method;
  const named = request.headers['x-http-method-override'] ?? fields._method ?? request.query.get('_method');
  return String(named ?? 'POST').toUpperCase();
}

/** Like the middlewares TrimStrings and ConvertEmptyStringsToNull. */
function trimmed(value: unknown): unknown {
  return typeof value === 'string' ? value.trim() || null : value;
}

const apiHeaders = { 'cache-control': 'no-cache, private', 'access-control-allow-origin': '*' };

export function json(status: number, body: unknown): HostAnswer {
  return {
    status,
    headers: { 'content-type': 'application/json', ...apiHeaders },
    body: JSON.stringify(body),
  };
}

export const noContent: HostAnswer = { status: 204, headers: apiHeaders };

/** Returns a JsonResource. */
export function one(resource: unknown, status = 200): HostAnswer {
  return json(status, { data: resource });
}

/**
 * Returns a ResourceCollection of a LengthAwarePaginator; an invalid page number means the first page, as in Laravel.
 */
export function paginated<Row>(
  { query, url }: Context,
  rows: Row[],
  resource: (row: Row) => unknown,
): HostAnswer {
  const whole = (name: string, otherwise: number) =>
    /^[1-9]\d{0,8}$/.test(query.get(name) ?? '') ? Number(query.get(name)) : otherwise;
  const perPage = Math.min(100, whole('per_page', 12));
  const page = whole('page', 1);
  const lastPage = Math.max(1, Math.ceil(rows.length / perPage));
  const shown = rows.slice((page - 1) * perPage, page * perPage);
  const link = (number: number) => {
    const wanted = new URLSearchParams(query);
    wanted.set('page', String(number));
    return `${url}?${wanted}`;
  };
  const prev = page > 1 ? link(page - 1) : null;
  const next = page < lastPage ? link(page + 1) : null;
  return json(200, {
    data: shown.map(resource),
    links: { first: link(1), last: link(lastPage), prev, next },
    meta: {
      current_page: page,
      from: shown.length > 0 ? (page - 1) * perPage + 1 : null,
      last_page: lastPage,
      links: [
        { url: prev, label: '&laquo; Previous', active: false },
        ...Array.from({ length: lastPage }, (_, index) => ({
          url: link(index + 1),
          label: String(index + 1),
          active: index + 1 === page,
        })),
        { url: next, label: 'Next &raquo;', active: false },
      ],
      path: url,
      per_page: perPage,
      to: shown.length > 0 ? (page - 1) * perPage + shown.length : null,
      total: rows.length,
    },
  });
}

/**
 * Laravel answers in JSON to clients that ask for it. It treats others as browsers: a failed validation redirects
 * back, a guest is redirected to a route `login` that an API does not have, and other errors are an HTML page.
 */
export function errorAnswer(
  request: HostRequest,
  status: number,
  body: { message: string; errors?: unknown },
  headers: Record<string, string> = {},
): HostAnswer {
  const first = (request.headers.accept ?? '').split(',')[0] ?? '';
  if (/[/+]json/.test(first)) {
    const answer = json(status, body);
    return { ...answer, headers: { ...answer.headers, ...headers } };
  }
  if (status === 422) return { status: 302, headers: { location: '/' } };
  const shown = status === 401 ? 500 : status;
  const titles: Record<number, string> = {
    404: 'Not Found',
    405: 'Method Not Allowed',
    429: 'Too Many Requests',
  };
  return {
    status: shown,
    headers: { 'content-type': 'text/html; charset=UTF-8', ...headers },
    body: `<!DOCTYPE html><html lang="en"><title>${titles[shown] ?? 'Server Error'}</title><p>${shown}</p></html>`,
  };
}
