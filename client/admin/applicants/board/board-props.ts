import type { ApplicantSort } from '#shared/schemas/applicant.ts';
import type { ApplicantFilters } from '../address/applicant-address.ts';

/** What the board and each of its columns is given. */
export interface BoardProps {
  filters: ApplicantFilters;
  sort: ApplicantSort;
  openId: number | undefined;
  searchFor: (id: number) => string;
  onOpen: (id: number) => void;
}
