import type { QueryClient } from '@tanstack/react-query';
import { textOf } from '#shared/desk-messages.ts';
import type { Id } from '#shared/id.ts';
import {
  type ApplicantStatus,
  closedStatuses,
  type ListedApplicant,
  type MovedFrom,
} from '#shared/schemas/applicant.ts';
import { callApi } from '../../api/call.ts';
import { outcomeOf } from '../../api/outcome.ts';
import { notify } from '../../ui/toast.ts';
import type { Done } from '../shared/announce.ts';
import { type ApplicantPatch, knownApplicant, patchApplicant, refreshHistory } from './applicant-cache.ts';
import { statusLabels } from './labels.ts';
import { changeApplicant } from './queries.ts';

type Moved = Pick<ListedApplicant, 'id' | 'name'>;

/**
 * Returns the finished move of an applicant. Its undo restores the previous status in `before`, with the reason if that
 * status is a rejection.
 */
export function moveOf(queries: QueryClient, one: Moved, to: ApplicantStatus, before: MovedFrom): Done {
  const { status, reject_reason: reason, is_read } = before;
  const text = (now: ApplicantStatus) =>
    textOf('applicant.moved', { name: one.name, status: statusLabels[now] });
  return {
    text: text(to),
    async undo() {
      const isBack = await changeApplicant(queries, one, {
        status,
        ...(reason && { reject_reason: reason }),
        ...(is_read === 0 && { is_read }),
      });
      if (isBack) notify.success(text(status));
    },
  };
}

/**
 * Shows in every list that several applicants were moved, and returns the finished move. Its undo restores the statuses
 * in `before`; without `before` there is no undo. `onMovedBack` is called after the undo.
 */
export function movesOf(
  queries: QueryClient,
  ids: readonly Id[],
  to: ApplicantStatus,
  reason: string | null,
  before: readonly MovedFrom[] | undefined,
  onMovedBack: () => void,
): Done {
  const [first] = ids;
  const name = first !== undefined && ids.length === 1 ? knownApplicant(queries, first)?.name : undefined;
  show(queries, ids, {
    status: to,
    reject_reason: reason,
    ...(closedStatuses.includes(to) && { is_read: 1 }),
  });
  const status = statusLabels[to];
  const text = name
    ? textOf('applicant.moved', { name, status })
    : textOf('applicants.moved', { count: before?.length ?? ids.length, status });
  if (!before?.length) return { text };
  return {
    text,
    async undo() {
      await moveBack(queries, to, before);
      onMovedBack();
    },
  };
}

function show(queries: QueryClient, ids: readonly Id[], now: ApplicantPatch): void {
  for (const id of ids) {
    patchApplicant(queries, id, now);
    refreshHistory(queries, id);
  }
}

/**
 * Moves applicants back to their previous status, with one call per combination of previous status and reason, and
 * marks those as unread whom the move has marked as read.
 */
async function moveBack(
  queries: QueryClient,
  to: ApplicantStatus,
  before: readonly MovedFrom[],
): Promise<void> {
  const groups = new Map<string, MovedFrom & { ids: Id[] }>();
  for (const each of before) {
    const name = JSON.stringify([each.status, each.reject_reason]);
    const group = groups.get(name) ?? { ...each, ids: [] };
    group.ids.push(each.id);
    groups.set(name, group);
  }
  const total = before.length;
  let failed = 0;
  for (const { ids, status, reject_reason: reason = null } of groups.values()) {
    const body = { ids, action: status, ...(reason && { reject_reason: reason }) };
    const outcome = await outcomeOf(callApi('bulkApplicants', { body }));
    if (outcome.done) show(queries, ids, { status, reject_reason: reason });
    else failed += ids.length;
  }
  const unread = before.filter(({ is_read }) => is_read === 0).map(({ id }) => id);
  if (unread.length > 0 && closedStatuses.includes(to)) {
    const body = { ids: unread, action: 'unread' };
    const { done } = await outcomeOf(callApi('bulkApplicants', { body }));
    for (const id of done ? unread : []) patchApplicant(queries, id, { is_read: 0 });
  }
  if (failed > 0) notify.error(textOf('applicants.notMovedBack', { count: failed, total }));
  else notify.success(textOf('applicants.movedBack', { count: total }));
}

/**
 * Returns the previous status of each applicant that a move to the status `to` changes; undefined if an applicant is
 * not cached.
 */
export function knownBefore(
  queries: QueryClient,
  ids: readonly Id[],
  to: ApplicantStatus,
): MovedFrom[] | undefined {
  const known = ids.flatMap((id) => knownApplicant(queries, id) ?? []);
  if (known.length < ids.length) return undefined;
  return known
    .filter(({ status }) => status !== to)
    .map(({ id, status, reject_reason, is_read }) => ({ id, status, reject_reason, is_read }));
}
