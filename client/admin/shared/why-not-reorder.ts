import { limits } from '#shared/limits.ts';
import type { WholeList } from '../../api/read-all-pages.ts';

/** Why a list cannot be put in order here, without a full stop; undefined when it can. An order is one of all. */
export function whyNotReorder({ data, complete }: WholeList<unknown>): string | undefined {
  if (!complete) return `Only the first ${data.length} are shown, and an order needs them all`;
  return data.length > limits.reorderIds
    ? `More than ${limits.reorderIds} cannot be reordered here`
    : undefined;
}
