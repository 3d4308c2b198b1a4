import { type QueryClient, queryOptions, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { Id } from '#shared/id.ts';
import type { BoardStage } from '#shared/schemas/desk.ts';
import { readApi } from '../../api/call.ts';
import { useHostSupports } from '../../api/host-support.ts';
import type { ApplicantFilters } from './applicant-search-params.ts';
import { pipeline } from './labels.ts';
import { useAbilities } from './use-abilities.ts';

/** Other applications of the person who sent this one. */
function otherApplicationsQuery(id: Id) {
  return queryOptions({
    queryKey: ['getOtherApplications', id] as const,
    queryFn: ({ signal }) => readApi('getOtherApplications', { params: { id }, signal }),
  });
}

/** Makes no call to a host without `getSavedAnswers`, because such a host lacks `getOtherApplications` too. */
export function useOtherApplications(id: Id) {
  return useQuery({ ...otherApplicationsQuery(id), enabled: useHostSupports('getSavedAnswers') === true });
}

function hiddenStagesQuery(job: Id) {
  return queryOptions({
    queryKey: ['getHiddenStages', job] as const,
    queryFn: ({ signal }) => readApi('getHiddenStages', { params: { id: job }, signal }),
  });
}

/** Puts the hidden stages of a job's board into the cache after they were saved, instead of a refetch. */
export function saveHiddenStages(queries: QueryClient, job: Id, hidden: BoardStage[]): void {
  queries.setQueryData(hiddenStagesQuery(job).queryKey, { hidden });
}

/** Stages of the board and how they are shown. */
export interface BoardStages {
  /** The job whose board is shown; undefined on a board of several jobs, and where the host does not store stages. */
  job: Id | undefined;
  /** Visible stages; undefined until they are known. */
  shown: readonly BoardStage[] | undefined;
  /** Stages that the job's board hides, and that this admin has not revealed. */
  hidden: readonly BoardStage[];
  /** Stages that the job's board hides for all admins. */
  saved: readonly BoardStage[];
  reveal: (stage: BoardStage) => void;
}

const none: readonly BoardStage[] = [];

/**
 * Returns the stages of the board: all of them, except on the board of one job, which leaves out its hidden stages
 * (docs/product.md §20). A revealed stage stays visible until the admin chooses another job or leaves the screen.
 */
export function useBoardStages({ job_id: filter }: ApplicantFilters, isShown: boolean): BoardStages {
  const isOffered = useHostSupports('getSavedAnswers');
  const { statuses } = useAbilities();
  const job = filter !== 'none' && isOffered ? filter : undefined;
  const { data, isPending } = useQuery({
    ...hiddenStagesQuery(job ?? 0),
    enabled: isShown && job !== undefined,
  });
  const [revealed, setRevealed] = useState<{ job: Id | undefined; stages: readonly BoardStage[] }>();
  const asked = revealed?.job === job ? (revealed?.stages ?? none) : none;
  const reveal = (stage: BoardStage) => setRevealed({ job, stages: [...asked, stage] });
  const saved = (job !== undefined && data?.hidden) || none;
  const hidden = saved.filter((stage) => !asked.includes(stage));
  const isKnown = typeof filter !== 'number' || isOffered === false || (isOffered && !isPending);
  // The hidden stages of a deleted job are unknown, so every stage is shown.
  const shown = pipeline.filter((stage) => statuses.includes(stage) && !hidden.includes(stage));
  return { job, shown: isKnown ? shown : undefined, hidden, saved, reveal };
}
