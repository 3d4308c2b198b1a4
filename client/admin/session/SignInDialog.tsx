import { useState } from 'react';
import { Dialog } from '../../ui/Dialog.tsx';
import { LoginForm } from './LoginForm.tsx';
import styles from './SignInDialog.module.css';

/** Why sign-in is asked for: the session is over, or it is about to be and cannot be made longer. */
export type SignInReason = 'ended' | 'ending';

const texts: Record<SignInReason, string> = {
  ended: 'Your session has ended. Sign in to continue. Everything you have written is still here.',
  ending: 'Sign in to start a new session. Everything you have written is still here.',
};

interface SignInDialogProps {
  reason: SignInReason;
  /** Saves typing the address again. */
  email?: string | undefined;
  onSignedIn: () => void;
  onCancel: () => void;
}

/** Sign-in in place, over whatever is open. */
export function SignInDialog({ reason, email, onSignedIn, onCancel }: SignInDialogProps) {
  const [busy, setBusy] = useState(false);
  return (
    <Dialog open title="Sign in again" onClose={onCancel} dismissable={!busy}>
      <p className={styles.text}>{texts[reason]}</p>
      <LoginForm email={email} onBusy={setBusy} onSignedIn={onSignedIn} />
    </Dialog>
  );
}
