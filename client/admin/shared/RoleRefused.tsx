import type { ReactNode } from 'react';
import { Link, useLocation } from 'react-router-dom';
import type { CallName } from '#shared/contract/index.ts';
import { deskMessages } from '#shared/desk-messages.ts';
import { messages } from '#shared/messages.ts';
import { pathTo } from '#shared/paths.ts';
import { useHostSupports } from '../../api/host-support.ts';
import { Button, buttonClass } from '../../ui/Button.tsx';
import { Dialog } from '../../ui/Dialog.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { PageTitle } from '../../ui/PageTitle.tsx';
import { ScreenHeader } from '../../ui/ScreenHeader.tsx';
import { useMay } from './rights.ts';
import { screenAt } from './screens.ts';

/** Shows the open screen, or why the role may not see it. */
export function ScreenForRole({ children }: { children: ReactNode }) {
  const screen = screenAt(useLocation().pathname);
  const may = useMay();
  return screen && !may(screen.call) ? <RefusedScreen title={screen.title} /> : children;
}

function RefusedScreen({ title }: { title: string }) {
  return (
    <>
      <PageTitle>{title}</PageTitle>
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

interface FormForRoleProps {
  /** Call that saves the form. */
  call: CallName;
  onClose: () => void;
  children: ReactNode;
}

/**
 * Wraps a form that can be opened by its URL. If the role may not save the form, or the API host lacks the call, a
 * dialog says so before anything is typed.
 */
export function FormForRole({ call, onClose, children }: FormForRoleProps) {
  const isMissing = useHostSupports(call) === false;
  const may = useMay()(call);
  if (may && !isMissing) return children;
  return (
    <Dialog
      open
      title={may ? 'Not on this host' : 'Not for your role'}
      onClose={onClose}
      footer={
        <Button variant="quiet" onClick={onClose}>
          Close
        </Button>
      }
    >
      <p>{may ? messages['host.callMissing'] : deskMessages['role.notAllowed']}</p>
    </Dialog>
  );
}
