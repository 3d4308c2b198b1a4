import type { LoaderFunctionArgs } from 'react-router-dom';
import { queryClient } from '../../api/query-client.ts';
import { isMarkedSignedIn } from '../../api/session.ts';
import { ActionsProvider } from './actions/ActionsProvider.tsx';
import { readAddress } from './address/applicant-address.ts';
import { applicantsQuery } from './queries/applicants.ts';
import { Workplace } from './Workplace.tsx';

/** Asks for the list while the screen's own code loads; a list that is there already looks after itself. */
export function loader({ request }: LoaderFunctionArgs): null {
  const { view, filters, sort, page } = readAddress(new URL(request.url).searchParams);
  // The layout's guard runs at the same time; without the local flag it is about to leave for the login.
  if (view !== 'list' || !isMarkedSignedIn()) return null;
  const query = applicantsQuery({ filters, sort, page });
  if (queryClient.getQueryState(query.queryKey) === undefined) void queryClient.prefetchQuery(query);
  return null;
}

/** Everybody who applied: as a list or as a board, with one of them open for review. */
export function Component() {
  return (
    <ActionsProvider>
      <Workplace />
    </ActionsProvider>
  );
}
