import { lazy, Suspense, useState } from 'react';
import { createPortal } from 'react-dom';
import { Button } from '../../../ui/Button.tsx';
import { useSupportsVersions } from '../version-support.ts';
import styles from './Versions.module.css';
import type { VersionsDialogProps } from './VersionsDialog.tsx';

const LazyDialog = lazy(() => import('./VersionsDialog.tsx'));

/**
 * Button that opens the versions of the record that a form edits. Renders nothing if the host stores none. The form's
 * input is not lost.
 */
export function Versions(props: Omit<VersionsDialogProps, 'onClose'>) {
  const [open, setOpen] = useState(false);
  if (!useSupportsVersions(props.resource)) return null;
  return (
    <div className={styles.opener}>
      <Button variant="quiet" disabled={props.state.busy} onClick={() => setOpen(true)}>
        Versions
      </Button>
      {open &&
        // Rendered in a portal outside the form, so that Enter does not submit the form.
        createPortal(
          <Suspense>
            <LazyDialog {...props} onClose={() => setOpen(false)} />
          </Suspense>,
          document.body,
        )}
    </div>
  );
}
