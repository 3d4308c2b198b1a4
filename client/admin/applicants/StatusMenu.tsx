import { ChevronDownIcon } from '../../ui/icons.tsx';
import { Menu } from '../../ui/Menu.tsx';
import { type Actor, useApplicantActions } from './applicant-actions.ts';
import { moveItems } from './MoveMenu.tsx';
import { StatusBadge } from './StatusBadge.tsx';
import styles from './StatusMenu.module.css';
import { statusWords } from './status-words.ts';

/** The status of an applicant, and by a press every other that they can be moved to. */
export function StatusMenu({ applicant }: { applicant: Actor }) {
  const { move } = useApplicantActions();
  const { name, status } = applicant;
  return (
    <span className={styles.place}>
      <Menu
        label={`Status of ${name}: ${statusWords[status]}`}
        className={styles.trigger}
        trigger={
          <>
            <StatusBadge status={status} />
            <ChevronDownIcon size={16} />
          </>
        }
        items={moveItems(applicant, move)}
      />
    </span>
  );
}
