import { useEffect, useState } from 'react';
import { Link, useLocation } from 'react-router-dom';
import { useMay } from '../../../admin/shared/access.tsx';
import { maySee } from '../../../admin/shared/screens.ts';
import { onSignedOut } from '../../../api/session.ts';
import { type useSiteStatus, useStatusAfterFailures } from '../../../api/site-status.ts';
import { readStored, writeStored } from '../../../stored.ts';
import { classNames } from '../../../ui/class-names.ts';
import { IconButton } from '../../../ui/IconButton.tsx';
import { AlertIcon, CloseIcon, InboxIcon } from '../../../ui/icons.tsx';
import styles from './StatusBanner.module.css';
import { type StatusNote, statusNotes } from './status-notes.ts';

/**
 * Notes for operators, above every screen. Empty if there is no problem, or while the status is unknown. The element
 * itself is always rendered, because screen readers announce only changes inside an element that existed before.
 */
export function StatusBanner({ told }: { told: ReturnType<typeof useSiteStatus> }) {
  const [dismissed, setDismissed] = useState(readDismissed);
  const { pathname } = useLocation();
  useStatusAfterFailures();
  useEffect(() => onSignedOut(() => writeStored(key, null, ofTab)), []);
  // A dismissed note is shown again when its weight rises. One that leads to the open screen is not needed there.
  const notes = (told ? statusNotes(told.status, told.at) : []).filter(
    ({ kind, weight, link }) =>
      weight === undefined || (link?.to !== pathname && weight > (dismissed[kind] ?? -1)),
  );
  const dismiss = ({ kind, weight = 0 }: StatusNote) => {
    const next = { ...dismissed, [kind]: weight };
    writeStored(key, JSON.stringify(next), ofTab);
    setDismissed(next);
  };
  return (
    <div role="status" aria-atomic="false">
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

/** Key of the weights of dismissed notes in the storage of this tab: they stay dismissed until the admin signs out. */
const key = 'dismissedNotes';
const ofTab = () => sessionStorage;

const readDismissed = (): Record<string, number> => JSON.parse(readStored(key, ofTab) ?? '{}');
