import { type Express, Router } from 'express';
import type { Logger } from 'pino';
import { contract } from '#shared/contract/index.ts';
import { pathTo } from '#shared/paths.ts';
import type { LiveInfo } from '#shared/site/site-info.ts';
import { requireAccess } from './bff/access.ts';
import type { Activity } from './bff/activity/activity.ts';
import { activityCalls, type TitlesOf } from './bff/activity/activity-calls.ts';
import { recordActivity } from './bff/activity/record-activity.ts';
import type { Capabilities } from './bff/capabilities.ts';
import { takeCspReports } from './bff/csp-reports/csp-reports.ts';
import { refuseForgedRequests } from './bff/csrf/csrf.ts';
import { type AdminGuard, admitAdmins } from './bff/host-admins/admit.ts';
import { createRefusedCalls } from './bff/host-admins/refused-calls.ts';
import type { OpenedHybrid } from './bff/host-plugin.ts';
import { refuseTooManyForms, takeForms } from './bff/intake/accept-forms.ts';
import type { Intake } from './bff/intake/intake.ts';
import { intakeCalls } from './bff/intake/intake-calls.ts';
import type { Live } from './bff/live/live.ts';
import { forwardToUpstream } from './bff/proxy/forward.ts';
import { serveUpstreamMedia } from './bff/proxy/media.ts';
import type { ReadHost } from './bff/reads/host-reads.ts';
import { invalidateAfterWrites } from './bff/reads/invalidate-after-writes.ts';
import { answerReads } from './bff/reads/reads.ts';
import type { SharedReads } from './bff/reads/shared-reads.ts';
import { redirectCalls } from './bff/redirects/redirect-calls.ts';
import type { Redirects } from './bff/redirects/redirects.ts';
import { sendRedirect, serveRedirects } from './bff/redirects/serve-redirects.ts';
import type { SavedSites } from './bff/saved-site/saved-site.ts';
import { siteCalls } from './bff/saved-site/site-calls.ts';
import { answerSessionCalls } from './bff/session/calls.ts';
import { openSession } from './bff/session/open-session.ts';
import type { Sessions } from './bff/session/sessions.ts';
import type { LoginThrottle } from './bff/session/sign-in/throttle.ts';
import { answerSiteStatus, type StatusSources } from './bff/status/site-status.ts';
import { answerResubmittedForms, type SubmittedForms } from './bff/submitted-forms.ts';
import { refuseAmbiguousTargets } from './bff/target/ambiguous-target.ts';
import { refuseInvalidHosts } from './bff/target/host.ts';
import { matchCall } from './bff/target/match-call.ts';
import { refuseUnusualMethods } from './bff/target/methods.ts';
import { acceptBody } from './bff/uploads/accept-body.ts';
import type { UploadGate } from './bff/uploads/gate.ts';
import { readJsonBodies } from './bff/uploads/json-bodies.ts';
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
import { sourceFetcher } from './images/source.ts';
import { createVariants } from './images/variants.ts';
import { forgotPage, invitePage, resetPage } from './pages/by-link/account-pages.ts';
import { previewPage } from './pages/by-link/preview-page.ts';
import { serveLinkPages } from './pages/by-link/serve-links.ts';
import { redirectEncodedTitles } from './pages/encoded-titles.ts';
import type { Pages } from './pages/load-pages.ts';
import { serveMachineFiles } from './pages/machine-files/machine-files.ts';
import { isOwnPage, servePages } from './pages/pages.ts';
import type { Patterns } from './pages/patterns.ts';
import { answerPageForms, offerReceipts } from './pages/posted-forms/answer-page-forms.ts';
import type { Receipts } from './pages/posted-forms/receipts.ts';
import type { OpenReads } from './pages/public-reads.ts';
import { serveShareImages } from './pages/share-images/share-images.ts';
import { sitePreview } from './pages/site-preview.ts';
import { hideSample } from './site/hide-sample.ts';
import type { LiveCompany } from './site/live-company.ts';

/** The parts of the product that the passes need. The groups are the same as the files of `server/product/`. */
interface AppDependencies {
  config: Config;
  /** Canonical origin of the site: PUBLIC_URL, or the URL on which the server listens. */
  publicUrl: URL;
  log: Logger;
  logRequest: LogRequest;
  isFromProxy: IsFromProxy;
  company: {
    /** The company's generated decorative patterns, served as files. */
    patterns: Patterns;
    /** The company, which an owner can change while the site runs. */
    live: LiveCompany;
    /** Path prefixes of all media that the site serves. */
    mediaPaths: readonly string[];
  };
  state: {
    sessions: Sessions;
    activity: Activity;
    redirects: Redirects;
    savedSites: SavedSites;
    live: Live;
    /** Function that empties every cache of public content. */
    forgetting: { forget: () => void };
  };
  host: {
    upstream: Upstream;
    /** Serves the files below every path of media. */
    mediaHost: MediaHost;
    capabilities: Capabilities;
    /** The engine that answers some groups of calls in place of an API host (ENGINE_FILLS). */
    filled: Pick<OpenedHybrid, 'answers'> | undefined;
    /** Decides who is an admin of the API host. Undefined if there is no API host. */
    adminGuard: AdminGuard | undefined;
    titles: TitlesOf | undefined;
  };
  bff: {
    health: Health;
    uploads: UploadGate;
    intake: Intake;
    readHost: ReadHost;
    /** Cached reads that all visitors share. */
    sharedReads: SharedReads;
    /** Disk cache in which answers outlive the process; undefined if there is none. */
    disk: { hold(): (isUnchanged: boolean) => void } | undefined;
    /** Returns the number of changes to public content so far. */
    generation: () => number;
    /** Violations of the content security policy that browsers report. */
    throttle: LoginThrottle;
    /** Remembers forms that were posted to pages, so that a repeated form is not submitted twice. */
    submittedForms: SubmittedForms;
  };
  pages: {
    info: LiveInfo;
    /** True while search engines must not index the site (site/hide-sample.ts). */
    isHidden: () => boolean;
    client: StaticClient;
    openReads: OpenReads;
    images: Images;
    /** Undefined if pages are rendered in the browser only. */
    pages: Pages | undefined;
    /** Receipts of the forms that were posted to pages. */
    receipts: Receipts;
  };
  status: StatusSources;
}

/**
 * Creates the Express app. The passes run from top to bottom, and their order matters: server/README.md gives the
 * reason for each position. Each pass decides by the path or the contract row whether it handles a request.
 */
export function createApp(deps: AppDependencies): Express {
  const { config, publicUrl, log, company, state, host, bff } = deps;
  const { upstream, mediaHost, capabilities } = host;
  const { patterns } = company;
  const { info, isHidden, client, openReads, images, pages, receipts } = deps.pages;
  const { minRate } = bff.uploads;
  const mediaPaths = config.UPSTREAM_MEDIA_PATHS;
  const app = createExpressApp(config.TRUST_PROXY);

  app.use(assignRequestId(deps.isFromProxy));
  app.use(logRequests(deps.logRequest));
  app.use(warnOfUntrustedProxy(config, log));
  app.use(setSecurityHeaders(publicUrl));
  app.use(hideSample(isHidden));
  app.use(refuseInvalidHosts());
  app.use(answerHealth(bff.health));
  app.use(refuseUnusualMethods());
  app.use(redirectEncodedTitles());
  app.use(refuseAmbiguousTargets());

  app.use(takeCspReports(log, minRate));
  app.use(serveInlineImages({ ...images, readHost: bff.readHost, upstream, publicUrl, config }));
  const fetchSource = sourceFetcher(mediaHost, publicUrl);
  const variants = createVariants({ ...images, fetchSource });
  app.use(serveImages({ variants, mediaPaths }));
  app.use(serveUpstreamMedia(mediaHost, mediaPaths));

  app.use('/api', createApi(deps));

  app.use(
    serveMachineFiles({ openReads, info, isHidden, pages: pages?.paths ?? [], generation: bff.generation }),
  );
  app.use(
    serveShareImages({
      openReads,
      site: company.live.site,
      files: client.files,
      readPicture: variants.get,
      mediaPaths,
      log,
    }),
  );
  app.use(patterns.pass);
  // Password managers ask for this address (w3.org/TR/change-password-url).
  app.get('/.well-known/change-password', (_req, res) => res.redirect(303, pathTo('adminAccount')));
  const { sessions } = state;
  const account = { sessions, capabilities, info, log };
  app.use(
    serveLinkPages({
      upstream,
      capabilities,
      publicUrl,
      minRate,
      site: company.live.site,
      pages: {
        preview: previewPage({ pages, info, upstream, publicUrl, config }),
        invite: invitePage(account),
        reset: resetPage(account),
      },
      forgot: forgotPage(account),
    }),
  );
  const lead = sendRedirect(state.redirects);
  app.use(serveRedirects(lead, (path) => client.files.has(path) || isOwnPage(company.live.site(), path)));
  if (pages) {
    const forms = { submittedForms: bff.submittedForms, intake: bff.intake, uploads: bff.uploads, receipts };
    app.use(
      answerPageForms({
        ...forms,
        publicUrl,
        upstream,
        capabilities,
        site: company.live.site,
        log,
      }),
    );
    app.use(servePages(pages, sessions, lead));
  }
  app.use(serveClient(client));
  app.use(answerNotFound());
  app.use(handleErrors(log, company.live.site));
  return app;
}

/** Creates the passes for calls below /api, in their order. */
function createApi({
  config,
  publicUrl,
  log,
  company,
  state,
  host,
  bff,
  pages,
  status,
}: AppDependencies): Router {
  const { sessions, activity, redirects, savedSites, live, forgetting } = state;
  const { upstream, capabilities, filled, adminGuard } = host;
  const { uploads, intake, readHost, sharedReads } = bff;
  const isForeign = config.UPSTREAM_URL !== undefined && !filled?.answers(contract.deleteApplicant);
  const api = Router();

  api.use(matchCall());
  api.use(openSession(sessions));
  api.use(refuseForgedRequests(publicUrl));
  api.use(requireAccess());
  if (adminGuard) {
    api.use(admitAdmins(adminGuard, sessions));
  }
  api.use(recordActivity(activity, { isForeign }));
  api.use(invalidateAfterWrites(forgetting.forget, bff.disk?.hold));
  api.use(refuseTooManyForms(intake));
  api.use(acceptBody(config));
  const own = {
    siteStatus: answerSiteStatus(status),
    live: live.answer,
    ...Object.fromEntries(intakeCalls(intake)),
    ...activityCalls(activity, host.titles),
    ...redirectCalls(redirects, config.UPSTREAM_MEDIA_PATHS),
    ...siteCalls({
      savedSites,
      company: company.live,
      addresses: { redirects, mediaPaths: company.mediaPaths },
      log,
      renderPreview: sitePreview(pages.pages, pages.info),
    }),
  };
  api.use(
    answerSessionCalls({
      sessions,
      upstream,
      config,
      log,
      capabilities,
      throttle: bff.throttle,
      refusedCalls: createRefusedCalls(adminGuard),
      own,
    }),
  );
  api.use(uploads.pass);
  api.use(readJsonBodies(uploads.minRate));
  api.use(offerReceipts(pages.receipts));
  api.use(answerResubmittedForms(bff.submittedForms));
  api.use(takeForms({ intake, upstream, sessions, config, log, capabilities }));
  api.use(answerReads({ readHost, sharedReads, upstream, sessions, config, log }));
  api.use(forwardToUpstream(upstream, sessions, config, log, capabilities));
  return api;
}
