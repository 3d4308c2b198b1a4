import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Outlet, type ShouldRevalidateFunction, useLoaderData, useRevalidator } from 'react-router-dom';
import type { SessionState, SessionUser } from '#shared/schemas/session.ts';
import { ChangePasswordDialog } from '../../../admin/session/ChangePasswordDialog.tsx';
import type { Guarded } from '../../../admin/session/guard.ts';
import { SessionGuard } from '../../../admin/session/SessionGuard.tsx';
import { unreadMessagesQuery } from '../../../api/unread-messages.ts';
import { ErrorState } from '../../../ui/ErrorState.tsx';
import { IconButton } from '../../../ui/IconButton.tsx';
import { MenuIcon } from '../../../ui/icons.tsx';
import { PageTitle } from '../../../ui/PageTitle.tsx';
import { useMediaQuery } from '../../../ui/use-media-query.ts';
import { SkipLink } from '../../../ui/VisuallyHidden.tsx';
import styles from './AdminLayout.module.css';
import { Drawer } from './Drawer.tsx';
import { LogoutQuestion } from './LogoutQuestion.tsx';
import { Sidebar } from './Sidebar.tsx';
import { useLogout } from './use-logout.ts';

export { guardAdmin as loader } from '../../../admin/session/guard.ts';

/**
 * Filters and pages are in the address, and whoever turns a page needs not be asked for again: calls find out themselves
 * that a session is over. A try again at the same address asks.
 */
export const shouldRevalidate: ShouldRevalidateFunction = ({
  currentUrl,
  nextUrl,
  defaultShouldRevalidate,
}) => defaultShouldRevalidate && currentUrl.href === nextUrl.href;

/** The admin area, titled Dashboard: sidebar beside the screen, sliding in on small ones (docs/product.md §2). */
export function Component() {
  const guarded = useLoaderData<Guarded>();
  if ('failure' in guarded) return <GuardFailure message={guarded.failure.message} />;
  return <Area first={guarded.session} />;
}

function Area({ first }: { first: SessionState }) {
  const [session, setSession] = useState(first);
  const { askToLogout, logout, loggingOut, drafts, stay } = useLogout();
  const signOut = () => void askToLogout();
  return (
    <SessionGuard session={session} onSession={setSession} onSignOut={signOut}>
      <Frame user={session.user} loggingOut={loggingOut} onLogout={signOut} />
      <LogoutQuestion drafts={drafts} onLogout={logout} onStay={stay} />
    </SessionGuard>
  );
}

interface FrameProps {
  user: SessionUser | undefined;
  loggingOut: boolean;
  onLogout: () => void;
}

function Frame({ user, loggingOut, onLogout }: FrameProps) {
  const [open, setOpen] = useState(false);
  const [changingPassword, setChangingPassword] = useState(false);
  const { data: unread } = useQuery(unreadMessagesQuery());
  const wide = useMediaQuery('from-lg');
  const close = () => setOpen(false);
  function changePassword() {
    close();
    setChangingPassword(true);
  }
  const sidebar = (
    <Sidebar
      user={user}
      unread={unread ?? 0}
      loggingOut={loggingOut}
      onLogout={onLogout}
      onChangePassword={changePassword}
      onFollow={close}
    />
  );
  return (
    <div className={styles.layout}>
      <meta name="robots" content="noindex" />
      <SkipLink />
      {wide ? (
        <aside className={styles.side}>{sidebar}</aside>
      ) : (
        <>
          <header className={styles.bar}>
            <IconButton
              label="Open menu"
              aria-expanded={open}
              aria-haspopup="dialog"
              onClick={() => setOpen(true)}
            >
              <MenuIcon />
            </IconButton>
            <p className={styles.barTitle}>Dashboard</p>
          </header>
          <Drawer open={open} onClose={close}>
            {sidebar}
          </Drawer>
        </>
      )}
      <main className={styles.main} id="main" tabIndex={-1}>
        <Outlet />
      </main>
      {changingPassword && (
        <ChangePasswordDialog email={user?.email} onClose={() => setChangingPassword(false)} />
      )}
    </div>
  );
}

/** The server could not be asked who is signed in: nobody is signed out for that. */
function GuardFailure({ message }: { message: string }) {
  const { revalidate, state } = useRevalidator();
  return (
    <main className={styles.failure} tabIndex={-1}>
      <PageTitle>Dashboard</PageTitle>
      <ErrorState
        level={1}
        title="The dashboard cannot be opened at the moment"
        text={message}
        onRetry={() => void revalidate()}
        busy={state === 'loading'}
      />
    </main>
  );
}
