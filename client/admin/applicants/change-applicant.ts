import type { QueryClient } from '@tanstack/react-query';
import type { CallData } from '#shared/contract/index.ts';
import type { Id } from '#shared/id.ts';
import { messageText } from '#shared/messages.ts';
import type { ApplicantStatus, ListedApplicant } from '#shared/schemas/applicant.ts';
import { ApiError, translateError } from '../../api/api-error.ts';
import { callApi } from '../../api/call.ts';
import { makeChange, type OptimisticChange } from '../../api/optimistic.ts';
import { conflictOf } from '../../forms/conflict.ts';
import { notify } from '../../ui/toast.ts';
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
 * Changes an applicant. Changes of one applicant are sent one after the other, each with the version that the one before left, so
 * that an admin meets only what others did. True when it is saved; what the server refuses has been told.
 */
export async function changeApplicant(
  queries: QueryClient,
  { id, name }: Pick<ListedApplicant, 'id' | 'name'>,
  change: ApplicantChange,
): Promise<boolean> {
  try {
    await makeChange(queries, changeOf(queries, id, name), change);
    return true;
  } catch {
    // The request helper has logged it, and the toast has said it.
    return false;
  }
}

function changeOf(
  queries: QueryClient,
  id: Id,
  name: string,
): OptimisticChange<ApplicantChange, CallData<'updateApplicantStatus'>> {
  return {
    mutationKey: [...changesKey, id],
    family: changesKey,
    reads: applicantsKey,
    show: (change) => {
      const known = knownApplicant(queries, id);
      patchApplicant(queries, id, patchOf(change));
      return () => patchApplicant(queries, id, known ? valuesBefore(known, change) : {});
    },
    send: async (change) => {
      const body = { ...change, updated_at: knownApplicant(queries, id)?.updated_at };
      const answer = await callApi('updateApplicantStatus', { params: { id }, body });
      if (answer.status === 1 && answer.data) return answer.data;
      throw new ApiError('request.failed', 200, { ...(answer.message && { message: answer.message }) });
    },
    // While another change of theirs waits, only the version is news.
    onSaved: ({ status, reject_reason, rating, is_read, retain_until, updated_at }, _change, isLast) => {
      const saved = { status, reject_reason, rating, is_read, retain_until };
      patchApplicant(queries, id, { ...(isLast && saved), updated_at });
    },
    onFailed: (error) => notify.error(failureText(error, name)),
    refresh: () => {
      refreshApplicants(queries);
      refreshHistory(queries, id);
    },
  };
}

/** Asks for the record of an open applicant again, for its history; not for an unread one, whom that would mark as read. */
export function refreshHistory(queries: QueryClient, id: Id): void {
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
