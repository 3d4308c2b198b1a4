import { memo } from 'react';
import { Badge } from '../../ui/Badge.tsx';
import { ChevronDownIcon, MailIcon } from '../../ui/icons.tsx';
import { Menu } from '../../ui/Menu.tsx';
import { type ApplicantSummary, useApplicantActions } from './ApplicantActions.tsx';
import { statusLabels, statusTones } from './labels.ts';
import styles from './StatusMenu.module.css';
import { type Abilities, useAbilities } from './use-abilities.ts';

/** The status of an applicant, as a menu of the statuses to move to. Read-only where the host supports no change. */
export const StatusMenu = memo(function StatusMenu({ applicant }: { applicant: ApplicantSummary }) {
  const actions = useApplicantActions();
  const items = itemsFor(applicant, actions, useAbilities());
  const { name, status } = applicant;
  if (items.length === 0) return <Badge tone={statusTones[status]}>{statusLabels[status]}</Badge>;
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
        items={items}
      />
    </span>
  );
});

/** Menu of a card with the statuses to move to, for admins who do not drag. */
export function MoveMenu({ applicant }: { applicant: ApplicantSummary }) {
  const items = itemsFor(applicant, useApplicantActions(), useAbilities());
  if (items.length === 0) return null;
  return (
    <span>
      <Menu label={`Move ${applicant.name}`} items={items} />
    </span>
  );
}

/** Returns every other status as an item, followed by the other actions on the applicant. */
function itemsFor(
  applicant: ApplicantSummary,
  { move, mail }: ReturnType<typeof useApplicantActions>,
  can: Abilities,
) {
  const others = can.moves ? can.statuses.filter((to) => to !== applicant.status) : [];
  const moves = others.map((to) => ({ label: statusLabels[to], onSelect: () => move(applicant, to) }));
  return mail
    ? [...moves, { label: 'Write a mail', Icon: MailIcon, onSelect: () => mail([applicant]) }]
    : moves;
}
