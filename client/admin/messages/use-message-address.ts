import { useMemo } from 'react';
import { useSearchParams } from 'react-router-dom';
import { type MessageAddress, readAddress, searchAfter } from './message-address.ts';

/** The state of the screen that its address holds, and what changes it. */
export function useMessageAddress() {
  const [search, setSearch] = useSearchParams();
  const address = useMemo(() => readAddress(search), [search]);
  return {
    address,
    change: (next: Partial<MessageAddress>) => setSearch((before) => searchAfter(before, next)),
    /** The query that a link to another state leads to; '' for none. */
    searchFor: (next: Partial<MessageAddress>) => searchAfter(search, next),
  };
}
