import type { Generated } from 'kysely';
import type { ApplicantStatus } from '#shared/schemas/applicant.ts';
import type { RowId } from './row-id.ts';

/** A text that answers to messages begin with (content-api/messages/saved-answers-repository.ts). */
export interface SavedAnswersTable {
  id: Generated<RowId>;
  title: string;
  text: string;
  created_at: string;
  updated_at: string;
}

/** For whom a message is; no row for nobody. */
export interface MessageAssignmentsTable {
  message_id: RowId;
  admin_id: RowId;
}

/** A stage that the board of a job leaves out. */
export interface HiddenStagesTable {
  job_id: RowId;
  status: ApplicantStatus;
}
