import type { Id } from '#shared/id.ts';
/** What the review of one applicant is given. */
export interface ReviewProps {
  id: Id;
  /** Undefined where nobody stands before or behind. */
  onPrevious: (() => void) | undefined;
  onNext: (() => void) | undefined;
  /** The applicant was deleted. */
  onRemoved: () => void;
  onClose: () => void;
}
