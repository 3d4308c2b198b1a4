import { randomBytes } from 'node:crypto';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { extname, join } from 'node:path';
import { matchContract } from '#shared/contract/match.ts';
import type { Answered, StubData } from './stub/content.ts';
import { handlers } from './stub/handlers.ts';
import {
  createRules,
  type HonestAnswer,
  type Misbehaviour,
  type MisbehaviourMatch,
  misbehaveEarly,
  misbehaveLate,
} from './stub/misbehaviour.ts';
import { readBody, type SeenRequest, seenHead } from './stub/seen.ts';

export type { StubBlog, StubCategory, StubData, StubProject } from './stub/content.ts';
export type { Misbehaviour, MisbehaviourMatch } from './stub/misbehaviour.ts';
export type { SeenPart, SeenRequest } from './stub/seen.ts';

/** How this host differs from others of its kind. */
export interface StubSettings {
  /** Where the login answer carries the token (DESIGN §4 knows four places). */
  tokenPlace: 'data.token' | 'data.access_token' | 'token' | 'access_token';
  /** Makes the token of the next login. */
  makeToken: () => string;
  /** How media addresses are written: with the host (as Laravel's asset() does), as a path, or without the slash. */
  media: 'absolute' | 'path' | 'bare';
  loginPath: string;
  logoutPath: string;
  /** The misspelled header of SPEC §6 that singlePost reads too. */
  viewBlogAuthHeader: string;
}

export interface StubUpstream {
  url: string;
  /** Every request whose head arrived, in order. */
  requests: SeenRequest[];
  last(): SeenRequest;
  /** The requests to one path, without its query. */
  requestsTo(path: string): SeenRequest[];
  admin: { email: string; password: string };
  /** The tokens that are good now, oldest first. Empty it and every session is over. */
  tokens: string[];
  settings: StubSettings;
  data: StubData;
  misbehave(rule: Misbehaviour, match?: MisbehaviourMatch): void;
  /** Forgets records, misbehaviour, data and settings; tokens stay good, so that a test's session does. */
  reset(): void;
  close(): Promise<void>;
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
};

/** Headers that a PHP host adds to everything; none of them may reach a browser. */
const hostHeaders = {
  server: 'stub-httpd/2.4.1',
  'x-powered-by': 'PHP/8.3.1',
  'access-control-allow-origin': '*',
  'set-cookie': ['laravel_session=host-session; path=/; httponly', 'XSRF-TOKEN=host-xsrf; path=/'],
  'cache-control': 'no-cache, private',
};

/**
 * Starts an API host of the studio's kind on a free loopback port: a working content API in memory for every call of
 * the contract, that records exactly what it saw and misbehaves on command.
 */
export async function startStubUpstream(
  options: Partial<StubSettings> & { port?: number } = {},
): Promise<StubUpstream> {
  const { port = 0, ...given } = options;
  const settings = (): StubSettings => ({
    tokenPlace: 'data.token',
    makeToken: () => `tok_${randomBytes(24).toString('base64url')}`,
    media: 'absolute',
    loginPath: '/api/login',
    logoutPath: '/api/logout',
    viewBlogAuthHeader: 'Authorizaton',
    ...given,
  });
  const folder = await mkdtemp(join(tmpdir(), 'studio-stub-'));
  const rules = createRules();
  let ids = 0;
  let files = new Map<string, string>();

  const stub: StubUpstream = {
    url: '',
    requests: [],
    last() {
      const seen = stub.requests.at(-1);
      if (!seen) throw new Error('The stub upstream has seen no request.');
      return seen;
    },
    requestsTo: (path) => stub.requests.filter((seen) => seen.url.split('?', 1)[0] === path),
    admin: { email: 'admin@studio.example', password: 'correct horse battery' },
    tokens: [],
    settings: settings(),
    data: { blogs: [], categories: [], projects: [] },
    misbehave: rules.add,
    reset() {
      stub.requests.length = 0;
      rules.clear();
      files = new Map();
      stub.data = { blogs: [], categories: [], projects: [] };
      stub.settings = settings();
    },
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
      await rm(folder, { recursive: true, force: true });
    },
  };

  async function answer(seen: SeenRequest): Promise<HonestAnswer> {
    const path = seen.url.split('?', 1)[0] ?? '';
    const stored = files.get(path);
    if (stored && (seen.method === 'GET' || seen.method === 'HEAD')) {
      const type = types[extname(path).toLowerCase()] ?? 'application/octet-stream';
      return { status: 200, headers: { ...hostHeaders, 'content-type': type }, body: await readFile(stored) };
    }
    const { status, body } = answerCall(seen, path);
    const headers = { ...hostHeaders, 'content-type': 'application/json' };
    return { status, headers, body: Buffer.from(JSON.stringify(body)) };
  }

  function answerCall(seen: SeenRequest, path: string): Answered {
    if (seen.method === 'POST' && path === stub.settings.loginPath) return login(seen);
    const token = bearer(seen.header('authorization'));
    if (seen.method === 'POST' && path === stub.settings.logoutPath) {
      stub.tokens.splice(0, stub.tokens.length, ...stub.tokens.filter((each) => each !== token));
      return { status: 200, body: { status: 1, message: 'Signed out.' } };
    }
    const { row, params, allow } = matchContract(seen.method, path);
    const handler = row && row.origin !== 'session' && handlers[row.name as keyof typeof handlers];
    if (!row || !handler) {
      const message =
        allow.length > 0 ? 'Method not allowed.' : `The route ${path.slice(1)} could not be found.`;
      return { status: allow.length > 0 ? 405 : 404, body: { status: 0, message } };
    }
    const tokens = [token, row.misspelledAuth && bearer(seen.header(stub.settings.viewBlogAuthHeader))];
    const signedIn = tokens.some((each) => each && stub.tokens.includes(each));
    if (row.access === 'admin' && !signedIn) {
      return { status: 401, body: { status: 0, message: 'Unauthenticated.' } };
    }
    return handler({
      seen,
      id: Number(params.id),
      signedIn,
      data: stub.data,
      nextId: () => ++ids + 1000,
      keep(file) {
        const name = `/storage/${++ids}${/\.\w{1,5}$/.exec(file.filename ?? '')?.[0] ?? ''}`;
        files.set(name, file.storedAt ?? '');
        return name;
      },
      show: (stored) => showMedia(stored, stub),
    });
  }

  function login(seen: SeenRequest): Answered {
    const sent = parse(seen.body);
    if (sent.email !== stub.admin.email || sent.password !== stub.admin.password) {
      return { status: 401, body: { status: 0, message: 'These credentials do not match our records.' } };
    }
    const token = stub.settings.makeToken();
    stub.tokens.push(token);
    const user = { id: 1, name: 'Stub Admin', email: stub.admin.email };
    const [place, key] = stub.settings.tokenPlace.split('.') as [string, string?];
    const body = key
      ? { status: 1 as const, message: 'Signed in.', data: { [key]: token, user } }
      : { status: 1 as const, message: 'Signed in.', [place]: token, data: { user } };
    return { status: 200, body };
  }

  async function handle(req: IncomingMessage, res: ServerResponse): Promise<void> {
    const seen = seenHead(req.method ?? '', req.url ?? '', req.rawHeaders);
    stub.requests.push(seen);
    const rule = rules.take(seen.method, seen.url);
    if (rule && misbehaveEarly(rule, req, res)) return;
    await readBody(req, seen, folder);
    if (!seen.complete) return;
    if (rule) return misbehaveLate(rule, res, () => answer(seen));
    const { status, headers, body } = await answer(seen);
    res.writeHead(status, { ...headers, 'content-length': String(body.length) });
    res.end(body);
  }

  const server = createServer({ requireHostHeader: false, maxHeaderSize: 64 * 1024 });
  server.on('request', (req, res) => {
    req.socket.on('error', () => {});
    handle(req, res).catch((error: unknown) => res.destroy(error as Error));
  });
  // What is not a plain request is seen too, so that "the upstream saw nothing" means nothing.
  server.on('connect', (req, socket) => {
    stub.requests.push(seenHead('CONNECT', req.url ?? '', req.rawHeaders));
    socket.destroy();
  });
  server.on('clientError', (error: NodeJS.ErrnoException, socket) => {
    socket.destroy();
    if (error.code?.startsWith('HPE_')) stub.requests.push(seenHead('(unreadable)', '', []));
  });
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  stub.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return stub;
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

function showMedia(stored: string | null, stub: StubUpstream): string | null {
  if (!stored?.startsWith('/storage/') || stub.settings.media === 'path') return stored;
  return stub.settings.media === 'absolute' ? `${stub.url}${stored}` : stored.slice(1);
}
