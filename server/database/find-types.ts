import type { Generated } from 'kysely';
import type { FoundResource } from '#shared/schemas/find.ts';
import type { RowId } from './row-id.ts';

/**
 * Search texts of content and messages. Triggers on the tables of content update them (migrations/triggers.ts), so code that
 * writes to those tables does not have to.
 */
export interface SearchTextsTable {
  id: Generated<RowId>;
  resource: FoundResource;
  /** The id of the post, project, …. */
  ref: RowId;
  /** Case-folded text (case-folding.ts). Null for new and changed rows, which the next search folds. */
  search_text: string | null;
}
