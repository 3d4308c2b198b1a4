import { phpInput } from '../support/php-form.ts';
import type { HostAnswer, HostRequest, ReceivedFile } from '../support/server.ts';
import type { Account, PrefixedData } from './content.ts';

/** The input of an action: query and body in one, like $_REQUEST. */
export interface Call {
  input: Record<string, string>;
  files: Record<string, ReceivedFile[]>;
  account: Account | undefined;
}

/** Actions by method and path below the prefix: the required level, and the function. */
export type Actions = Record<string, [level: 'everybody' | 'editor', action: (call: Call) => HostAnswer]>;

/** An error that the user can correct: HTTP 200, as with all answers of the program itself. */
export class Failed extends Error {
  readonly fields: Record<string, string> | undefined;

  constructor(message: string, fields?: Record<string, string>) {
    super(message);
    this.fields = fields;
  }
}

export function dispatch(actions: Actions, data: PrefixedData) {
  return function handle(request: HostRequest, path: string): HostAnswer {
    const found = actions[`${request.method === 'HEAD' ? 'GET' : request.method} ${path}`];
    // The front controller answers every path and every method, unknown ones too.
    if (!found) return json(200, { ok: false, msg: 'Unknown action' });
    const [level, action] = found;
    const token = request.headers['x-auth-token'];
    const account = typeof token === 'string' ? data.tokens.get(token) : undefined;
    if (token && !account) return json(401, { ok: false, msg: 'Session expired' });
    if (level === 'editor' && !account) return json(401, { ok: false, msg: 'Login required' });
    if (level === 'editor' && account?.level !== 'editor')
      return json(403, { ok: false, msg: 'No permission' });
    const { fields, files } = phpInput(request);
    const input: Record<string, string> = Object.fromEntries(request.query);
    for (const [name, value] of Object.entries(fields)) input[name] = asText(value);
    try {
      return action({ input, files, account });
    } catch (error) {
      if (!(error instanceof Failed)) throw error;
      return json(200, { ok: false, msg: error.message, ...(error.fields && { fields: error.fields }) });
    }
  };
}

/** PHP's conversion of JSON values to text: true is "1", false and null are "". */
function asText(value: unknown): string {
  if (value === true) return '1';
  return value === false || value === null ? '' : String(value).trim();
}

/** Like FILTER_VALIDATE_BOOLEAN. */
export function truth(text: string | undefined): boolean {
  return /^(?:1|true|on|yes)$/i.test(text ?? '');
}

/** Like `json_encode` without flags: slashes and all characters outside ASCII are escaped. */
export function json(status: number, body: unknown, headers: Record<string, string> = {}): HostAnswer {
  const text = JSON.stringify(body)
    .replaceAll('/', '\\/')
    .replace(/[\u0080-\uffff]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`);
  return {
    status,
    headers: {
      'content-type': 'application/json; charset=utf-8',
      'x-powered-by': 'PHP/7.4.33',
      'cache-control': 'no-store, no-cache, must-revalidate',
      'set-cookie': 'PHPSESSID=0k2vq3o7l5b8d1j6; path=/',
      ...headers,
    },
    body: text,
  };
}

export function done(payload: unknown, msg = ''): HostAnswer {
  return json(200, { ok: true, msg, payload });
}

/** Returns one page; numbers that the database counted are texts. */
export function rows<Row>({ input }: Call, all: Row[], show: (row: Row) => unknown): HostAnswer {
  const current = Math.max(1, Number.parseInt(input.p ?? '', 10) || 1);
  const perPage = Math.min(50, Math.max(1, Number.parseInt(input.count ?? '', 10) || 10));
  return done({
    rows: all.slice((current - 1) * perPage, current * perPage).map(show),
    pager: { current, pages: Math.ceil(all.length / perPage), perPage, count: String(all.length) },
  });
}

/** Returns the row that `id` names; throws `Failed` if it is missing, so that the caller gets no error status. */
export function byId<Row extends { id: number }>({ input }: Call, all: Row[]): Row {
  const found = all.find(({ id }) => String(id) === input.id);
  if (!found) throw new Failed('Record not found');
  return found;
}

/** Returns the row to save: the row that `id` names, or a new one. */
export function savedRow<Row extends { id: number; created: number }>(
  call: Call,
  all: Row[],
  fresh: () => Partial<Row>,
): Row {
  if (call.input.id) return byId(call, all);
  const now = Math.floor(Date.now() / 1000);
  const id = 1 + Math.max(0, ...all.map((row) => row.id));
  const row = { ...fresh(), id, created: Number(call.input.created) || now, changed: now } as unknown as Row;
  all.push(row);
  return row;
}

export function removeRow<Row extends { id: number }>(call: Call, all: Row[]): HostAnswer {
  all.splice(all.indexOf(byId(call, all)), 1);
  return done(null, 'Deleted');
}
