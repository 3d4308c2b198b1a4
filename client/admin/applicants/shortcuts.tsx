import { useState } from 'react';
import { applicantStatuses } from '#shared/schemas/applicant.ts';
import { readStored, writeStored } from '../../stored.ts';
import { Dialog } from '../../ui/Dialog.tsx';
import { Switch } from '../../ui/fields/Switch.tsx';
import { statusLabels } from './labels.ts';
import styles from './ShortcutsDialog.module.css';

/** Every key and its action, as the dialog lists them. */
const shortcutLabels: readonly (readonly [key: string, does: string])[] = [
  ['j', 'Next applicant'],
  ['k', 'Previous applicant'],
  ['o', 'Open the focused applicant (or press Enter)'],
  ['Esc', 'Close the review'],
  ...applicantStatuses.map((status, at) => [String(at + 1), `Move to ${statusLabels[status]}`] as const),
  ['u', 'Mark as read or unread'],
  ['n', 'Write a note'],
  ['m', 'Write a mail'],
  ['x', 'Select for bulk changes'],
  ['/', 'Search'],
  ['?', 'Show keyboard shortcuts'],
];

const storageKey = 'applicantKeys';

/**
 * Returns whether the shortcuts are on, and a function that switches them on or off: WCAG 2.1.4 requires this for
 * shortcuts of a single key. The choice is stored in this browser; the default is on.
 */
export function useShortcutsOn(): [boolean, (on: boolean) => void] {
  const [on, setOn] = useState(() => readStored(storageKey) !== 'off');
  return [
    on,
    (next) => {
      setOn(next);
      writeStored(storageKey, next ? 'on' : 'off');
    },
  ];
}

interface ShortcutsDialogProps {
  on: boolean;
  onSwitch: (on: boolean) => void;
  onClose: () => void;
}

/** Dialog with all shortcuts of the screen and a switch that turns them on or off. */
export function ShortcutsDialog({ on, onSwitch, onClose }: ShortcutsDialogProps) {
  return (
    <Dialog open title="Keyboard shortcuts" onClose={onClose}>
      <div className="stack4">
        <Switch
          label="Keyboard shortcuts"
          hint="Press a single key to act on applicants. Shortcuts are off while you type and when you hold Ctrl, ⌘ or Alt."
          checked={on}
          onChange={(event) => onSwitch(event.target.checked)}
        />
        <dl className={styles.keys} data-off={!on || undefined}>
          {shortcutLabels.map(([key, does]) => (
            <div key={key} className={styles.row}>
              <dt>
                <kbd className={styles.key}>{key}</kbd>
              </dt>
              <dd className={styles.does}>{does}</dd>
            </div>
          ))}
        </dl>
      </div>
    </Dialog>
  );
}
