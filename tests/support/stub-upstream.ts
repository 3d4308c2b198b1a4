import { createHash, randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import pino from 'pino';
import { contentRows } from '#shared/contract/desk/content.ts';
import { deskRows } from '#shared/contract/desk/index.ts';
import { trashRows } from '#shared/contract/desk/trash.ts';
import { type CallName, type ContractRow, contract } from '#shared/contract/index.ts';
import { matchContract } from '#shared/contract/match.ts';
import { limits } from '#shared/limits.ts';
import { sampleSite } from '#shared/site/sample-site.ts';
import { loadConfig } from '../../server/config.ts';
import { openContentApi } from '../../server/content-api/content-api.ts';
import { queriesOn } from '../../server/database/sqlite.ts';
import { hashToken } from '../../server/database/token-hash.ts';
import { openStubDatabase, recordsIn, type StubData, stubAdmin, stubAdminName } from './stub/data.ts';
import {
  answerBy,
  type HonestAnswer,
  type Misbehaviour,
  type MisbehaviourMatch,
} from './stub/misbehaviour.ts';

export type { StubData } from './stub/data.ts';
export type { Misbehaviour } from './stub/misbehaviour.ts';

const contentCalls = Object.values<ContractRow>(contentRows).filter(({ does }) => does !== 'list');
const hasOfDesk = new Set([...Object.keys(trashRows), ...contentCalls.map(({ name }) => name)]);

/**
 * True if the stub, like most hosts, lacks this row: a part of the admin area other than the trash and the calls that
 * change content.
 */
export const stubLacks = (name: string): boolean => Object.hasOwn(deskRows, name) && !hasOfDesk.has(name);

/** Settings in which this host differs from others of its kind. */
export interface StubSettings {
  /** Place of the token in the login answer (server/bff/session/README.md lists four places). */
  tokenPlace: 'data.token' | 'access_token';
  /** Creates the token of the next login. */
  makeToken: () => string;
  /** Calls that this host lacks, because it is older than they are. */
  lacks: readonly CallName[];
  /** Minimum time in seconds between opening and sending a public form. */
  formMinSeconds: number;
  /** True if every answer sets cookies and is marked private, as a framework does by default. */
  isPrivate: boolean;
}

/** One request, exactly as received. It is listed when its head arrives; the body is filled in afterwards. */
export type SeenRequest = ReturnType<typeof seenHead>;
export type StubUpstream = Awaited<ReturnType<typeof startStubUpstream>>;

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
export async function startStubUpstream({
  port = 0,
  ...given
}: Partial<StubSettings> & { port?: number } = {}) {
  const settings = (): StubSettings => ({
    tokenPlace: 'data.token',
    makeToken: () => `tok_${randomBytes(24).toString('base64url')}`,
    lacks: [],
    formMinSeconds: limits.formMinSeconds,
    isPrivate: true,
    ...given,
  });
  const folder = await mkdtemp(join(tmpdir(), 'studio-stub-'));
  const engine = await openEngine(folder);
  const requests: SeenRequest[] = [];
  let rules: { rule: Misbehaviour; match: MisbehaviourMatch; left: number }[] = [];
  let { password } = stubAdmin;
  const misbehave = (rule: Misbehaviour, match: MisbehaviourMatch = {}) =>
    void rules.push({ rule, match, left: match.times ?? Number.POSITIVE_INFINITY });

  const stub = {
    url: '',
    /** Every request whose head arrived, in order. */
    requests,
    last(): SeenRequest {
      const seen = requests.at(-1);
      if (!seen) throw new Error('The stub upstream has seen no request.');
      return seen;
    },
    /** The requests to one path, ignoring the query. */
    requestsTo: (path: string, method?: string): SeenRequest[] =>
      requests.filter((seen) => seen.url.split('?', 1)[0] === path && (!method || seen.method === method)),
    admin: { ...stubAdmin },
    /** The tokens that are valid now, oldest first. Emptying the list ends every session. */
    tokens: [] as string[],
    settings: settings(),
    data: recordsIn(engine.database),
    misbehave,
    /** Holds the answers to requests to this path, or to so many, until the returned function is called. */
    hold(path: string, times?: number): () => void {
      const gate = Promise.withResolvers<void>();
      misbehave({ kind: 'gate', release: gate.promise }, { path, times });
      return gate.resolve;
    },
    /** Clears records, misbehaviour, data and settings; tokens stay valid, so that a test's session does too. */
    reset(): void {
      requests.length = 0;
      rules = [];
      for (const kind of Object.keys(stub.data) as (keyof StubData)[]) stub.data[kind] = [];
      stub.settings = settings();
    },
    async close(): Promise<void> {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
      await engine.close();
      await rm(folder, { recursive: true, force: true });
    },
  };

  /** Finds the oldest rule for a request, and counts one use of it. */
  function ruleFor(method: string, url: string): Misbehaviour | undefined {
    const [target = ''] = url.split('?', 1);
    const found = rules.find(
      ({ match: { method: only = method, path = target }, left }) =>
        left > 0 && only === method && (typeof path === 'string' ? path === target : path.test(url)),
    );
    if (found) found.left -= 1;
    return found?.rule;
  }

  function signInOrOut(seen: SeenRequest, path: string): [number, object] | undefined {
    if (seen.method !== 'POST') return undefined;
    if (path === contract.logout.path) {
      const ended = stub.tokens.indexOf(bearer(seen) ?? '');
      if (ended >= 0) stub.tokens.splice(ended, 1);
      return [200, { status: 1, message: 'Signed out.' }];
    }
    if (path !== contract.login.path) return undefined;
    const { email, password } = parse(seen.body) ?? {};
    if (email !== stub.admin.email || password !== stub.admin.password)
      return [401, { status: 0, message: 'These credentials do not match our records.' }];
    const token = stub.settings.makeToken();
    stub.tokens.push(token);
    const user = { id: 1, name: stubAdminName, email };
    const place =
      stub.settings.tokenPlace === 'data.token'
        ? { data: { token, user } }
        : { access_token: token, data: { user } };
    return [200, { status: 1, message: 'Signed in.', ...place }];
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
      named?.origin === 'session' ||
      (named && (stubLacks(named.name) || settings.lacks.includes(named.name as CallName)));
    if (isLacking || (!named && !path.startsWith('/storage/')))
      return json(404, { status: 0, message: `The route ${path.slice(1)} could not be found.` });
    if (named && !row) return json(405, { status: 0, message: 'Method not allowed.' });

    const tokens = [bearer(seen), row?.misspelledAuth && bearer(seen, 'authorizaton')];
    const isSignedIn = tokens.some((each) => each && stub.tokens.includes(each));
    const headers = seen.rawHeaders.flatMap((name, at) =>
      at % 2 ? [] : [[name.toLowerCase(), seen.rawHeaders[at + 1] ?? '']],
    );
    const kept = new URLSearchParams(query);
    // This host is older than the choice of a page size.
    kept.delete('per_page');
    const sent = parse(seen.body);
    // A test may have given this host another admin.
    if (row?.name === 'changePassword' && sent?.current_password === stub.admin.password)
      sent.current_password = password;
    const reply = await engine.handle({
      ...{ method: seen.method, path: `${path}?${kept}`, row, params },
      headers: {
        ...Object.fromEntries(headers),
        authorization: isSignedIn ? `Bearer ${engine.signedIn()}` : '',
      },
      ...(seen.isForm
        ? { json: undefined, form: { parts: seen.parts.map(asRead) } }
        : { json: sent, form: undefined }),
      signal: new AbortController().signal,
    });
    let body = reply.body instanceof Readable ? await buffer(reply.body) : (reply.body ?? Buffer.alloc(0));
    if (row && reply.headers['content-type']?.startsWith('application/json')) {
      // Media have the host's address, as with Laravel's asset().
      let text = body.toString().replaceAll(/(?<!\\)"\/storage\//g, `"${stub.url}/storage/`);
      if (row.name === 'formToken')
        text = text.replace(/"min_seconds":\d+/, `"min_seconds":${settings.formMinSeconds}`);
      if (row.name === 'changePassword' && reply.status === 200) {
        stub.admin.password = password = sent.new_password;
        stub.tokens.splice(0, stub.tokens.length, bearer(seen) ?? '');
      }
      body = Buffer.from(text);
    }
    const isDownload = 'content-disposition' in reply.headers;
    const { 'content-length': _length, ...rest } = reply.headers;
    const policy = isDownload && { 'content-security-policy': "default-src *; script-src 'unsafe-inline'" };
    return { status: reply.status, headers: { ...rest, ...own, ...policy }, body };
  }

  const server = createServer({ requireHostHeader: false, maxHeaderSize: 64 * 1024 });
  server.on('connection', (socket) => socket.on('error', () => {}));
  server.on('request', (req, res) => {
    const seen = seenHead(req.method ?? '', req.url ?? '', req.rawHeaders);
    requests.push(seen);
    const rule = ruleFor(seen.method, seen.url);
    answerBy(
      rule,
      req,
      res,
      () => readBody(req, seen),
      () => answer(seen),
    ).catch((error) => res.destroy(error));
  });
  // Records other than plain requests too, so that "the upstream saw nothing" really means nothing.
  server.on('connect', (req, socket) => {
    requests.push(seenHead('CONNECT', req.url ?? '', req.rawHeaders));
    socket.destroy();
  });
  server.on('clientError', (error: NodeJS.ErrnoException, socket) => {
    socket.destroy();
    // A connection that ends in mid-request is a record that is not `complete`; what cannot be parsed has one of its own.
    if (error.code?.startsWith('HPE_') && error.code !== 'HPE_INVALID_EOF_STATE')
      requests.push(seenHead('(unreadable)', '', []));
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
      const [now, later] = [0, 3_600_000].map((ms) => new Date(Date.now() + ms).toISOString());
      database
        .prepare(
          'insert or replace into tokens (token_hash, admin_id, created_at, expires_at) values (?, 1, ?, ?)',
        )
        .run(hashToken(token), now as string, later as string);
      return token;
    },
    async close() {
      await api.close();
      await db.destroy();
    },
  };
}

/** The record of a request of which only the head is known. */
function seenHead(method: string, url: string, rawHeaders: string[]) {
  const headerAll = (name: string) =>
    rawHeaders.filter((_, i) => i % 2 === 1 && rawHeaders[i - 1]?.toLowerCase() === name.toLowerCase());
  const header = (name: string): string | undefined => headerAll(name)[0];
  return {
    /** `url` is the raw target; names and values of `rawHeaders` alternate, in the case and order of the wire. */
    ...{ method, url, rawHeaders: [...rawHeaders], header, headerAll },
    isForm: /^multipart\/form-data/i.test(header('content-type') ?? ''),
    ...{ body: Buffer.alloc(0), bodyLength: 0 },
    /** Parts of a form in the order of the wire; none of one that cannot be read. */
    parts: [] as SeenPart[],
    /** True if the whole body arrived with the announced length. */
    complete: false,
  };
}

/** Reads the body into the record. Resolves when the body ends, complete or not; never rejects. */
async function readBody(req: IncomingMessage, seen: SeenRequest): Promise<void> {
  const kept: Buffer[] = [];
  try {
    for await (const chunk of req as AsyncIterable<Buffer>) kept.push(chunk);
  } catch {}
  seen.body = Buffer.concat(kept);
  seen.bodyLength = seen.body.length;
  if (seen.isForm) seen.parts = await partsOf(seen.body, seen.header('content-type') ?? '').catch(() => []);
  seen.complete = req.complete;
}

/** One part of a multipart form, as it arrived; `value` is that of a text. */
interface SeenPart extends Partial<Record<'filename' | 'contentType' | 'value', string>> {
  name: string;
  isFile: boolean;
  size: number;
  sha256: string;
  bytes: Buffer;
}

async function partsOf(body: Buffer, type: string): Promise<SeenPart[]> {
  const form = await new Response(new Uint8Array(body), { headers: { 'content-type': type } }).formData();
  return Promise.all(
    [...form].map(async ([name, value]) => {
      const isFile = typeof value !== 'string';
      const bytes = isFile ? Buffer.from(await value.arrayBuffer()) : Buffer.from(value);
      const sha256 = createHash('sha256').update(bytes).digest('hex');
      return {
        ...{ name, isFile, size: bytes.length, sha256, bytes },
        // The reader decodes quotes in names, which other hosts leave as they are.
        ...(isFile ? { filename: value.name.replaceAll('"', '%22'), contentType: value.type } : { value }),
      };
    }),
  );
}

function asRead({ isFile, name, size, bytes: source, filename = '', contentType = '' }: SeenPart) {
  return isFile
    ? { kind: 'file' as const, name, size, fileName: filename, type: contentType, source }
    : { kind: 'text' as const, name, size, source };
}

function bearer(seen: SeenRequest, header = 'authorization'): string | undefined {
  return /^Bearer (\S+)$/i.exec(seen.header(header) ?? '')?.[1];
}

function parse(body: Buffer) {
  try {
    return JSON.parse(body.toString('utf8'));
  } catch {
    return undefined;
  }
}
