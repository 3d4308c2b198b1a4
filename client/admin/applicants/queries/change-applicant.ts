import type { QueryClient } from '@tanstack/react-query';
import { messageText } from '#shared/messages.ts';
import type { ApplicantStatus, ListedApplicant } from '#shared/schemas/applicant.ts';
import { ApiError, translateError } from '../../../api/api-error.ts';
import { callApi } from '../../../api/call.ts';
import { conflictOf } from '../../../forms/state/conflict.ts';
import { notify } from '../../../ui/toast/toast.ts';
import { applicantsKey } from './applicants.ts';
import { type ApplicantPatch, knownApplicant, patchApplicant } from './patch-applicant.ts';
import { refreshApplicants } from './refresh-applicants.ts';
import { singleApplicantKey } from './single-applicant.ts';

/** What can be changed of an applicant at once, without a form. */
export interface ApplicantChange {
  status?: ApplicantStatus;
  rating?: number;
  is_read?: 0 | 1;
}

const changesKey = ['updateApplicantStatus'] as const;

/**
 * Changes an applicant on the screen at once and then on the server; what the server refuses is put back, and said. Changes
 * of one applicant are sent one after the other, each with the version that the one before left, so that an admin meets only
 * what others did. True when it is saved.
 */
export async function changeApplicant(
  queries: QueryClient,
  { id, name }: Pick<ListedApplicant, 'id' | 'name'>,
  change: ApplicantChange,
): Promise<boolean> {
  const mutationKey = [...changesKey, id] as const;
  // A list that is on its way would put back what is changed here.
  void queries.cancelQueries({ queryKey: applicantsKey });
  const known = knownApplicant(queries, id);
  const before: ApplicantPatch = known ? valuesBefore(known, change) : {};
  patchApplicant(queries, id, patchOf(change));
  const mutation = queries.getMutationCache().build(queries, {
    mutationKey,
    scope: { id: `applicant-${id}` },
    mutationFn: async () => {
      const updated_at = knownApplicant(queries, id)?.updated_at;
      const answer = await callApi('updateApplicantStatus', {
        params: { id },
        body: { ...change, updated_at },
      });
      if (answer.status === 1 && answer.data) return answer.data;
      throw new ApiError('request.failed', 200, { ...(answer.message && { message: answer.message }) });
    },
    onSuccess: ({ status, reject_reason, rating, is_read, retain_until, updated_at }) => {
      // While another change of theirs waits, only the version is news.
      const isLast = queries.isMutating({ mutationKey }) <= 1;
      const saved = { status, reject_reason, rating, is_read, retain_until };
      patchApplicant(queries, id, { ...(isLast && saved), updated_at });
    },
    onError: (error) => {
      patchApplicant(queries, id, before);
      notify.error(failureText(error, name));
    },
    onSettled: () => {
      if (queries.isMutating({ mutationKey: changesKey }) > 1) return;
      refreshApplicants(queries);
      refreshHistory(queries, id);
    },
  });
  try {
    await mutation.execute(undefined);
    return true;
  } catch {
    // The request helper has logged it, and the toast has said it.
    return false;
  }
}

/** Asks for the record of an open applicant again, for its history; not for an unread one, whom that would mark as read. */
export function refreshHistory(queries: QueryClient, id: number): void {
  if (knownApplicant(queries, id)?.is_read !== 1) return;
  queries.invalidateQueries({ queryKey: singleApplicantKey(id) }).catch(() => {
    // A failed reload leaves what was there.
  });
}

function patchOf(change: ApplicantChange): ApplicantPatch {
  // The server forgets an old reason when somebody is taken back.
  return change.status && change.status !== 'rejected' ? { ...change, reject_reason: null } : { ...change };
}

function valuesBefore(known: ListedApplicant, change: ApplicantChange): ApplicantPatch {
  return {
    ...(change.status !== undefined && { status: known.status, reject_reason: known.reject_reason }),
    ...(change.rating !== undefined && { rating: known.rating }),
    ...(change.is_read !== undefined && { is_read: known.is_read }),
  };
}

function failureText(error: unknown, name: string): string {
  if (conflictOf(error)) return messageText('applicant.changedMeanwhile', { name });
  return messageText('applicant.notChanged', { name, reason: translateError(error).message });
}
