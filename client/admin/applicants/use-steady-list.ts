import { type RefObject, useEffect, useRef } from 'react';
import type { ApplicantSearchParams } from './applicant-search-params.ts';
import { useApplicants } from './queries.ts';

/**
 * The list of applicants. Its rows stay in place while an admin works through it: reading an applicant would
 * otherwise move the row, because unread applicants come first.
 */
export function useSteadyList(params: ApplicantSearchParams, container: RefObject<HTMLElement | null>) {
  const { filters, sort, page, perPage, view, applicant: openId } = params;
  const listKey = JSON.stringify([filters, sort, page, perPage]);
  /**
   * Key of the list that has finished loading on this screen. If its order is "unread first", its rows stay in place
   * when it is refetched.
   */
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
    /**
     * Makes the next load sort the rows. Used after a bulk move: the moved rows must leave the list immediately,
     * because a row that stays would be part of the next bulk move.
     */
    sortAnew: () => {
      sortsAnew.current = true;
    },
  };
}
