import { type ReactNode, useId, useState } from 'react';
import { messages } from '#shared/messages.ts';
import { translateError } from '../../api/api-error.ts';
import { Button } from '../../ui/Button.tsx';
import { Dialog } from '../../ui/Dialog.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { VisuallyHidden } from '../../ui/VisuallyHidden.tsx';
import styles from './EndingDialog.module.css';
import type { Ending } from './session-watch.ts';
import { clockText, timeInWords, timeSaid } from './time-left.ts';
import { useSecondsLeft } from './use-seconds-left.ts';

interface EndingDialogProps {
  ending: Ending;
  /** Makes the session longer; what it throws is said here. */
  onStay: () => Promise<void>;
  /** For a session that cannot be made longer. */
  onSignInAgain: () => void;
  onSignOut: () => void;
  /** Closed without an answer. */
  onLater: () => void;
}

/** Warns that the session is about to end. It opens over whatever is open, and nothing that was typed is lost. */
export function EndingDialog({ ending, onStay, onSignInAgain, onSignOut, onLater }: EndingDialogProps) {
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string>();
  const textId = useId();

  async function stay() {
    setBusy(true);
    setFailure(undefined);
    try {
      await onStay();
    } catch (error) {
      setFailure(translateError(error).message);
    } finally {
      setBusy(false);
    }
  }

  return (
    <Dialog
      open
      title="Are you still there?"
      role="alertdialog"
      describedBy={textId}
      onClose={onLater}
      dismissable={!busy}
      footer={
        <>
          <Button variant="quiet" onClick={onSignOut} disabled={busy}>
            Sign out
          </Button>
          {ending.renewable ? (
            <Button
              onClick={() => void stay()}
              busy={busy}
              busyLabel={messages['busy.submitting']}
              data-focus-first
            >
              Stay signed in
            </Button>
          ) : (
            <Button onClick={onSignInAgain} data-focus-first>
              Sign in again
            </Button>
          )}
        </>
      }
    >
      {failure && <Notice>{failure}</Notice>}
      <Countdown at={ending.at} textId={textId}>
        {ending.renewable
          ? 'There has been no activity for a while. Everything you have written is still here.'
          : 'This session has reached its maximum length and cannot be extended. Sign in again to continue. Everything you have written is still here.'}
      </Countdown>
    </Dialog>
  );
}

interface CountdownProps {
  at: number;
  textId: string;
  children: ReactNode;
}

function Countdown({ at, textId, children }: CountdownProps) {
  const left = useSecondsLeft(at);
  const [first] = useState(left);
  return (
    <>
      <p className={styles.lead} aria-hidden="true">
        Your session ends in
      </p>
      <p className={styles.clock} role="timer" aria-label="Time left" aria-live="off">
        {clockText(left)}
      </p>
      <div className={styles.text} id={textId}>
        {/* Read when the dialog opens, so it does not change under the reader. */}
        <VisuallyHidden>Your session ends in {timeInWords(first)}. </VisuallyHidden>
        {children}
      </div>
      <VisuallyHidden role="status">{timeSaid(left)}</VisuallyHidden>
    </>
  );
}
