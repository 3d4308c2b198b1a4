import type { Generated } from 'kysely';
import type { PreviewResource } from '#shared/schemas/preview.ts';
import type { ScheduledResource } from '#shared/schemas/schedule.ts';
import type { RowId } from './row-id.ts';

/** Drafts that whoever has the link may see (previews/). */
export interface PreviewsTable {
  id: Generated<RowId>;
  /** SHA-256 of the secret in hex; the secret itself is nowhere on this side. */
  secret_hash: string;
  resource: PreviewResource;
  /** Null for what was never saved. */
  row_id: RowId | null;
  admin_id: RowId;
  /** The admin's name at that time. */
  who: string;
  /** 1: an admin's own look at a draft, which no list shows. */
  own: number;
  /** Of `entity`. */
  bytes: number;
  created_at: string;
  updated_at: string;
  expires_at: string;
  /** What a visitor would read of it, as JSON. */
  entity: string;
}

/** What is to be published and taken back, and when (schedule/). */
export interface SchedulesTable {
  resource: ScheduledResource;
  row_id: RowId;
  publish_at: string | null;
  unpublish_at: string | null;
  /** The earlier of the two; null when nothing is to come. */
  next_at: string | null;
  /** The code of the text that says why the last of it could not be done. */
  problem: string | null;
  /** The admin's name at that time. */
  who: string;
  created_at: string;
  updated_at: string;
}
