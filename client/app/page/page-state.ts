import { type DehydratedState, dehydrate, hydrate, type QueryClient } from '@tanstack/react-query';
import { ApiError, type TranslatedError } from '../../api/api-error.ts';

/** What a server-rendered page brings along, as JSON: the browser goes on from where the server was. */
export interface PageState {
  queries: DehydratedState;
}

/** The id of the script element that holds it. */
export const pageStateId = 'page-state';

interface PlainError extends TranslatedError {
  status: number;
  data?: unknown;
}

/** Every query that has ended, in success or not: what the page says of a failure must not turn into a loader. */
export function pageState(queries: QueryClient): PageState {
  const state = dehydrate(queries, { shouldDehydrateQuery: ({ state: { status } }) => status !== 'pending' });
  for (const query of state.queries) {
    query.state.error = plainError(query.state.error) as never;
    // The same content makes the same page, whenever it is rendered: then the browser's copy of it is still good (304).
    setTimes(query, 0);
  }
  return { queries: state };
}

/** What the page brought is as old as the page, which came just now. */
export function restorePageState(queries: QueryClient, state: PageState): void {
  const now = Date.now();
  for (const query of state.queries.queries) {
    query.state.error = apiError(query.state.error);
    setTimes(query, now);
  }
  hydrate(queries, state.queries);
}

function setTimes(query: DehydratedState['queries'][number], time: number): void {
  query.dehydratedAt = time;
  query.state.dataUpdatedAt = query.state.data === undefined ? 0 : time;
  query.state.errorUpdatedAt = query.state.error === null ? 0 : time;
}

function plainError(error: unknown): PlainError | null {
  if (error === null) return null;
  const { status, code, message, fieldErrors, data } =
    error instanceof ApiError ? error : new ApiError('request.failed', 0);
  return { status, code, message, fieldErrors, data };
}

function apiError(plain: unknown): ApiError | null {
  if (plain === null) return null;
  const { status, code, ...rest } = plain as PlainError;
  return new ApiError(code, status, rest);
}
