import { useLocation, useNavigate } from 'react-router-dom';
import type { Id } from '#shared/id.ts';
import { useNewestSearchParams } from '../../use-search-params.ts';
import {
  type ApplicantSearchParams,
  changeSearchParams,
  readSearchParams,
  type SearchParamsChange,
} from './applicant-search-params.ts';

export interface SearchParamsControls {
  params: ApplicantSearchParams;
  /** Changes the search params; with `replace`, no history entry is added. */
  change: (change: SearchParamsChange, how?: { replace: boolean }) => void;
  /** Returns the search part of a link to the screen after a change. */
  searchAfter: (change: SearchParamsChange) => string;
  /**
   * Opens an applicant for review. Adds one history entry, even if several applicants are opened before the pane is
   * closed.
   */
  open: (id: Id) => void;
  close: () => void;
}

/**
 * Marks the history entry that was created by opening an applicant. Closing the review then goes back in the history
 * instead of adding an entry.
 */
interface OpenedState {
  opened?: boolean;
}

/** The search params of the Applicants screen, and functions that change them. */
export function useApplicantSearchParams(): SearchParamsControls {
  const [search, change] = useNewestSearchParams();
  const navigate = useNavigate();
  const state = useLocation().state as OpenedState | null;
  const params = readSearchParams(search);
  const go = (next: SearchParamsChange, how: { replace?: boolean; state?: OpenedState | null }) =>
    change((before) => changeSearchParams(before, next), how);
  return {
    params,
    change: (next, how) => go(next, { replace: how?.replace ?? false, state: how?.replace ? state : null }),
    searchAfter: (next) => `?${changeSearchParams(search, next)}`,
    open: (id) => {
      if (params.applicant === undefined) go({ applicant: id }, { state: { opened: true } });
      else if (params.applicant !== id) go({ applicant: id }, { replace: true, state });
    },
    close: () => {
      if (params.applicant === undefined) return;
      if (state?.opened) void navigate(-1);
      else go({ applicant: undefined }, { replace: true });
    },
  };
}
