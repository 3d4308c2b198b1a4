import { MailIcon } from '../../ui/icons.tsx';
import { Menu } from '../../ui/Menu.tsx';
import { StatusMenu as MenuOfStatus } from '../shared/StatusMenu.tsx';
import { type ApplicantSummary, useApplicantActions } from './ApplicantActions.tsx';
import { statusLabels, statusTones } from './labels.ts';
import { useAbilities } from './use-abilities.ts';

/** The status of an applicant, as a menu of the statuses to move to. Read-only where the host supports no change. */
export function StatusMenu({ applicant }: { applicant: ApplicantSummary }) {
  const { name, status } = applicant;
  return (
    <MenuOfStatus
      of={name}
      status={statusLabels[status]}
      tone={statusTones[status]}
      items={useMoves(applicant)}
    />
  );
}

/** Menu of a card with the statuses to move to, for admins who do not drag. */
export function MoveMenu({ applicant }: { applicant: ApplicantSummary }) {
  const items = useMoves(applicant);
  if (items.length === 0) return null;
  return (
    <span>
      <Menu label={`Move ${applicant.name}`} items={items} />
    </span>
  );
}

/** Returns every other status as an item, followed by the other actions on the applicant. */
function useMoves(applicant: ApplicantSummary) {
  const { move, mail } = useApplicantActions();
  const can = useAbilities();
  const others = can.moves ? can.statuses.filter((to) => to !== applicant.status) : [];
  const moves = others.map((to) => ({ label: statusLabels[to], onSelect: () => move(applicant, to) }));
  return mail
    ? [...moves, { label: 'Write a mail', Icon: MailIcon, onSelect: () => mail([applicant]) }]
    : moves;
}
