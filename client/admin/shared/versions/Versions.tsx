import { lazy, Suspense, useState } from 'react';
import { createPortal } from 'react-dom';
import { Button } from '../../../ui/Button.tsx';
import { useKeepsVersions } from '../keeps-versions.ts';
import styles from './Versions.module.css';
import type { VersionsDialogProps } from './VersionsDialog.tsx';

const LazyDialog = lazy(() => import('./VersionsDialog.tsx'));

/** Opens the versions of what a form edits; nothing where the host keeps none. What is typed in the form stays. */
export function Versions(props: Omit<VersionsDialogProps, 'onClose'>) {
  const [open, setOpen] = useState(false);
  if (!useKeepsVersions(props.resource)) return null;
  return (
    <div className={styles.opener}>
      <Button variant="quiet" disabled={props.state.busy} onClick={() => setOpen(true)}>
        Versions
      </Button>
      {open &&
        // Outside of the form: Enter in here is not to send it.
        createPortal(
          <Suspense>
            <LazyDialog {...props} onClose={() => setOpen(false)} />
          </Suspense>,
          document.body,
        )}
    </div>
  );
}
