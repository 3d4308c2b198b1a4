import { once } from 'node:events';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import { connect, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { type Child, startNode } from './child.ts';
import { closeServer, listening } from './free-port.ts';
import { sharedSecret } from './shared-servers.ts';
import { startTestApp } from './start-test-app.ts';

/** Interval between two readiness checks of a target, in milliseconds. */
const lookEveryMs = 100;

/**
 * Starts a balancer on a free port, which sends requests to its targets in turn. Like nginx and Caddy it polls
 * `/readyz?self=1` of each target. It goes on to the next target when it cannot connect, or when a GET or HEAD fails
 * before an answer arrives. A POST that was sent is never sent twice.
 */
async function startBalancer() {
  let all: { target: string; isReady: boolean }[] = [];
  let turn = 0;
  const server = createServer(async (req, res) => {
    const start = turn;
    turn += 1;
    const ready = all.filter((each) => each.isReady);
    for (let at = 0; at < ready.length; at += 1) {
      const each = ready[(start + at) % ready.length];
      if (!each) break;
      const outcome = await forward(req, res, each.target);
      if (outcome === 'answered') return;
      each.isReady = false;
      if (outcome === 'perhaps done') break;
    }
    if (res.headersSent) res.destroy();
    else res.writeHead(ready.length > 0 ? 502 : 503, { 'Retry-After': '1' }).end();
    req.resume();
  });
  const url = await listening(server);

  const look = setInterval(async () => {
    await Promise.all(
      all.map(async (each) => {
        const answer = await fetch(`${each.target}/readyz?self=1`).catch(() => undefined);
        await answer?.arrayBuffer().catch(() => {});
        each.isReady = answer?.ok === true;
      }),
    );
  }, lookEveryMs).unref();
  return {
    url,
    /** Sets the addresses of the targets; each counts as ready until its first check. */
    use(targets: readonly string[]) {
      all = targets.map((target) => ({ target, isReady: true }));
    },
    async close() {
      clearInterval(look);
      await closeServer(server);
    },
  };
}

type Outcome = 'answered' | 'not reached' | 'not answered' | 'perhaps done';

/** Sends one request to one target, on a new connection: if the connection fails, nothing was sent. */
async function forward(req: IncomingMessage, res: ServerResponse, target: string): Promise<Outcome> {
  const { hostname, port } = new URL(target);
  const socket = connect({ host: hostname, port: Number(port), noDelay: true });
  try {
    await once(socket, 'connect');
  } catch {
    return 'not reached';
  }
  const isSafe = req.method === 'GET' || req.method === 'HEAD';
  try {
    const answer = await exchange(req, socket);
    res.writeHead(answer.statusCode ?? 502, answer.statusMessage, answer.rawHeaders);
    // A client that leaves or is cut off needs no handling.
    await pipeline(answer, res).catch(() => {});
    return 'answered';
  } catch {
    return isSafe ? 'not answered' : 'perhaps done';
  } finally {
    socket.destroy();
  }
}

/** Sends the request with its body; resolves with the head of the answer. */
function exchange(req: IncomingMessage, socket: Socket): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    const headers = req.rawHeaders.filter((_, at, raw) => !isOfHop(raw[at - (at % 2)] ?? ''));
    // The client may act as a proxy itself: a test has no other way to send requests from many addresses.
    if (!req.headers['x-forwarded-for']) headers.push('X-Forwarded-For', '127.0.0.1');
    const outgoing = request({
      method: req.method,
      path: req.url,
      headers: [...headers, 'Connection', 'keep-alive'],
      createConnection: () => socket,
    });
    outgoing.on('response', resolve).on('error', reject);
    socket.once('close', () => reject(new Error('The target has closed the connection.')));
    // The answer may arrive before the body is read; the rest of the body is then not read.
    void pipeline(req, outgoing).catch(() => {});
  });
}

function isOfHop(name: string) {
  return /^(connection|keep-alive)$/i.test(name);
}

/** One of several equal sites, with its own local disk. */
export interface Site {
  /** The site's own address, past the balancer. */
  readonly url: string;
  readonly dataDir: string;
  /** Every line of its log, parsed; only for a site in this process. */
  readonly logLines: Record<string, unknown>[];
  /** Sends SIGKILL; only for a site in a process of its own. */
  kill(): Promise<void>;
  /** Stops the site as an operator does. */
  stop(): Promise<void>;
  /** Restarts the site on its disk at another address, and informs the balancer. */
  startAgain(environment?: Record<string, string>): Promise<void>;
}

type StartOptions = NonNullable<Parameters<typeof startTestApp>[1]>;

const credentials = { email: 'admin@studio.example', password: 'correct horse battery' };

/** Equal sites behind one balancer, which sends them requests in turn. */
export type Sites = Awaited<ReturnType<typeof startSites>>;

/**
 * Starts `count` sites, one after the other, that share the stores in `environment` (DATABASE_URL, and MEDIA_URL with
 * its keys), but not their disks. With `processes` each site is a process of its own, which accepts no `options`.
 */
export async function startSites(
  count: number,
  environment: Record<string, string>,
  { processes = false, ...options }: StartOptions & { processes?: boolean } = {},
) {
  const balancer = await startBalancer();
  const common = {
    SESSION_SECRET: sharedSecret,
    ADMIN_EMAIL: credentials.email,
    ADMIN_PASSWORD: credentials.password,
    SAMPLE_CONTENT: 'off',
    PUBLIC_URL: balancer.url,
    TRUST_PROXY: 'loopback',
    ...environment,
  };
  const all: Site[] = [];
  const tellBalancer = () => balancer.use(all.map(({ url }) => url));
  const stopAll = async () => {
    await balancer.close();
    await Promise.all(all.map((site) => site.stop()));
  };
  try {
    for (let number = 0; number < count; number += 1) {
      all.push(
        await (processes ? inProcess(common, tellBalancer) : inThisProcess(common, options, tellBalancer)),
      );
    }
  } catch (error) {
    await stopAll();
    throw error;
  }
  tellBalancer();
  return {
    /** Address of the balancer. */
    url: balancer.url,
    all: all as readonly Site[],
    credentials,
    /** Stops everything. Rejects if a site stored shared state on its own disk. */
    async close() {
      await stopAll();
      const kept = await Promise.all(
        all.map(async ({ dataDir }) => {
          const names = await keptOnDisk(dataDir, 'MEDIA_URL' in environment);
          await rm(dataDir, { recursive: true, force: true, maxRetries: 5, retryDelay: 50 });
          return names;
        }),
      );
      const names = kept.flat();
      if (names.length > 0) throw new Error(`A site has kept on its own disk: ${names.join(', ')}`);
    },
  };
}

/**
 * Files that a site may have on its disk although its state is elsewhere: its lock, work in progress, and files that
 * can be made or fetched again.
 */
const local = new Set(['lock.sqlite', 'lock.pid', 'tmp', 'kept', 'images', 'site.json']);

/**
 * Returns the other files in the folder: content, sessions, forms or, unless `media` is allowed, pictures and CVs.
 */
async function keptOnDisk(dataDir: string, mediaElsewhere: boolean) {
  const names = await readdir(dataDir);
  return names.filter(
    (name) => !local.has(name) && (mediaElsewhere || (name !== 'media' && name !== 'private')),
  );
}

async function inThisProcess(
  common: Record<string, string>,
  options: StartOptions,
  moved: () => void,
): Promise<Site> {
  const dataDir = await mkdtemp(join(tmpdir(), 'studio-site-'));
  let app: Awaited<ReturnType<typeof startTestApp>> | undefined;
  const start = async (more: Record<string, string> = {}) => {
    app = await startTestApp({ ...common, ...more, DATA_DIR: dataDir }, options);
  };
  await start();
  return {
    dataDir,
    get url() {
      return app?.url ?? '';
    },
    get logLines() {
      return app?.logLines ?? [];
    },
    kill: () => Promise.reject(new Error('This site is not in a process of its own.')),
    async stop() {
      await app?.close({ keepData: true });
      app = undefined;
    },
    async startAgain(more) {
      await start(more);
      moved();
    },
  };
}

async function inProcess(common: Record<string, string>, moved: () => void): Promise<Site> {
  const dataDir = await mkdtemp(join(tmpdir(), 'studio-site-'));
  let child: Child | undefined;
  const start = async (more: Record<string, string> = {}) => {
    child = await startNode(join(import.meta.dirname, '../../server/main.ts'), {
      ready: /The site is at (\S+)/,
      environment: { PORT: '0', LOG_LEVEL: 'warn', ...common, ...more, DATA_DIR: dataDir },
    });
  };
  await start();
  return {
    dataDir,
    get url() {
      return child?.address ?? '';
    },
    logLines: [],
    async kill() {
      await child?.kill();
    },
    async stop() {
      await child?.stop();
    },
    async startAgain(more) {
      await start(more);
      moved();
    },
  };
}
