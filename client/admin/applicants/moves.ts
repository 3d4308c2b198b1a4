import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { deskMessages, textOf } from '#shared/desk-messages.ts';
import type { Id } from '#shared/id.ts';
import {
  type ApplicantStatus,
  type BulkAction,
  closedStatuses,
  type ListedApplicant,
  type MovedFrom,
} from '#shared/schemas/applicant.ts';
import type { Envelope } from '#shared/schemas/envelope.ts';
import { callApi } from '../../api/call.ts';
import { outcomeOf } from '../../api/outcome.ts';
import { notify } from '../../ui/toast.ts';
import { announce, type Done } from '../shared/announce.ts';
import { restoreDeleted, useCanRestore } from '../shared/use-delete-with-undo.ts';
import { statusLabels } from './labels.ts';
import {
  changeApplicant,
  dropApplicants,
  knownApplicant,
  patchApplicant,
  refreshApplicants,
  refreshHistory,
  shownOf,
} from './queries.ts';

const movedText = (name: string, to: ApplicantStatus) =>
  textOf('applicant.moved', { name, status: statusLabels[to] });

/**
 * Returns the finished move of an applicant. Its undo restores the previous status in `before`, with the reason if that
 * status is a rejection.
 */
export function moveOf(
  queries: QueryClient,
  one: Pick<ListedApplicant, 'id' | 'name'>,
  to: ApplicantStatus,
  { status, reject_reason: reason, is_read }: MovedFrom,
): Done {
  return {
    text: movedText(one.name, to),
    async undo() {
      const isBack = await changeApplicant(queries, one, {
        status,
        ...(reason && { reject_reason: reason }),
        ...(is_read === 0 && { is_read }),
      });
      if (isBack) notify.success(movedText(one.name, status));
    },
  };
}

/** The list from which many applicants are changed in one step. */
interface BulkList {
  queries: QueryClient;
  /** Applicants who no longer have this status leave the list, but for the one who is open. */
  status: ApplicantStatus | undefined;
  openId: Id | undefined;
}

/** Shows a bulk change in all cached queries. */
function show(
  { queries, status, openId }: BulkList,
  ids: readonly Id[],
  action: BulkAction,
  reason?: string,
) {
  if (action === 'delete') dropApplicants(queries, ids);
  else if (action === 'read' || action === 'unread') {
    for (const id of ids) patchApplicant(queries, id, { is_read: action === 'read' ? 1 : 0 });
  } else {
    for (const id of ids) {
      patchApplicant(queries, id, shownOf({ status: action, ...(reason && { reject_reason: reason }) }));
      refreshHistory(queries, id);
    }
    const left = ids.filter((id) => id !== openId);
    if (status && status !== action) dropApplicants(queries, left, status);
  }
}

/**
 * Makes a bulk change. `onDone` is called with the change in words and how to take it back; that of a move is known
 * only if the host has told who was moved from where. The caller reports a failure, after which nothing has changed.
 */
async function send(
  list: BulkList,
  ids: readonly Id[],
  action: BulkAction,
  onDone: (change: Pick<Done, 'text'> & { before: readonly MovedFrom[] }) => void,
  { reason, signal }: { reason?: string; signal?: AbortSignal } = {},
): Promise<Envelope> {
  const body = { ids, action, ...(reason && { reject_reason: reason }) };
  const answer = await callApi('bulkApplicants', { body, ...(signal && { signal }) });
  if (answer.status !== 1) return answer;
  const before = answer.data?.before ?? [];
  const text = bulkText(list.queries, ids, action, before.length);
  show(list, ids, action, reason);
  onDone({ text, before });
  refreshApplicants(list.queries);
  return answer;
}

function bulkText(queries: QueryClient, ids: readonly Id[], action: BulkAction, moved: number): string {
  if (action === 'read' || action === 'unread') return deskMessages['applicants.changed'];
  const [first] = ids;
  const isOne = first !== undefined && ids.length === 1;
  if (action === 'delete')
    return isOne ? deskMessages['applicant.deleted'] : textOf('applicants.deleted', { count: ids.length });
  const name = isOne && knownApplicant(queries, first)?.name;
  return name
    ? movedText(name, action)
    : textOf('applicants.moved', { count: moved || ids.length, status: statusLabels[action] });
}

/**
 * Moves applicants back to their previous status, with one call per combination of previous status and reason, and
 * marks those as unread whom the move has marked as read.
 */
async function moveBack(list: BulkList, to: ApplicantStatus, before: readonly MovedFrom[]): Promise<void> {
  const idsOf = (some: readonly MovedFrom[]) => some.map(({ id }) => id);
  const quietly = () => {};
  const groups = new Map<string, MovedFrom[]>();
  for (const each of before) {
    const name = JSON.stringify([each.status, each.reject_reason]);
    groups.set(name, [...(groups.get(name) ?? []), each]);
  }
  const total = before.length;
  let count = 0;
  for (const group of groups.values()) {
    const [{ status, reject_reason: reason } = { status: to }] = group;
    const call = send(list, idsOf(group), status, quietly, { reason: reason ?? '' });
    if (!(await outcomeOf(call)).done) count += group.length;
  }
  const unread = idsOf(before.filter(({ is_read }) => is_read === 0));
  if (unread.length > 0 && closedStatuses.includes(to))
    await outcomeOf(send(list, unread, 'unread', quietly));
  if (count > 0) notify.error(textOf('applicants.notMovedBack', { count, total }));
  else notify.success(textOf('applicants.movedBack', { count: total }));
}

/** Restores deleted applicants one by one. */
async function restore(ids: readonly Id[], onProgress: (done: number) => void): Promise<void> {
  let count = 0;
  for (const [done, id] of ids.entries()) {
    onProgress(done);
    if (!(await restoreDeleted('applicant', id)).done) count += 1;
  }
  if (count > 0) notify.error(textOf('applicants.notRestored', { count, total: ids.length }));
  else notify.success(deskMessages['trash.restored']);
}

/** Changes many applicants in one step. */
export function useBulk(status: ApplicantStatus | undefined, openId: Id | undefined) {
  const queries = useQueryClient();
  const canRestore = useCanRestore('applicant');
  const [busy, setBusy] = useState(false);
  const [restoring, setRestoring] = useState<{ done: number; total: number }>();
  const list = { queries, status, openId };

  async function undoDeletion(ids: readonly Id[]): Promise<void> {
    await restore(ids, (done) => setRestoring({ done, total: ids.length }));
    setRestoring(undefined);
    refreshApplicants(queries);
  }

  return {
    busy,
    /** Progress of undoing a deletion. */
    restoring,
    /** Rejects applicants; the caller reports a failure. */
    reject: (
      ids: readonly Id[],
      onDone: (done: Done) => void,
      how: { reason: string; signal: AbortSignal },
    ) =>
      send(
        list,
        ids,
        'rejected',
        ({ text, before }) =>
          onDone({ text, ...(before.length > 0 && { undo: () => moveBack(list, 'rejected', before) }) }),
        how,
      ),
    /** Makes any other change, and reports the outcome in a toast. Returns true on success. */
    run: async (ids: readonly Id[], action: BulkAction): Promise<boolean> => {
      setBusy(true);
      const call = send(list, ids, action, ({ text, before }) => {
        const undo = () =>
          action === 'delete' ? undoDeletion(ids) : moveBack(list, action as ApplicantStatus, before);
        announce({ text, ...((action === 'delete' ? canRestore : before.length > 0) && { undo }) });
      });
      const outcome = await outcomeOf(call);
      setBusy(false);
      if (!outcome.done) notify.error(outcome.reason);
      return outcome.done;
    },
  };
}
