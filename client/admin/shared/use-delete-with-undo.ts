import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { CallName } from '#shared/contract/index.ts';
import { deskMessages } from '#shared/desk-messages.ts';
import type { Id } from '#shared/id.ts';
import type { TrashResource } from '#shared/schemas/trash.ts';
import { callApi } from '../../api/call.ts';
import { hostCallsQuery, useHostSupports } from '../../api/host-support.ts';
import { type Outcome, outcomeOf } from '../../api/outcome.ts';
import { notify } from '../../ui/toast.ts';

export interface DeleteWithUndoOptions {
  resource: TrashResource;
  /** The call that deletes the record; its path has the parameter `{id}`. */
  call: CallName;
  /** Text of the toast after a deletion. */
  deleted: string;
  /** Text of the toast after a failed deletion; by default the reason of the failure. */
  failed?: string;
  /**
   * Refetches the queries that show the record. Called after a deletion and after an undo, even if either has failed.
   */
  refresh: () => void;
  /** Called after the deletion and before `refresh`, so that a component can stop fetching the deleted record. */
  onDeleted?: () => void;
}

/** Restores a deleted record. */
export function restoreDeleted(resource: TrashResource, id: Id): Promise<Outcome> {
  return outcomeOf(callApi('restoreDeleted', { body: { resource, id } }));
}

/** Returns whether the host is known to be able to restore deleted records of this kind. */
export function useCanRestore(resource: TrashResource): boolean {
  const { restores } = useQuery(hostCallsQuery).data ?? {};
  return useHostSupports('restoreDeleted') === true && (restores?.includes(resource) ?? true);
}

/** Deletes without asking. A toast offers undo for 8 s; after that, the record stays in the trash for 30 days. */
export function useDeleteWithUndo(options: DeleteWithUndoOptions) {
  const { resource, call, deleted, failed, refresh, onDeleted } = options;
  const [deleting, setDeleting] = useState<Id>();
  const canRestore = useCanRestore(resource);

  async function restore(id: Id) {
    const restored = await restoreDeleted(resource, id);
    if (restored.done) notify.success(deskMessages['trash.restored']);
    else notify.error(restored.reason);
    refresh();
  }

  /** Returns true when the record was deleted. */
  async function remove(id: Id): Promise<boolean> {
    setDeleting(id);
    const result = await outcomeOf(callApi(call, { params: { id } }));
    setDeleting(undefined);
    if (result.done) {
      onDeleted?.();
      if (canRestore) notify.undo(deleted, () => void restore(id));
      else notify.success(deleted);
    } else notify.error(failed ?? result.reason);
    refresh();
    return result.done;
  }

  return { remove, deleting };
}
