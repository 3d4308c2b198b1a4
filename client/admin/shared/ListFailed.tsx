import { translateError } from '../../api/api-error.ts';
import { isCallMissing } from '../../api/host-calls.ts';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { ErrorState } from '../../ui/ErrorState.tsx';

interface ListFailedProps {
  /** What is listed, in the plural: "jobs". */
  what: string;
  /** What a host does not offer, where that is said otherwise. */
  offer?: string;
  error: unknown;
  onRetry: () => void;
  busy: boolean;
}

/** A list that could not be loaded, with a retry button; or, when the API host has no such call, a text that says so. */
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
