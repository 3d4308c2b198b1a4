import { createServer } from 'node:http';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import closeWithGrace from 'close-with-grace';
import { createApp } from './app.ts';
import { createSessions } from './bff/session/sessions.ts';
import { createUploadGate } from './bff/uploads/gate.ts';
import { createUpstream } from './bff/upstream/client.ts';
import { type Config, ConfigError, loadConfig } from './config.ts';
import { startContentApi } from './content-api/content-api.ts';
import { DataDirError, openDataDir } from './data-dir.ts';
import { type Patience, serverOptions, usualPatience } from './http/connections.ts';
import { drain, listen } from './http/drain.ts';
import { createHealth } from './http/health.ts';
import { createLog, type LogStream } from './http/log.ts';
import { startMetrics } from './http/metrics.ts';
import { answerRawly } from './http/raw-answers.ts';
import { loadStaticClient } from './http/static-client.ts';
import { publicContent } from './pages/content/public-content.ts';
import { loadPages } from './pages/load-pages.ts';
import { publicReads } from './pages/public-reads.ts';
import { loadSite, SiteError } from './site/load-site.ts';
import { clientOfSite } from './site/site-shell.ts';

/** A running product. */
export interface Running {
  url: string;
  /** The first admin of a new embedded engine, with the password that this start generated. */
  firstAdmin?: { email: string; password: string };
  /** Graceful: says not ready, lets what runs finish, then closes everything. At most about 9 s. */
  close(): Promise<void>;
}

export interface StartOptions {
  /** Folder of the built client; dist/client unless told. */
  clientDir?: string;
  /** Folder of the built renderer of pages; `server` beside the client unless told. */
  pagesDir?: string;
  /** Where log lines go; standard output unless told. */
  logStream?: LogStream;
  /** How long the other side of a connection may take; tests wait for less. */
  patience?: Partial<Patience>;
}

const defaultClientDir = join(import.meta.dirname, '../dist/client');

/** Constructs and starts the product. Whatever was opened before a failure is closed again. */
export async function start(config: Config, options: StartOptions = {}): Promise<Running> {
  const opened: (() => Promise<void> | void)[] = [];
  const closeOpened = async () => {
    for (const close of opened.splice(0).reverse()) await close();
  };
  try {
    const log = createLog(config.LOG_LEVEL, options.logStream);
    const dataDir = await openDataDir(config.DATA_DIR, (text) => log.warn(text));
    opened.push(dataDir.release);
    const clientDir = options.clientDir ?? defaultClientDir;
    const site = await loadSite(config.DATA_DIR);
    const builtClient = await loadStaticClient(clientDir);

    // The one place that knows which engine answers (DESIGN §1).
    const engine = config.UPSTREAM_URL ? undefined : await startContentApi(config, log, site);
    if (engine) opened.push(engine.close);
    const upstream = createUpstream(config.UPSTREAM_URL ?? (engine?.url as URL), config.UPSTREAM_TIMEOUT_MS);
    opened.push(upstream.close);

    const uploads = await createUploadGate(config, log);
    const health = createHealth(engine ? 'embedded' : 'upstream', engine?.probe ?? upstream.probe);
    // The address is known before the app is made, so that rules on origins hold on PORT=0 too.
    const patience = { ...usualPatience, ...options.patience };
    const server = createServer(serverOptions(patience));
    const url = await listen(server, config.HOST, config.PORT, patience);
    opened.push(() => drain(server, health));
    const publicUrl = config.PUBLIC_URL ?? url;
    const sessions = await createSessions(config, publicUrl);
    opened.splice(opened.length - 1, 0, sessions.close);
    const info = { site, origin: publicUrl.origin };
    const client = clientOfSite(builtClient, info);
    const pagesDir = options.pagesDir ?? join(clientDir, '../server');
    const reads = publicReads(upstream, publicUrl, config);
    const pages = await loadPages({ dir: pagesDir, client, reads, publicUrl, info });
    if (!pages)
      log.warn(`No page renderer in ${pagesDir}: pages are made in the browser only. Run npm run build.`);
    const app = createApp({
      config,
      publicUrl,
      log,
      health,
      sessions,
      uploads,
      upstream,
      client,
      pages,
      info,
      content: publicContent(reads),
    });
    server.on('request', app);
    // Without a listener of its own Node answers 100 Continue before the app has looked at session or size.
    server.on('checkContinue', app);
    server.on('checkExpectation', app);
    answerRawly(server, publicUrl, log);
    opened.push(await startMetrics(config.METRICS_PORT));
    const firstAdmin = await engine?.makeFirstAdmin();
    return { url: url.origin, ...(firstAdmin && { firstAdmin }), close: closeOpened };
  } catch (error) {
    await closeOpened();
    throw error;
  }
}

async function main(): Promise<void> {
  const running = await start(loadConfig());
  closeWithGrace({ delay: 9_500 }, async ({ err }) => {
    if (err) console.error(err);
    await running.close();
  });
  console.log(`The site is at ${running.url}`);
  if (running.firstAdmin) {
    console.log(`First admin: ${running.firstAdmin.email}  password: ${running.firstAdmin.password}`);
    console.log('This password is shown once. Sign in at /admin/login.');
  }
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  main().catch((error: unknown) => {
    const isPlain = [ConfigError, DataDirError, SiteError].some((kind) => error instanceof kind);
    console.error(isPlain ? (error as Error).message : error);
    process.exit(1);
  });
}
