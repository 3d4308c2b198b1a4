import { join } from 'node:path';
import { MIB } from '#shared/limits.ts';
import { createActivity } from '../bff/activity/activity.ts';
import { createLive } from '../bff/live/live.ts';
import { openInvalidation } from '../bff/reads/invalidation.ts';
import { openRedirects } from '../bff/redirects/redirects.ts';
import { openSavedSites } from '../bff/saved-site/saved-site.ts';
import { purposeKeys } from '../bff/session/secrets.ts';
import { createSessions } from '../bff/session/sessions.ts';
import { openDatabases } from '../database/databases.ts';
import { openCounts } from '../database/site/counts.ts';
import { requestLog } from '../http/requests.ts';
import { sourcesOf } from '../process/built-product.ts';
import { backupReader } from '../process/last-backup.ts';
import { openTogether } from '../process/open-together.ts';
import type { Beginning, Company } from './open-company.ts';
import { fillsOf } from './open-host.ts';
import type { Port } from './open-port.ts';
import { answerWhileUnavailable } from './while-database-unavailable.ts';

/** Maximum total size of the cached reads, in bytes. The cached pages may take the same amount in addition. */
const cacheBytes = 32 * MIB;

interface StateContext extends Beginning {
  company: Company;
  port: Port;
}

export type State = Awaited<ReturnType<typeof openState>>;

/**
 * Opens the data that outlives the process: databases, sessions, counts, redirects, the activity log. As long as a
 * PostgreSQL database does not answer, requests are answered with 503 (docs/decisions/0021).
 */
export function openState(context: StateContext) {
  const { given, options, log, company, port } = context;
  return openTogether(async (opened) => {
    const caching = { maxBytes: cacheBytes, ...options.cache };
    const diskCache = diskCacheOf(context, caching.now);
    const databases = await openDatabasesServing(context);
    opened.add(databases.close);
    const { dialect, signals } = databases;
    const db = await databases.openSessions();
    const fills = fillsOf(company.config, company.plugin, log);
    const config = fills?.config ?? company.config;
    const [secret = Buffer.alloc(0)] = await purposeKeys(config, 'studio counts');
    const counts = opened.take(openCounts(dialect, { db, secret, log }));
    const forgetting = await openInvalidation(signals, counts);
    const activity = createActivity({ db, log });
    const redirects = await openRedirects({ db, log });
    const savedSites = await openSavedSites({
      db,
      log,
      company: company.live,
      file: company.siteFile,
      mediaPaths: company.mediaPaths,
      isReadOnly: config.SITE_FILE === 'on',
      onSwapped: () => forgetting.forget(),
    });
    for (const part of [forgetting, activity, redirects, savedSites]) opened.add(part.close);
    const sessions = opened.take(await createSessions(config, port.publicUrl, { db, signals }));
    return {
      /** The settings in effect, i.e. after those of host.json and of ENGINE_FILLS were applied. */
      config,
      fills,
      databases,
      db,
      caching,
      diskCache,
      counts,
      forgetting,
      activity,
      redirects,
      savedSites,
      sessions,
      /**
       * The streams of `live` are closed before connections are drained, because open streams would delay the stop.
       */
      live: createLive({ sessions, signals, ...options.live }),
      backup: backupReader(given.DATA_DIR, databases.lastBackup),
    };
  });
}

/** Returns the options of the disk cache; they contain everything on which cached answers depend. */
function diskCacheOf({ given, company, port }: StateContext, now: (() => number) | undefined) {
  const { config, plugin, builtClient, live, patterns, mediaPaths } = company;
  const madeOf = JSON.stringify([
    [sourcesOf(import.meta.url, join(import.meta.dirname, '../..')), builtClient.indexHtml],
    [live.site(), ...live.files.keys(), port.publicUrl.origin, patterns.folder(), mediaPaths, plugin?.file],
    [config.UPSTREAM_URL?.href, config.ENGINE_FILLS, given.SMTP_URL !== undefined],
  ]);
  return { folder: join(given.DATA_DIR, 'kept'), madeOf, now };
}

/** Opens the databases. As long as they do not answer, every request is answered with 503. */
function openDatabasesServing({ log, company, port }: StateContext) {
  const { config, live, isFile } = company;
  return openDatabases(config, log, async () => {
    log.warn('until the database answers, every request is answered with 503');
    const logRequest = requestLog(log, { isFile });
    const { publicUrl } = port;
    port.serve(answerWhileUnavailable({ config, publicUrl, log, logRequest, site: live.site }));
    await port.listen();
  });
}
