import type { RequestHandler } from 'express';
import type { SiteStatus } from '#shared/schemas/site-status.ts';

/** Where each part of the status comes from. None of them asks the API host. */
export interface StatusSources {
  host(): SiteStatus['host'];
  intake(): Promise<SiteStatus['intake']>;
  fills: SiteStatus['fills'];
  backup(): SiteStatus['backup'] | Promise<SiteStatus['backup']>;
}

/** `GET /api/siteStatus`: how the site is doing, for whoever is signed in. */
export function answerSiteStatus(sources: StatusSources): RequestHandler {
  return async (_req, res) => {
    const data: SiteStatus = {
      host: sources.host(),
      intake: await sources.intake(),
      backup: await sources.backup(),
      ...(sources.fills && { fills: sources.fills }),
    };
    res.json({ status: 1, data });
  };
}
