import { type Express, Router } from 'express';
import type { Logger } from 'pino';
import { contract } from '#shared/contract/index.ts';
import type { SiteInfo } from '#shared/site/site-info.ts';
import { requireAccess } from './bff/access.ts';
import type { Activity } from './bff/activity/activity.ts';
import { activityCalls } from './bff/activity/activity-calls.ts';
import { noteActivity } from './bff/activity/note-activity.ts';
import type { Capabilities } from './bff/capabilities.ts';
import type { CspReports } from './bff/csp-reports/csp-reports.ts';
import { takeCspReports } from './bff/csp-reports/take-reports.ts';
import { refuseForgedRequests } from './bff/csrf/csrf.ts';
import { type AdminGuard, admitAdmins } from './bff/host-admins/admit.ts';
import type { OpenedFills } from './bff/host-plugin.ts';
import type { Intake } from './bff/intake/intake.ts';
import { intakeCalls } from './bff/intake/intake-calls.ts';
import { refuseTooManyForms, takeForms } from './bff/intake/take-forms.ts';
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
import type { UploadGate } from './bff/uploads/gate.ts';
import { limitJsonBodies } from './bff/uploads/json-bodies.ts';
import type { MediaHost, Upstream } from './bff/upstream/upstream.ts';
import type { Config } from './config.ts';
import { answerNotFound, handleErrors } from './http/errors.ts';
import { createExpressApp } from './http/express-app.ts';
import { answerHealth, type Health } from './http/health.ts';
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
 * The life of a request, from top to bottom. Order is part of the design: docs/architecture.md §5.1 gives the reason for each place.
 * Each pass decides by itself, on the address or the contract row, whether a request is its own.
 */
export function createApp(deps: AppDependencies): Express {
  const { config, publicUrl, log, sessions, uploads, upstream, client, pages, patterns } = deps;
  const mediaPaths = config.UPSTREAM_MEDIA_PATHS;
  const app = createExpressApp(config.TRUST_PROXY);

  app.use(assignRequestId(deps.isFromProxy));
  app.use(logRequests(deps.logRequest));
  app.use(warnOfUntrustedProxy(config, log));
  app.use(setSecurityHeaders(publicUrl));
  app.use(refuseInvalidHosts());
  app.use(answerHealth(deps.health));
  app.use(refuseUnusualMethods());
  app.use(redirectEncodedTitles());
  app.use(refuseAmbiguousTargets());

  app.use(takeCspReports(deps.cspReports, uploads.minRate));
  app.use(serveInlineImages({ ...deps.images, readHost: deps.readHost, upstream, publicUrl, config }));
  app.use(serveImages({ ...deps.images, mediaHost: deps.mediaHost, publicUrl, mediaPaths }));
  app.use(serveUpstreamMedia(deps.mediaHost, mediaPaths));

  app.use('/api', createApi(deps));

  app.use(serveMachineFiles({ ...deps, pages: pages?.paths ?? [] }));
  app.use(serveShareImages({ ...deps, files: client.files }));
  app.use(patterns.pass);
  app.use(serveLinkPages({ ...deps, pages: linkPages(deps), minRate: uploads.minRate }));
  app.use(serveForgotPage({ ...deps, minRate: uploads.minRate }));
  const lead = leadOn(deps.redirects);
  app.use(serveRedirects(lead, (path) => client.files.has(path)));
  if (pages) {
    app.use(answerPageForms(deps));
    app.use(servePages(pages, sessions, lead));
  }
  app.use(serveClient(client));
  app.use(answerNotFound());
  app.use(handleErrors(log));
  return app;
}

/** The passes of calls, in their order. */
function createApi(deps: AppDependencies): Router {
  const { config, publicUrl, log, sessions, uploads, upstream, capabilities, readHost, sharedReads } = deps;
  const isForeign = config.UPSTREAM_URL !== undefined && !deps.fills?.answers(contract.deleteApplicant);
  const api = Router();

  api.use(matchCall());
  api.use(openSession(sessions));
  api.use(refuseForgedRequests(publicUrl));
  api.use(requireAccess());
  if (deps.adminGuard) {
    api.use(admitAdmins(deps.adminGuard, sessions));
  }
  api.use(noteActivity(deps.activity, { isForeign }));
  api.use(forgetAfterWrites(deps.forget, deps.disk?.hold));
  api.use(refuseTooManyForms(deps.intake));
  api.use(acceptBody(config));
  const own = [
    [contract.siteStatus.name, answerSiteStatus(deps.status)] as const,
    [contract.live.name, deps.live.answer] as const,
    ...intakeCalls(deps.intake),
    ...activityCalls(deps.activity),
    ...redirectCalls(deps.redirects, config.UPSTREAM_MEDIA_PATHS),
  ];
  api.use(answerSessionCalls(sessions, upstream, config, log, capabilities, deps.throttle, own));
  api.use(uploads.pass);
  api.use(limitJsonBodies(config, uploads.minRate));
  api.use(offerReceipts(deps.receipts));
  api.use(answerResubmittedForms(deps.submittedForms));
  api.use(takeForms(deps));
  api.use(answerReads({ readHost, sharedReads, upstream, sessions, config, log }));
  api.use(forwardToUpstream(upstream, sessions, config, log, capabilities));
  return api;
}
