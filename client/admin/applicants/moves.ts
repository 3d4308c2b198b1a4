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
import { useApplicantParams } from './applicant-search-params.ts';
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

const idsOf = (some: readonly MovedFrom[]) => some.map(({ id }) => id);

/** Changes many applicants in one step. */
export function useBulk() {
  const queries = useQueryClient();
  const { filters, applicant: openId } = useApplicantParams().params;
  const canRestore = useCanRestore('applicant');
  const [busy, setBusy] = useState(false);

  /** Shows a change in all cached queries. Those who leave the list go from it, but for the one who is open. */
  function show(ids: readonly Id[], action: BulkAction, reason?: string) {
    if (action === 'delete') return dropApplicants(queries, ids);
    const change =
      action === 'read' || action === 'unread'
        ? { is_read: Number(action === 'read') }
        : shownOf({ status: action, ...(reason && { reject_reason: reason }) });
    for (const id of ids) {
      patchApplicant(queries, id, change);
      if (change.status) refreshHistory(queries, id);
    }
    const left = ids.filter((id) => id !== openId);
    if (change.status && filters.status && filters.status !== action)
      dropApplicants(queries, left, filters.status);
  }

  /**
   * Makes a change. The caller reports a failure, after which nothing has changed. Otherwise `done` has the change in
   * words and how to take it back; that of a move only if the host has told who was moved from where.
   */
  async function change(
    ids: readonly Id[],
    action: BulkAction,
    reason?: string,
    signal?: AbortSignal,
  ): Promise<Envelope & { done?: Done }> {
    const body = { ids, action, ...(reason && { reject_reason: reason }) };
    const answer = await callApi('bulkApplicants', { body, signal });
    if (answer.status !== 1) return answer;
    const { before = [] } = answer.data ?? {};
    const text = textFor(queries, ids, action, before.length);
    show(ids, action, reason);
    refreshApplicants(queries);
    const undo = () => (action === 'delete' ? restore(ids) : moveBack(action as ApplicantStatus, before));
    const done: Done = (action === 'delete' ? canRestore : before.length > 0) ? { text, undo } : { text };
    return { ...answer, done };
  }

  /**
   * Moves applicants back to their previous status, with one call per combination of previous status and reason, and
   * marks those as unread whom the move has marked as read.
   */
  async function moveBack(to: ApplicantStatus, before: readonly MovedFrom[]): Promise<void> {
    const groups = new Map<string, MovedFrom[]>();
    for (const each of before) {
      const name = JSON.stringify([each.status, each.reject_reason]);
      groups.set(name, [...(groups.get(name) ?? []), each]);
    }
    const total = before.length;
    let count = 0;
    for (const group of groups.values()) {
      const [{ status, reject_reason: reason } = { status: to }] = group;
      if (!(await outcomeOf(change(idsOf(group), status, reason ?? ''))).done) count += group.length;
    }
    const unread = idsOf(before.filter(({ is_read }) => is_read === 0));
    if (unread.length > 0 && closedStatuses.includes(to)) await outcomeOf(change(unread, 'unread'));
    if (count > 0) notify.error(textOf('applicants.notMovedBack', { count, total }));
    else notify.success(textOf('applicants.movedBack', { count: total }));
  }

  /** Restores deleted applicants one by one. */
  async function restore(ids: readonly Id[]): Promise<void> {
    let count = 0;
    for (const id of ids) if (!(await restoreDeleted('applicant', id)).done) count += 1;
    if (count > 0) notify.error(textOf('applicants.notRestored', { count, total: ids.length }));
    else notify.success(deskMessages['trash.restored']);
    refreshApplicants(queries);
  }

  return {
    busy,
    change,
    /** Makes a change, and reports the outcome in a toast. Returns true on success. */
    run: async (ids: readonly Id[], action: BulkAction): Promise<boolean> => {
      setBusy(true);
      const call = change(ids, action);
      const outcome = await outcomeOf(call);
      setBusy(false);
      if (outcome.done) announce((await call).done);
      else notify.error(outcome.reason);
      return outcome.done;
    },
  };
}

function textFor(queries: QueryClient, ids: readonly Id[], action: BulkAction, moved: number): string {
  if (action === 'read' || action === 'unread') return deskMessages['applicants.changed'];
  const [first = 0] = ids;
  const count = ids.length;
  if (action === 'delete')
    return count === 1 ? deskMessages['applicant.deleted'] : textOf('applicants.deleted', { count });
  const name = count === 1 && knownApplicant(queries, first)?.name;
  return name
    ? movedText(name, action)
    : textOf('applicants.moved', { count: moved || count, status: statusLabels[action] });
}
