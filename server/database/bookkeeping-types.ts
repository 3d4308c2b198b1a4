import type { ColumnType, Generated } from 'kysely';
import type { TrashResource } from '#shared/schemas/trash.ts';
import type { RowId } from './row-id.ts';

// Tables that the engine keeps for its own work; those of content are in types.ts, which joins both.

/** Rows that move in archives (docs/archive.md): what came with them that there is no column for, as JSON. */
export interface Moved {
  extra: ColumnType<string | null, string | null | undefined>;
}

/** Rows that people name by ids: null where that is the number, else the text that it had where it came from (public-ids.ts). */
export interface Named {
  public_id: ColumnType<string | null, string | null | undefined>;
}

/** Made by the engine itself (visitors/repository.ts). */
export interface SecretsTable {
  name: string;
  value: string;
}

/** What was answered to a form (visitors/idempotency.ts). */
export interface IdempotentAnswersTable {
  row_name: string;
  idempotency_key: string;
  /** The answer as JSON, which has nobody's name in it. */
  answer: string;
  created_at: string;
}

/** Mails (mail/outbox.ts). A row waits for its next attempt, was sent, or was given up: one of the three. */
export interface OutboxTable {
  id: Generated<RowId>;
  kind: string;
  /** Unique and random: what its Message-ID is made of, the same at every attempt. */
  message_key: string;
  /** Null is the studio itself: its address is that of the configuration at the time of sending. */
  recipient: string | null;
  reply_to: string | null;
  subject: string;
  /** This and `html` are emptied once it is sent. */
  text: string;
  html: string;
  attempts: number;
  first_attempt_at: string | null;
  next_attempt_at: string | null;
  sent_at: string | null;
  failed_at: string | null;
  last_error: string | null;
  /** Of a mail that a history keeps (mail-types.ts). */
  kept_mail_id: ColumnType<RowId | null, RowId | null | undefined>;
  created_at: string;
}

/** Files that no row claims: new ones until their row commits, old ones until they are off the disk (media/store.ts). */
export interface DoomedFilesTable {
  address: string;
  /** When it was listed; null for what a release has listed that kept no time. */
  at: ColumnType<string | null, string | null | undefined>;
}

/** Who made a version of a row (edits/). `at` is that version: the `updated_at` that the row got. */
/** Who has deleted what is in the trash. */
export interface DeletionsTable {
  /** The row's table. */
  resource: string;
  row_id: RowId;
  admin_id: RowId;
}

/** Who made the version that a row has. */
export interface LastEditsTable {
  /** The row's table. */
  resource: string;
  row_id: RowId;
  /** The admin's name at that time. */
  who: string;
  at: string;
}

/** Moments of the wall clock that the chores go by (housekeeping/clock-guard.ts), and that each ran at (housekeeping/shared-rounds.ts). */
export interface HousekeepingTable {
  name: 'ran' | 'doubted' | `chore ${string}`;
  at: string;
}

/** What sample content consists of. */
export type SampleResource = Extract<TrashResource, 'project' | 'category' | 'blog' | 'job' | 'team_member'>;

/** Rows that came as sample content (sample/), with a hash that tells whether somebody changed them since. */
export interface SampleRowsTable {
  resource: SampleResource;
  row_id: RowId;
  fingerprint: string;
}

/** What was decided about sample content; any row here keeps it from being added by itself. */
export interface SampleStatesTable {
  state: 'added' | 'removed' | 'declined';
  at: string;
}
