import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useRef } from 'react';
import type { Id } from '#shared/id.ts';
import { focusApplicant, focusedApplicant } from './ApplicantLink.tsx';
import { applicantsQuery, type useApplicants } from './queries.ts';
import type { SearchParamsControls } from './use-applicant-search-params.ts';
import type { ReadingOrder } from './use-reading-order.ts';
import type { ViewEvent, ViewState } from './view-state.ts';

interface ReviewStepsOptions {
  controls: SearchParamsControls;
  list: ReturnType<typeof useApplicants>;
  order: ReadingOrder;
  state: ViewState;
  dispatch: (event: ViewEvent) => void;
}

/**
 * Moves from one applicant to the next or previous one. If the review is open, the other applicant is opened in it;
 * otherwise the other row or card is focused.
 */
export function useReviewSteps({ controls, list, order, state, dispatch }: ReviewStepsOptions) {
  const { params, change, open, close } = controls;
  const { filters, sort, view, page, perPage, applicant: openId } = params;
  const queries = useQueryClient();

  const show = (id: Id) => {
    order.remember(id);
    dispatch({ type: 'applicantOpened' });
    open(id);
  };
  /**
   * Called for "Next" at the last row: refetches this page, which may then contain new unread applicants. If there
   * are none, shows the next page.
   */
  const showMore = async () => {
    if (view !== 'list') return;
    if (!list.data) return dispatch({ type: 'nextAwaited' });
    const known = order.ids();
    const { data: fresh } = await list.refetch();
    const more = fresh?.data.find(({ id }) => !known.includes(id));
    if (more) return show(more.id);
    if (!fresh || page >= fresh.last_page) return dispatch({ type: 'endReached' });
    const next = await queries.fetchQuery(applicantsQuery({ filters, sort, page: page + 1, perPage }));
    const first = next.data[0];
    if (first) change({ page: page + 1, applicant: first.id }, { replace: true });
  };
  const step = (to: 'next' | 'previous') => {
    const from = openId ?? focusedApplicant();
    const target = from === undefined ? order.ids()[0] : order.neighbours(from)[to];
    if (openId === undefined) {
      if (target !== undefined) focusApplicant(target);
    } else if (target !== undefined) show(target);
    else if (to === 'next') void showMore();
  };

  const listLoaded = useEffectEvent(() => {
    if (state.nextOnLoad && openId !== undefined) step('next');
    dispatch({ type: 'listLoaded' });
  });
  useEffect(() => {
    if (list.data) listLoaded();
  }, [list.data]);
  useFocusAfterReview(openId);

  const neighbours = openId === undefined ? undefined : order.neighbours(openId);
  // On the board, whose columns load one by one, it is unknown which applicant is the first or the last, so
  // "Previous" and "Next" are always offered there.
  const isFirst = view === 'list' && neighbours?.previous === undefined;
  const isLast = view === 'list' && neighbours?.next === undefined && !state.mayHaveMore;
  return {
    show,
    step,
    /** `previous` and `next` are undefined if there is no such applicant. */
    previous: isFirst ? undefined : () => step('previous'),
    next: isLast ? undefined : () => step('next'),
    /** Opens the next applicant when the open one is deleted. */
    leaveRemoved: () => {
      if (neighbours?.next !== undefined) show(neighbours.next);
      else close();
    },
  };
}

/**
 * Focuses the link of the applicant whose review was closed. Otherwise a closing dialog would return the focus to the
 * element that opened it, which may belong to another applicant.
 */
function useFocusAfterReview(openId: Id | undefined): void {
  const lastOpen = useRef(openId);
  useEffect(() => {
    if (openId === undefined && lastOpen.current !== undefined) focusApplicant(lastOpen.current);
    lastOpen.current = openId;
  }, [openId]);
}
