import { Router } from 'express';
import type { Logger } from 'pino';
import { contract } from '#shared/contract/index.ts';
import { pathTo } from '#shared/paths.ts';
import type { SiteStatus } from '#shared/schemas/site-status.ts';
import { activityCalls, recordActivity } from './bff/activity/activity.ts';
import { matchCall, refuseForgedRequests, requireAccess } from './bff/call.ts';
import { takeCspReports } from './bff/csp-reports/csp-reports.ts';
import { admitAdmins, createRefusedCalls } from './bff/host-admins/admit.ts';
import { answerResubmittedForms, refuseTooManyForms, takeForms } from './bff/intake/accept-forms.ts';
import { intakeCalls } from './bff/intake/intake-calls.ts';
import { forwardToUpstream } from './bff/proxy/forward.ts';
import { serveUpstreamMedia } from './bff/proxy/media.ts';
import { invalidateAfterWrites } from './bff/reads/invalidation.ts';
import { answerReads } from './bff/reads/reads.ts';
import { redirectCalls, sendRedirect, serveRedirects } from './bff/redirects/redirects.ts';
import { siteCalls } from './bff/saved-site/site-calls.ts';
import { answerSessionCalls } from './bff/session/calls.ts';
import { openSession } from './bff/session/sessions.ts';
import {
  refuseAmbiguousTargets,
  refuseInvalidHosts,
  refuseUnusualMethods,
} from './bff/target/plain-requests.ts';
import { acceptBody } from './bff/uploads/bodies.ts';
import type { Config } from './config.ts';
import { answerNotFound, handleErrors } from './http/errors.ts';
import { answerHealth } from './http/health.ts';
import { serveClient } from './http/ready-answer.ts';
import {
  assignRequestId,
  createExpressApp,
  isFromProxy,
  type LogRequest,
  logRequests,
  warnOfUntrustedProxy,
} from './http/requests.ts';
import { setSecurityHeaders } from './http/security-headers.ts';
import { serveImages, serveInlineImages } from './images/serve-images.ts';
import { sourceFetcher } from './images/source.ts';
import { createVariants } from './images/variants.ts';
import { forgotPage, invitePage, resetPage } from './pages/by-link/account-pages.ts';
import { previewPage } from './pages/by-link/preview-page.ts';
import { serveLinkPages } from './pages/by-link/serve-links.ts';
import { serveMachineFiles } from './pages/machine-files/machine-files.ts';
import { isOwnPage, redirectEncodedTitles, servePages } from './pages/pages.ts';
import { answerPageForms, offerReceipts } from './pages/posted-forms/answer-page-forms.ts';
import { serveShareImages } from './pages/share-images/share-images.ts';
import { sitePreview } from './pages/site-preview.ts';
import type { Parts } from './product/open-parts.ts';
import { hideSample } from './site/live-company.ts';

/** The parts of the product that the passes need. */
interface AppDependencies extends Pick<Parts, 'company' | 'state' | 'host' | 'bff' | 'pages'> {
  config: Config;
  /** Canonical origin of the site: PUBLIC_URL, or the URL on which the server listens. */
  publicUrl: URL;
  log: Logger;
  logRequest: LogRequest;
  /** Returns the site's status for signed-in users, without a call to the API host. */
  status: () => Promise<SiteStatus>;
}

/**
 * The passes share routes with this path: Express then matches no path for each of them, which took a tenth of a
 * request's time.
 */
const everyPath = /^/;

/**
 * Creates the Express app. The passes run from top to bottom, and their order matters: server/README.md gives the
 * reason for each position. Each pass decides by the path or the contract row whether it handles a request.
 */
export function createApp(deps: AppDependencies) {
  const { config, publicUrl, log, company, state, host, bff } = deps;
  const { upstream, mediaHost, capabilities } = host;
  const { patterns } = company;
  const { info, isHidden, client, openReads, images, pages, receipts } = deps.pages;
  const { minRate } = bff.uploads;
  const mediaPaths = config.UPSTREAM_MEDIA_PATHS;
  const app = createExpressApp(config.TRUST_PROXY);

  const fetchSource = sourceFetcher(mediaHost, publicUrl);
  const variants = createVariants({ ...images, fetchSource });
  app.route(everyPath).all(
    assignRequestId(isFromProxy(app)),
    logRequests(deps.logRequest),
    warnOfUntrustedProxy(config, log),
    setSecurityHeaders(publicUrl),
    hideSample(isHidden),
    refuseInvalidHosts(),
    answerHealth(bff.health),
    refuseUnusualMethods(),
    redirectEncodedTitles(),
    refuseAmbiguousTargets(),

    takeCspReports(log, minRate),
    serveInlineImages({ ...images, readHost: bff.readHost, upstream, publicUrl, config }),
    serveImages({ variants, mediaPaths }),
    serveUpstreamMedia(mediaHost, mediaPaths),
  );
  app.use('/api', createApi(deps));

  app.use(
    serveMachineFiles({
      openReads,
      info,
      isHidden,
      pages: pages?.paths ?? [],
      generation: state.forgetting.generation,
    }),
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
function createApi({ config, publicUrl, log, company, state, host, bff, pages, status }: AppDependencies) {
  const { sessions, activity, redirects, savedSites, live, forgetting } = state;
  const { upstream, capabilities, filled, adminGuard } = host;
  const { uploads, intake, readHost, sharedReads } = bff;
  const isForeign = config.UPSTREAM_URL !== undefined && !filled?.answers(contract.deleteApplicant);
  const own = {
    siteStatus: async () => ({ data: await status() }),
    live: live.answer,
    ...intakeCalls(intake),
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
  const api = Router();
  api.route(everyPath).all(
    matchCall(),
    openSession(sessions),
    refuseForgedRequests(publicUrl),
    requireAccess(),
    ...(adminGuard ? [admitAdmins(adminGuard, sessions)] : []),
    recordActivity(activity, { isForeign }),
    invalidateAfterWrites(forgetting.forget, bff.disk?.hold),
    refuseTooManyForms(intake),
    acceptBody(config),
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
    uploads.pass,
    offerReceipts(pages.receipts),
    answerResubmittedForms(bff.submittedForms),
    takeForms({ intake, upstream, sessions, config, log, capabilities }),
    answerReads({ readHost, sharedReads, upstream, sessions, config, log }),
    forwardToUpstream(upstream, sessions, config, log, capabilities),
  );
  return api;
}
