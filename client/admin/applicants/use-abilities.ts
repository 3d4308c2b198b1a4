import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { CallName } from '#shared/contract/index.ts';
import { type ApplicantStatus, applicantStatuses } from '#shared/schemas/applicant.ts';
import { hostCallsQuery } from '../../api/host-calls.ts';

/** What the API host lets people do with applicants: what it does not is offered nowhere (docs/architecture.md §5.24). */
export interface Abilities {
  /** The statuses that applicants can have here. */
  statuses: readonly ApplicantStatus[];
  /** Whether they can be moved from one to another, and may be told why they were rejected. */
  moves: boolean;
  reasons: boolean;
  rates: boolean;
  /** As read and unread. */
  marks: boolean;
  /** How long they are kept can be changed. */
  retains: boolean;
  removes: boolean;
  /** Several at once. */
  bulk: boolean;
  opens: boolean;
  cv: boolean;
  /** An application whose CV has no name has none; where host.json says what there is, the host may just not tell the name. */
  namesCvs: boolean;
  exports: boolean;
}

export function useAbilities(): Abilities {
  const { data } = useQuery(hostCallsQuery);
  return useMemo(() => {
    const takes = (call: CallName) => !data?.missing.includes(call);
    const { applicant_changes: taken, applicant_statuses: words } = data?.by_file ?? {};
    const changes = (field: string) =>
      takes('updateApplicantStatus') && (taken === undefined || taken.includes(field));
    return {
      statuses: applicantStatuses.filter((status) => words === undefined || words.includes(status)),
      moves: changes('status'),
      reasons: changes('reject_reason'),
      rates: changes('rating'),
      marks: changes('is_read'),
      retains: changes('retain_until'),
      removes: takes('deleteApplicant'),
      bulk: takes('bulkApplicants'),
      opens: takes('getSingleApplicant'),
      cv: takes('downloadCv'),
      namesCvs: taken === undefined,
      exports: takes('exportApplicants'),
    };
  }, [data]);
}
