import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { limits } from '#shared/limits.ts';
import { emptyData } from './stub/content.ts';
import { createHost, type HostState, type StubSettings } from './stub/host.ts';
import {
  createRules,
  type Misbehaviour,
  type MisbehaviourMatch,
  misbehaveEarly,
  misbehaveLate,
} from './stub/misbehaviour.ts';
import { readBody, type SeenRequest, seenHead } from './stub/seen.ts';

export type { StubBlog, StubCategory, StubProject } from './stub/content.ts';
export type { StubSettings } from './stub/host.ts';
export type { Misbehaviour } from './stub/misbehaviour.ts';
export type { SeenRequest } from './stub/seen.ts';

export interface StubUpstream extends HostState {
  /** Every request whose head arrived, in order. */
  requests: SeenRequest[];
  last(): SeenRequest;
  /** The requests to one path, ignoring the query. */
  requestsTo(path: string, method?: string): SeenRequest[];
  misbehave(rule: Misbehaviour, match?: MisbehaviourMatch): void;
  /** Clears records, misbehaviour, data and settings; tokens stay valid, so that a test's session does too. */
  reset(): void;
  close(): Promise<void>;
}

/**
 * Starts an API host of the studio's kind on a free loopback port: a working content API in memory for every call of
 * the contract, which records exactly what it received and misbehaves on command.
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
    lacks: [],
    ignores: [],
    formMinSeconds: limits.formMinSeconds,
    isPrivate: true,
    textIds: false,
    ...given,
  });
  const folder = await mkdtemp(join(tmpdir(), 'studio-stub-'));
  const rules = createRules();
  const host = createHost(() => stub);

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
    admin: { email: 'admin@studio.example', password: 'correct horse battery' },
    tokens: [],
    settings: settings(),
    data: emptyData(),
    misbehave: rules.add,
    reset() {
      stub.requests.length = 0;
      rules.clear();
      host.reset();
      stub.data = emptyData();
      stub.settings = settings();
    },
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
      await rm(folder, { recursive: true, force: true });
    },
  };

  async function handle(req: IncomingMessage, res: ServerResponse): Promise<void> {
    const seen = seenHead(req.method ?? '', req.url ?? '', req.rawHeaders);
    stub.requests.push(seen);
    const rule = rules.take(seen.method, seen.url);
    if (rule && misbehaveEarly(rule, req, res)) return;
    await readBody(req, seen, folder);
    if (!seen.complete) return;
    if (rule) return misbehaveLate(rule, res, () => host.answer(seen));
    const { status, headers, body } = await host.answer(seen);
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
