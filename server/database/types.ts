import type { ColumnType, Generated, Kysely } from 'kysely';
import type { z } from 'zod';
import type { deskFields, noteFields, sentFields } from '#shared/entities/applicant.ts';
import type { Fields } from '#shared/entities/entity.ts';
import type { Field, FieldKind } from '#shared/entities/field.ts';
import type { ContentName, entities } from '#shared/entities/index.ts';
import type { message } from '#shared/entities/message.ts';
import type { Role } from '#shared/roles.ts';
import type { ApplicantStatus } from '#shared/schemas/applicant.ts';
import type { FoundResource } from '#shared/schemas/find.ts';
import type { MailTemplateName } from '#shared/schemas/letter.ts';
import type { MessageStatus, MessageType } from '#shared/schemas/message.ts';
import type { PreviewResource } from '#shared/schemas/preview.ts';
import type { ScheduledResource } from '#shared/schemas/schedule.ts';
import type { TrashResource } from '#shared/schemas/trash.ts';
import type { VersionedResource, VersionKind } from '#shared/schemas/versions.ts';
import type { TasksTable } from './tasks-table.ts';

/**
 * The id of a row in one of our tables: a positive integer that is never given twice. URLs and bodies contain an `Id`
 * (shared/id.ts) instead, which may be a text. Queries never get an `Id`: SQLite would convert a text that is
 * compared with a number, and PostgreSQL would refuse it.
 */
export type RowId = number;

/** A column that is null where a row is added without it. */
type Optional<Value> = ColumnType<Value | null, Value | null | undefined>;

/**
 * The type of a column by the kind of its field: dates are ISO texts, booleans are 0 and 1, files are addresses of
 * stored files.
 */
type Value<Named extends Field> = Named extends { words: readonly (infer Word)[] }
  ? Word
  : Named['kind'] extends 'reference'
    ? RowId
    : Named['kind'] extends 'flag' | 'number' | 'order' | 'amount'
      ? number
      : Named['kind'] extends 'file'
        ? z.infer<Extract<Named['answer'], z.ZodType>>
        : string;

type Column<Named extends Field> = Named extends { stored: 'nullable' }
  ? ColumnType<Value<Named> | null, Value<Named> | null | undefined, Value<Named> | null | undefined>
  : Value<Named>;

type Stored = Exclude<FieldKind, 'id' | 'pictures' | 'parts' | 'derived'>;

/**
 * The columns of an entity, by its descriptor, without the id and the columns that the engine derives from others.
 */
type EntityColumns<Named extends Fields> = {
  -readonly [Name in keyof Named as Named[Name]['kind'] extends Stored ? Name : never]: Column<Named[Name]>;
};

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

/** Columns of single entities, which the engine derives from others. */
interface Derived {
  category: {
    /** The key by which the title is found (search.ts). */
    title_key: Generated<string>;
  };
  job: {
    /** The time from which the job is no longer open, derived from `closes_at`. */
    ends_at: string | null;
    /** Title, department and location, folded for searching (search.ts). */
    search_text: string;
  };
}

/** The tables of the entities that admins write, by their descriptors. */
type ContentTables = {
  [Name in ContentName as (typeof entities)[Name]['table']]: Content &
    EntityColumns<(typeof entities)[Name]['fields']> &
    ((typeof entities)[Name]['fields'] extends { description: { searched: true } } ? Summarised : unknown) &
    (Name extends keyof Derived ? Derived[Name] : unknown);
};

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

interface ProjectImagesTable extends SoftDeleted {
  id: Generated<RowId>;
  project_id: RowId;
  image: string;
  position: number;
  updated_at: string;
}

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
  /** The private address of the CV (media/storage.ts), which no answer of the engine contains. */
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

/** The numbers of applicants that are not deleted. Maintained by triggers on `applicants` (migrations/schema.ts). */
interface ApplicantCountsTable {
  /** -1: all applicants; 0: applicants without a job. */
  job_id: RowId;
  status: ApplicantStatus;
  is_read: number;
  total: number;
}

/** The numbers of messages that are not deleted. Maintained by triggers on `messages` (migrations/schema.ts). */
interface MessageCountsTable {
  type: MessageType;
  status: MessageStatus;
  total: number;
}

export interface Tables extends ContentTables {
  admins: AdminsTable;
  tokens: TokensTable;
  account_links: AccountLinksTable;
  passkeys: PasskeysTable;
  totp_keys: TotpKeysTable;
  recovery_codes: RecoveryCodesTable;
  used_proofs: UsedProofsTable;
  former_category_titles: FormerCategoryTitlesTable;
  tech_images: TechImagesTable;
  project_images: ProjectImagesTable;
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
 * Search texts of content and messages. Triggers on the tables of content update them (migrations/schema.ts), so code that
 * writes to those tables does not have to.
 */
interface SearchTextsTable {
  id: Generated<RowId>;
  resource: FoundResource;
  /** The id of the post, project, …. */
  ref: RowId;
  /** Case-folded text (search.ts). Null for new and changed rows, which the next search folds. */
  search_text: string | null;
}

/**
 * A saved answer: the text that a reply to a message begins with.
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

/**
 * Columns of rows that archives contain (docs/archive.md). `extra`: the archived values that have no column here, as
 * JSON.
 */
interface Moved {
  extra: Optional<string>;
}

/**
 * Columns of rows that the contract refers to by id. `public_id` is null where the public id is the row's number;
 * else it is the text id from the original host (rows.ts).
 */
interface Named {
  public_id: Optional<string>;
}

/** Secrets that the engine generates (visitors/forms.ts). */
interface SecretsTable {
  name: string;
  value: string;
}

/** Stored answers to forms, by idempotency key (visitors/forms.ts). */
interface IdempotentAnswersTable {
  row_name: string;
  idempotency_key: string;
  /** The answer as JSON. It contains no personal names. */
  answer: string;
  created_at: string;
}

/** The mails of release 0.1 (mail/outbox.ts). A row is waiting for its next attempt, sent, or given up. */
interface OutboxTable {
  id: Generated<RowId>;
  kind: string;
  /** Unique and random. The Message-ID is made from this key, so it is the same at every attempt. */
  message_key: string;
  /** Null means the studio itself, whose email address is read from the configuration at the time of sending. */
  recipient: string | null;
  reply_to: string | null;
  subject: string;
  /** `text` and `html` are emptied once the mail is sent. */
  text: string;
  html: string;
  attempts: number;
  first_attempt_at: string | null;
  next_attempt_at: string | null;
  sent_at: string | null;
  failed_at: string | null;
  last_error: string | null;
  /** The id of the written mail that this row sends; null for automatic mails. */
  kept_mail_id: Optional<RowId>;
  created_at: string;
}

/**
 * The removal list: files that no row names (media/store.ts). A new file is on the list until the transaction that
 * adds its row commits, an old file until it is removed from the storage.
 */
interface DoomedFilesTable {
  address: string;
  /** When the file was put on the removal list; null if a release that did not record this time put it there. */
  at: Optional<string>;
}

/** The admin who deleted each row in the trash. */
interface DeletionsTable {
  /** The name of the row's table. */
  resource: string;
  row_id: RowId;
  admin_id: RowId;
}

/**
 * The author of a row's present version (edits/). `at` identifies the version: it is the `updated_at` that the row
 * got.
 */
interface LastEditsTable {
  /** The name of the row's table. */
  resource: string;
  row_id: RowId;
  /** The admin's name at that time. */
  who: string;
  at: string;
}

/**
 * Times of the housekeeping, as ISO texts: of the last round (`ran`) and of the round that found a jump of the clock
 * (`doubted`, housekeeping/housekeeping.ts). Release 0.1 also has the last run of each chore here.
 */
interface HousekeepingTable {
  name: 'ran' | 'doubted' | `chore ${string}`;
  at: string;
}

/** The entities of the sample content. */
type SampleResource = Extract<TrashResource, 'project' | 'category' | 'blog' | 'job' | 'team_member'>;

/**
 * Rows of the sample content (sample/), each with a hash that shows whether the row has changed since it was added.
 */
interface SampleRowsTable {
  resource: SampleResource;
  row_id: RowId;
  fingerprint: string;
}

/** Decisions about the sample content. Any row here stops the engine from adding it automatically. */
interface SampleStatesTable {
  state: 'added' | 'removed' | 'declined';
  at: string;
}

interface AdminsTable {
  id: Generated<RowId>;
  /** In lower case. */
  email: string;
  name: string;
  role: Generated<Role>;
  /** For an invited admin: a hash that no password has. */
  password_hash: string;
  /** When the admin was invited; null once they have joined. */
  invited_at: Optional<string>;
  last_sign_in_at: Optional<string>;
  created_at: string;
  updated_at: string;
}

interface TokensTable {
  /** SHA-256 of the token in hex; the token itself is not stored here. */
  token_hash: string;
  admin_id: RowId;
  created_at: string;
  expires_at: string;
  /** When the token was last used; recorded at most every five minutes (auth/accounts.ts). */
  last_used_at: Optional<string>;
  /** The IP address of the last use of the token. */
  address: Optional<string>;
  /** The User-Agent that signed in. */
  agent: Optional<string>;
}

/** Links in mails to set a password: each works once, until it expires. */
interface AccountLinksTable {
  /** SHA-256 of the secret in hex. */
  secret_hash: string;
  kind: 'invite' | 'reset';
  admin_id: RowId;
  created_at: string;
  expires_at: string;
}

interface PasskeysTable {
  id: Generated<RowId>;
  admin_id: RowId;
  /** The credential id of the browser, in base64url. */
  credential_id: string;
  /** The public key in COSE format, in base64url. */
  public_key: string;
  /** The passkey's signature counter; many passkeys always report 0. */
  counter: number;
  /** A JSON list of the transports by which browsers reach the passkey. */
  transports: string;
  name: string;
  created_at: string;
  last_used_at: string | null;
}

interface TotpKeysTable {
  admin_id: RowId;
  /** The key of an authenticator app, sealed by a key derived from SESSION_SECRET (second-step/handlers.ts). */
  sealed_key: string;
  /** The last 30 s step whose code was used: no code up to this step is accepted again. */
  last_step: number;
  created_at: string;
  /** When the first code was entered. Null before: the app does not count as a second step yet. */
  confirmed_at: string | null;
}

/** Hashes of the unused recovery codes. */
interface RecoveryCodesTable {
  admin_id: RowId;
  code_hash: string;
}

/** Used challenges and tickets, stored until they would have expired anyway: each is accepted only once. */
interface UsedProofsTable {
  proof: string;
  expires_at: string;
}

/**
 * Written mails (content-api/mail/written-mails.ts), each to a candidate or in answer to a message. `problem` is why
 * the last attempt to send it failed.
 */
interface WrittenMailsTable {
  id: Generated<RowId>;
  applicant_id: RowId | null;
  message_id: RowId | null;
  /** Idempotency key of the form: for one candidate or message, only one mail has this key. */
  send_key: string;
  template: string | null;
  recipient: string;
  reply_to: string | null;
  subject: string;
  /** The text of the mail, with its placeholders filled. */
  body: string;
  /** The status of the candidate for which a held mail was written; null: it leaves whatever the status is. */
  for_status: ApplicantStatus | null;
  /** Why the mail was held back when it was due: the candidate had this status, or was in the trash. */
  held_back: ApplicantStatus | 'trash' | null;
  admin_id: RowId;
  /** The admin's name at that time. */
  who: string;
  /** When the mail is due. */
  send_at: string;
  undone_at: string | null;
  sent_at: string | null;
  failed_at: string | null;
  problem: string | null;
  created_at: string;
}

/** Mail templates that an admin changed; they replace the built-in texts (content-api/candidate-mails/). */
interface MailTemplatesTable {
  name: MailTemplateName;
  subject: string;
  body: string;
  who: string;
  updated_at: string;
}

/** A picture of the library (docs/product.md §23): one row for each stored address of a picture field. */
interface PicturesTable {
  id: Generated<RowId>;
  /** The address of the file, under /storage. */
  file: string;
  /** SHA-256 of the bytes, in hexadecimal digits. */
  hash: string;
  name: string;
  alt: Generated<string>;
  /** The focus point, in percent of the width and of the height (`focus_y`). */
  focus_x: Generated<number>;
  focus_y: Generated<number>;
  /** Pixels, in the orientation in which the picture is shown; 0 when the file cannot be read as a picture. */
  width: number;
  height: number;
  bytes: number;
  type: string;
  /** 1 if the picture stays in the library although nothing uses it. */
  kept: Generated<number>;
  who: Optional<string>;
  created_at: string;
  updated_at: string;
}

/** Drafts that anyone with the link can see (previews/). */
interface PreviewsTable {
  id: Generated<RowId>;
  /** SHA-256 of the secret in hex; the secret itself is not stored here. */
  secret_hash: string;
  resource: PreviewResource;
  /** Null for a draft that was never saved. */
  row_id: RowId | null;
  admin_id: RowId;
  /** The admin's name at that time. */
  who: string;
  /** 1 for the preview that an admin opens of their own draft; no list shows it. */
  own: number;
  /** Bytes of `entity`. */
  bytes: number;
  created_at: string;
  updated_at: string;
  expires_at: string;
  /** The record as shown when the link was made or updated, as JSON. */
  entity: string;
}

/** Schedules: when a record is published and unpublished (schedule/). */
interface SchedulesTable {
  resource: ScheduledResource;
  row_id: RowId;
  publish_at: string | null;
  unpublish_at: string | null;
  /** The next pending time: `publish_at`, or else `unpublish_at`; null when neither is pending. */
  next_at: string | null;
  /** The text code of the reason why the last scheduled change failed. */
  problem: string | null;
  /** The admin's name at that time. */
  who: string;
  created_at: string;
  updated_at: string;
}

/** The state of a post, a project or a job after a save (content-api/versions/). */
interface VersionsTable {
  id: Generated<RowId>;
  resource: VersionedResource;
  row_id: RowId;
  /** 1, 2, 3 … for each record; never given twice. */
  number: number;
  kind: VersionKind;
  at: string;
  /** The admin and their name at that time; null if no admin made the version in a form. */
  who_id: RowId | null;
  who: string | null;
  title: string;
  /** The names of the changed fields, as JSON. */
  changed: string;
  /** The number of the version that was restored. */
  restored: number | null;
  /** The `updated_at` of the row when it was last known to match this version. */
  seen: string;
  /** The hash of the long text in `version_texts`. */
  text_hash: string;
  /** All fields except the long text, as JSON. */
  fields: string;
}

/** Long texts and their inline pictures, each stored once. `hash` is SHA-256 in hex. */
interface VersionTextsTable {
  hash: string;
  body: string;
}

/** The texts in `version_texts` that a version uses. */
interface VersionTextUsesTable {
  version_id: RowId;
  hash: string;
}
