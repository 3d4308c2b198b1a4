import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { Id } from '#shared/id.ts';
import type { ActivityResource } from '#shared/schemas/activity.ts';
import { translateError } from '../../../api/api-error.ts';
import { readApi } from '../../../api/call.ts';
import { Button } from '../../../ui/Button.tsx';
import { Dialog } from '../../../ui/Dialog.tsx';
import { EmptyState } from '../../../ui/EmptyState.tsx';
import { ErrorState } from '../../../ui/ErrorState.tsx';
import { ActivityLines, ActivitySkeleton } from './ActivityLines.tsx';

interface HistoryDialogProps {
  resource: ActivityResource;
  id: Id;
  /** Name of the record. */
  name: string;
  onClose: () => void;
}

/** Dialog with the actions on one record, the person and the time of each. Used for every kind of record. */
export default function HistoryDialog({ resource, id, name, onClose }: HistoryDialogProps) {
  const [before, setBefore] = useState<string>();
  const { data, error, isPlaceholderData, isFetching, refetch } = useQuery(
    historyQuery(resource, id, before),
  );
  return (
    <Dialog
      open
      title={`History of ${name}`}
      onClose={onClose}
      size="large"
      footer={
        <>
          {before && (
            <Button variant="quiet" onClick={() => setBefore(undefined)}>
              Newest
            </Button>
          )}
          {data?.older && (
            <Button
              variant="quiet"
              onClick={() => setBefore(data.older ?? undefined)}
              busy={isPlaceholderData}
            >
              Older
            </Button>
          )}
          <Button variant="quiet" onClick={onClose}>
            Close
          </Button>
        </>
      }
    >
      {error && !data ? (
        <ErrorState
          title="The history could not be loaded"
          text={translateError(error).message}
          onRetry={() => void refetch()}
          busy={isFetching}
        />
      ) : !data ? (
        <ActivitySkeleton />
      ) : data.data.length === 0 ? (
        <EmptyState title="No activity yet" text="Changes are recorded from now on, for 400 days." />
      ) : (
        <ActivityLines lines={data.data} label={`History of ${name}`} stale={isPlaceholderData} ofOneThing />
      )}
    </Dialog>
  );
}

function historyQuery(resource: ActivityResource, id: Id, before: string | undefined) {
  return queryOptions({
    queryKey: ['history', resource, id, before],
    queryFn: ({ signal }) => readApi('getHistory', { query: { resource, id, before }, signal }),
    placeholderData: keepPreviousData,
    staleTime: 0,
  });
}
