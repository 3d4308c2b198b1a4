import { type ComponentProps, type ReactNode, useState } from 'react';
import { deskMessages } from '#shared/desk-messages.ts';
import { ConfirmDialog } from '../../ui/Dialog.tsx';

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
