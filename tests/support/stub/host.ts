import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { extname } from 'node:path';
import { deskRows } from '#shared/contract/desk/index.ts';
import type { CallName } from '#shared/contract/index.ts';
import { matchContract } from '#shared/contract/match.ts';
import { readId } from '#shared/id.ts';
import { type Answered, type StubData, stubAdminName } from './content.ts';
import { handlers } from './handlers.ts';
import type { HonestAnswer } from './misbehaviour.ts';
import type { SeenRequest } from './seen.ts';

/** Settings in which this host differs from others of its kind. */
export interface StubSettings {
  /** Place of the token in the login answer (server/bff/session/README.md lists four places). */
  tokenPlace: 'data.token' | 'data.access_token' | 'token' | 'access_token';
  /** Creates the token of the next login. */
  makeToken: () => string;
  /** Form of media addresses: with the host (as Laravel's asset() does), as a path, or without the leading slash. */
  media: 'absolute' | 'path' | 'bare';
  loginPath: string;
  logoutPath: string;
  /** The misspelled header of docs/product.md §6 that singlePost also reads. */
  viewBlogAuthHeader: string;
  /** Calls that this host lacks, and query parameters that it ignores, because it is older than they are. */
  lacks: readonly CallName[];
  ignores: readonly string[];
  /** Minimum time in seconds between opening and sending a public form. */
  formMinSeconds: number;
  /** True if every answer sets cookies and is marked private, as a framework does by default. */
  isPrivate: boolean;
  /** True if new records get a UUID as their id. */
  textIds: boolean;
}

/** State of a stub's host; tests may change everything except the address. */
export interface HostState {
  url: string;
  admin: { email: string; password: string };
  /** The tokens that are valid now, oldest first. Emptying the list ends every session. */
  tokens: string[];
  settings: StubSettings;
  data: StubData;
}

const types: Record<string, string> = {
  '.png': 'image/png',
  '.jpg': 'image/jpeg',
  '.jpeg': 'image/jpeg',
  '.gif': 'image/gif',
  '.webp': 'image/webp',
  '.avif': 'image/avif',
  '.mp4': 'video/mp4',
  '.webm': 'video/webm',
  '.vtt': 'text/vtt',
};

/** Headers that a PHP host adds to every answer; none of them may reach a browser. */
const hostHeaders = {
  server: 'stub-httpd/2.4.1',
  'x-powered-by': 'PHP/8.3.1',
  'access-control-allow-origin': '*',
};

const privateHeaders = {
  'set-cookie': ['laravel_session=host-session; path=/; httponly', 'XSRF-TOKEN=host-xsrf; path=/'],
  'cache-control': 'no-cache, private',
};

/**
 * The well-behaved side of the stub: decides the answer to each request. `of` returns the stub whose data it serves.
 */
export function createHost(of: () => HostState) {
  let ids = 0;
  let files = new Map<string, string>();

  function answerCall(stub: HostState, seen: SeenRequest, path: string): Answered {
    const token = bearer(seen.header('authorization'));
    if (seen.method === 'POST' && path === stub.settings.loginPath) return login(stub, seen);
    if (seen.method === 'POST' && path === stub.settings.logoutPath) return logout(stub, token);
    const { row, params, allow } = matchContract(seen.method, path);
    if (row && stub.settings.lacks.includes(row.name as CallName)) return noRoute(path);
    const handler = row && row.origin !== 'session' && handlers[row.name as keyof typeof handlers];
    // The method does not matter: a call that the host lacks is an unknown path for every method.
    const named = row ?? matchContract(allow[0] ?? '', path).row;
    if (named && named.name in deskRows && !(named.name in handlers)) return noRoute(path);
    if (!row || !handler) return allow.length > 0 ? refusal(405, 'Method not allowed.') : noRoute(path);
    const tokens = [token, row.misspelledAuth && bearer(seen.header(stub.settings.viewBlogAuthHeader))];
    const signedIn = tokens.some((each) => each && stub.tokens.includes(each));
    if (row.access === 'admin' && !signedIn) return refusal(401, 'Unauthenticated.');
    return handler({
      seen,
      id: readId(params.id) ?? 0,
      signedIn,
      formMinSeconds: stub.settings.formMinSeconds,
      knows: (parameter) => !stub.settings.ignores.includes(parameter),
      data: stub.data,
      admin: stub.admin,
      tokens: stub.tokens,
      nextId: () => (stub.settings.textIds ? randomUUID() : ++ids + 1000),
      keep(file) {
        const name = `/storage/${++ids}${/\.\w{1,5}$/.exec(file.filename ?? '')?.[0] ?? ''}`;
        files.set(name, file.storedAt ?? '');
        return name;
      },
      show: (stored) => showMedia(stored, stub),
    });
  }

  return {
    async answer(seen: SeenRequest): Promise<HonestAnswer> {
      const path = seen.url.split('?', 1)[0] ?? '';
      const stored = files.get(path);
      if (stored && (seen.method === 'GET' || seen.method === 'HEAD')) {
        const type = types[extname(path).toLowerCase()] ?? 'application/octet-stream';
        return {
          status: 200,
          headers: { ...headersOf(of()), 'content-type': type },
          body: await readFile(stored),
        };
      }
      const { status, body, file } = answerCall(of(), seen, path);
      if (file) return fileAnswer(file, headersOf(of()));
      const headers = { ...headersOf(of()), 'content-type': 'application/json' };
      return { status, headers, body: Buffer.from(JSON.stringify(body)) };
    },
    reset(): void {
      files = new Map();
    },
  };
}

function headersOf({ settings }: HostState): Record<string, string | string[]> {
  return settings.isPrivate ? { ...hostHeaders, ...privateHeaders } : hostHeaders;
}

async function fileAnswer(
  file: NonNullable<Answered['file']>,
  given: Record<string, string | string[]>,
): Promise<HonestAnswer> {
  const headers = {
    ...given,
    'content-type': file.type,
    'content-disposition': `attachment; filename="${file.name}"`,
    'content-security-policy': "default-src *; script-src 'unsafe-inline'",
  };
  const body = 'text' in file ? Buffer.from(file.text) : await readFile(file.storedAt);
  return { status: 200, headers, body };
}

function login(stub: HostState, seen: SeenRequest): Answered {
  const sent = parse(seen.body);
  if (sent.email !== stub.admin.email || sent.password !== stub.admin.password) {
    return refusal(401, 'These credentials do not match our records.');
  }
  const token = stub.settings.makeToken();
  stub.tokens.push(token);
  const user = { id: 1, name: stubAdminName, email: stub.admin.email };
  const [place, key] = stub.settings.tokenPlace.split('.') as [string, string?];
  const held = key ? { data: { [key]: token, user } } : { [place]: token, data: { user } };
  return { status: 200, body: { status: 1, message: 'Signed in.', ...held } };
}

function logout(stub: HostState, token: string | undefined): Answered {
  stub.tokens.splice(0, stub.tokens.length, ...stub.tokens.filter((each) => each !== token));
  return { status: 200, body: { status: 1, message: 'Signed out.' } };
}

function noRoute(path: string): Answered {
  return refusal(404, `The route ${path.slice(1)} could not be found.`);
}

function refusal(status: number, message: string): Answered {
  return { status, body: { status: 0, message } };
}

function bearer(header: string | undefined): string | undefined {
  return /^Bearer (\S+)$/i.exec(header ?? '')?.[1];
}

function parse(body: Buffer): Record<string, unknown> {
  try {
    return Object(JSON.parse(body.toString('utf8')));
  } catch {
    return {};
  }
}

function showMedia(stored: string | null, stub: HostState): string | null {
  if (!stored?.startsWith('/storage/') || stub.settings.media === 'path') return stored;
  return stub.settings.media === 'absolute' ? `${stub.url}${stored}` : stored.slice(1);
}
