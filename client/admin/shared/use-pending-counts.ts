import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import type { DeskCounts } from '#shared/schemas/find.ts';
import { deskCountsQuery, useDeskCounts } from '../../api/desk-counts.ts';
import { useHostSupports } from '../../api/host-support.ts';
import { followLive } from '../../api/live.ts';

/**
 * Returns the current counts of waiting entries: updated by a stream, or every half minute without one. If the host
 * does not count, no stream is opened and no call is made. A hidden tab refetches when it becomes visible again.
 */
export function usePendingCounts(): DeskCounts | undefined {
  const queries = useQueryClient();
  const takes = useHostSupports('deskCounts');
  const [isLive, setLive] = useState(false);
  useEffect(() => {
    if (takes !== true) return;
    const refresh = async () => {
      // The first answer may predate the change, and a query without an answer is not fetched again while its first
      // fetch runs.
      const first = queries.getQueryCache().find({ queryKey: deskCountsQuery.queryKey });
      if (first?.state.data === undefined) await first?.promise?.catch(() => undefined);
      const isSeen = document.visibilityState === 'visible';
      queries
        .invalidateQueries({ queryKey: deskCountsQuery.queryKey, refetchType: isSeen ? 'active' : 'none' })
        .catch(() => {
          // The count stays until the next refetch.
        });
    };
    return followLive({ onChange: () => void refresh(), onState: setLive });
  }, [takes, queries]);
  return useDeskCounts(isLive);
}
