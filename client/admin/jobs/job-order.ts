import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { ListedJob } from '#shared/schemas/job.ts';
import { ApiError, translateError } from '../../api/api-error.ts';
import { callApi } from '../../api/call.ts';
import { notify } from '../../ui/toast.ts';
import { refreshJobs } from './queries.ts';

/** The state of the order on the screen. */
export type OrderState = 'as-loaded' | 'saving' | 'saved';

export interface OrderListeners {
  onState: (state: OrderState) => void;
  /**
   * Called when a job in the order no longer exists (422). The answer does not name the job, so the list must be
   * fetched again.
   */
  onGone: () => void;
}

/**
 * Manages the order of all jobs. Shows a change immediately and saves changes one after another. If a save fails,
 * returns to the last saved order.
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
  /** Called with the order that the server has stored. */
  onSaved: (order: Order) => void;
  /** Called when a save fails, with the last saved order. All later changes are dropped. */
  onFailed: (saved: Order, error: unknown) => void;
}

/**
 * Saves orders one after another. Of the changes that are made during a save, only the newest is sent afterwards, so
 * that moving a row by many places, one press for each, takes few calls. If a save fails, every change since the last
 * saved order is undone.
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
