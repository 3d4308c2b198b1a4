import { lazy, Suspense, useState } from 'react';
import { createPortal } from 'react-dom';
import { deskMessages } from '#shared/desk-messages.ts';
import { useHostSupports } from '../../../api/host-support.ts';
import { Button } from '../../../ui/Button.tsx';
import { useMay } from '../rights.ts';
import type { PreviewDialogProps } from './PreviewDialog.tsx';
import styles from './Publish.module.css';

const LazyDialog = lazy(() => import('./PreviewDialog.tsx'));

interface PreviewProps extends Omit<PreviewDialogProps, 'onClose'> {
  busy: boolean;
}

/**
 * Button that shows a form's content as the public page that it would become (docs/product.md §18.3). Replaced by a
 * text if the host does not support previews.
 */
export function Preview({ busy, ...shown }: PreviewProps) {
  const [open, setOpen] = useState(false);
  const mayWrite = useMay()(shown.of.resource === 'job' ? 'saveJobPreview' : 'saveContentPreview');
  const takes = useHostSupports('contentPreviews');
  if (takes === undefined || !mayWrite) return null;
  if (!takes) return <p className={styles.absent}>{deskMessages['preview.notOffered']}</p>;
  return (
    <>
      <Button variant="quiet" disabled={busy} onClick={() => setOpen(true)}>
        Preview and share
      </Button>
      {open &&
        // Rendered in a portal outside the form, so that Enter does not submit the form.
        createPortal(
          <Suspense>
            <LazyDialog {...shown} onClose={() => setOpen(false)} />
          </Suspense>,
          document.body,
        )}
    </>
  );
}
