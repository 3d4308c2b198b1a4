import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { Id } from '#shared/id.ts';
import { messages, messageText } from '#shared/messages.ts';
import type { BulkAction } from '#shared/schemas/applicant.ts';
import { callApi } from '../../../api/call.ts';
import { outcomeOf } from '../../../api/outcome.ts';
import { notify } from '../../../ui/toast.ts';
import { dropApplicants } from '../patch-applicant.ts';
import { refreshApplicants } from '../refresh-applicants.ts';

/** How far the undo of a delete is: it brings them back one by one. */
export interface Restoring {
  done: number;
  total: number;
}

/** What is done to many applicants at once. */
export function useBulk() {
  const queries = useQueryClient();
  const [busy, setBusy] = useState(false);
  const [restoring, setRestoring] = useState<Restoring>();

  async function restore(ids: readonly Id[]) {
    const total = ids.length;
    let failed = 0;
    for (const [done, id] of ids.entries()) {
      setRestoring({ done, total });
      const body = { resource: 'applicant', id };
      const outcome = await outcomeOf(callApi('restoreDeleted', { body }));
      if (!outcome.done) failed += 1;
    }
    setRestoring(undefined);
    if (failed > 0) notify.error(messageText('applicants.notRestored', { count: failed, total }));
    else notify.success(messages['trash.restored']);
    refreshApplicants(queries);
  }

  /** True when it is done. What fails is said, and everything stays as it was. */
  async function run(ids: readonly Id[], action: BulkAction): Promise<boolean> {
    setBusy(true);
    const outcome = await outcomeOf(callApi('bulkApplicants', { body: { ids, action } }));
    setBusy(false);
    if (!outcome.done) notify.error(outcome.reason);
    else if (action !== 'delete') notify.success(messages['applicants.changed']);
    else {
      dropApplicants(queries, new Set(ids));
      const one = ids.length === 1;
      const text = one
        ? messages['applicant.deleted']
        : messageText('applicants.deleted', { count: ids.length });
      notify.undo(text, () => void restore(ids));
    }
    refreshApplicants(queries);
    return outcome.done;
  }

  return { run, busy, restoring };
}
