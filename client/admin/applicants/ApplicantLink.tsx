import { Link } from 'react-router-dom';
import { type Id, readId } from '#shared/id.ts';
import type { ListedApplicant } from '#shared/schemas/applicant.ts';
import { languageOf } from '#shared/text-direction.ts';
import { classNames } from '../../ui/class-names.ts';
import layout from '../../ui/layout/layout.module.css';
import { VisuallyHidden } from '../../ui/VisuallyHidden.tsx';

interface ApplicantLinkProps {
  applicant: Pick<ListedApplicant, 'id' | 'name' | 'is_read'>;
  /** Search part of the link's URL. It opens the review, in another tab too. */
  search: string;
  open: boolean;
  className: string | undefined;
  draggable?: boolean;
  onOpen: (id: Id) => void;
}

/** The name of an applicant, as a link that covers the whole row or card and opens the review. */
export function ApplicantLink({ applicant, search, open, className, draggable, onOpen }: ApplicantLinkProps) {
  const { id, name, is_read } = applicant;
  return (
    <Link
      className={classNames(layout.stretched, className)}
      data-row={id}
      to={{ search }}
      aria-current={open ? 'true' : undefined}
      draggable={draggable}
      onClick={(event) => {
        if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
        event.preventDefault();
        onOpen(id);
      }}
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
