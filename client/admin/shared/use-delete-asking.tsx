import { type ReactNode, useRef } from 'react';
import type { Id } from '#shared/id.ts';
import { type DeleteWithUndoOptions, useCanRestore, useDeleteWithUndo } from './use-delete-with-undo.ts';
import { useQuestion } from './use-question.tsx';

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
  const answered = useRef<(removed: boolean) => void>(undefined);
  const [ask, question] = useQuestion(({ id, name }: { id: Id; name: string }) => ({
    text: `Delete ${name}? This cannot be undone.`,
    onConfirm: async () => answered.current?.(await remove(id)),
    onCancel: () => answered.current?.(false),
  }));
  return {
    remove: (id, name) => {
      if (canRestore) return remove(id);
      ask({ id, name });
      return new Promise((settle) => {
        answered.current = settle;
      });
    },
    deleting,
    question,
  };
}
