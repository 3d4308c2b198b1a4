import { type ReactNode, useCallback, useEffect, useId, useRef, useState } from 'react';
import { messages } from '#shared/messages.ts';
import type { SessionState } from '#shared/schemas/session.ts';
import { translateError } from '../../api/api-error.ts';
import { askToSignIn, setUnauthorizedHandler, signInRound } from '../../api/request.ts';
import { isMarkedSignedIn, renewSession } from '../../api/session.ts';
import { Button } from '../../ui/Button.tsx';
import { Dialog } from '../../ui/Dialog.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { VisuallyHidden } from '../../ui/VisuallyHidden.tsx';
import { LoginForm } from './LoginForm.tsx';
import styles from './SessionGuard.module.css';
import type { Ending } from './session-watch.ts';
import { announcedTime, formatClock, formatDuration, useSecondsLeft } from './time-left.ts';
import { notifyOtherTabs, useSessionWatch } from './use-session-watch.ts';

interface SessionGuardProps {
  session: SessionState;
  /** Called with each newer state of the session, e.g. after a new sign-in. */
  onSession: (session: SessionState) => void;
  onSignOut: () => void;
  children: ReactNode;
}

/**
 * Warns before the session ends. Asks for sign-in when the session has ended, or when a call of the admin area is
 * answered with 401. The dialogs open over the current screen, so that no input is lost. After sign-in, the call is
 * sent again; after "Cancel", the call fails and the screen shows the failure.
 */
export function SessionGuard({ session, onSession, onSignOut, children }: SessionGuardProps) {
  const [asking, setAsking] = useState<SignInReason>();
  /**
   * Time of the session end whose warning the admin has closed. There is no further warning for an end at or before
   * this time, because a later answer may report the same end slightly earlier.
   */
  const [dismissedEnd, setDismissedEnd] = useState<number>();
  const answer = useRef<((signedIn: boolean) => void) | undefined>(undefined);
  const declined = useRef(false);

  const settle = useCallback((signedIn: boolean) => {
    answer.current?.(signedIn);
    answer.current = undefined;
    setAsking(undefined);
  }, []);

  const { watch, ending } = useSessionWatch({
    first: session,
    onSession(found) {
      onSession(found);
      // The session is live again because the admin has signed in in another tab, so the sign-in dialog is closed.
      if (asking === 'ended') settle(true);
    },
    onEnded() {
      // If an admin has signed out in another tab, the sign-in flag is gone. This tab then goes to the login page by
      // itself, so the dialog must not open.
      if (isMarkedSignedIn()) void askToSignIn(signInRound());
    },
  });

  function signedIn() {
    setDismissedEnd(ending?.at);
    settle(true);
    notifyOtherTabs();
    void watch.refresh();
  }

  async function stay() {
    watch.learn(await renewSession(), { renewed: true });
    notifyOtherTabs();
  }

  /**
   * Handles "Cancel". Until the next key press or click, the sign-in dialog is not opened again, because calls that
   * the page makes by itself, such as reloading a list, would open it at once.
   */
  function decline() {
    declined.current = true;
    const forget = () => {
      declined.current = false;
    };
    for (const event of ['pointerdown', 'keydown'])
      window.addEventListener(event, forget, { capture: true, once: true });
    settle(false);
  }

  useEffect(() => {
    setUnauthorizedHandler(async () => {
      if (declined.current) return false;
      return new Promise<boolean>((resolve) => {
        answer.current = resolve;
        setAsking('ended');
      });
    });
    return () => {
      setUnauthorizedHandler(undefined);
      settle(false);
    };
  }, [settle]);

  return (
    <>
      {children}
      {ending && !asking && !(dismissedEnd && ending.at <= dismissedEnd) && (
        <EndingDialog
          ending={ending}
          onStay={stay}
          onSignInAgain={() => setAsking('ending')}
          onSignOut={onSignOut}
          onLater={() => setDismissedEnd(ending.at)}
        />
      )}
      {asking && (
        <SignInDialog reason={asking} email={session.user?.email} onSignedIn={signedIn} onCancel={decline} />
      )}
    </>
  );
}

interface EndingDialogProps {
  ending: Ending;
  /** Renews the session. If the promise rejects, the dialog shows the error. */
  onStay: () => Promise<void>;
  /** Called when the admin wants to sign in again, which is offered if the session cannot be renewed. */
  onSignInAgain: () => void;
  onSignOut: () => void;
  /** Called when the dialog is closed without an answer. */
  onLater: () => void;
}

/** Warns that the session is about to end. Opens over the current screen, so that no input is lost. */
function EndingDialog({ ending, onStay, onSignInAgain, onSignOut, onLater }: EndingDialogProps) {
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
        {formatClock(left)}
      </p>
      <div className={styles.text} id={textId}>
        {/*
         * The time that was left when the dialog opened. This text does not count down, so that it does not change
         * while a screen reader reads it.
         */}
        <VisuallyHidden>Your session ends in {formatDuration(first)}. </VisuallyHidden>
        {children}
      </div>
      <VisuallyHidden role="status">{announcedTime(left)}</VisuallyHidden>
    </>
  );
}

/** Why the dialog asks for sign-in: the session has ended, or it is about to end and cannot be renewed. */
type SignInReason = 'ended' | 'ending';

const texts: Record<SignInReason, string> = {
  ended: 'Your session has ended. Sign in to continue. Everything you have written is still here.',
  ending: 'Sign in to start a new session. Everything you have written is still here.',
};

interface SignInDialogProps {
  reason: SignInReason;
  /** Initial value of the email field. */
  email?: string;
  onSignedIn: () => void;
  onCancel: () => void;
}

/** Asks for sign-in over the current screen. */
function SignInDialog({ reason, email, onSignedIn, onCancel }: SignInDialogProps) {
  return (
    <Dialog open title="Sign in again" onClose={onCancel}>
      <p className={styles.reason}>{texts[reason]}</p>
      <LoginForm email={email} onSignedIn={onSignedIn} />
    </Dialog>
  );
}
