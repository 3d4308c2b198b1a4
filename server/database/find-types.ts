import type { Generated } from 'kysely';
import type { FoundResource } from '#shared/schemas/find.ts';
import type { RowId } from './row-id.ts';

/** What content and messages are found by. Kept by triggers on their tables (migration 0028), whoever writes there. */
export interface SearchTextsTable {
  id: Generated<RowId>;
  resource: FoundResource;
  /** The id of the post, project, … */
  ref: RowId;
  /** Folded (fold.ts); null until somebody searches: what is new or changed is folded then. */
  search_text: string | null;
}
