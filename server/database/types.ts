import type { Generated, Kysely } from 'kysely';
import type { deskFields, noteFields, sentFields } from '#shared/entities/applicant.ts';
import type { category } from '#shared/entities/category.ts';
import type { job } from '#shared/entities/job.ts';
import type { message } from '#shared/entities/message.ts';
import type { post } from '#shared/entities/post.ts';
import type { project } from '#shared/entities/project.ts';
import type { teamMember } from '#shared/entities/team-member.ts';
import type { ApplicantStatus } from '#shared/schemas/applicant.ts';
import type { FoundResource } from '#shared/schemas/find.ts';
import type { MessageStatus, MessageType } from '#shared/schemas/message.ts';
import type {
  DeletionsTable,
  DoomedFilesTable,
  HousekeepingTable,
  IdempotentAnswersTable,
  LastEditsTable,
  Moved,
  Named,
  OutboxTable,
  SampleRowsTable,
  SampleStatesTable,
  SecretsTable,
} from './bookkeeping-types.ts';
import type { EntityColumns } from './entity-columns.ts';
import type { MailTemplatesTable, WrittenMailsTable } from './mail-types.ts';
import type { AccountLinksTable, AdminsTable, TokensTable } from './people-types.ts';
import type { PictureCountsTable, PicturesTable } from './picture-types.ts';
import type { PreviewsTable, SchedulesTable } from './publishing-types.ts';
import type { RowId } from './row-id.ts';
import type {
  PasskeysTable,
  RecoveryCodesTable,
  TotpKeysTable,
  UsedProofsTable,
} from './second-step-types.ts';
import type { TasksTable } from './tasks-table.ts';
import type { VersionsTable, VersionTextsTable, VersionTextUsesTable } from './versions-types.ts';

/*
 * The tables as kysely sees them, with types that SQLite and PostgreSQL share: dates are ISO texts in UTC with
 * milliseconds (which sort chronologically), booleans are 0 and 1, and ids are positive and never given twice. Every
 * file column contains the address of a stored file, such as one under /storage.
 */

/**
 * Columns of rows that are marked as deleted, and erased only later (trash/): lists and reads leave out rows with a
 * `deleted_at`.
 */
export interface SoftDeleted extends Named {
  deleted_at: string | null;
}

/** The columns that all content has in addition to the fields of its descriptor (shared/entities). */
interface Content extends SoftDeleted, Moved {
  id: Generated<RowId>;
}

/** The beginning of `description`. Lists read only this, never the whole text, which may have 25 MiB. */
interface Summarised {
  summary: Generated<string>;
}

interface CategoriesTable extends Content, EntityColumns<typeof category.fields> {
  /** The key by which the title is found (title-key.ts). */
  title_key: Generated<string>;
}

interface FormerCategoryTitlesTable {
  /** Normalised like `title_key` of categories. A former title redirects to the category that had it last. */
  title_key: string;
  category_id: RowId;
}

interface TechImagesTable extends SoftDeleted {
  id: Generated<RowId>;
  category_id: RowId;
  image: string;
  position: number;
  updated_at: string;
}

interface ProjectsTable extends Content, Summarised, EntityColumns<typeof project.fields> {}

interface ProjectImagesTable extends SoftDeleted {
  id: Generated<RowId>;
  project_id: RowId;
  image: string;
  position: number;
  updated_at: string;
}

interface BlogsTable extends Content, Summarised, EntityColumns<typeof post.fields> {}

interface JobsTable extends Content, EntityColumns<typeof job.fields> {
  /** The time from which the job is no longer open, derived from `closes_at`. */
  ends_at: string | null;
  /** Title, department and location, folded for searching (search.ts). */
  search_text: string;
}

interface TeamMembersTable extends Content, EntityColumns<typeof teamMember.fields> {}

interface MessagesTable extends Content, EntityColumns<typeof message.fields> {}

interface ApplicantsTable
  extends Content,
    EntityColumns<typeof deskFields>,
    // The same values as in the first submission.
    EntityColumns<Pick<typeof sentFields, 'reference' | 'name' | 'email'>> {
  /** The name, folded for sorting. */
  sort_name: string;
  /** The normalised email address: applications with the same email key and job belong to one applicant. */
  email_key: string;
  /** Names, emails, phones and references of all submissions, folded for searching (search.ts). */
  search_text: string;
  submissions_count: number;
  last_submitted_at: string;
}

interface ApplicantSubmissionsTable extends EntityColumns<typeof sentFields> {
  id: Generated<RowId>;
  applicant_id: RowId;
  /** 1, 2, 3 … in the order of arrival. */
  number: number;
  /** The private address of the CV (media/addresses.ts), which no answer of the engine contains. */
  cv_file: string;
  created_at: string;
}

interface ApplicantNotesTable extends SoftDeleted, EntityColumns<typeof noteFields> {
  id: Generated<RowId>;
  applicant_id: RowId;
}

interface ApplicantEventsTable extends Named {
  id: Generated<RowId>;
  applicant_id: RowId;
  type: 'submitted' | 'status';
  from_status: ApplicantStatus | null;
  to_status: ApplicantStatus;
  /** The admin's name at that time; null if the applicant is the author. */
  who: string | null;
  created_at: string;
}

/** The numbers of applicants that are not deleted. Maintained by triggers on `applicants` (migrations/triggers.ts). */
interface ApplicantCountsTable {
  /** -1: all applicants; 0: applicants without a job. */
  job_id: RowId;
  status: ApplicantStatus;
  is_read: number;
  total: number;
}

/** The numbers of messages that are not deleted. Maintained by triggers on `messages` (migrations/triggers.ts). */
interface MessageCountsTable {
  type: MessageType;
  status: MessageStatus;
  total: number;
}

export interface Tables {
  admins: AdminsTable;
  tokens: TokensTable;
  account_links: AccountLinksTable;
  passkeys: PasskeysTable;
  totp_keys: TotpKeysTable;
  recovery_codes: RecoveryCodesTable;
  used_proofs: UsedProofsTable;
  categories: CategoriesTable;
  former_category_titles: FormerCategoryTitlesTable;
  tech_images: TechImagesTable;
  projects: ProjectsTable;
  project_images: ProjectImagesTable;
  blogs: BlogsTable;
  jobs: JobsTable;
  team_members: TeamMembersTable;
  messages: MessagesTable;
  message_counts: MessageCountsTable;
  saved_answers: SavedAnswersTable;
  message_assignments: MessageAssignmentsTable;
  hidden_stages: HiddenStagesTable;
  idempotent_answers: IdempotentAnswersTable;
  secrets: SecretsTable;
  housekeeping: HousekeepingTable;
  applicants: ApplicantsTable;
  applicant_counts: ApplicantCountsTable;
  applicant_submissions: ApplicantSubmissionsTable;
  applicant_notes: ApplicantNotesTable;
  applicant_events: ApplicantEventsTable;
  kept_mails: WrittenMailsTable;
  mail_templates: MailTemplatesTable;
  outbox: OutboxTable;
  tasks: TasksTable;
  last_edits: LastEditsTable;
  deletions: DeletionsTable;
  sample_rows: SampleRowsTable;
  sample_states: SampleStatesTable;
  doomed_files: DoomedFilesTable;
  pictures: PicturesTable;
  picture_counts: PictureCountsTable;
  search_texts: SearchTextsTable;
  versions: VersionsTable;
  version_texts: VersionTextsTable;
  version_text_uses: VersionTextUsesTable;
  previews: PreviewsTable;
  schedules: SchedulesTable;
}

/** The database, or a transaction on it. */
export type Db = Kysely<Tables>;

/**
 * Search texts of content and messages. Triggers on the tables of content update them (migrations/triggers.ts), so code that
 * writes to those tables does not have to.
 */
interface SearchTextsTable {
  id: Generated<RowId>;
  resource: FoundResource;
  /** The id of the post, project, …. */
  ref: RowId;
  /** Case-folded text (case-folding.ts). Null for new and changed rows, which the next search folds. */
  search_text: string | null;
}

/**
 * A saved answer: the text that a reply to a message begins with (content-api/messages/saved-answers-repository.ts).
 */
interface SavedAnswersTable {
  id: Generated<RowId>;
  title: string;
  text: string;
  created_at: string;
  updated_at: string;
}

/** The admin to whom a message is assigned; no row if it is unassigned. */
interface MessageAssignmentsTable {
  message_id: RowId;
  admin_id: RowId;
}

/** A stage that is hidden on the board of a job. */
interface HiddenStagesTable {
  job_id: RowId;
  status: ApplicantStatus;
}
