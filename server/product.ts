import { createApp } from './app.ts';
import { redirectMovedPage } from './bff/redirects/store.ts';
import { purposeKeys } from './bff/session/secrets.ts';
import { hostStatus } from './bff/status/host-status.ts';
import type { Config } from './config.ts';
import { StartError } from './errors.ts';
import { createFastPath } from './fast-path/fast-path.ts';
import { drain } from './http/drain.ts';
import { addressFor, isFromProxy } from './http/express-app.ts';
import { createLog, type LogStream, standardOutput } from './http/log.ts';
import { answerOutsideExpress } from './http/raw-answers.ts';
import { requestLog } from './http/requests.ts';
import { securityHeaders } from './http/security-headers.ts';
import type { Sources } from './metrics/gauges.ts';
import { type Metrics, openMetrics } from './metrics/metrics.ts';
import { dataDirProblem } from './process/data-dir.ts';
import { Opened } from './process/open-together.ts';
import { type Bff, openBff } from './product/open-bff.ts';
import { type Beginning, type Company, openCompany } from './product/open-company.ts';
import { type Engine, openEngine } from './product/open-engine.ts';
import { openPages, type PagesPart } from './product/open-pages.ts';
import { openPort, type Port } from './product/open-port.ts';
import { openState, type State } from './product/open-state.ts';
import { runProcess } from './product/run-process.ts';
import type { Running, StartOptions } from './product/running.ts';
import { openTarget, type Target } from './target.ts';

/** The product with all its parts opened. */
interface Product extends Beginning {
  logStream: LogStream;
  company: Company;
  metrics: Metrics | undefined;
  port: Port;
  state: State;
  engine: Engine;
  host: Target;
  bff: Bff;
  pages: PagesPart;
}

/**
 * Opens the product part by part. Each part has a file in server/product/ (the host has server/target.ts), and
 * depends only on parts that were opened before. Parts are closed in reverse order; if one fails to open, those
 * already open are closed. The server starts to listen last, when all parts are ready, including the first admin. The
 * only exception is a site that learns its own URL by listening: there the server listens first
 * (docs/decisions/0021).
 */
export async function start(given: Config, options: StartOptions = {}): Promise<Running> {
  const opened = new Opened();
  try {
    const logStream = options.logStream ?? standardOutput();
    const begun = { given, options, logStream, log: createLog(given.LOG_LEVEL, logStream) };
    const company = opened.take(await openCompany(begun));
    const metrics = await openMetrics(given.METRICS_PORT, company);
    const port = opened.take(await openPort(begun));
    const state = opened.take(await openState({ ...begun, company, port }));
    const engine = opened.take(await openEngine({ ...begun, company, port, state }));
    const host = opened.take(await openHost({ ...begun, company, metrics, state, engine }));
    const bff = opened.take(await openBff({ ...begun, company, port, state, engine, host }));
    const pages = await openPages({ ...begun, company, port, state, host, bff });
    const product = { ...begun, company, metrics, port, state, engine, host, bff, pages };

    forgetTogether(product);
    if (metrics) opened.take(await metrics.listen(sourcesOf(product), begun.log));
    const firstAdmin = host.isEngine ? await engine.engine?.makeFirstAdmin() : undefined;
    try {
      serve(product);
      await port.listen();
    } catch (error) {
      await firstAdmin?.undo();
      throw error;
    }
    opened.add(() => drain(port.server, bff.health, state.config.SHUTDOWN_DELAY_MS));
    // Streams of events are closed first: as long as they are open, connections could not drain.
    opened.add(state.live.close);
    return {
      url: port.url.origin,
      content: host.isEngine ? engine.engine?.content : undefined,
      fills: state.fills?.text,
      upstreamUrl: state.config.UPSTREAM_URL,
      firstAdmin: firstAdmin && { email: firstAdmin.email, password: firstAdmin.password },
      close: () => opened.close(),
    };
  } catch (error) {
    await opened.close();
    throw error instanceof StartError ? error : (dataDirProblem(error, given.DATA_DIR) ?? error);
  }
}

/** Opens the upstream: an API host, the embedded engine, or both. */
async function openHost({
  options,
  log,
  company,
  metrics,
  state,
  engine,
}: Omit<Product, 'port' | 'host' | 'bff' | 'pages'>): Promise<Target> {
  const { config, fills, db, redirects } = state;
  return openTarget({
    config,
    plugin: company.plugin,
    fills,
    engine: engine.engine,
    log,
    now: options.cache?.now,
    tools: {
      db,
      keys: await purposeKeys(config, 'studio keepsakes'),
      sendRedirect: (from, to) => redirectMovedPage(redirects, { from, to }, company.mediaPaths),
    },
    watch: (upstream) => metrics?.watchHost(upstream) ?? upstream,
  });
}

/** Makes every cache empty itself when public content has changed, in this process or another one. */
function forgetTogether({ state, host, bff, pages }: Product): void {
  const { sharedReads, listNotes } = bff;
  listNotes.look(sharedReads);
  state.forgetting.by(() => {
    bff.countWrite();
    if (!host.isEngine) state.live.tell();
    sharedReads.cache.purge();
    pages.pages?.shared.cache.purge();
    listNotes.look(sharedReads);
  });
}

/** Returns the functions from which metrics read their numbers. */
function sourcesOf({ logStream, state, engine, host, bff }: Product): Sources {
  return {
    dataDir: state.config.DATA_DIR,
    hostDownSince: () => host.upstream.breaker.downSince,
    mails: engine.engine?.mails,
    logLinesLost: logStream.lost,
    database: state.databases.stats,
    intake: bff.intake.stats,
    backup: state.backup,
  };
}

/**
 * Connects the app to the server. Requests that can be answered from memory are answered by the fast path, before the
 * app.
 */
function serve(product: Product): void {
  const { log, company, metrics, port, state, host, bff, pages } = product;
  const { publicUrl, server } = port;
  const { config } = state;
  const common = {
    logRequest: requestLog(log, { isFile: company.isFile, observe: metrics?.observe }),
    isFromProxy: isFromProxy(config.TRUST_PROXY),
  };
  const app = createApp({
    ...common,
    config,
    publicUrl,
    log,
    company,
    state,
    host,
    bff,
    pages,
    status: {
      host: () => hostStatus(host.upstream.breaker, pages.pages?.shared.cache),
      intake: bff.intake.status,
      backup: state.backup,
      setup: {
        mail: config.SMTP_URL !== undefined || (host.mail.applicationsAtHost ? null : false),
        domain: config.PUBLIC_URL?.protocol === 'https:',
      },
    },
  });
  const door = createFastPath({
    ...common,
    reads: bff.sharedReads.cache,
    pages: pages.pages?.shared.cache,
    files: pages.client.files,
    isOff: pages.isHidden,
    standing: securityHeaders(publicUrl),
    sessionCookie: state.sessions.cookieName,
    addressOf: addressFor(app),
  });
  answerOutsideExpress(server, publicUrl, log);
  port.serve(app, door);
}

/** Runs the product until a signal ends the process. */
export const run = () => runProcess(start);
