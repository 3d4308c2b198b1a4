import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import pino from 'pino';
import { type CallName, contract } from '#shared/contract/index.ts';
import { matchContract } from '#shared/contract/match.ts';
import { limits } from '#shared/limits.ts';
import { sampleSite } from '#shared/site/sample-site.ts';
import { loadConfig } from '../../server/config.ts';
import { openContentApi } from '../../server/content-api/content-api.ts';
import { queriesOn } from '../../server/database/sqlite.ts';
import { hashToken } from '../../server/database/token-hash.ts';
import { openStubDatabase, recordsIn, type StubData, stubAdmin, stubAdminName } from './stub/data.ts';
import { stubLacks } from './stub/lacking.ts';
import {
  createRules,
  type HonestAnswer,
  type Misbehaviour,
  type MisbehaviourMatch,
  misbehaveEarly,
  misbehaveLate,
} from './stub/misbehaviour.ts';
import { readBody, type SeenRequest, seenHead } from './stub/seen.ts';

export type { StubData } from './stub/data.ts';
export type { Misbehaviour } from './stub/misbehaviour.ts';
export type { SeenRequest } from './stub/seen.ts';

/** Settings in which this host differs from others of its kind. */
export interface StubSettings {
  /** Place of the token in the login answer (server/bff/session/README.md lists four places). */
  tokenPlace: 'data.token' | 'data.access_token' | 'token' | 'access_token';
  /** Creates the token of the next login. */
  makeToken: () => string;
  /** Calls that this host lacks, because it is older than they are. */
  lacks: readonly CallName[];
  /** Minimum time in seconds between opening and sending a public form. */
  formMinSeconds: number;
  /** True if every answer sets cookies and is marked private, as a framework does by default. */
  isPrivate: boolean;
}

export interface StubUpstream {
  url: string;
  admin: { email: string; password: string };
  /** The tokens that are valid now, oldest first. Emptying the list ends every session. */
  tokens: string[];
  settings: StubSettings;
  data: StubData;
  /** Every request whose head arrived, in order. */
  requests: SeenRequest[];
  last(): SeenRequest;
  /** The requests to one path, ignoring the query. */
  requestsTo(path: string, method?: string): SeenRequest[];
  misbehave(rule: Misbehaviour, match?: MisbehaviourMatch): void;
  /** Holds the answers to requests to this path, or to so many, until the returned function is called. */
  hold(path: string, times?: number): () => void;
  /** Clears records, misbehaviour, data and settings; tokens stay valid, so that a test's session does too. */
  reset(): void;
  close(): Promise<void>;
}

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
 * Starts an API host of the studio's kind on a free loopback port: the embedded engine behind a front that records
 * exactly what it received, takes any form for a person's, and misbehaves on command.
 */
export async function startStubUpstream(
  options: Partial<StubSettings> & { port?: number } = {},
): Promise<StubUpstream> {
  const { port = 0, ...given } = options;
  const settings = (): StubSettings => ({
    tokenPlace: 'data.token',
    makeToken: () => `tok_${randomBytes(24).toString('base64url')}`,
    lacks: [],
    formMinSeconds: limits.formMinSeconds,
    isPrivate: true,
    ...given,
  });
  const folder = await mkdtemp(join(tmpdir(), 'studio-stub-'));
  const rules = createRules();
  const engine = await openEngine(folder);
  const data = recordsIn(engine.database);
  let { password } = stubAdmin;

  const stub: StubUpstream = {
    url: '',
    requests: [],
    last() {
      const seen = stub.requests.at(-1);
      if (!seen) throw new Error('The stub upstream has seen no request.');
      return seen;
    },
    requestsTo: (path, method) =>
      stub.requests.filter(
        (seen) => seen.url.split('?', 1)[0] === path && (!method || seen.method === method),
      ),
    admin: { ...stubAdmin },
    tokens: [],
    settings: settings(),
    data,
    misbehave: rules.add,
    hold(path, times) {
      const gate = Promise.withResolvers<void>();
      rules.add({ kind: 'gate', release: gate.promise }, { path, times });
      return gate.resolve;
    },
    reset() {
      stub.requests.length = 0;
      rules.clear();
      for (const kind of Object.keys(data) as (keyof StubData)[]) data[kind] = [];
      stub.settings = settings();
    },
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
      await engine.close();
      await rm(folder, { recursive: true, force: true });
    },
  };

  function signInOrOut(seen: SeenRequest, path: string): [number, object] | undefined {
    const { makeToken, tokenPlace } = stub.settings;
    if (seen.method === 'POST' && path === contract.logout.path) {
      const ended = bearer(seen.header('authorization'));
      stub.tokens.splice(0, stub.tokens.length, ...stub.tokens.filter((each) => each !== ended));
      return [200, { status: 1, message: 'Signed out.' }];
    }
    if (seen.method !== 'POST' || path !== contract.login.path) return undefined;
    const { email, password } = parse(seen.body) ?? {};
    if (email !== stub.admin.email || password !== stub.admin.password)
      return [401, { status: 0, message: 'These credentials do not match our records.' }];
    const token = makeToken();
    stub.tokens.push(token);
    const user = { id: 1, name: stubAdminName, email };
    const [place, key] = tokenPlace.split('.') as [string, string?];
    const held = key ? { data: { [key]: token, user } } : { [place]: token, data: { user } };
    return [200, { status: 1, message: 'Signed in.', ...held }];
  }

  async function answer(seen: SeenRequest): Promise<HonestAnswer> {
    const { settings } = stub;
    const [path = '', query = ''] = seen.url.split(/\?(.*)/s);
    const own = { ...hostHeaders, ...(settings.isPrivate && privateHeaders) };
    const json = (status: number, body: object) => ({
      status,
      headers: { ...own, 'content-type': 'application/json' },
      body: Buffer.from(JSON.stringify(body)),
    });
    const signed = signInOrOut(seen, path);
    if (signed) return json(...signed);
    const { row, params, allow } = matchContract(seen.method, path);
    // The method does not matter: a call that the host lacks is an unknown path for every method.
    const named = row ?? matchContract(allow[0] ?? '', path).row;
    const isLacking =
      named &&
      (named.origin === 'session' ||
        stubLacks(named.name) ||
        settings.lacks.includes(named.name as CallName));
    if (isLacking || (!named && !path.startsWith('/storage/')))
      return json(404, { status: 0, message: `The route ${path.slice(1)} could not be found.` });
    if (named && !row) return json(405, { status: 0, message: 'Method not allowed.' });

    const tokens = [seen.header('authorization'), row?.misspelledAuth && seen.header('authorizaton')];
    const isSignedIn = tokens.some((each) => each && stub.tokens.includes(bearer(each) ?? ''));
    const headers = Object.fromEntries(
      seen.rawHeaders.flatMap((name, at) =>
        at % 2 ? [] : [[name.toLowerCase(), seen.rawHeaders[at + 1] ?? '']],
      ),
    );
    const kept = new URLSearchParams(query);
    // This host is older than the choice of a page size.
    kept.delete('per_page');
    const sent = parse(seen.body);
    // A test may have given this host another admin.
    if (row?.name === 'changePassword' && sent?.current_password === stub.admin.password)
      sent.current_password = password;
    const isForm = /^multipart\/form-data/i.test(headers['content-type'] ?? '');
    const reply = await engine.handle({
      method: seen.method,
      path: `${path}?${kept}`,
      ...{ row, params },
      headers: { ...headers, authorization: isSignedIn ? `Bearer ${engine.signedIn()}` : '' },
      json: isForm ? undefined : sent,
      form: isForm
        ? {
            parts: seen.parts.map(({ isFile, name, size, bytes: source, filename = '', contentType = '' }) =>
              isFile
                ? { kind: 'file', name, size, fileName: filename, type: contentType, source }
                : { kind: 'text', name, size, source },
            ),
          }
        : undefined,
      signal: new AbortController().signal,
    });
    let body = reply.body instanceof Readable ? await buffer(reply.body) : (reply.body ?? Buffer.alloc(0));
    if (row && reply.headers['content-type']?.startsWith('application/json')) {
      // Media have the host's address, as with Laravel's asset().
      let text = body.toString().replaceAll(/(?<!\\)"\/storage\//g, `"${stub.url}/storage/`);
      if (row.name === 'formToken')
        text = text.replace(/"min_seconds":\d+/, `"min_seconds":${settings.formMinSeconds}`);
      if (row.name === 'changePassword' && reply.status === 200) {
        stub.admin.password = sent.new_password;
        password = sent.new_password;
        stub.tokens.splice(0, stub.tokens.length, bearer(tokens[0]) ?? '');
      }
      body = Buffer.from(text);
    }
    const isDownload = 'content-disposition' in reply.headers;
    const { 'content-length': _length, ...rest } = reply.headers;
    return {
      status: reply.status,
      headers: {
        ...rest,
        ...own,
        ...(isDownload && { 'content-security-policy': "default-src *; script-src 'unsafe-inline'" }),
      },
      body,
    };
  }

  async function handle(req: IncomingMessage, res: ServerResponse): Promise<void> {
    const seen = seenHead(req.method ?? '', req.url ?? '', req.rawHeaders);
    stub.requests.push(seen);
    const rule = rules.take(seen.method, seen.url);
    if (rule && misbehaveEarly(rule, req, res)) return;
    await readBody(req, seen);
    if (!seen.complete) return;
    if (rule) return misbehaveLate(rule, res, () => answer(seen));
    const { status, headers, body } = await answer(seen);
    res.writeHead(status, { ...headers, 'content-length': String(body.length) });
    res.end(body);
  }

  const server = createServer({ requireHostHeader: false, maxHeaderSize: 64 * 1024 });
  server.on('connection', (socket) => socket.on('error', () => {}));
  server.on('request', (req, res) => {
    handle(req, res).catch((error: unknown) => res.destroy(error as Error));
  });
  // Records other than plain requests too, so that "the upstream saw nothing" really means nothing.
  server.on('connect', (req, socket) => {
    stub.requests.push(seenHead('CONNECT', req.url ?? '', req.rawHeaders));
    socket.destroy();
  });
  server.on('clientError', (error: NodeJS.ErrnoException, socket) => {
    socket.destroy();
    // If a connection ends in mid-request, the record's `complete` shows that; other parse errors are recorded as
    // unreadable.
    if (error.code?.startsWith('HPE_') && error.code !== 'HPE_INVALID_EOF_STATE')
      stub.requests.push(seenHead('(unreadable)', '', []));
  });
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  stub.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return stub;
}

/** The engine on a database of its own, which takes any form for a person's and counts none against a limit. */
async function openEngine(folder: string) {
  const database = await openStubDatabase(folder);
  const db = queriesOn(database);
  const api = await openContentApi(
    loadConfig({ DATA_DIR: folder, SAMPLE_CONTENT: 'off' }),
    pino({ level: 'silent' }),
    () => sampleSite,
    { dialect: 'sqlite', openContent: async () => db },
    {
      formTokens: {
        issue: () => `stub-form-${randomBytes(6).toString('hex')}`,
        check: () => true,
        judge: () => 'fine',
      },
      counts: {
        of: () => ({ decide: async (_key, decide) => decide([], Date.now()).result }),
        close: async () => {},
      },
    },
  );
  const token = randomBytes(32).toString('base64url');
  return {
    ...{ database, handle: api.handle },
    /** Returns a valid token of the only admin, also where a test has moved the clock. */
    signedIn(): string {
      database
        .prepare(
          'insert or replace into tokens (token_hash, admin_id, created_at, expires_at) values (?, 1, ?, ?)',
        )
        .run(hashToken(token), ...[0, 3_600_000].map((ms) => new Date(Date.now() + ms).toISOString()));
      return token;
    },
    async close() {
      await api.close();
      await db.destroy();
    },
  };
}

function bearer(header: string | undefined): string | undefined {
  return /^Bearer (\S+)$/i.exec(header ?? '')?.[1];
}

function parse(body: Buffer) {
  try {
    return JSON.parse(body.toString('utf8'));
  } catch {
    return undefined;
  }
}
