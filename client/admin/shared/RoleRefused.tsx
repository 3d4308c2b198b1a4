import type { ReactNode } from 'react';
import { Link, useLocation } from 'react-router-dom';
import { deskMessages } from '#shared/desk-messages.ts';
import { pathTo } from '#shared/paths.ts';
import { useMissingCalls } from '../../api/host-support.ts';
import { buttonClass } from '../../ui/Button.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { ScreenHeader } from '../../ui/ScreenHeader.tsx';
import { useRoleMay } from './access.tsx';
import { screenAt } from './screens.ts';

/** Shows the open screen, or why the role may not see it, or that the API host does not offer it. */
export function ScreenForRole({ children }: { children: ReactNode }) {
  const screen = screenAt(useLocation().pathname);
  const may = useRoleMay();
  const missing = useMissingCalls();
  if (!screen) return children;
  const { title, call, absent } = screen;
  const instead = !may(call) ? refused : missing.includes(call) && absent;
  if (!instead) return children;
  return (
    <>
      <ScreenHeader title={title} />
      <EmptyState {...instead} />
    </>
  );
}

const refused = {
  title: 'Not for your role',
  text: deskMessages['role.notAllowed'],
  action: (
    <Link className={buttonClass({ variant: 'quiet' })} to={pathTo('adminDashboard')}>
      Go to Jobs
    </Link>
  ),
};
