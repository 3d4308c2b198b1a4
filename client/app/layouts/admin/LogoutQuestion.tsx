import { messages } from '#shared/messages.ts';
import { ConfirmDialog } from '../../../ui/Dialog.tsx';

interface LogoutQuestionProps {
  /** How many drafts there are; without one nothing is asked. */
  drafts: number;
  onLogout: () => Promise<void>;
  onStay: () => void;
}

/** Whoever logs out leaves nothing on this device: said before it happens. */
export function LogoutQuestion({ drafts, onLogout, onStay }: LogoutQuestionProps) {
  return (
    <ConfirmDialog
      open={drafts > 0}
      title="Log out and lose drafts?"
      text={
        drafts === 1
          ? 'One draft on this device has not been saved. It will be deleted when you log out.'
          : `${drafts} drafts on this device have not been saved. They will be deleted when you log out.`
      }
      confirmLabel="Log out"
      busyLabel={messages['busy.submitting']}
      onConfirm={onLogout}
      onCancel={onStay}
    />
  );
}
