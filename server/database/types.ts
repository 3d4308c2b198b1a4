import type { ColumnType, Generated, Kysely } from 'kysely';
import type { ApplicantStatus } from '#shared/schemas/applicant.ts';
import type { EmploymentType, JobStatus, LocationType, SalaryUnit } from '#shared/schemas/job.ts';
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
import type { HiddenStagesTable, MessageAssignmentsTable, SavedAnswersTable } from './desk-types.ts';
import type { SearchTextsTable } from './find-types.ts';
import type { KeptMailsTable, MailTemplatesTable } from './mail-types.ts';
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
import type { VersionsTable, VersionTextsTable, VersionTextUsesTable } from './versions-types.ts';

/**
 * The tables as kysely sees them. They hold only what SQLite and Postgres both have: dates are ISO texts in UTC with
 * milliseconds (they sort as they read), truth values are 0 and 1, and ids are positive and never given twice.
 */
interface Dated {
  created_at: string;
  updated_at: string;
}

/** What posts and projects tell search engines and previews of links; null is what the page makes of its own words. */
interface ToldOutside {
  excerpt: Told;
  search_title: Told;
  search_description: Told;
  share_image: Told;
}

type Told = ColumnType<string | null, string | null | undefined, string | null | undefined>;

/** Rows that are marked before they are erased (trash/): lists and reads leave out those that have a `deleted_at`. */
export interface SoftDeleted extends Named {
  deleted_at: string | null;
}

interface CategoriesTable extends Dated, SoftDeleted, Moved {
  id: Generated<RowId>;
  title: string;
  /** What it is found by (title-key.ts). */
  title_key: Generated<string>;
  /** This and every other file column: an address under /storage. */
  image: string;
}

interface FormerCategoryTitlesTable {
  /** As `title_key` of categories; one title leads to whoever had it last. */
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

interface ProjectsTable extends Dated, SoftDeleted, Moved, ToldOutside {
  id: Generated<RowId>;
  title: string;
  /** The beginning of `description`, for lists: they never read the whole text, which may be 25 MiB. */
  summary: Generated<string>;
  description: string;
  video: string | null;
  v_order: number;
  project_url: string | null;
  category_id: RowId;
}

interface ProjectImagesTable extends SoftDeleted {
  id: Generated<RowId>;
  project_id: RowId;
  image: string;
  position: number;
  updated_at: string;
}

interface BlogsTable extends Dated, SoftDeleted, Moved, ToldOutside {
  id: Generated<RowId>;
  blog_title: string;
  summary: Generated<string>;
  description: string;
  blog_image: string | null;
  is_active: number;
}

interface JobsTable extends Dated, SoftDeleted, Moved {
  id: Generated<RowId>;
  title: string;
  slug: string;
  department: string;
  employment_type: EmploymentType;
  location_type: LocationType;
  city: string | null;
  region: string | null;
  country: string | null;
  description: string;
  salary_min: number | null;
  salary_max: number | null;
  salary_currency: string | null;
  salary_unit: SalaryUnit | null;
  show_salary: number;
  openings: number;
  status: JobStatus;
  v_order: number;
  /** When it was first open. */
  posted_at: string | null;
  /** A day, or a moment, as it was entered. */
  closes_at: string | null;
  /** The moment from which it is not open any more, made from `closes_at`. */
  ends_at: string | null;
  /** Title, department and place, folded for searching (search.ts). */
  search_text: string;
}

interface TeamMembersTable extends Dated, SoftDeleted, Moved {
  id: Generated<RowId>;
  name: string;
  designation: string;
  department: string | null;
  image: string;
  linkedin_url: string | null;
  facebook_url: string | null;
  v_order: number;
  is_active: number;
  bio: string | null;
}

interface MessagesTable extends Dated, SoftDeleted, Moved {
  id: Generated<RowId>;
  type: MessageType;
  name: string | null;
  email: string;
  phone: string | null;
  subject: string | null;
  app_name: string | null;
  account_identifier: string | null;
  status: MessageStatus;
  /** Only requests to delete an account have one. */
  due_at: string | null;
  handled_at: string | null;
  message: string | null;
  /** What the visitor was told; null for one that came without it. */
  reference: ColumnType<string | null, string | null | undefined>;
}

interface ApplicantsTable extends Dated, SoftDeleted, Moved {
  id: Generated<RowId>;
  /** Null without a job. The job may have been erased since. */
  job_id: RowId | null;
  /** What the job was called when they applied. */
  job_title: string | null;
  /** This, name and email: as in the first submission. */
  reference: string;
  name: string;
  /** The name, folded for sorting. */
  sort_name: string;
  email: string;
  /** The email, folded: the same key and the same job are the same applicant. */
  email_key: string;
  /** Names, emails, phones and references of all submissions, folded for searching (search.ts). */
  search_text: string;
  status: ApplicantStatus;
  reject_reason: string | null;
  rating: number;
  is_read: number;
  submissions_count: number;
  last_submitted_at: string;
  /** A day. When it is over, everything about the applicant goes. */
  retain_until: string;
}

interface ApplicantSubmissionsTable {
  id: Generated<RowId>;
  applicant_id: RowId;
  /** 1, 2, 3 … in the order in which they came. */
  number: number;
  reference: string;
  name: string;
  email: string;
  phone: string | null;
  city: string | null;
  cover_letter: string | null;
  portfolio_url: string | null;
  linkedin_url: string | null;
  source: string | null;
  /** A private address (media/addresses.ts). It never leaves the engine. */
  cv_file: string;
  cv_name: string;
  cv_mime: string;
  cv_size: number;
  consent_at: string;
  created_at: string;
}

interface ApplicantNotesTable extends Dated, SoftDeleted {
  id: Generated<RowId>;
  applicant_id: RowId;
  note: string;
  who: string | null;
}

interface ApplicantEventsTable extends Named {
  id: Generated<RowId>;
  applicant_id: RowId;
  type: 'submitted' | 'status';
  from_status: ApplicantStatus | null;
  to_status: ApplicantStatus;
  /** The admin's name at that time; null for the applicant. */
  who: string | null;
  created_at: string;
}

/** How many applicants there are that are not deleted. Kept by triggers on `applicants` (migration 0015). */
interface ApplicantCountsTable {
  /** -1: everybody; 0: those without a job. */
  job_id: RowId;
  status: ApplicantStatus;
  is_read: number;
  total: number;
}

/** How many messages there are that are not deleted. Kept by triggers on `messages` (migration 0016). */
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
  kept_mails: KeptMailsTable;
  mail_templates: MailTemplatesTable;
  outbox: OutboxTable;
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
