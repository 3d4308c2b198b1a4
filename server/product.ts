import closeWithGrace from 'close-with-grace';
import { createApp } from './app.ts';
import { redirectMovedPage } from './bff/redirects/store.ts';
import { purposeKeys } from './bff/session/secrets.ts';
import type { HostBreaker } from './bff/upstream/upstream.ts';
import { type Config, inheritedSocket, loadConfig } from './config.ts';
import { StartError } from './errors.ts';
import { createFastPath } from './fast-path/fast-path.ts';
import { answerOutsideExpress } from './http/connections.ts';
import { createLog, type LogStream, standardOutput } from './http/log.ts';
import { addressFor, isFromProxy, requestLog } from './http/requests.ts';
import { securityHeaders } from './http/security-headers.ts';
import type { Sources } from './metrics/meters.ts';
import { type Metrics, openMetrics } from './metrics/metrics.ts';
import { dataDirProblem } from './process/data-dir.ts';
import { Opened } from './process/open-together.ts';
import { type Beginning, openCompany, type StartOptions } from './product/open-company.ts';
import { openBff, openEngine, openPages, openPort, openState, type Parts } from './product/open-parts.ts';
import { openTarget } from './target.ts';

/** The product with all its parts opened. */
interface Product extends Beginning, Parts {
  logStream: LogStream;
  metrics: Metrics | undefined;
}

/** A running product. */
export type Running = Awaited<ReturnType<typeof start>>;

/**
 * Opens the product part by part (server/product/; the host is in server/target.ts). Each part depends only on parts
 * that were opened before. Parts are closed in reverse order; if one fails to open, those already open are closed. The
 * server starts to listen last, when all parts are ready, including the first admin. The only exception is a site that
 * learns its own URL by listening: there the server listens first (docs/decisions/0021).
 */
export async function start(given: Config, options: StartOptions = {}) {
  const opened = new Opened();
  try {
    const logStream = options.logStream ?? standardOutput();
    const begun = { given, options, logStream, log: createLog(given.LOG_LEVEL, logStream) };
    const company = opened.take(await openCompany(begun));
    const metrics = await openMetrics(given.METRICS_PORT, {
      mediaPaths: company.mediaPaths,
      files: company.live.files,
    });
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
    opened.add(() => port.drain(bff.health, state.config.SHUTDOWN_DELAY_MS));
    // Streams of events are closed first: as long as they are open, connections could not drain.
    opened.add(state.live.close);
    return {
      url: port.url.origin,
      /** URL of the API host behind this site, from UPSTREAM_URL or host.json; undefined without an API host. */
      upstreamUrl: state.config.UPSTREAM_URL,
      /** The embedded engine's public content; undefined if the upstream is an API host. */
      content: host.isEngine ? engine.engine?.content : undefined,
      /** Describes which calls the embedded engine answers in place of an API host (ENGINE_FILLS), for the operator. */
      fills: state.fills?.text,
      /** The first admin of a new embedded engine, with the password that was generated at this start. */
      firstAdmin: firstAdmin && { email: firstAdmin.email, password: firstAdmin.password },
      /**
       * Stops gracefully: /readyz reports not ready, running requests end, then everything is closed. Takes at most
       * about 9 s after SHUTDOWN_DELAY_MS.
       */
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
}: Omit<Product, 'port' | 'host' | 'bff' | 'pages'>) {
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
function forgetTogether({ state, host, bff, pages }: Product) {
  const { sharedReads, listNotes } = bff;
  listNotes.look(sharedReads);
  state.forgetting.by(() => {
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
function serve(product: Product) {
  const { log, company, metrics, port, state, host, bff, pages } = product;
  const { publicUrl } = port;
  const { config } = state;
  const logRequest = requestLog(log, { files: company.live.files, observe: metrics?.observe });
  const app = createApp({
    logRequest,
    config,
    publicUrl,
    log,
    company,
    state,
    host,
    bff,
    pages,
    status: async () => ({
      host: hostStatus(host.upstream.breaker, pages.pages?.shared.cache),
      intake: await bff.intake.status(),
      backup: await state.backup(),
      setup: {
        mail: config.SMTP_URL !== undefined || (host.mail.applicationsAtHost ? null : false),
        domain: config.PUBLIC_URL?.protocol === 'https:',
      },
    }),
  });
  const door = createFastPath({
    logRequest,
    isFromProxy: isFromProxy(app),
    reads: bff.sharedReads.cache,
    pages: pages.pages?.shared.cache,
    files: pages.client.files,
    isOff: pages.isHidden,
    standing: securityHeaders(publicUrl),
    sessionCookie: state.sessions.cookieName,
    addressOf: addressFor(app),
  });
  answerOutsideExpress(port, publicUrl, log);
  port.serve(app, door);
}

/**
 * Returns whether the API host is down and since when. While it is down, also returns the time of the oldest page that
 * visitors may get from the cache of pages.
 */
function hostStatus(
  { state, downSince }: HostBreaker,
  cache: { oldestMs(): number | undefined } | undefined,
) {
  if (state === 'closed') return { state: 'up', since: null, oldest_page_at: null } as const;
  const oldestMs = cache?.oldestMs();
  return {
    state: 'down' as const,
    since: downSince?.toISOString() ?? null,
    oldest_page_at: oldestMs === undefined ? null : new Date(Date.now() - oldestMs).toISOString(),
  };
}

/**
 * Milliseconds. A second signal within this time counts as the same one: the terminal or systemd sends a signal to
 * npm and to this process, and npm passes it on to this process too.
 */
const sameSignalMs = 1_000;

/**
 * Starts the product and runs it until a signal ends it. If the start fails, prints the reason and ends the process
 * with exit code 1.
 */
export async function run() {
  try {
    const socket = inheritedSocket();
    const config = loadConfig();
    const running = await start(config, { socket });
    const options = { delay: config.SHUTDOWN_DELAY_MS + 9_500, skip: ['SIGINT', 'SIGTERM'] };
    const graceful = closeWithGrace(options as closeWithGrace.Options, async ({ err }) => {
      if (err) console.error(err);
      await running.close();
    });
    let firstAt: number | undefined;
    const stop = () => {
      if (firstAt !== undefined && performance.now() - firstAt > sameSignalMs) process.exit(1);
      if (firstAt !== undefined) return;
      firstAt = performance.now();
      void graceful.close();
    };
    process.on('SIGINT', stop).on('SIGTERM', stop);
    const inEffect = { ...config, UPSTREAM_URL: running.upstreamUrl };
    for (const line of startLines(inEffect, { ...running, socket })) console.log(line);
  } catch (error) {
    // The stack is printed for a bug, but not for an error that the operator can correct.
    console.error(error instanceof StartError ? error.message : error);
    process.exit(1);
  }
}

/**
 * Returns the lines that are printed at a start: where the site is, which host or engine it uses, and which settings
 * are missing.
 */
export function startLines(
  config: Config,
  started: Partial<Running> & Pick<Running, 'url'> & Pick<StartOptions, 'socket'>,
) {
  const { firstAdmin, fills } = started;
  const hasEngine = !config.UPSTREAM_URL || fills !== undefined;
  return [
    `The site is at ${started.url}`,
    ...Object.entries({
      'public address': config.PUBLIC_URL?.origin ?? 'PUBLIC_URL is not set: links use the address above',
      'listens on': `${started.socket === undefined ? config.HOST : 'an inherited socket'}, port ${new URL(started.url).port || 80}`,
      engine: config.UPSTREAM_URL ? `the API host ${config.UPSTREAM_URL.origin}` : 'embedded',
      ...(fills && { fills }),
      data: dataText(config),
      ...(config.DATABASE_URL && hasEngine && !config.MEDIA_URL && { media: ownMediaText(config) }),
      ...(started.content && { content: contentText(config, started.content) }),
      ...(hasEngine && { mail: mailText(config) }),
      proxies: trustText(config.TRUST_PROXY),
    }).map(([name, text]) => `  ${name.padEnd(15)} ${text}`),
    ...(firstAdmin
      ? [
          `First admin: ${firstAdmin.email}  password: ${firstAdmin.password}`,
          'This password is shown once. Sign in at /admin/login.',
        ]
      : []),
  ];
}

/** Describes where data is stored, without user names or passwords. */
function dataText({ DATA_DIR, DATABASE_URL, MEDIA_URL }: Config) {
  if (!DATABASE_URL && !MEDIA_URL) return `in ${DATA_DIR}`;
  const parts = [
    ...(DATABASE_URL ? [`PostgreSQL at ${new URL(DATABASE_URL).host || 'its socket'}`] : []),
    ...(MEDIA_URL ? [`media in the bucket ${MEDIA_URL.bucket}`] : []),
  ];
  return `${parts.join(', ')}; the rest in ${DATA_DIR}`;
}

/** Describes where media files are stored if the database is shared but they are not. */
function ownMediaText({ DATA_DIR }: Config) {
  return `in ${DATA_DIR}, for this process only: set MEDIA_URL before you run a second process on this database`;
}

function contentText(config: Config, content: NonNullable<Running['content']>) {
  if (content === 'sample') return 'sample content; "npm run studio -- sample remove" removes it';
  if (content === 'own') return "the studio's own";
  const why =
    config.SAMPLE_CONTENT === 'on'
      ? ''
      : config.PUBLIC_URL?.protocol === 'https:'
        ? ': a site with an https address starts empty'
        : ': SAMPLE_CONTENT is off';
  return `none yet${why}; "npm run studio -- sample add" adds sample content`;
}

function mailText({ SMTP_URL: url, MAIL_FROM: from }: Config) {
  return url && from
    ? `sent from ${from} by ${new URL(url).host}`
    : 'queued in the outbox until SMTP_URL and MAIL_FROM are set';
}

function trustText(trust: Config['TRUST_PROXY']) {
  if (trust === false) return 'none trusted; behind a proxy, set TRUST_PROXY';
  if (trust === true)
    return 'all are trusted (TRUST_PROXY=on): safe only if clients cannot bypass your proxy';
  return typeof trust === 'number' ? `the nearest ${trust} trusted` : `trusted at ${trust}`;
}
