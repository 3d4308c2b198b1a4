import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import type { DeskCounts } from '#shared/schemas/find.ts';
import { deskCountsQuery, useDeskCounts } from '../../api/desk-counts.ts';
import { useHostSupports } from '../../api/host-support.ts';
import { followLive } from '../../api/live.ts';

/**
 * Returns how many entries of each kind wait for an admin. A stream reports changes of these numbers; without the
 * stream, they are fetched every half minute. If the host does not support the call, there is neither a stream nor a
 * fetch. A hidden tab fetches the numbers when it becomes visible again.
 */
export function usePendingCounts(): DeskCounts | undefined {
  const queries = useQueryClient();
  const takes = useHostSupports('deskCounts');
  const [isLive, setLive] = useState(false);
  useEffect(() => {
    if (takes !== true) return;
    const refresh = async () => {
      // Waits for the first fetch: while it runs, an invalidation would not fetch again, although the answer may be
      // older than this change.
      const first = queries.getQueryCache().find({ queryKey: deskCountsQuery.queryKey });
      if (first?.state.data === undefined) await first?.promise?.catch(() => undefined);
      void queries.invalidateQueries({ queryKey: deskCountsQuery.queryKey });
    };
    return followLive({ onChange: () => void refresh(), onState: setLive });
  }, [takes, queries]);
  return useDeskCounts(isLive);
}
