import type { Selectable } from 'kysely';
import { applicant, sentFields } from '#shared/entities/applicant.ts';
import type {
  Applicant,
  ApplicantEvent,
  ApplicantNote,
  ListedApplicant,
  MovedFrom,
  Submission,
} from '#shared/schemas/applicant.ts';
import { shownId } from '../../database/public-ids.ts';
import type { Tables } from '../../database/types.ts';
import { presentRow } from '../content/present.ts';
import type { ApplicantRow, ApplicantWithFirst, ListedRow, SubmissionRow } from './repository.ts';

const link = /\b(?:https?:\/\/|www\.)[^\s<>"']/gi;

/** Returns an applicant for lists, with the marks of the row. */
export function presentListed({ isAgain, ...row }: ListedRow): ListedApplicant {
  return {
    ...presentListedApplicant(row),
    applied_again: isAgain ? 1 : 0,
    letter_links: row.first.cover_letter?.match(link)?.length ?? 0,
  };
}

function presentListedApplicant(row: ApplicantWithFirst): ListedApplicant {
  const { cover_letter: _letter, ...listed } = presentApplicant(row);
  return listed;
}

/** Answers never reveal where a CV is stored. */
export function presentApplicant(row: ApplicantWithFirst): Applicant {
  const { applicant: of, job, first } = row;
  const { submissions_count } = of;
  return {
    ...presentRow<Applicant>(applicant, { ...first, ...of, job_public_id: job } as never, 'alone'),
    submissions_count,
  };
}

export function presentMovedFrom(row: ApplicantRow): MovedFrom {
  const { status, reject_reason, is_read } = row;
  return { id: shownId(row), status, reject_reason, is_read };
}

export function presentSubmission(row: SubmissionRow): Submission {
  const sent = Object.keys(sentFields).map((name) => [name, row[name as keyof typeof sentFields]]);
  return { number: row.number, ...Object.fromEntries(sent), created_at: row.created_at };
}

export function presentNote(row: Selectable<Tables['applicant_notes']>): ApplicantNote {
  return {
    id: shownId(row),
    note: row.note,
    who: row.who ?? '',
    created_at: row.created_at,
    updated_at: row.updated_at,
  };
}

export function presentEvent(row: Selectable<Tables['applicant_events']>): ApplicantEvent {
  return {
    id: shownId(row),
    type: row.type,
    from: row.from_status,
    to: row.to_status,
    who: row.who,
    when: row.created_at,
  };
}
