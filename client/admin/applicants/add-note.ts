import type { QueryClient } from '@tanstack/react-query';
import type { Id } from '#shared/id.ts';
import type { ApplicantNote, SingleApplicant } from '#shared/schemas/applicant.ts';
import { singleApplicantKey } from './single-applicant.ts';

/** Shows a note that the server has taken, new or corrected, without asking for the whole applicant again. */
export function showNote(queries: QueryClient, applicantId: Id, note: ApplicantNote): void {
  queries.setQueryData<SingleApplicant>(singleApplicantKey(applicantId), (single) => {
    if (!single) return single;
    const isKnown = single.notes.some((each) => each.id === note.id);
    const notes = isKnown
      ? single.notes.map((each) => (each.id === note.id ? note : each))
      : [...single.notes, note];
    return { ...single, notes };
  });
}
