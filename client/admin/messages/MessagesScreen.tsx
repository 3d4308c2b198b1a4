import type { LoaderFunctionArgs } from 'react-router-dom';
import { queryClient } from '../../api/query-client.ts';
import { isMarkedSignedIn } from '../../api/session.ts';
import { ScreenHeader } from '../../ui/screen-header/ScreenHeader.tsx';
import { readAddress } from './address/message-address.ts';
import { Mailbox } from './Mailbox.tsx';
import { messageListQuery } from './queries/message-list.ts';

/** Asks for the list while the screen's own code loads; a list that is there already looks after itself. */
export function loader({ request }: LoaderFunctionArgs): null {
  // The layout's guard runs at the same time; without the local flag it is about to leave for the login.
  if (!isMarkedSignedIn()) return null;
  const query = messageListQuery(readAddress(new URL(request.url).searchParams));
  if (queryClient.getQueryState(query.queryKey) === undefined) void queryClient.prefetchInfiniteQuery(query);
  return null;
}

/** What visitors wrote: letters from the contact page, and requests to delete an account. */
export function Component() {
  return (
    <>
      <ScreenHeader title="Messages" />
      <Mailbox />
    </>
  );
}
