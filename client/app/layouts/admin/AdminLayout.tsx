import { useState } from 'react';
import { Outlet, useLoaderData, useRevalidator } from 'react-router-dom';
import type { Guarded } from '../../../admin/session/guard.ts';
import { SessionGuard } from '../../../admin/session/SessionGuard.tsx';
import { ErrorState } from '../../../ui/error-state/ErrorState.tsx';
import { IconButton } from '../../../ui/icon-button/IconButton.tsx';
import { MenuIcon } from '../../../ui/icons/icons.tsx';
import { PageTitle } from '../../../ui/page-title/PageTitle.tsx';
import { SkipLink } from '../../../ui/skip-link/SkipLink.tsx';
import styles from './AdminLayout.module.css';
import { Drawer } from './Drawer.tsx';
import { Sidebar } from './Sidebar.tsx';
import { useLogout } from './use-logout.ts';
import { useMedia } from './use-media.ts';

export { guardAdmin as loader } from '../../../admin/session/guard.ts';

/** The admin area, titled Dashboard: sidebar beside the screen, sliding in on small ones (SPEC §2). */
export function Component() {
  const guarded = useLoaderData<Guarded>();
  if ('failure' in guarded) return <GuardFailure message={guarded.failure.message} />;
  const { user } = guarded.session;
  return (
    <SessionGuard email={user?.email}>
      <Frame account={user?.email ?? user?.name} />
    </SessionGuard>
  );
}

function Frame({ account }: { account?: string | undefined }) {
  const [open, setOpen] = useState(false);
  const { logout, loggingOut } = useLogout();
  const wide = useMedia('(min-width: 60rem)');
  const close = () => setOpen(false);
  const sidebar = (
    <Sidebar account={account} loggingOut={loggingOut} onLogout={() => void logout()} onFollow={close} />
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
        title="The dashboard cannot be opened right now"
        text={message}
        onRetry={() => void revalidate()}
        busy={state === 'loading'}
      />
    </main>
  );
}
