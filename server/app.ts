import express, { type Express, type Request, type Response } from 'express';
import type { Logger } from 'pino';
import { contract } from '#shared/contract/index.ts';
import { isPublicRoute } from '#shared/routes.ts';
import type { SiteInfo } from '#shared/site/site-info.ts';
import { requireAccess } from './bff/access.ts';
import type { Activity } from './bff/activity/activity.ts';
import { activityCalls } from './bff/activity/activity-calls.ts';
import { noteActivity } from './bff/activity/note-activity.ts';
import { callOf } from './bff/call.ts';
import type { Capabilities } from './bff/capabilities.ts';
import type { CspReports } from './bff/csp-reports/csp-reports.ts';
import { takeCspReports } from './bff/csp-reports/take-reports.ts';
import { refuseForgedRequests } from './bff/csrf/csrf.ts';
import { type AdminGuard, admitAdmins } from './bff/host-admins/admit.ts';
import type { OpenedFills } from './bff/host-plugin.ts';
import type { Intake } from './bff/intake/intake.ts';
import { intakeCalls } from './bff/intake/intake-calls.ts';
import { refuseTooManyForms, takeForms } from './bff/intake/take-forms.ts';
import { formKinds } from './bff/intake/visitor-form.ts';
import type { Live } from './bff/live/live.ts';
import { forwardToUpstream } from './bff/proxy/forward.ts';
import { serveUpstreamMedia } from './bff/proxy/media.ts';
import { forgetAfterWrites } from './bff/reads/forget-after-writes.ts';
import type { ReadHost } from './bff/reads/host-reads.ts';
import { answerReads } from './bff/reads/reads.ts';
import type { SharedReads } from './bff/reads/shared-reads.ts';
import { redirectCalls } from './bff/redirects/redirect-calls.ts';
import type { Redirects } from './bff/redirects/redirects.ts';
import { leadOn, serveRedirects } from './bff/redirects/serve-redirects.ts';
import { answerSessionCalls } from './bff/session/calls.ts';
import { openSession } from './bff/session/open-session.ts';
import type { Sessions } from './bff/session/session.ts';
import type { LoginThrottle } from './bff/session/sign-in/throttle.ts';
import { answerSiteStatus, type StatusSources } from './bff/status/site-status.ts';
import { answerResubmittedForms, type SubmittedForms } from './bff/submitted-forms.ts';
import { refuseAmbiguousTargets } from './bff/target/ambiguous-target.ts';
import { refuseInvalidHosts } from './bff/target/host.ts';
import { matchCall } from './bff/target/match-call.ts';
import { refuseUnusualMethods } from './bff/target/methods.ts';
import { acceptBody } from './bff/uploads/accept-body.ts';
import { hasBody } from './bff/uploads/body.ts';
import type { UploadGate } from './bff/uploads/gate.ts';
import { limitJsonBodies } from './bff/uploads/json-bodies.ts';
import { isMediaPath } from './bff/upstream/addresses.ts';
import type { MediaHost, Upstream } from './bff/upstream/upstream.ts';
import type { Config } from './config.ts';
import { answerNotFound, handleErrors } from './http/errors.ts';
import type { ExpressMessages } from './http/express-messages.ts';
import { answerHealth, type Health } from './http/health.ts';
import { inOrder, isBelow, type PassList } from './http/in-order.ts';
import { assignRequestId, type IsFromProxy } from './http/request-id.ts';
import { type LogRequest, logRequests } from './http/request-log.ts';
import { setSecurityHeaders } from './http/security-headers.ts';
import { type StaticClient, serveClient } from './http/static-client.ts';
import { warnOfUntrustedProxy } from './http/untrusted-proxy.ts';
import type { Images } from './images/images.ts';
import { serveImages } from './images/serve-images.ts';
import { serveInlineImages } from './images/serve-inline-images.ts';
import { serveForgotPage } from './pages/by-link/forgot-page.ts';
import { linkPages } from './pages/by-link/link-pages.ts';
import { serveLinkPages } from './pages/by-link/serve-links.ts';
import { redirectEncodedTitles } from './pages/encoded-titles.ts';
import { serveMachineFiles } from './pages/machine-files/machine-files.ts';
import { type Pages, servePages } from './pages/pages.ts';
import type { Patterns } from './pages/patterns.ts';
import { answerPageForms } from './pages/posted-forms/answer-page-forms.ts';
import { offerReceipts } from './pages/posted-forms/offer-receipts.ts';
import type { Receipts } from './pages/posted-forms/receipts.ts';
import type { OpenReads } from './pages/public-reads.ts';
import { serveShareImages } from './pages/share-images/share-images.ts';

/** What product.ts constructs and the passes need. */
export interface AppDependencies {
  config: Config;
  /** Canonical origin: PUBLIC_URL, or where the server listens. */
  publicUrl: URL;
  log: Logger;
  logRequest: LogRequest;
  isFromProxy: IsFromProxy;
  /** What the server makes requests and responses of. */
  messages: ExpressMessages;
  health: Health;
  sessions: Sessions;
  throttle: LoginThrottle;
  uploads: UploadGate;
  upstream: Upstream;
  /** Whoever has the bytes of a path of media. */
  mediaHost: MediaHost;
  /** What browsers say that the policy refused. */
  cspReports: CspReports;
  /** Which calls the API host has. */
  capabilities: Capabilities;
  readHost: ReadHost;
  /** Reads that visitors share. */
  sharedReads: SharedReads;
  client: StaticClient;
  /** What makes pictures smaller, and where they are kept. */
  images: Images;
  /** Forgets every answer that is kept for visitors. */
  forget: () => void;
  /** Where answers outlive the process. */
  disk: { hold(): (isUnchanged: boolean) => void } | undefined;
  /** How often that was done. */
  generation: () => number;
  /** Absent where pages are made in the browser only. */
  pages: Pages | undefined;
  /** Forms that pages have posted, and the receipts that they lead to. */
  submittedForms: SubmittedForms;
  receipts: Receipts;
  /** Who the company is. */
  info: SiteInfo;
  /** The drawn patterns as files. */
  patterns: Patterns;
  /** What visitors can see. */
  openReads: OpenReads;
  /** Forms of visitors on their way to the host. */
  intake: Intake;
  /** What is done in the admin area. */
  activity: Activity;
  /** Where old addresses lead. */
  redirects: Redirects;
  /** How the site is doing. */
  status: StatusSources;
  /** Word to the admin area that something has changed. */
  live: Live;
  /** Where the engine fills in what a host lacks: which calls. */
  fills: Pick<OpenedFills, 'answers'> | undefined;
  /** In front of an API host: who is an admin of it. */
  adminGuard: AdminGuard | undefined;
}

/**
 * The life of a request, from top to bottom. Order is part of the design: docs/architecture.md §5 says why each pass stands
 * where. Passes for some requests alone are grouped by what a look at the address or at the row tells.
 */
export function createApp(deps: AppDependencies): Express {
  const {
    config,
    publicUrl,
    log,
    sessions,
    uploads,
    upstream,
    capabilities,
    readHost,
    sharedReads,
    client,
    pages,
    patterns,
  } = deps;

  const app = inOrder();
  app.use(assignRequestId(deps.isFromProxy));
  app.use(logRequests(deps.logRequest));
  const proxied = app.when(({ headers }) => headers['x-forwarded-for'] !== undefined);
  proxied.use(warnOfUntrustedProxy(config, log));
  app.use(setSecurityHeaders(publicUrl));
  app.use(refuseInvalidHosts());
  const probes = app.when(({ url }) => /^\/(healthz|readyz)/.test(url));
  probes.use(answerHealth(deps.health));
  app.use(refuseUnusualMethods());
  const encoded = app.when(({ url }) => url.includes('%'));
  encoded.use(redirectEncodedTitles());
  app.use(refuseAmbiguousTargets());
  const mediaPaths = config.UPSTREAM_MEDIA_PATHS;
  const isPage = (req: Request) => isPublicRoute(pathOf(req));
  // A host may keep media at any address.
  const files = app.when(
    (req) => !(isBelow('/api', req) || isPage(req)) || isMediaPath(pathOf(req), mediaPaths),
  );
  files.use(takeCspReports(deps.cspReports, uploads.minRate));
  files.use(serveInlineImages({ ...deps.images, readHost, upstream, publicUrl, config }));
  files.use(serveImages({ ...deps.images, mediaHost: deps.mediaHost, publicUrl, mediaPaths }));
  files.use(serveUpstreamMedia(deps.mediaHost, mediaPaths));

  const api = app.when((req) => isBelow('/api', req));
  const isForeign = config.UPSTREAM_URL !== undefined && !deps.fills?.answers(contract.deleteApplicant);
  api.use(matchCall());
  api.use(openSession(sessions));
  api.use(refuseForgedRequests(publicUrl));
  api.use(requireAccess());
  if (deps.adminGuard) {
    api.use(admitAdmins(deps.adminGuard, sessions));
  }
  api.use(noteActivity(deps.activity, { isForeign }));
  const writes = api.when(({ method }) => !isRead(method));
  writes.use(forgetAfterWrites(deps.forget, deps.disk?.hold));
  const newForms = api.when(isVisitorsForm);
  newForms.use(refuseTooManyForms(deps.intake));
  const bodies = api.when(
    (req, res) => takesFiles(req, res) || req.headers['content-type'] !== undefined || hasBody(req),
  );
  bodies.use(acceptBody(config));
  const own = [
    [contract.siteStatus.name, answerSiteStatus(deps.status)] as const,
    [contract.live.name, deps.live.answer] as const,
    ...intakeCalls(deps.intake),
    ...activityCalls(deps.activity),
    ...redirectCalls(deps.redirects, config.UPSTREAM_MEDIA_PATHS),
  ];
  const calls = api.when(isOfBff);
  calls.use(answerSessionCalls(sessions, upstream, config, log, capabilities, deps.throttle, own));
  const uploaded = api.when(takesFiles);
  uploaded.use(uploads.pass);
  const json = api.when((req, res) => !takesFiles(req, res) && hasBody(req));
  json.use(limitJsonBodies(config, uploads.minRate));
  const forms = api.when(isVisitorsForm);
  forms.use(offerReceipts(deps.receipts));
  forms.use(answerResubmittedForms(deps.submittedForms));
  forms.use(takeForms(deps));
  const reads = api.when(({ method }) => isRead(method));
  reads.use(answerReads({ readHost, sharedReads, upstream, sessions, config, log }));
  api.use(forwardToUpstream(upstream, sessions, config, log, capabilities));

  const others = app.when((req) => !isPage(req));
  others.use(serveMachineFiles({ ...deps, pages: pages?.paths ?? [] }));
  others.use(serveShareImages({ ...deps, files: client.files }));
  others.use(patterns.pass);
  others.use(serveLinkPages({ ...deps, pages: linkPages(deps), minRate: uploads.minRate }));
  others.use(serveForgotPage({ ...deps, minRate: uploads.minRate }));
  const lead = leadOn(deps.redirects);
  app.use(serveRedirects(lead, (path) => client.files.has(path)));
  if (pages) {
    app.use(answerPageForms(deps));
    app.use(servePages(pages, sessions, lead));
  }
  app.use(serveClient(client));
  app.use(answerNotFound());
  app.use(handleErrors(log));
  return onExpress(app, deps);
}

function pathOf({ originalUrl }: Request): string {
  return originalUrl.split('?', 1)[0] ?? '';
}

function isRead(method: string): boolean {
  return method === 'GET' || method === 'HEAD';
}

/** The row of a call takes a form with files. */
function takesFiles(_req: Request, res: Response): boolean {
  return callOf(res).row?.upload !== undefined;
}

function isVisitorsForm(_req: Request, res: Response): boolean {
  return formKinds[callOf(res).row?.name ?? ''] !== undefined;
}

/** The BFF answers by itself, or makes a session of what the host says. */
function isOfBff(_req: Request, res: Response): boolean {
  const { row } = callOf(res);
  return row?.origin === 'session' || row?.signsIn === true;
}

/** The passes on Express, which gives them its requests and responses; what no pass takes it answers itself. */
export function onExpress(
  passes: PassList,
  { config, messages }: Pick<AppDependencies, 'config' | 'messages'>,
): Express {
  const site = express();
  messages.adopt(site);
  // Whatever NODE_ENV is: no stack in an answer of Express's own making.
  site.set('env', 'production');
  site.disable('x-powered-by');
  site.disable('etag');
  site.enable('case sensitive routing');
  site.enable('strict routing');
  site.set('query parser', 'simple');
  site.set('trust proxy', config.TRUST_PROXY);
  site.use(passes.run);
  return site;
}
