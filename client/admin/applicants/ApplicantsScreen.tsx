import { guardedLoader } from '../shared/guarded-loader.ts';
import { ActionsProvider } from './ActionsProvider.tsx';
import { readAddress } from './applicant-address.ts';
import { applicantsQuery } from './applicants.ts';
import { Workplace } from './Workplace.tsx';

/** A list that is there already looks after itself. */
export const loader = guardedLoader((queries, { search }) => {
  const { view, filters, sort, page } = readAddress(search);
  if (view !== 'list') return;
  const query = applicantsQuery({ filters, sort, page });
  if (queries.getQueryState(query.queryKey) === undefined) void queries.prefetchQuery(query);
});

/** Everybody who applied: as a list or as a board, with one of them open for review. */
export function Component() {
  return (
    <ActionsProvider>
      <Workplace />
    </ActionsProvider>
  );
}
