import { limits } from '#shared/limits.ts';
import type { WholeList } from '../../api/read-all-pages.ts';

/**
 * Returns why this list cannot be reordered, as a text without a full stop; undefined if it can. An order must
 * contain all rows.
 */
export function reorderBlockedReason({ data, complete }: WholeList<unknown>): string | undefined {
  if (!complete) return `Only the first ${data.length} are shown, and an order needs them all`;
  return data.length > limits.reorderIds
    ? `More than ${limits.reorderIds} cannot be reordered here`
    : undefined;
}
