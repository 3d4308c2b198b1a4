import { randomBytes } from 'node:crypto';
import { createServer, type IncomingMessage } from 'node:http';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { contentRows, trashRows } from '#shared/contract/desk/content.ts';
import { deskRows } from '#shared/contract/desk/index.ts';
import { type ContractRow, contract } from '#shared/contract/index.ts';
import { matchContract } from '#shared/contract/match.ts';
import type { FormPart } from './forms.ts';
import { closeServer, listening } from './free-port.ts';
import { openStubEngine, stubAdmin } from './stub/engine.ts';
import { type Misbehaviour, sendBy } from './stub/misbehaviour.ts';

const contentCalls = Object.values<ContractRow>(contentRows).filter(({ name }) => !name.startsWith('search'));
const hasOfDesk = new Set([
  'changePassword',
  ...Object.keys(trashRows),
  ...contentCalls.map(({ name }) => name),
]);

/**
 * True if the stub, like most hosts, lacks this row: a part of the admin area other than the trash, the calls that
 * change content and the change of one's own password.
 */
export const stubLacks = (name: string) => Object.hasOwn(deskRows, name) && !hasOfDesk.has(name);

/** In which this host differs from others of its kind. */
export interface StubSettings {
  port?: number;
  /** Seconds between opening and sending a public form, in place of those of the engine. */
  formMinSeconds?: number;
  /** False if not every answer sets cookies and is marked private, as a framework does by default. */
  isPrivate?: boolean;
  /** True for a row that this host lacks; by default what most hosts lack. */
  lacks?: (name: string) => boolean;
  /** True if everybody may make the calls of admins. */
  isOpen?: boolean;
}

/** Requests that misbehave: all by default. A text is compared with the path without its query. */
type Match = { method?: string; path?: string | RegExp; times?: number };

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
export async function startStubUpstream(settings: StubSettings = {}) {
  const { port = 0, formMinSeconds, isPrivate = true, lacks = stubLacks, isOpen = false } = settings;
  const engine = await openStubEngine();
  const own = { ...hostHeaders, ...(isPrivate && privateHeaders) };
  const requests: SeenRequest[] = [];
  let rules: (Match & { rule: Misbehaviour; times: number })[] = [];
  let { password } = stubAdmin;
  const misbehave = (rule: Misbehaviour, { times = Number.POSITIVE_INFINITY, ...match }: Match = {}) =>
    void rules.push({ rule, ...match, times });

  const stub = {
    url: '',
    /** Every request whose head arrived, in order. */
    requests,
    last: () => requests.at(-1) as SeenRequest,
    /** The requests to one path, ignoring the query. */
    requestsTo: (path: string, method?: string): SeenRequest[] =>
      requests.filter((seen) => seen.url.split('?', 1)[0] === path && (!method || seen.method === method)),
    admin: { ...stubAdmin },
    /** The tokens that are valid now, oldest first. Emptying the list ends every session. */
    tokens: [] as string[],
    fill: engine.fill,
    rows: engine.rows,
    misbehave,
    /** Holds the answers to requests to this path, or to so many, until the returned function is called. */
    hold(path: string, times?: number) {
      const gate = Promise.withResolvers<void>();
      misbehave({ kind: 'gate', release: gate.promise }, { path, times });
      return gate.resolve;
    },
    /** Clears records, misbehaviour and data; tokens stay valid, so that a test's session does too. */
    reset() {
      requests.length = 0;
      rules = [];
      engine.clear();
    },
    async close() {
      await closeServer(server);
      await engine.close();
    },
  };

  /** Finds the oldest rule for a request, and counts one use of it. */
  function ruleFor(method: string, url: string): Misbehaviour | undefined {
    const [target = ''] = url.split('?', 1);
    const found = rules.find(
      ({ method: only = method, path = target, times }) =>
        times > 0 && only === method && (typeof path === 'string' ? path === target : path.test(url)),
    );
    if (found) found.times -= 1;
    return found?.rule;
  }

  function signInOrOut(seen: SeenRequest, path: string): [number, object] | undefined {
    if (seen.method !== 'POST') return undefined;
    if (path === contract.logout.path) {
      const ended = stub.tokens.indexOf(bearer(seen));
      if (ended >= 0) stub.tokens.splice(ended, 1);
      return [200, { status: 1, message: 'Signed out.' }];
    }
    if (path !== contract.login.path) return undefined;
    const { email, password } = parse(seen.body) ?? {};
    if (email !== stub.admin.email || password !== stub.admin.password)
      return [401, { status: 0, message: 'These credentials do not match our records.' }];
    const token = `tok_${randomBytes(24).toString('base64url')}`;
    stub.tokens.push(token);
    const user = { id: 1, name: 'Stub Admin', email };
    return [200, { status: 1, message: 'Signed in.', data: { token, user } }];
  }

  async function answer(seen: SeenRequest) {
    const [path = ''] = seen.url.split('?', 1);
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
    const isLacking = named ? named.origin === 'session' || lacks(named.name) : !path.startsWith('/storage/');
    if (isLacking) return json(404, { status: 0, message: `The route ${path.slice(1)} could not be found.` });
    if (named && !row) return json(405, { status: 0, message: 'Method not allowed.' });

    const isSignedIn = isOpen || stub.tokens.includes(bearer(seen));
    const headers = seen.rawHeaders.flatMap((name, at) =>
      at % 2 ? [] : [[name.toLowerCase(), seen.rawHeaders[at + 1] ?? '']],
    );
    const sent = parse(seen.body);
    // A test may have given this host another admin.
    if (row?.name === 'changePassword' && sent?.current_password === stub.admin.password)
      sent.current_password = password;
    const reply = await engine.handle({
      method: seen.method,
      path: seen.url,
      row,
      params,
      headers: {
        ...Object.fromEntries(headers),
        authorization: isSignedIn ? `Bearer ${engine.signedIn()}` : '',
      },
      json: sent,
      form: seen.isForm ? { parts: seen.parts.map(asRead) } : undefined,
      signal: new AbortController().signal,
    });
    let body = reply.body instanceof Readable ? await buffer(reply.body) : (reply.body ?? Buffer.alloc(0));
    if (row && reply.headers['content-type']?.startsWith('application/json')) {
      // Media have the host's address, as with Laravel's asset().
      let text = body.toString().replaceAll(/(?<!\\)"\/storage\//g, `"${stub.url}/storage/`);
      if (formMinSeconds !== undefined)
        text = text.replace(/"min_seconds":\d+/, `"min_seconds":${formMinSeconds}`);
      if (row.name === 'changePassword' && reply.status === 200) {
        stub.admin.password = password = sent.new_password;
        stub.tokens.splice(0, stub.tokens.length, bearer(seen));
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
  server.on('request', async (req, res) => {
    const seen = seenHead(req.method ?? '', req.url ?? '', req.rawHeaders);
    requests.push(seen);
    const rule = ruleFor(seen.method, seen.url);
    if (rule?.kind !== 'reset' && rule?.kind !== 'raw') await readBody(req, seen);
    if (rule || req.complete)
      await sendBy(rule, res, () => answer(seen)).catch((error) => res.destroy(error));
  });
  server.on('clientError', (error: NodeJS.ErrnoException, socket) => {
    socket.destroy();
    // A connection that ends in mid-request is a record that is not `complete`; what cannot be parsed has one of its own.
    if (error.code?.startsWith('HPE_') && error.code !== 'HPE_INVALID_EOF_STATE')
      requests.push(seenHead('(unreadable)', '', []));
  });
  stub.url = await listening(server, port);
  return stub;
}

/** The record of a request of which only the head is known. */
function seenHead(method: string, url: string, rawHeaders: string[]) {
  const header = (name: string) =>
    rawHeaders.find((_, i) => i % 2 === 1 && rawHeaders[i - 1]?.toLowerCase() === name.toLowerCase());
  return {
    /** `url` is the raw target; names and values of `rawHeaders` alternate, in the case and order of the wire. */
    method,
    url,
    rawHeaders: [...rawHeaders],
    header,
    isForm: /^multipart\/form-data/i.test(header('content-type') ?? ''),
    body: Buffer.alloc(0),
    /** Parts of a form in the order of the wire; none of one that cannot be read. */
    parts: [] as FormPart[],
    /** True if the whole body arrived with the announced length. */
    complete: false,
  };
}

/** Reads the body into the record. Resolves when the body ends, complete or not; never rejects. */
async function readBody(req: IncomingMessage, seen: SeenRequest) {
  const kept: Buffer[] = [];
  try {
    for await (const chunk of req as AsyncIterable<Buffer>) kept.push(chunk);
  } catch {}
  seen.body = Buffer.concat(kept);
  if (seen.isForm) seen.parts = await partsOf(seen.body, seen.header('content-type') ?? '').catch(() => []);
  seen.complete = req.complete;
}

async function partsOf(body: Buffer, type: string): Promise<FormPart[]> {
  const form = await new Response(new Uint8Array(body), { headers: { 'content-type': type } }).formData();
  return Promise.all(
    [...form].map(async ([name, value]) => {
      if (typeof value === 'string') return { name, text: value };
      const file = Buffer.from(await value.arrayBuffer());
      // The reader decodes quotes in names, which other hosts leave as they are.
      return { name, file, filename: value.name.replaceAll('"', '%22'), type: value.type };
    }),
  );
}

function asRead(part: FormPart) {
  const source = 'text' in part ? Buffer.from(part.text) : part.file;
  const known = { name: part.name, size: source.length, source };
  return 'text' in part
    ? { ...known, kind: 'text' as const }
    : { ...known, kind: 'file' as const, fileName: part.filename, type: part.type };
}

function bearer(seen: SeenRequest) {
  return /^Bearer (\S+)$/i.exec(seen.header('authorization') ?? '')?.[1] ?? '';
}

function parse(body: Buffer) {
  try {
    return JSON.parse(body.toString('utf8'));
  } catch {
    return undefined;
  }
}
