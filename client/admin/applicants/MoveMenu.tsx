import { applicantStatuses } from '#shared/schemas/applicant.ts';
import { Menu } from '../../ui/Menu.tsx';
import { type Actor, useApplicantActions } from './applicant-actions.ts';
import { statusWords } from './status-words.ts';

/** Where a card can be moved to, for who drags nothing. */
export function MoveMenu({ applicant }: { applicant: Actor }) {
  const { move } = useApplicantActions();
  return (
    <span>
      <Menu label={`Move ${applicant.name}`} items={moveItems(applicant, move)} />
    </span>
  );
}

/** Every status as an item; the one that the applicant has cannot be chosen. */
export function moveItems(applicant: Actor, move: (applicant: Actor, to: Actor['status']) => void) {
  return applicantStatuses.map((to) => ({
    label: statusWords[to],
    disabled: to === applicant.status,
    danger: to === 'rejected' || to === 'spam',
    onSelect: () => move(applicant, to),
  }));
}
