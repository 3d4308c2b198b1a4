import type { HostAnswer, HostRequest, ReceivedFile } from '../support/server.ts';

/** The input of a controller's method. */
export interface Context {
  /** UUIDs in the path, in order. */
  ids: string[];
  query: Record<string, string>;
  body: Record<string, unknown>;
  files: ReceivedFile[];
  signedIn: boolean;
  token: string | undefined;
}

/** A route: verb, path with `:…` for UUIDs, guard, file fields, method. */
export interface Route {
  verb: string;
  path: string;
  /** `jwt` requires the cookie. */
  guard?: 'jwt';
  /** Files that the interceptor accepts: how many for each field; without it a form's body is not read. */
  files?: Record<string, number>;
  run(context: Context): HostAnswer | Promise<HostAnswer>;
}

const reasons: Record<number, string> = {
  400: 'Bad Request',
  401: 'Unauthorized',
  404: 'Not Found',
  413: 'Payload Too Large',
};

/** Nest's HttpException: `error` is the reason phrase of the status, and left out if there is no other text. */
export class HttpException extends Error {
  readonly status: number;
  readonly body: { message: string | string[]; error?: string; statusCode: number };

  constructor(status: number, message?: string | string[]) {
    super(String(message));
    this.status = status;
    const reason = reasons[status] ?? 'Error';
    this.body =
      message === undefined
        ? { message: reason, statusCode: status }
        : { message, error: reason, statusCode: status };
  }
}

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[1-8][0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/i;

/** The router of a Nest application on Express: unknown paths and unknown methods are the same 404. */
export function application(routes: Route[], isTaken: (token: string) => boolean) {
  const compiled = routes.map((route) => ({
    ...route,
    pattern: new RegExp(`^${route.path.replace(/:\w+/g, '([^/]+)')}/?$`),
  }));

  return async function handle(request: HostRequest): Promise<HostAnswer> {
    try {
      const verb = request.method === 'HEAD' ? 'GET' : request.method;
      const route = compiled.find((each) => each.verb === verb && each.pattern.test(request.path));
      // Express answers OPTIONS itself, before Nest.
      const verbs = compiled.filter((each) => each.pattern.test(request.path)).map((each) => each.verb);
      if (request.method === 'OPTIONS' && verbs.length > 0) {
        const allow = [...new Set(verbs.flatMap((each) => (each === 'GET' ? ['GET', 'HEAD'] : [each])))].join(
          ', ',
        );
        return { status: 200, headers: { allow, 'content-type': 'text/html; charset=utf-8' }, body: allow };
      }
      if (!route) throw new HttpException(404, `Cannot ${request.method} ${request.target}`);
      const token = cookie(request, 'access_token');
      const signedIn = token !== undefined && isTaken(token);
      if (route.guard === 'jwt' && !signedIn) throw new HttpException(401);
      const { body, files } = readBody(request, route);
      const ids = (route.pattern.exec(request.path) ?? []).slice(1);
      if (!ids.every((id) => uuid.test(id)))
        throw new HttpException(400, 'Validation failed (uuid is expected)');
      return await route.run({ ids, query: Object.fromEntries(request.query), body, files, signedIn, token });
    } catch (error) {
      if (error instanceof HttpException) return json(error.status, error.body);
      return json(500, { statusCode: 500, message: 'Internal server error' });
    }
  };
}

export function json(status: number, body: unknown, headers: Record<string, string> = {}): HostAnswer {
  return {
    status,
    headers: { 'x-powered-by': 'Express', 'content-type': 'application/json; charset=utf-8', ...headers },
    body: JSON.stringify(body),
  };
}

function cookie(request: HostRequest, name: string): string | undefined {
  for (const pair of (request.headers.cookie ?? '').split(';')) {
    const [key, value] = pair.trim().split('=', 2);
    if (key === name) return value;
  }
  return undefined;
}

/** Reads the body like body-parser, and like multer where an interceptor requires it. */
function readBody(request: HostRequest, { files }: Route): Pick<Context, 'body' | 'files'> {
  if (request.kind === 'json') {
    if (request.json === undefined) throw new HttpException(400, 'Unexpected end of JSON input');
    return { body: { ...(request.json as object) }, files: [] };
  }
  if (request.kind === 'multipart' && !files) return { body: {}, files: [] };
  for (const { field } of request.files) {
    const most = files?.[field] ?? 0;
    if (request.files.filter((file) => file.field === field).length > most) {
      throw new HttpException(400, `Unexpected field - ${field}`);
    }
  }
  return { body: Object.fromEntries(request.texts), files: request.files };
}

type Rule = (value: unknown) => string | undefined;

/**
 * ValidationPipe with `whitelist` and `forbidNonWhitelisted`: a property that the DTO does not name is refused, and
 * each error begins with the property's name.
 */
export function dto(
  given: Record<string, unknown>,
  rules: Record<string, Rule[]>,
  optional: string[] = [],
): void {
  const messages = Object.keys(given)
    .filter((name) => !(name in rules))
    .map((name) => `property ${name} should not exist`);
  for (const [name, checks] of Object.entries(rules)) {
    if (given[name] === undefined && optional.includes(name)) continue;
    messages.push(...checks.flatMap((check) => check(given[name]) ?? []).map((what) => `${name} ${what}`));
  }
  if (messages.length > 0) throw new HttpException(400, messages);
}

export const notEmpty: Rule = (value) =>
  value === '' || value === null || value === undefined ? 'should not be empty' : undefined;
export const isString: Rule = (value) => (typeof value === 'string' ? undefined : 'must be a string');
export const isEmail: Rule = (value) =>
  /^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(String(value)) ? undefined : 'must be an email';
export const isUuid: Rule = (value) => (uuid.test(String(value)) ? undefined : 'must be a UUID');
export const isUrl: Rule = (value) =>
  /^https?:\/\/[^\s/]+\.[^\s/]+/.test(String(value)) ? undefined : 'must be a URL address';
/** Rule for a field of a form, where every value is text. */
export const isWord: Rule = (value) =>
  value === 'true' || value === 'false' ? undefined : 'must be one of the following values: true, false';
export const maxLength =
  (most: number): Rule =>
  (value) =>
    String(value ?? '').length > most ? `must be shorter than or equal to ${most} characters` : undefined;
export const isInt =
  (least: number, most: number): Rule =>
  (value) => {
    if (!/^-?\d+$/.test(String(value))) return 'must be an integer number';
    if (Number(value) < least) return `must not be less than ${least}`;
    return Number(value) > most ? `must not be greater than ${most}` : undefined;
  };
