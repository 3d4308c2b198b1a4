import type { Selectable } from 'kysely';
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
import type { ApplicantRow, ApplicantWithFirst, ListedRow, SubmissionRow } from './repository.ts';

const link = /\b(?:https?:\/\/|www\.)[^\s<>"']/gi;

/** Returns an applicant for lists, with the marks of the row. */
export function presentRow({ isAgain, ...row }: ListedRow): ListedApplicant {
  return {
    ...presentListedApplicant(row),
    applied_again: isAgain ? 1 : 0,
    letter_links: row.first.cover_letter?.match(link)?.length ?? 0,
  };
}

/** Answers never reveal where a CV is stored. */
function presentListedApplicant({ applicant, job, first }: ApplicantWithFirst): ListedApplicant {
  const { cover_letter: _letter, ...sent } = presentSent(first);
  return {
    id: shownId(applicant),
    job_id: job ?? applicant.job_id,
    job_title: applicant.job_title,
    ...sent,
    status: applicant.status,
    reject_reason: applicant.reject_reason,
    rating: applicant.rating,
    is_read: applicant.is_read,
    retain_until: applicant.retain_until,
    submissions_count: applicant.submissions_count,
    last_submitted_at: applicant.last_submitted_at,
    created_at: applicant.created_at,
    updated_at: applicant.updated_at,
  };
}

export function presentApplicant(row: ApplicantWithFirst): Applicant {
  return { ...presentListedApplicant(row), cover_letter: row.first.cover_letter };
}

export function presentMovedFrom(row: ApplicantRow): MovedFrom {
  const { status, reject_reason, is_read } = row;
  return { id: shownId(row), status, reject_reason, is_read };
}

export function presentSubmission(row: SubmissionRow): Submission {
  return { number: row.number, ...presentSent(row), created_at: row.created_at };
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

function presentSent(row: SubmissionRow) {
  return {
    reference: row.reference,
    name: row.name,
    email: row.email,
    phone: row.phone,
    city: row.city,
    cover_letter: row.cover_letter,
    portfolio_url: row.portfolio_url,
    linkedin_url: row.linkedin_url,
    source: row.source,
    cv_name: row.cv_name,
    cv_mime: row.cv_mime,
    cv_size: row.cv_size,
    consent_at: row.consent_at,
  };
}
