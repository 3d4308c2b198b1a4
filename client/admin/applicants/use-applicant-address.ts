import { useLocation, useNavigate, useSearchParams } from 'react-router-dom';
import type { Id } from '#shared/id.ts';
import {
  type AddressChange,
  type ApplicantAddress,
  changeAddress,
  readAddress,
} from './applicant-address.ts';

export interface AddressControls {
  address: ApplicantAddress;
  /** Changes the address; `replace` leaves no step in the history. */
  change: (change: AddressChange, how?: { replace: boolean }) => void;
  /** The address as it would be after a change, for links. */
  searchAfter: (change: AddressChange) => string;
  /** Opens an applicant for review: one step of the history, however many are looked at before the pane is closed. */
  open: (id: Id) => void;
  close: () => void;
}

/** Marks the step of the history that opening an applicant made, so that closing takes it back. */
interface OpenedState {
  opened?: boolean;
}

/** The address of the Applicants screen, and what changes it. */
export function useApplicantAddress(): AddressControls {
  const [search] = useSearchParams();
  const navigate = useNavigate();
  const state = useLocation().state as OpenedState | null;
  const address = readAddress(search);
  const go = (next: AddressChange, how: { replace?: boolean; state?: OpenedState | null }) =>
    void navigate({ search: `?${changeAddress(search, next)}` }, how);
  return {
    address,
    change: (next, how) => go(next, { replace: how?.replace ?? false, state: how?.replace ? state : null }),
    searchAfter: (next) => `?${changeAddress(search, next)}`,
    open: (id) => {
      if (address.applicant === undefined) go({ applicant: id }, { state: { opened: true } });
      else if (address.applicant !== id) go({ applicant: id }, { replace: true, state });
    },
    close: () => {
      if (address.applicant === undefined) return;
      if (state?.opened) void navigate(-1);
      else go({ applicant: undefined }, { replace: true });
    },
  };
}
