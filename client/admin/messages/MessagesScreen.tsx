import { ScreenHeader } from '../../ui/ScreenHeader.tsx';
import { guardedLoader } from '../shared/guarded-loader.ts';
import { Mailbox } from './Mailbox.tsx';
import { readAddress } from './message-address.ts';
import { messageListQuery } from './message-list.ts';
import { messageQuery } from './single-message.ts';

/** A list that is there already looks after itself. */
export const loader = guardedLoader((queries, { search }) => {
  const address = readAddress(search);
  const list = messageListQuery(address);
  if (queries.getQueryState(list.queryKey) !== undefined) return;
  void queries.prefetchInfiniteQuery(list);
  // Opened by its address, a message does not wait for the list that may have it.
  if (address.message !== undefined) void queries.prefetchQuery(messageQuery(address.message));
});

/** What visitors wrote: letters from the contact page, and requests to delete an account. */
export function Component() {
  return (
    <>
      <ScreenHeader title="Messages" />
      <Mailbox />
    </>
  );
}
