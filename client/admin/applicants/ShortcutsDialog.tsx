import { Dialog } from '../../ui/Dialog.tsx';
import { Switch } from '../../ui/fields/Switch.tsx';
import styles from './ShortcutsDialog.module.css';
import { shortcutLabels } from './shortcuts.ts';

interface ShortcutsDialogProps {
  on: boolean;
  onSwitch: (on: boolean) => void;
  onClose: () => void;
}

/** Dialog with all shortcuts of the screen and a switch that turns them on or off. */
export function ShortcutsDialog({ on, onSwitch, onClose }: ShortcutsDialogProps) {
  return (
    <Dialog open title="Keyboard shortcuts" onClose={onClose}>
      <div className={styles.dialog}>
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
