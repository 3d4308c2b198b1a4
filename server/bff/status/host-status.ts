import type { SiteStatus } from '#shared/schemas/site-status.ts';
import type { AnswerCache } from '../../cache/answer-cache.ts';
import type { HostBreaker } from '../upstream/upstream.ts';

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
