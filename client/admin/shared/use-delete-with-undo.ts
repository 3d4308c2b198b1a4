import { useQuery } from '@tanstack/react-query';
import type { CallName } from '#shared/contract/index.ts';
import { deskMessages } from '#shared/desk-messages.ts';
import type { Id } from '#shared/id.ts';
import type { TrashResource } from '#shared/schemas/trash.ts';
import { type CallOptions, callApi } from '../../api/call.ts';
import { hostCallsQuery, useHostSupports } from '../../api/host-support.ts';
import { type Outcome, outcomeOf } from '../../api/outcome.ts';
import { type UseCallOptions, useCall } from './use-call.ts';

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
  refresh: UseCallOptions['refresh'];
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
export function useDeleteWithUndo({
  resource,
  call,
  deleted,
  failed,
  refresh,
  onDeleted,
}: DeleteWithUndoOptions) {
  const restore = useCall('restoreDeleted', { done: deskMessages['trash.restored'], refresh });
  const undo = ({ params }: CallOptions) => void restore.make({ body: { resource, id: params?.id } });
  const { make, pending } = useCall(call, {
    done: deleted,
    failed,
    refresh,
    onDone: onDeleted,
    undo: useCanRestore(resource) ? undo : undefined,
  });
  return {
    /** Returns true when the record was deleted. */
    remove: (id: Id) => make({ params: { id } }),
    deleting: pending?.params?.id,
  };
}
