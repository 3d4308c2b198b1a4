import type { ColumnType, Generated } from 'kysely';
import type { TrashResource } from '#shared/schemas/trash.ts';
import type { RowId } from './row-id.ts';

// Tables for the engine's own work. The content tables are in types.ts, which joins both groups.

/**
 * Columns of rows that archives contain (docs/archive.md). `extra`: the archived values that have no column here, as
 * JSON.
 */
export interface Moved {
  extra: ColumnType<string | null, string | null | undefined>;
}

/**
 * Columns of rows that the contract refers to by id. `public_id` is null where the public id is the row's number;
 * else it is the text id from the original host (public-ids.ts).
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

/** The mails of release 0.1 (mail/take-over.ts). A row is waiting for its next attempt, sent, or given up. */
export interface OutboxTable {
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
  /** The id of the written mail that this row sends (mail-types.ts); null for automatic mails. */
  kept_mail_id: ColumnType<RowId | null, RowId | null | undefined>;
  created_at: string;
}

/**
 * The removal list: files that no row names (media/store.ts). A new file is on the list until the transaction that
 * adds its row commits, an old file until it is removed from the storage.
 */
export interface DoomedFilesTable {
  address: string;
  /** When the file was put on the removal list; null if a release that did not record this time put it there. */
  at: ColumnType<string | null, string | null | undefined>;
}

/** Who deleted each row that is in the trash. */
export interface DeletionsTable {
  /** The name of the row's table. */
  resource: string;
  row_id: RowId;
  admin_id: RowId;
}

/**
 * The author of a row's present version (edits/). `at` identifies the version: it is the `updated_at` that the row
 * got.
 */
export interface LastEditsTable {
  /** The name of the row's table. */
  resource: string;
  row_id: RowId;
  /** The admin's name at that time. */
  who: string;
  at: string;
}

/**
 * Times of the housekeeping, as ISO texts: of the last round (`ran`) and of the round that found a jump of the clock
 * (`doubted`, housekeeping/clock-guard.ts). Release 0.1 also has the last run of each chore here.
 */
export interface HousekeepingTable {
  name: 'ran' | 'doubted' | `chore ${string}`;
  at: string;
}

/** The entities of the sample content. */
type SampleResource = Extract<TrashResource, 'project' | 'category' | 'blog' | 'job' | 'team_member'>;

/**
 * Rows of the sample content (sample/), each with a hash that shows whether the row has changed since it was added.
 */
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
