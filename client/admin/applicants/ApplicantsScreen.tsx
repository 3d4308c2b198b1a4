import { guardedLoader } from '../shared/guarded-loader.ts';
import { ActionsProvider } from './ApplicantActions.tsx';
import { ApplicantsView } from './ApplicantsView.tsx';
import { readSearchParams } from './applicant-search-params.ts';
import { applicantsQuery } from './queries.ts';

/** Loads the list only if it is not cached yet, because the screen itself refetches a cached list. */
export const loader = guardedLoader((queries, { search }) => {
  const { view, filters, sort, page, perPage } = readSearchParams(search);
  if (view !== 'list') return;
  const query = applicantsQuery({ filters, sort, page, perPage });
  if (queries.getQueryState(query.queryKey) === undefined) void queries.prefetchQuery(query);
});

/** All applicants, as a list or as a board, and the review of the open applicant. */
export function Component() {
  return (
    <ActionsProvider>
      <ApplicantsView />
    </ActionsProvider>
  );
}
