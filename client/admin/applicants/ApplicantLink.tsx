import { Link } from 'react-router-dom';
import { type Id, readId } from '#shared/id.ts';
import type { ListedApplicant } from '#shared/schemas/applicant.ts';
import { languageOf } from '#shared/text-direction.ts';
import { classNames } from '../../ui/class-names.ts';
import { follow } from '../../ui/follow.ts';
import { VisuallyHidden } from '../../ui/VisuallyHidden.tsx';
import { useApplicantParams } from './applicant-search-params.ts';

interface ApplicantLinkProps {
  applicant: ListedApplicant;
  className: string | undefined;
}

/** The name of an applicant, as a link that covers the whole row or card and opens the review. */
export function ApplicantLink({ applicant: { id, name, is_read }, className }: ApplicantLinkProps) {
  const { search, open, current } = useApplicantParams().link(id);
  return (
    <Link
      className={classNames('covers', className)}
      data-row={id}
      // Opens the review, in another tab too.
      to={{ search }}
      aria-current={current ? 'true' : undefined}
      // The browser's own dragging of links would replace the dragging of a card.
      draggable={false}
      onClick={(event) => follow(event, open)}
    >
      {is_read === 0 && <VisuallyHidden>Unread: </VisuallyHidden>}
      <bdi lang={languageOf(name)}>{name}</bdi>
    </Link>
  );
}

/** Focuses the link of an applicant, after the keys j and k. */
export function focusApplicant(id: Id): void {
  document.querySelector<HTMLElement>(`[data-row="${id}"]`)?.focus();
}

/** Returns the applicant whose row or card has the focus. */
export function focusedApplicant(): Id | undefined {
  const id = document.activeElement?.closest<HTMLElement>('[data-applicant]')?.dataset.applicant;
  return readId(id);
}
