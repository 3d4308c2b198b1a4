import type { QueryClient } from '@tanstack/react-query';
import type { ApplicantNote, SingleApplicant } from '#shared/schemas/applicant.ts';
import { singleApplicantKey } from './single-applicant.ts';

/** Shows a note that the server has taken, without asking for the whole applicant again. */
export function showNote(queries: QueryClient, applicantId: number, note: ApplicantNote): void {
  queries.setQueryData<SingleApplicant>(
    singleApplicantKey(applicantId),
    (single) => single && { ...single, notes: [...single.notes.filter((each) => each.id !== note.id), note] },
  );
}
