import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useCallback, useEffect, useEffectEvent, useId, useRef, useState } from 'react';
import { messages } from '#shared/messages.ts';
import type { SessionState } from '#shared/schemas/session.ts';
import { translateError } from '../../api/api-error.ts';
import { askToSignIn, setUnauthorizedHandler, signInRound } from '../../api/request.ts';
import { endOf, fetchSession, isMarkedSignedIn, renewSession } from '../../api/session.ts';
import { Button } from '../../ui/Button.tsx';
import { Dialog } from '../../ui/Dialog.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { VisuallyHidden } from '../../ui/VisuallyHidden.tsx';
import { LoginForm } from './LoginForm.tsx';
import styles from './SessionGuard.module.css';

/** A session that is about to end. */
interface Ending {
  /** Time of the end, milliseconds since 1970 by this browser's clock. */
  at: number;
  /** False if only a new sign-in can continue. */
  renewable: boolean;
}

interface SessionGuardProps {
  session: SessionState;
  /** Called with each newer state of the session, e.g. after a new sign-in. */
  onSession: (session: SessionState) => void;
  onSignOut: () => void;
  children: ReactNode;
}

/** Milliseconds. Two answers about the same session end differ by their latency. */
const sameEndMs = 10_000;

/**
 * Warns before the session ends. Asks for sign-in when the session has ended, or when a call of the admin area is
 * answered with 401. The dialogs open over the current screen, so that no input is lost. After sign-in, the call is
 * sent again; after "Cancel", the call fails and the screen shows the failure.
 */
export function SessionGuard({ session, onSession, onSignOut, children }: SessionGuardProps) {
  const [asking, setAsking] = useState<SignInReason>();
  /** Time of the session end whose warning the admin has closed. */
  const [dismissedEnd, setDismissedEnd] = useState<number>();
  const answer = useRef<((signedIn: boolean) => void) | undefined>(undefined);
  const declined = useRef(false);

  const settle = useCallback((signedIn: boolean) => {
    answer.current?.(signedIn);
    answer.current = undefined;
    setAsking(undefined);
  }, []);

  const queries = useQueryClient();
  const { data, dataUpdatedAt, refetch } = useQuery({ ...sessionQuery, initialData: session });
  const at = endOf(data, dataUpdatedAt);
  const isEnding = data.authenticated && at - dataUpdatedAt <= warnBeforeMs;
  const ending = isEnding ? { at, renewable: data.renewable !== false } : undefined;

  const follow = useEffectEvent((found: SessionState) => {
    if (found.authenticated) {
      onSession(found);
      // The session is live again because the admin has signed in in another tab, so the sign-in dialog is closed.
      if (asking === 'ended') settle(true);
    } else if (isMarkedSignedIn()) {
      // If an admin has signed out in another tab, the sign-in flag is gone. This tab then goes to the login page by
      // itself, so the dialog must not open.
      void askToSignIn(signInRound());
    }
  });
  useEffect(() => follow(data), [data]);

  function signedIn() {
    setDismissedEnd(ending?.at);
    settle(true);
    void refetch();
  }

  async function stay() {
    const renewed = await renewSession();
    await queries.cancelQueries(sessionQuery);
    queries.setQueryData(sessionQuery.queryKey, renewed);
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
      // From now on, the end of the session is known, so that a sign-in in another tab is noticed.
      void refetch();
      return new Promise<boolean>((resolve) => {
        answer.current = resolve;
        setAsking('ended');
      });
    });
    return () => {
      setUnauthorizedHandler(undefined);
      settle(false);
    };
  }, [settle, refetch]);

  return (
    <>
      {children}
      {ending && !asking && !(dismissedEnd && ending.at <= dismissedEnd + sameEndMs) && (
        <EndingDialog
          ending={ending}
          onStay={stay}
          onSignInAgain={() => setAsking('ending')}
          onSignOut={onSignOut}
          onLater={() => setDismissedEnd(ending.at)}
        />
      )}
      {asking && (
        <Dialog open title="Sign in again" onClose={decline}>
          <p className={styles.reason}>{texts[asking]}</p>
          <LoginForm email={session.user?.email} onSignedIn={signedIn} />
        </Dialog>
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
  const stay = useMutation({ mutationFn: onStay });
  const left = useSecondsLeft(ending.at);
  const textId = useId();

  return (
    <Dialog
      open
      title="Are you still there?"
      role="alertdialog"
      describedBy={textId}
      onClose={onLater}
      dismissable={!stay.isPending}
      footer={
        <>
          <Button variant="quiet" onClick={onSignOut} disabled={stay.isPending}>
            Sign out
          </Button>
          {ending.renewable ? (
            <Button
              onClick={() => stay.mutate()}
              busy={stay.isPending}
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
      {stay.error && <Notice>{translateError(stay.error).message}</Notice>}
      <p className="note" aria-hidden="true">
        Your session ends in
      </p>
      <p className={styles.clock} role="timer" aria-label="Time left" aria-live="off">
        {formatClock(left)}
      </p>
      <div className={styles.text} id={textId}>
        {/* Does not count down, so that it does not change while a screen reader reads it. */}
        <VisuallyHidden>Your session ends in less than two minutes. </VisuallyHidden>
        {ending.renewable
          ? 'There has been no activity for a while. Everything you have written is still here.'
          : 'This session has reached its maximum length and cannot be extended. Sign in again to continue. Everything you have written is still here.'}
      </div>
      <VisuallyHidden role="status">{left <= 60 && 'Less than a minute left'}</VisuallyHidden>
    </Dialog>
  );
}

/** Why the dialog asks for sign-in: the session has ended, or it is about to end and cannot be renewed. */
type SignInReason = 'ended' | 'ending';

const texts: Record<SignInReason, string> = {
  ended: 'Your session has ended. Sign in to continue. Everything you have written is still here.',
  ending: 'Sign in to start a new session. Everything you have written is still here.',
};

/** Milliseconds. The warning is shown this long before the session ends. */
const warnBeforeMs = 120_000;
/** Milliseconds between two reads while the warning is shown or the session is over: another tab may renew it. */
const askAgainMs = 15_000;
/** Milliseconds. The longest timer of a browser: a longer one fires at once. */
const longestTimerMs = 2 ** 31 - 1;

/** Milliseconds until a warning is due; negative once it is. */
function untilWarning({ data, dataUpdatedAt }: { data?: SessionState; dataUpdatedAt: number }) {
  return data ? endOf(data, dataUpdatedAt) - warnBeforeMs - Date.now() : 0;
}

/**
 * The session as the server has last described it. Calls of this or another tab extend it, so it is read again when a
 * warning is due: just then, or when the window gets the focus, because timers do not run while a machine sleeps. Such
 * a read does not extend the session.
 */
export const sessionQuery = queryOptions({
  queryKey: ['session'],
  queryFn: () => fetchSession({ background: true }),
  retry: false,
  refetchInterval: ({ state }) => {
    const wait = untilWarning(state);
    return wait > 0 ? Math.min(wait + 1000, longestTimerMs) : askAgainMs;
  },
  refetchOnWindowFocus: ({ state }) => untilWarning(state) <= 0,
});

/** Formats seconds as minutes and seconds: 113 → "1:53". */
export function formatClock(seconds: number) {
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
}

/**
 * Returns the whole seconds until `at` (milliseconds since 1970), never below 0. Computed from the clock each time,
 * because timer ticks may be late.
 */
function useSecondsLeft(at: number) {
  const [left, setLeft] = useState(() => secondsUntil(at));
  useEffect(() => {
    const tick = () => setLeft(secondsUntil(at));
    tick();
    const timer = setInterval(tick, 1000);
    return () => clearInterval(timer);
  }, [at]);
  return left;
}

function secondsUntil(at: number) {
  return Math.max(0, Math.ceil((at - Date.now()) / 1000));
}
