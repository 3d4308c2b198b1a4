import { type QueryClient, queryOptions, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { Id } from '#shared/id.ts';
import type { BoardStage } from '#shared/schemas/desk.ts';
import { readApi } from '../../api/call.ts';
import { useHostTakes } from '../../api/host-calls.ts';
import type { ApplicantFilters } from './applicant-search-params.ts';
import { pipeline } from './labels.ts';
import { useAbilities } from './use-abilities.ts';

/** The other applications of the same person. */
function otherApplicationsQuery(id: Id) {
  return queryOptions({
    queryKey: ['getOtherApplications', id] as const,
    queryFn: ({ signal }) => readApi('getOtherApplications', { params: { id }, signal }),
  });
}

/** Makes no call over a host that has none. */
export function useOtherApplications(id: Id) {
  return useQuery({ ...otherApplicationsQuery(id), enabled: useHostTakes('getSavedAnswers') === true });
}

function hiddenStagesQuery(job: Id) {
  return queryOptions({
    queryKey: ['getHiddenStages', job] as const,
    queryFn: ({ signal }) => readApi('getHiddenStages', { params: { id: job }, signal }),
  });
}

/** Shows what was saved, without asking for it again. */
export function putHiddenStages(queries: QueryClient, job: Id, hidden: BoardStage[]): void {
  queries.setQueryData(hiddenStagesQuery(job).queryKey, { hidden });
}

/** Which stages the board shows. */
export interface BoardStages {
  /** The job whose board it is, when its stages can be chosen. */
  job: Id | undefined;
  /** Undefined until it is known. */
  shown: readonly BoardStage[] | undefined;
  /** What the job's board leaves out, and nobody has asked to see. */
  hidden: readonly BoardStage[];
  /** What the job's board leaves out for everybody. */
  saved: readonly BoardStage[];
  reveal: (stage: BoardStage) => void;
}

const none: readonly BoardStage[] = [];

/**
 * The stages of the board: all of them, but for the board of one job, which leaves out what is hidden there (docs/product.md §20). A stage
 * that somebody asks to see stays until they choose another job or leave.
 */
export function useBoardStages({ job_id: filter }: ApplicantFilters, isShown: boolean): BoardStages {
  const isOffered = useHostTakes('getSavedAnswers');
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
  // Of a job that is deleted nothing is known, and its applicants are all shown.
  const shown = pipeline.filter((stage) => statuses.includes(stage) && !hidden.includes(stage));
  return { job, shown: isKnown ? shown : undefined, hidden, saved, reveal };
}
