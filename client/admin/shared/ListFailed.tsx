import { translateError } from '../../api/api-error.ts';
import { isCallMissing } from '../../api/host-support.ts';
import { Button } from '../../ui/Button.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { ErrorState } from '../../ui/ErrorState.tsx';
import styles from './rows.module.css';

interface QueryFailedProps {
  /** Plural of what was to be read: "jobs". */
  what: string;
  /** Name of the missing feature, shown if the host lacks the call that reads the list. By default `what`. */
  offer?: string;
  query: { error: Error | null; isFetching: boolean; refetch: () => Promise<unknown> };
}

/**
 * Shown instead of what a query has failed to load, with a retry button. If the API host lacks the call that reads it, a
 * text says so instead.
 */
export function QueryFailed({ what, offer = what, query }: QueryFailedProps) {
  if (isCallMissing(query.error)) {
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
      text={translateError(query.error).message}
      onRetry={() => void query.refetch()}
      busy={query.isFetching}
    />
  );
}

/** As `QueryFailed`, in a line of its own, for a part of a screen. */
export function FailedNote({ what, query }: Pick<QueryFailedProps, 'what' | 'query'>) {
  return (
    <p className={styles.failed} role="alert">
      The {what} could not be loaded. {translateError(query.error).message}{' '}
      <Button
        variant="quiet"
        busy={query.isFetching}
        busyLabel="Trying again..."
        onClick={() => void query.refetch()}
      >
        Try again
      </Button>
    </p>
  );
}
