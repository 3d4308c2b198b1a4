import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { MIB } from '#shared/limits.ts';
import type { LiveInfo } from '#shared/site/site-info.ts';
import { createActivity } from '../bff/activity/activity.ts';
import { startRetention } from '../bff/activity/store.ts';
import { createSubmittedForms } from '../bff/intake/accept-forms.ts';
import { openIntake } from '../bff/intake/intake.ts';
import { createLive } from '../bff/live/live.ts';
import { createHostReads } from '../bff/reads/host-reads.ts';
import { openInvalidation } from '../bff/reads/invalidation.ts';
import { richTexts } from '../bff/reads/present.ts';
import { createListNotes, createSharedReads } from '../bff/reads/reads.ts';
import { openRedirects } from '../bff/redirects/redirects.ts';
import { openSavedSites } from '../bff/saved-site/saved-site.ts';
import { purposeKeys } from '../bff/session/secrets.ts';
import { createSessions } from '../bff/session/sessions.ts';
import { createLoginThrottle } from '../bff/session/sign-in/sign-in.ts';
import { createUploadGate } from '../bff/uploads/bodies.ts';
import { DiskStore } from '../cache/disk-store.ts';
import { openContentApi } from '../content-api/content-api.ts';
import { openDatabases } from '../database/databases.ts';
import { openCounts } from '../database/site/counts.ts';
import { createFormTokens } from '../forms/form-tokens.ts';
import { addressOf, createWebServer, defaultTimeouts, listen } from '../http/connections.ts';
import type { Health } from '../http/health.ts';
import { requestLog } from '../http/requests.ts';
import { createImages } from '../images/images.ts';
import { loadPages } from '../pages/document.ts';
import { createReceipts } from '../pages/posted-forms/receipts.ts';
import { publicReads } from '../pages/shared-pages.ts';
import { sourcesOf } from '../process/built-product.ts';
import { backupReader } from '../process/last-backup.ts';
import { openTogether } from '../process/open-together.ts';
import { clientOfSite, hidesSample } from '../site/live-company.ts';
import type { Target } from '../target.ts';
import { type Beginning, type Company, fillsOf } from './open-company.ts';
import { answerWhileUnavailable } from './while-database-unavailable.ts';

type Opened<Open extends (...given: never) => Promise<object>> = Awaited<ReturnType<Open>>;

/** The parts of the product, in the order in which they are opened. */
export interface Parts {
  company: Company;
  port: Opened<typeof openPort>;
  state: Opened<typeof openState>;
  engine: Opened<typeof openEngine>;
  host: Target;
  bff: Opened<typeof openBff>;
  pages: Opened<typeof openPages>;
}

/** The arguments with which a part is opened: the inputs of the start, and parts that were opened before. */
type After<Names extends keyof Parts> = Beginning & Pick<Parts, Names>;

/**
 * Opens the HTTP server. It listens immediately only if the site's URL is not known otherwise, i.e. on a port that
 * the operating system chooses or on an inherited socket. Requests wait until `serve` sets the app.
 */
export async function openPort({ given, options }: Beginning) {
  const { HOST, PORT, KEEP_ALIVE_MS: keepAliveTimeout } = given;
  const web = createWebServer({ ...defaultTimeouts, keepAliveTimeout, ...options.timeouts });
  const listenNow = () => listen(web, HOST, PORT, options.socket);
  const listensEarly = PORT === 0 || options.socket !== undefined;
  const url = listensEarly ? await listenNow() : addressOf(HOST, PORT);
  return {
    ...web,
    url,
    /** The canonical origin of the site. */
    publicUrl: given.PUBLIC_URL ?? url,
    async listen() {
      if (!web.server.listening) await listenNow();
    },
  };
}

/** Maximum total size of the cached reads, in bytes. The cached pages may take the same amount in addition. */
const cacheBytes = 32 * MIB;

/**
 * Opens the data that outlives the process: databases, sessions, counts, redirects, the activity log. As long as a
 * PostgreSQL database does not answer, requests are answered with 503 (docs/decisions/0021).
 */
export function openState(context: After<'company' | 'port'>) {
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
function diskCacheOf({ given, company, port }: After<'company' | 'port'>, now: (() => number) | undefined) {
  const { config, plugin, builtClient, live, patterns, mediaPaths } = company;
  const madeOf = JSON.stringify([
    [sourcesOf(import.meta.url, join(import.meta.dirname, '../..')), builtClient.indexHtml],
    [live.site(), ...live.files.keys(), port.publicUrl.origin, patterns.folder(), mediaPaths, plugin?.file],
    [config.UPSTREAM_URL?.href, config.ENGINE_FILLS, given.SMTP_URL !== undefined],
  ]);
  return { folder: join(given.DATA_DIR, 'kept'), madeOf, now };
}

/** Opens the databases. As long as they do not answer, every request is answered with 503. */
function openDatabasesServing({ log, company, port }: After<'company' | 'port'>) {
  const { config, live } = company;
  return openDatabases(config, log, async () => {
    log.warn('until the database answers, every request is answered with 503');
    const logRequest = requestLog(log, { files: live.files });
    const { publicUrl } = port;
    port.serve(answerWhileUnavailable({ config, publicUrl, log, logRequest, site: live.site }));
    await port.listen();
  });
}

/** Opens the embedded engine, if it answers all calls (there is no API host) or some of them (ENGINE_FILLS). */
export async function openEngine({ log, company, port, state }: After<'company' | 'port' | 'state'>) {
  const { config, fills, databases, counts, forgetting, live, sessions } = state;
  const formTokens = createFormTokens(await purposeKeys(config, 'studio form token'));
  if (config.UPSTREAM_URL && !fills) return { formTokens, engine: undefined, close: () => {} };
  // A secret that only the BFF and the engine know. The BFF sends it together with statements about a form (its
  // reference, its time, that it was counted), so that the engine trusts these statements.
  const assertion = randomBytes(24).toString('base64url');
  const secondStepKeys = await purposeKeys(config, 'studio second step');
  const engine = await openContentApi(
    { ...config, PUBLIC_URL: port.publicUrl },
    log,
    company.site,
    databases,
    {
      assertion,
      counts,
      secondStep: { keys: secondStepKeys, publicUrl: config.PUBLIC_URL },
      forget: forgetting.forget,
      onChange: live.changed,
      onEnded: sessions.endTokens,
      ...(fills && { behind: fills.rows, formTokens }),
    },
  );
  company.live.onSwap(() =>
    engine.renewEnds().catch((err: unknown) => log.error({ err }, 'jobs close in the former time zone')),
  );
  return { formTokens, engine, assertion, close: engine.close };
}

/** Opens the BFF, the layer between visitors and the host: cached reads, queued forms, uploads, limits, health. */
export function openBff(context: After<'company' | 'port' | 'state' | 'engine' | 'host'>) {
  const { options, log, company, port, state, engine, host } = context;
  const { config, counts, databases, sessions } = state;
  const { upstream, capabilities } = host;
  const { publicUrl } = port;
  return openTogether(async (opened) => {
    opened.add(startRetention({ db: state.db, log, living: host.living }).stop);
    opened.add(richTexts.rest);
    const { generation } = state.forgetting;
    const hostReads = createHostReads(upstream, capabilities, { generation, log });
    const listNotes = createListNotes(host.isEngine);
    const { intake, readHost } = await openIntake({
      config,
      databases,
      site: company.site,
      publicUrl,
      upstream,
      askHost: listNotes.watch(hostReads),
      capabilities,
      assertion: engine.assertion,
      log,
      counts,
      formTokens: engine.formTokens,
      beside: host.beside,
    });
    opened.add(intake.close);
    const uploads = await createUploadGate(config, log, options.minRate);
    const disk = openDiskCache(context);
    if (disk) opened.add(disk.close);
    const sharedReads = createSharedReads({
      readHost,
      upstream,
      publicUrl,
      config,
      log,
      site: company.site,
      disk,
      ...state.caching,
    });
    return {
      listNotes,
      intake,
      readHost,
      uploads,
      disk,
      sharedReads,
      health: healthOf(context, intake),
      throttle: createLoginThrottle({ known: sessions.devices.known, counts }),
      submittedForms: createSubmittedForms(await purposeKeys(config, 'studio page form')),
    };
  });
}

/**
 * Opens the disk cache. Undefined for an engine on its own SQLite files, which answers whenever this process runs, so
 * that there is no need for a disk cache.
 */
function openDiskCache({ state, host }: After<'state' | 'host'>) {
  if (host.isEngine && state.databases.dialect === 'sqlite') return undefined;
  return new DiskStore({ ...state.diskCache, notBefore: state.forgetting.notBefore });
}

function healthOf(
  { state, engine, host }: After<'state' | 'engine' | 'host'>,
  intake: Opened<typeof openIntake>['intake'],
): Health {
  const { databases, sessions } = state;
  const probeFiles = async () => {
    await sessions.probe();
    await intake.probe();
    await engine.engine?.probe();
  };
  // All processes lose a shared database at the same time, so it is no part of the check of a single process:
  // otherwise a load balancer would remove all of them.
  const isShared = databases.dialect === 'postgres';
  return {
    engine: host.isEngine ? 'embedded' : 'upstream',
    probes: {
      host: host.upstream.probe,
      beside: host.filled && (async () => {}),
      ...(isShared ? { database: databases.probe } : { self: probeFiles }),
    },
    waiting: intake.waiting,
  };
}

/**
 * Opens the public pages: the built client with the company's files, the images, and the page renderer if it is
 * built.
 */
export async function openPages({
  options,
  log,
  company,
  port,
  state,
  host,
  bff,
}: After<'company' | 'port' | 'state' | 'host' | 'bff'>) {
  const { builtClient, clientDir, live, patterns, mediaPaths } = company;
  const { config, caching } = state;
  const { upstream, capabilities } = host;
  const { publicUrl } = port;
  const info: LiveInfo = () => ({
    site: live.site(),
    origin: publicUrl.origin,
    patterns: patterns.folder(),
    media: mediaPaths,
    ...host.mail,
  });
  const isHidden = hidesSample(config.PUBLIC_URL, live);
  if (isHidden())
    log.warn(
      'Search engines are asked not to index this site, because it shows the invented company. Save your own under Site in the admin area.',
    );
  const client = clientOfSite(builtClient, info, live);
  const { readHost, sharedReads } = bff;
  const openReads = publicReads({
    upstream,
    capabilities,
    readHost,
    sharedReads,
    publicUrl,
    company: live,
    config,
    log,
  });
  const images = createImages(config.DATA_DIR);
  const pagesDir = options.pagesDir ?? join(clientDir, '../server');
  const pages = await loadPages({
    dir: pagesDir,
    client,
    live,
    openReads,
    upstream,
    publicUrl,
    info,
    builtIndexHtml: builtClient.indexHtml,
    placeholderOf: (path) => images.placeholders.get(path),
    emptyPages: bff.listNotes.emptyPages,
    newestPost: bff.listNotes.newestPost,
    log,
    disk: bff.disk,
    ...caching,
  });
  if (!pages)
    log.warn(
      `There is no page renderer in ${pagesDir}: pages are rendered in the browser only. Run npm run build.`,
    );
  return {
    info,
    isHidden,
    client,
    openReads,
    images,
    pages,
    receipts: createReceipts(await purposeKeys(config, 'studio form receipt')),
  };
}
