import type { Logger } from 'pino';
import type { LiveSite } from '#shared/schemas/site.ts';
import { refuseAmbiguousTargets, refuseInvalidHosts } from '../bff/target/plain-requests.ts';
import type { Config } from '../config.ts';
import { storageUnavailable } from '../database/errors.ts';
import { handleErrors } from '../http/errors.ts';
import { answerHealth } from '../http/health.ts';
import {
  assignRequestId,
  createExpressApp,
  isFromProxy,
  type LogRequest,
  logRequests,
} from '../http/requests.ts';
import { setSecurityHeaders } from '../http/security-headers.ts';

interface Options {
  config: Config;
  publicUrl: URL;
  log: Logger;
  logRequest: LogRequest;
  site: LiveSite;
}

/**
 * Answers requests while the start waits for PostgreSQL: 503, for people with a page that says so. /readyz reports
 * that the database does not answer, and /readyz?self=1 that this process is ready.
 */
export function answerWhileUnavailable({ config, publicUrl, log, logRequest, site }: Options) {
  const away = async () => {
    throw storageUnavailable();
  };
  const engine = config.UPSTREAM_URL ? 'upstream' : 'embedded';
  const app = createExpressApp(config.TRUST_PROXY);
  app.use(assignRequestId(isFromProxy(app)));
  app.use(logRequests(logRequest));
  app.use(setSecurityHeaders(publicUrl));
  app.use(refuseInvalidHosts());
  app.use(answerHealth({ engine, probes: { host: away, database: away } }));
  app.use(refuseAmbiguousTargets());
  app.use(away);
  app.use(handleErrors(log, site));
  return app;
}
