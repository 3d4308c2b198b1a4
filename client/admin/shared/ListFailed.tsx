import { translateError } from '../../api/api-error.ts';
import { isCallMissing } from '../../api/host-support.ts';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { ErrorState } from '../../ui/ErrorState.tsx';

interface ListFailedProps {
  /** Plural of the listed records: "jobs". */
  what: string;
  /** Name of the missing feature, shown if the host lacks the call that reads the list. By default `what`. */
  offer?: string;
  error: unknown;
  onRetry: () => void;
  busy: boolean;
}

/**
 * Shown instead of a list that failed to load, with a retry button. If the API host lacks the call that reads the
 * list, a text says so instead.
 */
export function ListFailed({ what, offer = what, error, onRetry, busy }: ListFailedProps) {
  if (isCallMissing(error)) {
    return (
      <EmptyState
        title={`Your API host does not offer ${offer}`}
        text={'The rest of the site works without it. This list fills up once the host offers the call.'}
      />
    );
  }
  return (
    <ErrorState
      title={`The ${what} could not be loaded`}
      text={translateError(error).message}
      onRetry={onRetry}
      busy={busy}
    />
  );
}

interface QueryFailedProps {
  what: string;
  query: { error: Error | null; isFetching: boolean; refetch: () => Promise<unknown> };
}

/** Shown instead of what a query has failed to load, with a retry button. */
export function QueryFailed({ what, query: { error, isFetching, refetch } }: QueryFailedProps) {
  return <ListFailed what={what} error={error} onRetry={() => void refetch()} busy={isFetching} />;
}
