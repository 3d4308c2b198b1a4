import { type ApplicantStatus, applicantStatuses } from '#shared/schemas/applicant.ts';
import { Badge } from '../../ui/Badge.tsx';
import { ChevronDownIcon } from '../../ui/icons.tsx';
import { Menu } from '../../ui/Menu.tsx';
import { type ApplicantSummary, useApplicantActions } from './ApplicantActions.tsx';
import { statusLabels, statusTones } from './labels.ts';
import styles from './StatusMenu.module.css';

/** The status of an applicant, as a menu of those that they can be moved to. */
export function StatusMenu({ applicant }: { applicant: ApplicantSummary }) {
  const { move } = useApplicantActions();
  const { name, status } = applicant;
  return (
    <span className={styles.menu}>
      <Menu
        label={`Status of ${name}: ${statusLabels[status]}`}
        className={styles.trigger}
        trigger={
          <>
            <Badge tone={statusTones[status]}>{statusLabels[status]}</Badge>
            <ChevronDownIcon size={16} />
          </>
        }
        items={moveItems(applicant, move)}
      />
    </span>
  );
}

/** Moves a card without dragging. */
export function MoveMenu({ applicant }: { applicant: ApplicantSummary }) {
  const { move } = useApplicantActions();
  return (
    <span>
      <Menu label={`Move ${applicant.name}`} items={moveItems(applicant, move)} />
    </span>
  );
}

/** Every status as an item; the current one is disabled. */
function moveItems(
  applicant: ApplicantSummary,
  move: (applicant: ApplicantSummary, to: ApplicantStatus) => void,
) {
  return applicantStatuses.map((to) => ({
    label: statusLabels[to],
    disabled: to === applicant.status,
    danger: to === 'rejected' || to === 'spam',
    onSelect: () => move(applicant, to),
  }));
}
