import { useQuery } from '@tanstack/react-query';
import { type ComponentProps, type ReactNode, useRef, useState } from 'react';
import type { CallName } from '#shared/contract/index.ts';
import { deskMessages } from '#shared/desk-messages.ts';
import type { Id } from '#shared/id.ts';
import type { TrashResource } from '#shared/schemas/trash.ts';
import { type CallOptions, callApi } from '../../api/call.ts';
import { hostCallsQuery, useHostSupports } from '../../api/host-support.ts';
import { type Outcome, outcomeOf } from '../../api/outcome.ts';
import { ConfirmDialog } from '../../ui/Dialog.tsx';
import { type UseCallOptions, useCall } from './use-call.ts';

type Words = Partial<ComponentProps<typeof ConfirmDialog>> &
  Pick<ComponentProps<typeof ConfirmDialog>, 'text' | 'onConfirm'>;

/**
 * Asks before an action on a subject that cannot be undone; the words are those of a deletion unless others are given.
 * Returns a function that asks, and the question, which the caller must render.
 */
export function useQuestion<Subject>(
  wordsOf: (subject: Subject) => Words,
): [ask: (subject: Subject) => void, question: ReactNode] {
  const [asked, setAsked] = useState<{ subject: Subject }>();
  const close = () => setAsked(undefined);
  if (!asked) return [(subject) => setAsked({ subject }), null];
  const words = wordsOf(asked.subject);
  const question = (
    <ConfirmDialog
      title={deskMessages['dialog.confirmDelete']}
      confirmLabel="Delete"
      busyLabel={deskMessages['busy.deleting']}
      {...words}
      onConfirm={async () => {
        await words.onConfirm();
        close();
      }}
      onCancel={() => {
        words.onCancel?.();
        close();
      }}
    />
  );
  return [(subject) => setAsked({ subject }), question];
}

/** How a deletion is reported, and what is fetched again afterwards, also after an undo. */
export interface DeletionOptions extends Omit<UseCallOptions, 'undo'> {
  resource: TrashResource;
  /** The call that deletes the record; its path has the parameter `{id}`. */
  call: CallName;
}

/** Restores a deleted record. */
export function restoreDeleted(resource: TrashResource, id: Id): Promise<Outcome> {
  return outcomeOf(callApi('restoreDeleted', { body: { resource, id } }));
}

/** Returns whether the host is known to be able to restore deleted records of this kind. */
export function useCanRestore(resource: TrashResource) {
  const { restores } = useQuery(hostCallsQuery).data ?? {};
  return useHostSupports('restoreDeleted') === true && (restores?.includes(resource) ?? true);
}

/** Deletes without asking. A toast offers undo for 8 s; after that, the record stays in the trash for 30 days. */
export function useDeleteWithUndo({ resource, call, ...how }: DeletionOptions) {
  const restore = useCall('restoreDeleted', { done: deskMessages['trash.restored'], refresh: how.refresh });
  const undo = ({ params }: CallOptions) => void restore.make({ body: { resource, id: params?.id } });
  const canRestore = useCanRestore(resource);
  const { make, pending } = useCall(call, { ...how, undo: canRestore ? undo : undefined });
  return {
    canRestore,
    /** Returns true when the record was deleted. */
    remove: (id: Id) => make({ params: { id } }),
    deleting: pending?.params?.id,
  };
}

/**
 * Deletes a record without asking if that can be undone. If it cannot, asks for confirmation first. The caller must
 * render `question`.
 */
export function useDeleteAsking(options: DeletionOptions) {
  const { canRestore, remove, deleting } = useDeleteWithUndo(options);
  const answered = useRef<(removed: boolean) => void>(undefined);
  const [ask, question] = useQuestion(({ id, name }: { id: Id; name: string }) => ({
    text: `Delete ${name}? This cannot be undone.`,
    onConfirm: async () => answered.current?.(await remove(id)),
    onCancel: () => answered.current?.(false),
  }));
  return {
    /** Resolves to true if the record was deleted; to false after a failure or if the admin cancelled. */
    remove: (id: Id, name: string) => {
      if (canRestore) return remove(id);
      ask({ id, name });
      return new Promise<boolean>((settle) => {
        answered.current = settle;
      });
    },
    deleting,
    question,
  };
}
