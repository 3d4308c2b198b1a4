import { type ReactNode, useCallback, useEffect, useRef, useState } from 'react';
import type { SessionState } from '#shared/schemas/session.ts';
import { setUnauthorizedHandler } from '../../api/request.ts';
import { isMarkedSignedIn, renewSession } from '../../api/session.ts';
import { askToSignIn, signInRound } from '../../api/unauthorized.ts';
import { EndingDialog } from './EndingDialog.tsx';
import { tellOtherTabs } from './other-tabs.ts';
import { SignInDialog, type SignInReason } from './SignInDialog.tsx';
import { useSessionWatch } from './use-session-watch.ts';

interface SessionGuardProps {
  session: SessionState;
  /** Told of newer answers about the session, e.g. after somebody signed in again. */
  onSession: (session: SessionState) => void;
  onSignOut: () => void;
  children: ReactNode;
}

/**
 * Warns before the session ends, and asks for sign-in in place when it has, or when a call is answered 401 inside the admin
 * area. The dialogs open over whatever is open, so nothing that was typed is lost: after sign-in the call is sent again,
 * after Cancel it fails and the screen says so.
 */
export function SessionGuard({ session, onSession, onSignOut, children }: SessionGuardProps) {
  const [asking, setAsking] = useState<SignInReason>();
  /** The end that somebody was warned of and closed the warning. A later answer may tell it more exactly, and then as earlier. */
  const [leftAlone, setLeftAlone] = useState<number>();
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
      // Signed in by another tab meanwhile.
      if (asking === 'ended') settle(true);
    },
    onEnded() {
      // Whoever signed out in another tab is on the way to the login page.
      if (isMarkedSignedIn()) void askToSignIn(signInRound());
    },
  });

  function signedIn() {
    setLeftAlone(ending?.at);
    settle(true);
    tellOtherTabs();
    void watch.refresh();
  }

  async function stay() {
    watch.learn(await renewSession(), { renewed: true });
    tellOtherTabs();
  }

  /** Cancel. Calls that follow of themselves, such as a list that reloads, do not ask again; what a person does next may. */
  function decline() {
    declined.current = true;
    const forget = () => {
      declined.current = false;
      window.removeEventListener('pointerdown', forget, true);
      window.removeEventListener('keydown', forget, true);
    };
    window.addEventListener('pointerdown', forget, true);
    window.addEventListener('keydown', forget, true);
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
      {ending && !asking && !(leftAlone && ending.at <= leftAlone) && (
        <EndingDialog
          ending={ending}
          onStay={stay}
          onSignInAgain={() => setAsking('ending')}
          onSignOut={onSignOut}
          onLater={() => setLeftAlone(ending.at)}
        />
      )}
      {asking && (
        <SignInDialog reason={asking} email={session.user?.email} onSignedIn={signedIn} onCancel={decline} />
      )}
    </>
  );
}
