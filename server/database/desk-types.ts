import type { Generated } from 'kysely';
import type { ApplicantStatus } from '#shared/schemas/applicant.ts';
import type { RowId } from './row-id.ts';

/**
 * A saved answer: the text that a reply to a message begins with (content-api/messages/saved-answers-repository.ts).
 */
export interface SavedAnswersTable {
  id: Generated<RowId>;
  title: string;
  text: string;
  created_at: string;
  updated_at: string;
}

/** The admin to whom a message is assigned; no row if it is unassigned. */
export interface MessageAssignmentsTable {
  message_id: RowId;
  admin_id: RowId;
}

/** A stage that is hidden on the board of a job. */
export interface HiddenStagesTable {
  job_id: RowId;
  status: ApplicantStatus;
}
