import { randomBytes } from 'node:crypto';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { MIB } from '#shared/limits.ts';
import { themeOf } from '#shared/site/theme.ts';
import { createApp } from './app.ts';
import { openActivity } from './bff/activity/open-activity.ts';
import { createCspReports } from './bff/csp-reports/csp-reports.ts';
import { openIntake } from './bff/intake/intake.ts';
import { createLive } from './bff/live/live.ts';
import { createEmptyLists } from './bff/reads/empty-lists.ts';
import { openForgetting } from './bff/reads/forget-everywhere.ts';
import { createHostReads } from './bff/reads/host-reads.ts';
import { richTexts } from './bff/reads/rich-texts.ts';
import { createSharedReads } from './bff/reads/shared-reads.ts';
import { leadToMoved } from './bff/redirects/lead-to-moved.ts';
import { openRedirects } from './bff/redirects/redirects.ts';
import { purposeKeys } from './bff/session/secrets.ts';
import { createSessions } from './bff/session/sessions.ts';
import { createLoginThrottle } from './bff/session/sign-in/throttle.ts';
import { hostStatus } from './bff/status/host-status.ts';
import { createSubmittedForms } from './bff/submitted-forms.ts';
import { createUploadGate } from './bff/uploads/gate.ts';
import { allMediaPaths } from './bff/upstream/addresses.ts';
import { sourcesOf } from './built-product.ts';
import { openDiskStore } from './cache/disk-store.ts';
import type { Config } from './config.ts';
import { openContentApi } from './content-api/content-api.ts';
import { dataDirProblem, openDataDir } from './data-dir.ts';
import { openDatabases } from './database/databases.ts';
import { openCounts } from './database/site/counts.ts';
import { StartError } from './errors.ts';
import { withForeignMedia } from './foreign-media/origins.ts';
import { createFormTokens } from './forms/form-tokens.ts';
import { createFrontDoor } from './front/front-door.ts';
import { defaultTimeouts, serverOptions } from './http/connections.ts';
import { addressOf, cutOff, drain, holdRequests, listen } from './http/drain.ts';
import { createHealth } from './http/health.ts';
import { createLog, standardOutput } from './http/log.ts';
import { answerOutsideExpress } from './http/raw-answers.ts';
import { addressFor, isFromProxy } from './http/request-address.ts';
import { requestLog } from './http/request-log.ts';
import { securityHeaders } from './http/security-headers.ts';
import { loadStaticClient } from './http/static-client.ts';
import { createImages } from './images/images.ts';
import { backupReader } from './last-backup.ts';
import { openMetrics } from './metrics/metrics.ts';
import type { Sources } from './metrics/sources.ts';
import { fillsOf, openHost } from './open-host.ts';
import { loadPages } from './pages/load-pages.ts';
import { createPatterns } from './pages/patterns.ts';
import { createReceipts } from './pages/posted-forms/receipts.ts';
import { publicReads } from './pages/public-reads.ts';
import { runProcess } from './run-process.ts';
import type { Running, StartOptions } from './running.ts';
import { keepDrawings } from './site/kept-drawings.ts';
import { loadSite } from './site/load-site.ts';
import { clientOfSite } from './site/site-shell.ts';
import { openTarget } from './target.ts';
import { keptSite } from './while-database-away.ts';

/** Bytes of the reads that are kept for visitors, and as many again of pages. */
const keptBytes = 32 * MIB;

/**
 * Constructs and starts the product. The port opens last, when everything behind it is there, the first admin included; only
 * a port of the system's choosing opens first, since the site's own address depends on it, and requests wait. Whatever was
 * opened before a failure is closed again.
 */
export async function start(given: Config, options: StartOptions = {}): Promise<Running> {
  const opened: (() => Promise<void> | void)[] = [];
  const closeOpened = async () => {
    for (const close of opened.splice(0).reverse()) await close();
  };
  let undoFirstAdmin: (() => Promise<void>) | undefined;
  try {
    const logStream = options.logStream ?? standardOutput();
    const log = createLog(given.LOG_LEVEL, logStream);
    const warn = (text: string) => log.warn(text);
    const dataDir = await openDataDir(given.DATA_DIR, warn);
    opened.push(dataDir.release);
    const plugin = await openHost(given, warn);
    const ours = withForeignMedia(plugin?.config ?? given, plugin?.origins ?? {});
    const clientDir = options.clientDir ?? join(import.meta.dirname, '../dist/client');
    const { site, files } = await loadSite(given.DATA_DIR, keepDrawings(join(given.DATA_DIR, 'drawings')));
    const builtClient = await loadStaticClient(clientDir);

    const timeouts = { ...defaultTimeouts, ...options.timeouts };
    const server = createServer(serverOptions(timeouts));
    const serve = holdRequests(server, timeouts);
    const listenNow = async () => {
      const address = await listen(server, given.HOST, given.PORT, timeouts, options.socket);
      opened.push(() => cutOff(server));
      return address;
    };
    // Of a socket that others have opened, as of a port of the system's choosing, we learn the address by listening.
    const listensEarly = given.PORT === 0 || options.socket !== undefined;
    const url = listensEarly ? await listenNow() : addressOf(given.HOST, given.PORT);
    const publicUrl = given.PUBLIC_URL ?? url;

    const patterns = createPatterns(themeOf(site.brand.colors));
    const media = allMediaPaths(ours);
    const allFiles = new Map([...builtClient.files, ...files]);
    const isFile = (path: string) => allFiles.has(path);
    const keep = { maxBytes: keptBytes, ...options.cache };
    const madeOf = JSON.stringify([
      [sourcesOf(import.meta.url, join(import.meta.dirname, '..')), builtClient.indexHtml],
      [site, ...files.keys(), publicUrl.origin, patterns.folder, media, plugin?.file],
      [ours.UPSTREAM_URL?.href, ours.ENGINE_FILLS, given.SMTP_URL !== undefined],
    ]);
    const left = { folder: join(given.DATA_DIR, 'kept'), madeOf, now: keep.now };
    const meanwhile = keptSite({
      ...{ config: ours, publicUrl, log, patterns, media, left },
      logRequest: requestLog(log, logStream, { isFile }),
      client: { ...builtClient, files: allFiles },
    });
    const databases = await openDatabases(ours, log, async () => {
      serve(await meanwhile.open());
      if (!server.listening) await listenNow();
    });
    opened.push(databases.close);
    await meanwhile.close();
    const endedSessions = await databases.openSessions();
    const fills = await fillsOf(ours, plugin, { db: endedSessions, log });
    const config = fills?.config ?? ours;
    const [secret = Buffer.alloc(0)] = await purposeKeys(config, 'studio counts');
    const counts = openCounts(databases.dialect, { db: endedSessions, secret, log });
    opened.push(counts.close);
    const forgetting = await openForgetting(databases.signals, counts);
    const activity = openActivity({ db: endedSessions, turns: databases.turns, log });
    const redirects = await openRedirects({ db: endedSessions, signals: databases.signals, log });
    opened.push(forgetting.close, activity.close, redirects.close);
    const { signals } = databases;
    const sessions = await createSessions(config, publicUrl, { db: endedSessions, signals });
    opened.push(sessions.close);
    const live = createLive({ sessions, signals, ...options.live });
    // What the embedded engine believes the BFF about forms by; nobody else learns it.
    const assertion = randomBytes(24).toString('base64url');
    const secondStepKeys = await purposeKeys(config, 'studio second step');
    const secondStep = { keys: secondStepKeys, publicUrl: config.PUBLIC_URL };
    const formTokens = createFormTokens(await purposeKeys(config, 'studio form token'));
    const ends = { onChange: live.changed, onEnded: sessions.endTokens };
    const told = { assertion, counts, secondStep, forget: forgetting.forget, ...ends };
    const startEngine = (beside?: object) =>
      openContentApi({ ...config, PUBLIC_URL: publicUrl }, log, site, databases, { ...told, ...beside });
    const metrics = await openMetrics(config.METRICS_PORT, { mediaPaths: media, isFile });
    const target = await openTarget({
      ...{ config, plugin, fills, log, now: options.cache?.now, opened, formTokens, startEngine },
      tools: {
        ...{ db: endedSessions, keys: await purposeKeys(config, 'studio keepsakes') },
        leadOn: (from, to) => leadToMoved(redirects, { from, to }, media),
      },
      watch: (each) => metrics?.watchHost(each) ?? each,
    });
    const { engine, upstream, capabilities, mediaHost, foreignMedia, adminGuard } = target;
    opened.push(activity.age(target.living));
    opened.push(richTexts.rest);
    let writes = 0;
    const generation = () => writes;
    const hostReads = createHostReads(upstream, capabilities, { generation, log });
    const emptyLists = createEmptyLists(target.isEngine);
    const askHost = emptyLists.watch(metrics?.watchReads(hostReads) ?? hostReads);
    const { intake, readHost } = await openIntake({
      ...{ config, databases, site, publicUrl, upstream, askHost, capabilities, log, counts, formTokens },
      assertion: engine && assertion,
      beside: target.beside,
    });
    opened.push(intake.close);

    const uploads = await createUploadGate(config, log, options.minRate);
    const probeFiles = async () => {
      await sessions.probe();
      await intake.probe();
      await engine?.probe();
    };
    // A database that all processes share is nothing of one process: no balancer is to take all of them out at once.
    const isShared = databases.dialect === 'postgres';
    const backup = backupReader(config.DATA_DIR, databases.lastBackup);
    const health = createHealth(
      target.isEngine ? 'embedded' : 'upstream',
      upstream.probe,
      isShared ? undefined : probeFiles,
      intake.waiting,
      isShared ? databases.probe : undefined,
      target.filled && (async () => {}),
    );
    const info = { site, origin: publicUrl.origin, patterns: patterns.folder, media, ...target.mail };
    const client = clientOfSite(builtClient, info, files);
    const pagesDir = options.pagesDir ?? join(clientDir, '../server');
    // An engine of our own on files of its own is there whenever we are: its pages need not outlive us.
    const disk =
      target.isEngine && databases.dialect === 'sqlite'
        ? undefined
        : await openDiskStore({ ...left, notBefore: forgetting.notBefore });
    if (disk) opened.push(disk.close);
    const kept = {
      ...{ config, publicUrl, info, log, upstream, mediaHost, capabilities, readHost, client, disk },
      ...keep,
    };
    const sharedReads = createSharedReads(kept);
    const common = { ...kept, sharedReads, emptyPages: emptyLists.pages };
    const openReads = publicReads(common);
    const images = createImages(config.DATA_DIR);
    const placeholderOf = (path: string) => images.placeholders.get(path);
    const pages = await loadPages({ ...common, dir: pagesDir, openReads, placeholderOf });
    emptyLists.look(sharedReads);
    forgetting.by(() => {
      writes += 1;
      if (!target.isEngine) live.tell();
      sharedReads.cache.purge();
      pages?.shared.cache.purge();
      emptyLists.look(sharedReads);
    });
    if (!pages)
      log.warn(`No page renderer in ${pagesDir}: pages are rendered in the browser only. Run npm run build.`);
    const logRequest = requestLog(log, logStream, { isFile, observe: metrics?.observe });
    const cspReports = createCspReports(log);
    const app = createApp({
      ...common,
      logRequest,
      isFromProxy: isFromProxy(config.TRUST_PROXY),
      health,
      cspReports,
      sessions,
      throttle: createLoginThrottle({ devices: sessions.devices, counts }),
      uploads,
      images,
      openReads,
      pages,
      patterns,
      forget: forgetting.forget,
      ...{ generation, intake, activity, live, redirects, adminGuard, fills: target.filled },
      status: {
        host: () => hostStatus(upstream.breaker, pages?.shared.cache),
        ...{ intake: intake.status, backup, fills: fills?.status },
      },
      submittedForms: createSubmittedForms(await purposeKeys(config, 'studio page form')),
      receipts: createReceipts(await purposeKeys(config, 'studio form receipt')),
    });
    answerOutsideExpress(server, publicUrl, log);
    const sources: Sources = {
      dataDir: config.DATA_DIR,
      engine: health.engine,
      caches: {
        reads: sharedReads.cache.stats,
        ...(pages && { pages: pages.shared.cache.stats }),
        images: images.store.stats,
        ...(foreignMedia && { media: foreignMedia.stats }),
        ...(disk && { disk: disk.stats }),
      },
      uploads: uploads.stats,
      renders: pages?.slotStats,
      host: () => ({ ...upstream.stats(), downSince: upstream.breaker.downSince }),
      ...{ cspReports: cspReports.stats, mails: engine?.mails, logLinesLost: logStream.lost },
      ...{ database: databases.stats, activity: activity.stats, intake: intake.stats, backup },
    };
    if (metrics && config.METRICS_PORT !== undefined) {
      opened.push((await metrics.listen(config.METRICS_PORT, sources, log)).close);
    }
    const firstAdmin = target.isEngine ? await engine?.makeFirstAdmin() : undefined;
    undoFirstAdmin = firstAdmin?.undo;
    const door = createFrontDoor({
      reads: sharedReads.cache,
      pages: pages?.shared.cache,
      files: client.files,
      standing: securityHeaders(publicUrl),
      sessionCookie: sessions.cookieName,
      addressOf: addressFor(app),
      isFromProxy: isFromProxy(config.TRUST_PROXY),
      logRequest,
    });
    serve(app, door);
    if (!server.listening) await listenNow();
    // Streams end before that: they would hold it up.
    opened.push(() => drain(server, health, config.SHUTDOWN_DELAY_MS), live.close);
    return {
      url: url.origin,
      content: target.isEngine ? engine?.content : undefined,
      fills: fills?.text,
      ...(config.UPSTREAM_URL && { upstreamUrl: config.UPSTREAM_URL }),
      ...(firstAdmin && { firstAdmin: { email: firstAdmin.email, password: firstAdmin.password } }),
      close: closeOpened,
    };
  } catch (error) {
    await undoFirstAdmin?.();
    await closeOpened();
    throw error instanceof StartError ? error : (dataDirProblem(error, given.DATA_DIR) ?? error);
  }
}

/** Runs the product until a signal ends it. */
export const run = () => runProcess(start);
