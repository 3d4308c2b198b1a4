import type { Generated } from 'kysely';
import type { VersionedResource, VersionKind } from '#shared/schemas/versions.ts';
import type { RowId } from './row-id.ts';

/** The state of a post, a project or a job after a save (content-api/versions/). */
export interface VersionsTable {
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
export interface VersionTextsTable {
  hash: string;
  body: string;
}

/** The texts in `version_texts` that a version uses. */
export interface VersionTextUsesTable {
  version_id: RowId;
  hash: string;
}
