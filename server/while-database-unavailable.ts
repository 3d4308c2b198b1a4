import type { Express, RequestHandler } from 'express';
import type { Logger } from 'pino';
import { matchContract } from '#shared/contract/match.ts';
import { isPublicRoute } from '#shared/routes.ts';
import type { LiveSite } from '#shared/schemas/site.ts';
import { refuseAmbiguousTargets } from './bff/target/ambiguous-target.ts';
import { refuseInvalidHosts } from './bff/target/host.ts';
import { refuseUnusualMethods } from './bff/target/methods.ts';
import { keyOfPage, keyOfRead } from './cache/cache-key.ts';
import { DiskStore } from './cache/disk-store.ts';
import { sendPrepared } from './cache/prepared-answer.ts';
import type { Config } from './config.ts';
import { storageUnavailable } from './database/errors.ts';
import { handleErrors } from './http/errors.ts';
import { createExpressApp } from './http/express-app.ts';
import { answerHealth, createHealth } from './http/health.ts';
import { isFromProxy } from './http/request-address.ts';
import { assignRequestId } from './http/request-id.ts';
import { type LogRequest, logRequests } from './http/request-log.ts';
import { setSecurityHeaders } from './http/security-headers.ts';
import { type StaticClient, serveClient } from './http/static-client.ts';
import { createImages } from './images/images.ts';
import { serveImages } from './images/serve-images.ts';
import { sourceFetcher } from './images/source.ts';
import { createVariants } from './images/variants.ts';
import type { Patterns } from './pages/patterns.ts';

interface KeptSiteOptions {
  config: Config;
  publicUrl: URL;
  log: Logger;
  logRequest: LogRequest;
  client: StaticClient;
  site: LiveSite;
  /** Path prefixes of media. */
  media: string[];
  patterns: Patterns;
  /** Options for opening the disk cache that an earlier process has left. */
  left: ConstructorParameters<typeof DiskStore>[0];
}

/** The app that serves cached answers. `open` creates it at most once. */
interface KeptSite {
  open(): Promise<Express>;
  /** Closes the disk cache, so that other code can open it. */
  close(): Promise<void>;
}

/**
 * Answers requests while the start waits for PostgreSQL: with the built files, and with the pages, public reads and
 * pictures that an earlier process has cached in DATA_DIR. All other requests get 503. /readyz reports that the
 * database does not answer, and /readyz?self=1 that this process is ready.
 */
export function siteFromCache(options: KeptSiteOptions): KeptSite {
  let disk: DiskStore | undefined;
  return {
    async open() {
      disk = new DiskStore(options.left);
      options.log.warn('until the database answers, visitors get cached pages, and 503 for all others');
      return createPasses(options, disk);
    },
    close: async () => disk?.close(),
  };
}

function createPasses(deps: KeptSiteOptions, disk: DiskStore): Express {
  const { config, publicUrl, client } = deps;
  const away = async () => {
    throw storageUnavailable();
  };
  const engine = config.UPSTREAM_URL ? 'upstream' : 'embedded';
  const health = createHealth(engine, away, undefined, undefined, away);
  const mediaHost = { url: publicUrl, request: away };
  const app = createExpressApp(config.TRUST_PROXY);
  app.use(assignRequestId(isFromProxy(config.TRUST_PROXY)));
  app.use(logRequests(deps.logRequest));
  app.use(setSecurityHeaders(publicUrl));
  app.use(refuseInvalidHosts());
  app.use(answerHealth(health));
  app.use(refuseUnusualMethods());
  app.use(refuseAmbiguousTargets());
  const images = createImages(config.DATA_DIR);
  const fetchSource = sourceFetcher(mediaHost, publicUrl);
  const variants = createVariants({ ...images, fetchSource });
  app.use(serveImages({ variants, mediaPaths: deps.media }));
  app.use(answerKept(disk, deps.left.now));
  app.use(deps.patterns.pass);
  app.use(serveFiles(client));
  app.use(refuse());
  app.use(handleErrors(deps.log, deps.site));
  return app;
}

/** Serves cached answers. Every request is treated as one without a session, because no session can be read now. */
function answerKept(disk: DiskStore, now = () => performance.now()): RequestHandler {
  const [reads, pages] = [disk.namespace('reads'), disk.namespace('pages')];
  const load = (target: string) => {
    const [path = ''] = target.split('?', 1);
    if (isPublicRoute(path)) return pages.load(keyOfPage(target).key);
    const { row } = matchContract('GET', path);
    return row?.freshSeconds === undefined ? undefined : reads.load(keyOfRead(row, target).key);
  };
  return async (req, res, next) => {
    const found = req.method === 'GET' || req.method === 'HEAD' ? await load(req.originalUrl) : undefined;
    if (!found) return next();
    await sendPrepared(req, res, found.prepared, { state: 'stale', ageMs: now() - found.madeAt });
  };
}

function refuse(): RequestHandler {
  return (_req, _res, next) => next(storageUnavailable());
}

/** Serves the built files except index.html, whose scripts would find no API. */
function serveFiles(client: StaticClient): RequestHandler {
  const serve = serveClient(client);
  return (req, res, next) =>
    client.files.has(req.originalUrl.split('?', 1)[0] ?? '') ? serve(req, res, next) : next();
}
