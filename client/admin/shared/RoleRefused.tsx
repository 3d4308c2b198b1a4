import type { ReactNode } from 'react';
import { Link, useLocation } from 'react-router-dom';
import { deskMessages } from '#shared/desk-messages.ts';
import { pathTo } from '#shared/paths.ts';
import { buttonClass } from '../../ui/Button.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { ScreenHeader } from '../../ui/ScreenHeader.tsx';
import { useRoleMay } from './rights.ts';
import { screenAt } from './screens.ts';

/** Shows the open screen, or why the role may not see it. */
export function ScreenForRole({ children }: { children: ReactNode }) {
  const screen = screenAt(useLocation().pathname);
  const may = useRoleMay();
  return screen && !may(screen.call) ? <RefusedScreen title={screen.title} /> : children;
}

function RefusedScreen({ title }: { title: string }) {
  return (
    <>
      <ScreenHeader title={title} />
      <EmptyState
        title="Not for your role"
        text={deskMessages['role.notAllowed']}
        action={
          <Link className={buttonClass({ variant: 'quiet' })} to={pathTo('adminDashboard')}>
            Go to Jobs
          </Link>
        }
      />
    </>
  );
}
