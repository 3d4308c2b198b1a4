import type { Generated } from 'kysely';
import type { Id } from '#shared/id.ts';
import type { ApplicantStatus } from '#shared/schemas/applicant.ts';

/** A text that answers to messages begin with (content-api/messages/saved-answers-repository.ts). */
export interface SavedAnswersTable {
  id: Generated<Id>;
  title: string;
  text: string;
  created_at: string;
  updated_at: string;
}

/** For whom a message is; no row for nobody. */
export interface MessageAssignmentsTable {
  message_id: Id;
  admin_id: Id;
}

/** A stage that the board of a job leaves out. */
export interface HiddenStagesTable {
  job_id: Id;
  status: ApplicantStatus;
}
