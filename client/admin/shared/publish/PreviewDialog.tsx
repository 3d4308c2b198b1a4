import { useQuery } from '@tanstack/react-query';
import type { MouseEvent } from 'react';
import { deskMessages } from '#shared/desk-messages.ts';
import { linkPath } from '#shared/link-paths.ts';
import { Button, buttonClass } from '../../../ui/Button.tsx';
import { Dialog } from '../../../ui/Dialog.tsx';
import { ErrorState } from '../../../ui/ErrorState.tsx';
import { ArrowUpRightIcon } from '../../../ui/icons.tsx';
import { Loader } from '../../../ui/Loader.tsx';
import { VisuallyHidden } from '../../../ui/VisuallyHidden.tsx';
import styles from './Publish.module.css';
import { type DraftSource, reasonOf, savePreview } from './preview-calls.ts';
import { ShareLinks } from './ShareLinks.tsx';

export interface PreviewDialogProps extends DraftSource {
  onClose: () => void;
}

/** Dialog that shows a draft as its public page in windows of several widths, and creates links to share it. */
export default function PreviewDialog({ onClose, ...source }: PreviewDialogProps) {
  return (
    <Dialog
      open
      title="Preview and share"
      onClose={onClose}
      footer={
        <Button variant="quiet" onClick={onClose}>
          Close
        </Button>
      }
    >
      <div className="stack4">
        <OwnLook {...source} />
        <ShareLinks {...source} />
      </div>
    </Dialog>
  );
}

/** Window sizes of common devices, in CSS pixels. */
const devices = [
  { name: 'Phone', width: 390, height: 844 },
  { name: 'Tablet', width: 820, height: 1180 },
  { name: 'Desktop', width: 1440, height: 900 },
] as const;

/**
 * The preview for this admin alone. It opens in new windows of a device's width. It cannot be shown in a frame,
 * because no page of this site may be framed (server/http/README.md).
 */
function OwnLook(source: DraftSource) {
  const { of, values } = source;
  const { data, error, isFetching, refetch } = useQuery({
    queryKey: ['ownPreview', of.resource, of.id ?? 'new'],
    queryFn: () => savePreview(source, { own: true }),
    // The preview is created when the dialog opens and by "Try again", but not by a refetch in the background.
    retry: false,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  });
  const href = linkPath('preview', data?.secret ?? '');
  const hasFiles = Object.values(values())
    .flat()
    .some((value) => value instanceof File);
  return (
    <section className={styles.part} aria-label="See it">
      <p>The page as visitors will see it, with the current content of the form. It works for an hour.</p>
      {hasFiles && <p className="note">{deskMessages['preview.noFiles']}</p>}
      {data ? (
        <ul className="row2">
          {devices.map(({ name, ...size }) => (
            <li key={name}>
              <a
                className={buttonClass({ variant: 'quiet' })}
                href={href}
                target="_blank"
                rel="noopener noreferrer"
                onClick={(event) => openAs(event, size)}
              >
                {name} <ArrowUpRightIcon />
                <VisuallyHidden> (opens a window)</VisuallyHidden>
              </a>
            </li>
          ))}
        </ul>
      ) : error && !isFetching ? (
        <ErrorState
          title="The preview could not be created"
          text={reasonOf(error)}
          onRetry={() => void refetch()}
        />
      ) : (
        <Loader label="Creating the preview" />
      )}
    </section>
  );
}

/** Opens the link in a window of this size, unless a modifier key asks for a tab. */
function openAs(
  event: MouseEvent<HTMLAnchorElement>,
  { width, height }: { width: number; height: number },
): void {
  if (event.ctrlKey || event.metaKey || event.shiftKey) return;
  event.preventDefault();
  const features = `popup,noopener,noreferrer,width=${width},height=${height}`;
  window.open(event.currentTarget.href, '_blank', features);
}
