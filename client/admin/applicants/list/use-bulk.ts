import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { CallData } from '#shared/contract/index.ts';
import { deskMessages, textOf } from '#shared/desk-messages.ts';
import type { Id } from '#shared/id.ts';
import type { ApplicantStatus, BulkAction } from '#shared/schemas/applicant.ts';
import type { Envelope } from '#shared/schemas/envelope.ts';
import { callApi } from '../../../api/call.ts';
import { outcomeOf } from '../../../api/outcome.ts';
import { notify } from '../../../ui/toast.ts';
import { announce, type Done } from '../../shared/announce.ts';
import { useCanRestore } from '../../shared/use-delete-with-undo.ts';
import { dropApplicants, patchApplicant, refreshApplicants } from '../applicant-cache.ts';
import { knownBefore, movesOf } from '../moves.ts';

/** Progress of undoing a deletion, which restores applicants one by one. */
export interface Restoring {
  done: number;
  total: number;
}

/**
 * Changes many applicants in one step. `onMoved` is called after a status change, before the lists are fetched again.
 */
export function useBulk(onMoved: () => void) {
  const canRestore = useCanRestore('applicant');
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
    if (failed > 0) notify.error(textOf('applicants.notRestored', { count: failed, total }));
    else notify.success(deskMessages['trash.restored']);
    refreshApplicants(queries);
  }

  /**
   * Runs a bulk action and returns true on success. After a failure, nothing has changed and a toast has shown the
   * error.
   */
  async function run(ids: readonly Id[], action: Exclude<BulkAction, ApplicantStatus>): Promise<boolean> {
    setBusy(true);
    const outcome = await outcomeOf(callApi('bulkApplicants', { body: { ids, action } }));
    setBusy(false);
    if (!outcome.done) notify.error(outcome.reason);
    else if (action !== 'delete') {
      for (const id of ids) patchApplicant(queries, id, { is_read: action === 'read' ? 1 : 0 });
      notify.success(deskMessages['applicants.changed']);
    } else {
      dropApplicants(queries, new Set(ids));
      const one = ids.length === 1;
      const text = one
        ? deskMessages['applicant.deleted']
        : textOf('applicants.deleted', { count: ids.length });
      if (canRestore) notify.undo(text, () => void restore(ids));
      else notify.success(text);
    }
    refreshApplicants(queries);
    return outcome.done;
  }

  /**
   * Changes the status of applicants, and passes the finished move to `onDone`. Returns the envelope, because a form
   * needs it; the caller handles a failure.
   */
  async function move(
    ids: readonly Id[],
    to: ApplicantStatus,
    onDone: (move: Done) => void,
    reason?: string,
    signal?: AbortSignal,
  ): Promise<Envelope<CallData<'bulkApplicants'>>> {
    const body = { ids, action: to, ...(reason && { reject_reason: reason }) };
    const known = knownBefore(queries, ids, to);
    const answer = await callApi('bulkApplicants', { body, ...(signal && { signal }) });
    if (answer.status !== 1) return answer;
    const readAgain = () => {
      onMoved();
      refreshApplicants(queries);
    };
    onDone(movesOf(queries, ids, to, reason ?? null, answer.data?.before ?? known, readAgain));
    readAgain();
    return answer;
  }

  /** As `move`, without a form: a failure is shown in a toast. Returns true on success. */
  async function moveNow(ids: readonly Id[], to: ApplicantStatus): Promise<boolean> {
    setBusy(true);
    const outcome = await outcomeOf(move(ids, to, announce));
    setBusy(false);
    if (!outcome.done) notify.error(outcome.reason);
    return outcome.done;
  }

  return { run, move, moveNow, busy, restoring };
}
