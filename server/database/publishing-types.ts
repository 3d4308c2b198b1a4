import type { Generated } from 'kysely';
import type { PreviewResource } from '#shared/schemas/preview.ts';
import type { ScheduledResource } from '#shared/schemas/schedule.ts';
import type { RowId } from './row-id.ts';

/** Drafts that anyone with the link can see (previews/). */
export interface PreviewsTable {
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
export interface SchedulesTable {
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
