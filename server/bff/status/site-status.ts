import type { RequestHandler } from 'express';
import type { SiteStatus } from '#shared/schemas/site-status.ts';
import type { AnswerCache } from '../../cache/answer-cache.ts';
import type { HostBreaker } from '../upstream/upstream.ts';

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

/**
 * Returns whether the API host is down and since when. While it is down, also returns how old a cached page for
 * visitors may be.
 */
export function hostStatus(
  { state, downSince }: HostBreaker,
  pages: Pick<AnswerCache<object>, 'oldestMs'> | undefined,
  today: () => number = Date.now,
): SiteStatus['host'] {
  if (state === 'closed') return { state: 'up', since: null, oldest_page_at: null };
  const oldestMs = pages?.oldestMs();
  return {
    state: 'down',
    since: downSince?.toISOString() ?? null,
    oldest_page_at: oldestMs === undefined ? null : new Date(today() - oldestMs).toISOString(),
  };
}
