import { useEffect, useState } from 'react';
import { Link, useLocation } from 'react-router-dom';
import { useMay } from '../../../admin/shared/rights.ts';
import { maySee } from '../../../admin/shared/screens.ts';
import { onSignedOut } from '../../../api/session.ts';
import { type useSiteStatus, useStatusAfterFailures } from '../../../api/site-status.ts';
import { classNames } from '../../../ui/class-names.ts';
import { IconButton } from '../../../ui/IconButton.tsx';
import { AlertIcon, CloseIcon, InboxIcon } from '../../../ui/icons.tsx';
import styles from './StatusBanner.module.css';
import { notesToShow, type StatusNote, statusNotes } from './status-notes.ts';

/**
 * Above every screen: notes for operators. Empty while all is well, or while the status is unknown. Its element is
 * always present, since screen readers announce only changes of an element that they know.
 */
export function StatusBanner({ told }: { told: ReturnType<typeof useSiteStatus> }) {
  const [dismissed, setDismissed] = useState(readPendingDismissed);
  const { pathname } = useLocation();
  useStatusAfterFailures();
  useEffect(() => onSignedOut(forgetDismissed), []);
  const notes = told ? notesToShow(statusNotes(told.status, told.at), dismissed, pathname) : [];
  const dismiss = ({ kind, weight = 0 }: StatusNote) => {
    const next = { ...dismissed, [kind]: weight };
    savePendingDismissed(next);
    setDismissed(next);
  };
  return (
    <div className={styles.banner} role="status" aria-atomic="false">
      {notes.map((note) => (
        <Note key={note.kind} note={note} onDismiss={() => dismiss(note)} />
      ))}
    </div>
  );
}

function Note({ note, onDismiss }: { note: StatusNote; onDismiss: () => void }) {
  const { kind, tone, text, aside, link, weight } = note;
  const may = useMay();
  return (
    <div className={classNames(styles.note, styles[tone])}>
      {kind === 'intake' ? <InboxIcon size={18} /> : <AlertIcon size={18} />}
      <p className={styles.text}>
        {text}
        {aside && <span aria-live="off"> {aside}</span>}
        {link && maySee(may, link.to) && (
          <>
            {' '}
            <Link className={styles.link} to={link.to}>
              {link.label}
            </Link>
          </>
        )}
      </p>
      {weight !== undefined && (
        <IconButton className={styles.dismiss} label={`Dismiss: ${text}`} onClick={onDismiss}>
          <CloseIcon size={16} />
        </IconButton>
      )}
    </div>
  );
}

/** In the tab's own storage: dismissed notes stay dismissed after a reload, until the admin signs out. */
const dismissedKey = 'dismissedNotes';

function readPendingDismissed(): Record<string, number> {
  try {
    const kept: unknown = JSON.parse(sessionStorage.getItem(dismissedKey) ?? '{}');
    return typeof kept === 'object' && kept !== null ? (kept as Record<string, number>) : {};
  } catch {
    return {};
  }
}

/** Storage may be blocked or full: notes are then dismissed only as long as the page is open. */
function savePendingDismissed(kinds: Record<string, number>): void {
  try {
    sessionStorage.setItem(dismissedKey, JSON.stringify(kinds));
  } catch {}
}

function forgetDismissed(): void {
  try {
    sessionStorage.removeItem(dismissedKey);
  } catch {}
}
