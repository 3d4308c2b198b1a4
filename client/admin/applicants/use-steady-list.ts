import { type RefObject, useEffect, useRef } from 'react';
import type { ApplicantSearchParams } from './applicant-search-params.ts';
import { useApplicants } from './queries.ts';

/**
 * The list of applicants. Its rows stay in place while people work through it: reading an applicant would otherwise move their row, as
 * unread ones come first.
 */
export function useSteadyList(params: ApplicantSearchParams, container: RefObject<HTMLElement | null>) {
  const { filters, sort, page, perPage, view, applicant: openId } = params;
  const listKey = JSON.stringify([filters, sort, page, perPage]);
  /** The list that has loaded since this screen was opened, or since another one was looked at. */
  const settled = useRef<string>(undefined);
  const sortsAnew = useRef(false);
  const keepsOrder = () =>
    openId !== undefined ||
    (!sortsAnew.current &&
      ((sort === 'unread' && settled.current === listKey) ||
        (container.current?.contains(document.activeElement) ?? false)));
  const list = useApplicants({ filters, sort, page, perPage }, keepsOrder, view === 'list');
  const hasSettled = view === 'list' && list.isSuccess && !list.isPlaceholderData && !list.isFetching;
  useEffect(() => {
    if (hasSettled) {
      settled.current = listKey;
      sortsAnew.current = false;
    } else if (settled.current !== listKey) settled.current = undefined;
  }, [hasSettled, listKey]);
  return {
    list,
    /** The next load sorts the rows. Rows of a bulk move leave at once: one that stayed would be part of the next bulk move. */
    sortAnew: () => {
      sortsAnew.current = true;
    },
  };
}
