import { useIsMutating } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { messages } from '#shared/messages.ts';
import { Button } from '../../../ui/button/Button.tsx';
import { Dialog } from '../../../ui/dialog/Dialog.tsx';
import { saveBlogKey } from '../queries/save-blog.ts';

interface BlogDialogProps {
  /** Undefined for a new post. */
  id?: number;
  /** The id of the form inside, which the button at the bottom submits. */
  formId: string;
  /** False while there is no form yet. */
  ready?: boolean;
  onClose: () => void;
  children: ReactNode;
}

/**
 * The dialog around the form of a post. One and the same while the post is fetched and while it is edited, so that
 * neither focus nor screen jumps. It cannot be closed while a save runs.
 */
export function BlogDialog({ id, formId, ready = true, onClose, children }: BlogDialogProps) {
  const busy = useIsMutating({ mutationKey: saveBlogKey(id) }) > 0;
  const isNew = id === undefined;
  return (
    <Dialog
      open
      size="large"
      title={isNew ? 'Add blog' : 'Edit blog'}
      onClose={onClose}
      dismissable={!busy}
      footer={
        <>
          <Button variant="quiet" onClick={onClose} disabled={busy}>
            Cancel
          </Button>
          <Button
            type="submit"
            form={formId}
            disabled={!ready}
            busy={busy}
            busyLabel={messages[isNew ? 'busy.creating' : 'busy.editing']}
          >
            {isNew ? 'Create' : 'Save changes'}
          </Button>
        </>
      }
    >
      {children}
    </Dialog>
  );
}
