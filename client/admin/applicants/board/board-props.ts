import type { Id } from '#shared/id.ts';
import type { ApplicantSort } from '#shared/schemas/applicant.ts';
import type { ApplicantFilters } from '../applicant-address.ts';

/** What the board and each of its columns is given. */
export interface BoardProps {
  filters: ApplicantFilters;
  sort: ApplicantSort;
  openId: Id | undefined;
  searchFor: (id: Id) => string;
  onOpen: (id: Id) => void;
}
