import type { RequestHandler } from 'express';
import type { SiteStatus } from '#shared/schemas/site-status.ts';

/** Functions that return the parts of the status. None of them calls the API host. */
export interface StatusSources {
  host(): SiteStatus['host'];
  intake(): Promise<SiteStatus['intake']>;
  backup(): SiteStatus['backup'] | Promise<SiteStatus['backup']>;
  setup: SiteStatus['setup'];
}

/** Answers `GET /api/siteStatus` with the site's status, for signed-in users. */
export function answerSiteStatus(sources: StatusSources): RequestHandler {
  return async (_req, res) => {
    const data: SiteStatus = {
      host: sources.host(),
      intake: await sources.intake(),
      backup: await sources.backup(),
      setup: sources.setup,
    };
    res.json({ status: 1, data });
  };
}
