import { useState } from 'react';
import type { Id } from '#shared/id.ts';
import { limits } from '#shared/limits.ts';
import { messages, messageText } from '#shared/messages.ts';
import { type ApplicantStatus, applicantStatuses, type BulkAction } from '#shared/schemas/applicant.ts';
import { Button } from '../../../ui/Button.tsx';
import { ConfirmDialog } from '../../../ui/Dialog.tsx';
import { IconButton } from '../../../ui/IconButton.tsx';
import { ChevronDownIcon, CloseIcon, TrashIcon } from '../../../ui/icons.tsx';
import { Menu, type MenuItem } from '../../../ui/Menu.tsx';
import { statusWords } from '../status-words.ts';
import styles from './BulkBar.module.css';
import { type Restoring, useBulk } from './use-bulk.ts';
import type { Selection } from './use-selection.ts';

interface BulkBarProps {
  selection: Selection;
  /** What was chosen is deleted. */
  onDeleted: (ids: ReadonlySet<Id>) => void;
}

/** What can be done with the chosen applicants; stays in sight while the list scrolls. */
export function BulkBar({ selection, onDeleted }: BulkBarProps) {
  const { run, busy, restoring } = useBulk();
  const [asked, setAsked] = useState<ApplicantStatus | 'delete'>();
  const { ids } = selection;
  const tooMany = ids.size > limits.bulkIds;

  const act = async (action: BulkAction) => {
    const chosen = new Set(ids);
    if (!(await run([...chosen], action))) return;
    if (action === 'delete') {
      selection.clear();
      onDeleted(chosen);
    }
  };
  const confirm = async () => {
    if (asked) await act(asked);
    setAsked(undefined);
  };
  if (ids.size === 0) return restoring ? <RestoreBar restoring={restoring} /> : null;
  const others: MenuItem[] = [
    { label: 'Mark as read', onSelect: () => void act('read') },
    { label: 'Mark as unread', onSelect: () => void act('unread') },
    { label: 'Delete', Icon: TrashIcon, danger: true, onSelect: () => setAsked('delete') },
  ];
  const people = ids.size === 1 ? '1 applicant' : `${ids.size} applicants`;
  return (
    <section className={styles.bar} aria-label="Selected applicants">
      <p className={styles.count} role="status">
        {ids.size} selected
      </p>
      {tooMany ? (
        <p className={styles.problem}>{messageText('applicants.tooMany', { limit: limits.bulkIds })}</p>
      ) : (
        <div className={styles.actions}>
          <Menu
            label="Move the selected applicants"
            className={styles.move}
            disabled={busy}
            trigger={
              <>
                Move to <ChevronDownIcon size={16} />
              </>
            }
            items={applicantStatuses.map((status) => ({
              label: statusWords[status],
              danger: status === 'rejected' || status === 'spam',
              onSelect: () => setAsked(status),
            }))}
          />
          {others.map(({ label, Icon, onSelect }) => (
            <Button key={label} variant="quiet" className={styles.wide} disabled={busy} onClick={onSelect}>
              {Icon && <Icon size={18} />} {label}
            </Button>
          ))}
          <span className={styles.narrow}>
            <Menu label="More for the selected applicants" items={others} disabled={busy} />
          </span>
        </div>
      )}
      <IconButton label="Clear selection" onClick={selection.clear}>
        <CloseIcon />
      </IconButton>
      {asked && (
        <ConfirmDialog
          open
          title={asked === 'delete' ? messages['dialog.confirmDelete'] : `Move to ${statusWords[asked]}`}
          text={
            asked === 'delete'
              ? `Delete ${people}? You can undo this for 8 seconds; your administrator can restore them for ${limits.trashDays} days.`
              : `Move ${people} to ${statusWords[asked]}?`
          }
          confirmLabel={asked === 'delete' ? 'Delete' : 'Move'}
          busyLabel={asked === 'delete' ? messages['busy.deleting'] : messages['busy.editing']}
          onConfirm={confirm}
          onCancel={() => setAsked(undefined)}
        />
      )}
    </section>
  );
}

function RestoreBar({ restoring: { done, total } }: { restoring: Restoring }) {
  return (
    <section className={styles.bar} aria-label="Restoring">
      <p className={styles.count} role="status">
        Restoring {done + 1} of {total}…
      </p>
      <progress className={styles.progress} value={done} max={total} aria-label="Restored applicants" />
    </section>
  );
}
