import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { CallName } from '#shared/contract/index.ts';
import type { Envelope } from '#shared/schemas/envelope.ts';
import { type CallOptions, callApi } from '../../api/call.ts';
import { refresh } from '../../api/call-query.ts';
import { outcomeOf } from '../../api/outcome.ts';
import { notify } from '../../ui/toast.ts';

export interface UseCallOptions {
  /** Text of the toast after success; undefined for none. */
  done: string | undefined;
  /** Text of the toast after a failure; by default its reason. */
  failed?: string;
  /**
   * Kind of record whose queries are fetched again afterwards, even after a failure; or a function that does so, which
   * is told whether the call has succeeded.
   */
  refresh: Parameters<typeof refresh>[1] | ((done: boolean) => void);
  /** Called after success, before anything is fetched again. */
  onDone?: (answer: Envelope) => void;
  /** Takes the change back. If given, the toast offers to undo it for 8 s. */
  undo?: (options: CallOptions) => void;
}

/** Makes a call that changes something, and reports the outcome in a toast. */
export function useCall(call: CallName, how: UseCallOptions) {
  const queries = useQueryClient();
  const [pending, setPending] = useState<CallOptions>();

  /** Returns true if the call has succeeded. `done` replaces the text of the toast. */
  async function make(options: CallOptions, done = how.done) {
    const { failed, onDone, undo } = how;
    setPending(options);
    const outcome = await outcomeOf(callApi(call, options));
    setPending(undefined);
    if (!outcome.done) notify.error(failed ?? outcome.reason);
    else {
      onDone?.(outcome.answer);
      if (done && undo) notify.undo(done, () => undo(options));
      else if (done) notify.success(done);
    }
    if (typeof how.refresh === 'string') refresh(queries, how.refresh);
    else how.refresh(outcome.done);
    return outcome.done;
  }

  return { make, pending };
}
