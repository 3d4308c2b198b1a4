import { applicantStatuses } from '#shared/schemas/applicant.ts';
import { Badge } from '../../ui/Badge.tsx';
import { ChevronDownIcon, MailIcon } from '../../ui/icons.tsx';
import { Menu } from '../../ui/Menu.tsx';
import { type ApplicantSummary, useApplicantActions } from './ApplicantActions.tsx';
import { statusLabels, statusTones } from './labels.ts';
import styles from './StatusMenu.module.css';

/** The status of an applicant, as a menu of those that they can be moved to. */
export function StatusMenu({ applicant }: { applicant: ApplicantSummary }) {
  const actions = useApplicantActions();
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
        items={itemsFor(applicant, actions)}
      />
    </span>
  );
}

/** Moves a card without dragging. */
export function MoveMenu({ applicant }: { applicant: ApplicantSummary }) {
  const actions = useApplicantActions();
  return (
    <span>
      <Menu label={`Move ${applicant.name}`} items={itemsFor(applicant, actions)} />
    </span>
  );
}

/** Every status as an item; the current one is disabled. Then what else is done where one decides. */
function itemsFor(applicant: ApplicantSummary, { move, mail }: ReturnType<typeof useApplicantActions>) {
  const moves = applicantStatuses.map((to) => ({
    label: statusLabels[to],
    disabled: to === applicant.status,
    onSelect: () => move(applicant, to),
  }));
  return mail
    ? [...moves, { label: 'Write a mail', Icon: MailIcon, onSelect: () => mail([applicant]) }]
    : moves;
}
