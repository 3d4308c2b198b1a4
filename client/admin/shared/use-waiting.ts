import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import type { DeskCounts } from '#shared/schemas/find.ts';
import { deskCountsQuery, useDeskCounts } from '../../api/desk-counts.ts';
import { useHostTakes } from '../../api/host-calls.ts';
import { followLive } from '../../api/live.ts';

/**
 * What waits for somebody, kept up to date: told by a stream, or asked for every half minute where there is none. Over a host that does
 * not count, nothing is opened and nothing asked. A tab out of sight asks when it is looked at again.
 */
export function useWaiting(): DeskCounts | undefined {
  const queries = useQueryClient();
  const takes = useHostTakes('deskCounts');
  const [isLive, setLive] = useState(false);
  useEffect(() => {
    if (takes !== true) return;
    const refresh = async () => {
      // The first answer may be of before the change, and a query that has none yet is not asked again while it is being answered.
      const first = queries.getQueryCache().find({ queryKey: deskCountsQuery.queryKey });
      if (first?.state.data === undefined) await first?.promise?.catch(() => undefined);
      const isSeen = document.visibilityState === 'visible';
      queries
        .invalidateQueries({ queryKey: deskCountsQuery.queryKey, refetchType: isSeen ? 'active' : 'none' })
        .catch(() => {
          // The number stays until the next time.
        });
    };
    return followLive({ onChange: () => void refresh(), onState: setLive });
  }, [takes, queries]);
  return useDeskCounts(isLive);
}
