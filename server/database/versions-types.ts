import type { Generated } from 'kysely';
import type { VersionedResource, VersionKind } from '#shared/schemas/versions.ts';
import type { RowId } from './row-id.ts';

/** What a post, a project or a job was like after a save (content-api/versions/). */
export interface VersionsTable {
  id: Generated<RowId>;
  resource: VersionedResource;
  row_id: RowId;
  /** 1, 2, 3 … of this thing; never given twice. */
  number: number;
  kind: VersionKind;
  at: string;
  /** The admin and their name at that time; null where nobody did it in a form. */
  who_id: RowId | null;
  who: string | null;
  title: string;
  /** Names of fields as JSON. */
  changed: string;
  /** The number of the version that was restored. */
  restored: number | null;
  /** The `updated_at` of the row for which this is known to be what it holds. */
  seen: string;
  /** Names the long text in `version_texts`. */
  text_hash: string;
  /** Everything but the long text, as JSON. */
  fields: string;
}

/** Long texts and their inline pictures, each once, by SHA-256 in hex. */
export interface VersionTextsTable {
  hash: string;
  body: string;
}

/** Which of them a version is made of. */
export interface VersionTextUsesTable {
  version_id: RowId;
  hash: string;
}
