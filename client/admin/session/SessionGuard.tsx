import { type ReactNode, useCallback, useEffect, useRef, useState } from 'react';
import { setUnauthorizedHandler } from '../../api/request.ts';
import { Dialog } from '../../ui/dialog/Dialog.tsx';
import { LoginForm } from './LoginForm.tsx';
import styles from './SessionGuard.module.css';

interface SessionGuardProps {
  /** Whose session it was; saves typing the address again. */
  email?: string | undefined;
  children: ReactNode;
}

/**
 * Asks for sign-in in place when a call is answered 401 inside the admin area. The dialog opens over whatever is open,
 * so nothing that was typed is lost: after sign-in the call is sent again, after Cancel it fails and the screen says so.
 */
export function SessionGuard({ email, children }: SessionGuardProps) {
  const [asking, setAsking] = useState(false);
  const [busy, setBusy] = useState(false);
  const answer = useRef<((signedIn: boolean) => void) | undefined>(undefined);
  const declined = useRef(false);

  const settle = useCallback((signedIn: boolean) => {
    answer.current?.(signedIn);
    answer.current = undefined;
    setBusy(false);
    setAsking(false);
  }, []);

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
        setAsking(true);
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
      <Dialog open={asking} title="Sign in again" onClose={decline} dismissable={!busy}>
        <p className={styles.text}>
          Your session has ended. Sign in to go on: everything that you have written is still here.
        </p>
        <LoginForm email={email} onBusy={setBusy} onSignedIn={() => settle(true)} />
      </Dialog>
    </>
  );
}
