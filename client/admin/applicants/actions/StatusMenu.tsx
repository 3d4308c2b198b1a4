import { applicantStatuses } from '#shared/schemas/applicant.ts';
import { ChevronDownIcon } from '../../../ui/icons/icons.tsx';
import { Menu } from '../../../ui/menu/Menu.tsx';
import { StatusBadge } from '../words/StatusBadge.tsx';
import { statusWords } from '../words/status-words.ts';
import { type Actor, useApplicantActions } from './applicant-actions.ts';
import styles from './StatusMenu.module.css';

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
        items={applicantStatuses.map((to) => ({
          label: statusWords[to],
          disabled: to === status,
          danger: to === 'rejected' || to === 'spam',
          onSelect: () => move(applicant, to),
        }))}
      />
    </span>
  );
}
