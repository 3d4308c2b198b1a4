import type { ColumnType, Generated } from 'kysely';
import type { TrashResource } from '#shared/schemas/trash.ts';
import type { RowId } from './row-id.ts';

// Tables for the engine's own work. The content tables are in types.ts, which joins both.

/** Rows that move in archives (docs/archive.md). `extra`: the archived values that have no column here, as JSON. */
export interface Moved {
  extra: ColumnType<string | null, string | null | undefined>;
}

/**
 * Rows that the contract names by ids. Null where the public id is the row's number; else the text id from its
 * original host (public-ids.ts).
 */
export interface Named {
  public_id: ColumnType<string | null, string | null | undefined>;
}

/** Secrets that the engine generates (visitors/repository.ts). */
export interface SecretsTable {
  name: string;
  value: string;
}

/** Stored answers to forms, by idempotency key (visitors/idempotency.ts). */
export interface IdempotentAnswersTable {
  row_name: string;
  idempotency_key: string;
  /** The answer as JSON. It contains no personal names. */
  answer: string;
  created_at: string;
}

/** Mails (mail/outbox.ts). A row is in one of three states: waiting for its next attempt, sent, or given up. */
export interface OutboxTable {
  id: Generated<RowId>;
  kind: string;
  /** Unique and random. The Message-ID is made from it, so it is the same at every attempt. */
  message_key: string;
  /** Null is the studio itself, whose address is read from the configuration at the time of sending. */
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
  /** The written mail that this row sends, if any (mail-types.ts). */
  kept_mail_id: ColumnType<RowId | null, RowId | null | undefined>;
  created_at: string;
}

/**
 * Files that no row claims: new files until their row commits, old files until they are deleted from the disk
 * (media/store.ts).
 */
export interface DoomedFilesTable {
  address: string;
  /** When the file was listed; null for rows of releases that did not record the time. */
  at: ColumnType<string | null, string | null | undefined>;
}

/** The author of a row's version (edits/). `at` identifies the version: it is the `updated_at` that the row got. */
/** Who deleted each row that is in the trash. */
export interface DeletionsTable {
  /** The row's table. */
  resource: string;
  row_id: RowId;
  admin_id: RowId;
}

/** The author of a row's present version. */
export interface LastEditsTable {
  /** The row's table. */
  resource: string;
  row_id: RowId;
  /** The admin's name at that time. */
  who: string;
  at: string;
}

/**
 * Wall-clock times that the chores go by (housekeeping/clock-guard.ts), and the last run of each chore
 * (housekeeping/shared-rounds.ts).
 */
export interface HousekeepingTable {
  name: 'ran' | 'doubted' | `chore ${string}`;
  at: string;
}

/** The entities of the sample content. */
export type SampleResource = Extract<TrashResource, 'project' | 'category' | 'blog' | 'job' | 'team_member'>;

/** Rows of the sample content (sample/), each with a hash that shows whether the row has changed since. */
export interface SampleRowsTable {
  resource: SampleResource;
  row_id: RowId;
  fingerprint: string;
}

/** Decisions about the sample content. Any row here stops the engine from adding it automatically. */
export interface SampleStatesTable {
  state: 'added' | 'removed' | 'declined';
  at: string;
}
