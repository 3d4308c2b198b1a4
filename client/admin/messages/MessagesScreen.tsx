import { ScreenHeader } from '../../ui/screen-header/ScreenHeader.tsx';
import { guardedLoader } from '../shared/guarded-loader.ts';
import { readAddress } from './address/message-address.ts';
import { Mailbox } from './Mailbox.tsx';
import { messageListQuery } from './queries/message-list.ts';

/** A list that is there already looks after itself. */
export const loader = guardedLoader((queries, { search }) => {
  const query = messageListQuery(readAddress(search));
  if (queries.getQueryState(query.queryKey) === undefined) void queries.prefetchInfiniteQuery(query);
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
