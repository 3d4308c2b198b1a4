import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { CallName } from '#shared/contract/index.ts';
import { applicantStatuses } from '#shared/schemas/applicant.ts';
import { hostCallsQuery } from '../../api/host-support.ts';

/** Actions on applicants that the API host supports. Unsupported actions are not offered anywhere (hosts/README.md). */
export function useAbilities() {
  const { data } = useQuery(hostCallsQuery);
  return useMemo(() => {
    const takes = (call: CallName) => !data?.missing.includes(call);
    const { applicant_changes: taken, accepted } = data?.by_file ?? {};
    const words = accepted?.updateApplicantStatus?.status;
    const changes = (field: string) =>
      takes('updateApplicantStatus') && (taken === undefined || taken.includes(field));
    return {
      statuses: applicantStatuses.filter((status) => words === undefined || words.includes(status)),
      moves: changes('status'),
      /** True if a rejection can have a reason. */
      reasons: changes('reject_reason'),
      rates: changes('rating'),
      marks: changes('is_read'),
      retains: changes('retain_until'),
      removes: takes('deleteApplicant'),
      bulk: takes('bulkApplicants'),
      opens: takes('getSingleApplicant'),
      cv: takes('downloadCv'),
      /**
       * True if an application without a CV name has no CV. False for an API host with a host.json, which may have a
       * CV without sending its name.
       */
      namesCvs: taken === undefined,
      exports: takes('exportApplicants'),
      addsNotes: takes('addApplicantNote'),
      editsNotes: takes('updateApplicantNote'),
      removesNotes: takes('deleteApplicantNote'),
    };
  }, [data]);
}
