import { z } from 'zod';
import { type HybridGroup, hybridGroups } from '#shared/contract/row.ts';

/** Parses ENGINE_FILLS: `auto`, or a list of groups. Groups that belong together are only accepted together. */
export const hybridGroupsOf = z.string().transform((text, context): 'auto' | HybridGroup[] => {
  const names = new Set(text.split(',').map((name) => name.trim()));
  names.delete('');
  if (names.size === 1 && names.has('auto')) return 'auto';
  const groups = hybridGroups.filter((group) => names.has(group));
  const problem = problemOf(groups, names.size);
  if (problem) context.addIssue({ code: 'custom', message: problem });
  return groups;
});

function problemOf(groups: readonly HybridGroup[], named: number): string | undefined {
  if (groups.length === 0 || groups.length < named)
    return `must be auto, or a list of ${hybridGroups.join(', ')}`;
  if (groups.includes('jobs') !== groups.includes('applicants'))
    return 'must name jobs and applicants together: an application belongs to a job, and the same side must store both';
  return undefined;
}
