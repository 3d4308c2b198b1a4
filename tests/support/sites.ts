import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startBalancer } from './balancer.ts';
import { type Child, startNode } from './child.ts';
import { sharedSecret } from './shared-servers.ts';
import { startTestApp } from './start-test-app.ts';

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

/** Equal sites behind one balancer, which sends them requests in turn. */
export interface Sites {
  /** Address of the balancer. */
  readonly url: string;
  readonly all: readonly Site[];
  readonly credentials: { email: string; password: string };
  /** Stops everything. Rejects if a site stored shared state on its own disk. */
  close(): Promise<void>;
}

type StartOptions = NonNullable<Parameters<typeof startTestApp>[1]>;

const credentials = { email: 'admin@studio.example', password: 'correct horse battery' };

/**
 * Starts `count` sites, one after the other, that share the stores in `environment` (DATABASE_URL, and MEDIA_URL with
 * its keys), but not their disks. With `processes` each site is a process of its own, which accepts no `options`.
 */
export async function startSites(
  count: number,
  environment: Record<string, string>,
  { processes = false, ...options }: StartOptions & { processes?: boolean } = {},
): Promise<Sites> {
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
    url: balancer.url,
    all,
    credentials,
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
async function keptOnDisk(dataDir: string, mediaElsewhere: boolean): Promise<string[]> {
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
