import { type ReactNode, useState } from 'react';
import { deskMessages } from '#shared/desk-messages.ts';
import type { Id } from '#shared/id.ts';
import { ConfirmDialog } from '../../ui/Dialog.tsx';
import { type DeleteWithUndoOptions, useCanRestore, useDeleteWithUndo } from './use-delete-with-undo.ts';

interface Asked {
  id: Id;
  /** Name of the record in the question. */
  name: string;
  settle: (removed: boolean) => void;
}

/**
 * Deletes a record without asking if that can be undone. If it cannot, asks for confirmation first. The caller must
 * render `question`.
 */
export function useDeleteAsking(options: DeleteWithUndoOptions): {
  /** Resolves to true if the record was deleted; to false after a failure or if the admin cancelled. */
  remove: (id: Id, name: string) => Promise<boolean>;
  deleting: Id | undefined;
  question: ReactNode;
} {
  const { remove, deleting } = useDeleteWithUndo(options);
  const canRestore = useCanRestore(options.resource);
  const [asked, ask] = useState<Asked>();

  async function answer(isYes: boolean): Promise<void> {
    const removed = isYes && asked !== undefined && (await remove(asked.id));
    ask(undefined);
    asked?.settle(removed);
  }

  return {
    remove: (id, name) => (canRestore ? remove(id) : new Promise((settle) => ask({ id, name, settle }))),
    deleting,
    question: asked && (
      <ConfirmDialog
        open
        title={deskMessages['dialog.confirmDelete']}
        text={`Delete ${asked.name}? This cannot be undone.`}
        confirmLabel="Delete"
        busyLabel={deskMessages['busy.deleting']}
        busy={deleting !== undefined}
        onConfirm={() => answer(true)}
        onCancel={() => void answer(false)}
      />
    ),
  };
}
