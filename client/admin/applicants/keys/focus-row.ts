import { type Id, readId } from '#shared/id.ts';
/** The id of the link that opens an applicant: where the focus goes by j and k, and when the review is closed. */
export function rowLinkId(id: Id): string {
  return `applicant-${id}`;
}

/** Puts the focus on the link that opens an applicant; false when they are not on the screen. */
export function focusRow(id: Id): boolean {
  const link = document.getElementById(rowLinkId(id));
  link?.focus({ preventScroll: true });
  link?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
  return link !== null;
}

/** The applicant whose row or card has the focus. */
export function focusedApplicant(): Id | undefined {
  const id = document.activeElement?.closest<HTMLElement>('[data-applicant]')?.dataset.applicant;
  return readId(id);
}
