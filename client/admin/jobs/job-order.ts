import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { ListedJob } from '#shared/schemas/job.ts';
import { ApiError, translateError } from '../../api/api-error.ts';
import { callApi } from '../../api/call.ts';
import { notify } from '../../ui/toast.ts';
import { refreshJobs } from './queries.ts';

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

interface OrderSaverOptions<Order> {
  /** Sends an order; rejects when it was not saved. */
  send: (order: Order) => Promise<unknown>;
  /** The order that the server has now. */
  onSaved: (order: Order) => void;
  /** Nothing of what was asked since the last saved order holds any more. */
  onFailed: (saved: Order, error: unknown) => void;
}

/**
 * Saves orders one after another. Somebody who moves a row five places presses five times: what is asked for while a save
 * runs waits, and only the newest of it is sent. A failure takes back everything since the order that was saved last.
 */
export function createOrderSaver<Order>(first: Order, { send, onSaved, onFailed }: OrderSaverOptions<Order>) {
  let saved = first;
  let waiting: { order: Order } | undefined;
  let running = false;

  async function run(order: Order): Promise<void> {
    running = true;
    try {
      await send(order);
      saved = order;
      if (!waiting) onSaved(order);
    } catch (error) {
      waiting = undefined;
      onFailed(saved, error);
    }
    running = false;
    const next = waiting;
    waiting = undefined;
    if (next) await run(next.order);
  }

  return {
    save(order: Order): void {
      if (running) waiting = { order };
      else void run(order);
    },
  };
}
