import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { ListedJob } from '#shared/schemas/job.ts';
import { ApiError, translateError } from '../../api/api-error.ts';
import { callApi } from '../../api/call.ts';
import { notify } from '../../ui/toast.ts';
import { refreshJobs } from './queries.ts';

/** Save state of the order. */
export type OrderState = 'as-loaded' | 'saving' | 'saved';

export interface OrderListeners {
  onState: (state: OrderState) => void;
  /** Called when a job no longer exists (422): only a new list can show which one. */
  onGone: () => void;
}

/**
 * Manages the order of all jobs: shows a change at once, saves changes one after another, and returns to the last
 * saved order when one fails.
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
  /** Called with the order that the server has now. */
  onSaved: (order: Order) => void;
  /** Called with the last saved order when a save fails; all later changes are dropped. */
  onFailed: (saved: Order, error: unknown) => void;
}

/**
 * Saves orders one after another. An admin who moves a row five places presses five times: changes during a save
 * wait, and only the newest is sent. A failure reverts everything since the last saved order.
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
