import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { ListedJob } from '#shared/schemas/job.ts';
import { ApiError, translateError } from '../../../api/api-error.ts';
import { callApi } from '../../../api/call.ts';
import { notify } from '../../../ui/toast.ts';
import { refreshJobs } from '../refresh-jobs.ts';
import { createOrderSaver } from './order-saver.ts';

/** Where the order stands. */
export type OrderState = 'as-loaded' | 'saving' | 'saved';

export interface OrderListeners {
  onState: (state: OrderState) => void;
  /** A job is not there any more (422): only a new list can say which. */
  onGone: () => void;
}

/**
 * The order of all jobs: shown at once, saved one change after another, and put back to what was saved last when a change
 * fails.
 */
export function useJobOrder(loaded: ListedJob[], { onState, onGone }: OrderListeners) {
  const queries = useQueryClient();
  const [jobs, setJobs] = useState(loaded);
  const onFailed = (saved: ListedJob[], error: unknown) => {
    setJobs(saved);
    onState('as-loaded');
    const { message, fieldErrors } = translateError(error);
    notify.error(fieldErrors.ids ?? message);
    if (fieldErrors.ids) onGone();
  };
  const onSaved = () => {
    onState('saved');
    refreshJobs(queries);
  };
  const [saver] = useState(() => createOrderSaver(loaded, { send: sendOrder, onSaved, onFailed }));

  const reorder = (next: ListedJob[]) => {
    setJobs(next);
    onState('saving');
    saver.save(next);
  };
  return { jobs, reorder };
}

async function sendOrder(jobs: ListedJob[]): Promise<void> {
  const answer = await callApi('reorderJobs', { body: { ids: jobs.map(({ id }) => id) } });
  if (answer.status === 1) return;
  throw new ApiError(answer.code ?? 'request.failed', 200, {
    ...(answer.message && { message: answer.message }),
  });
}
