import { isRecord } from '#shared/json.ts';

/**
 * Returns the paths of the fields that differ between two JSON objects, such as `pages.home.head.title`. A list is
 * compared as a whole.
 */
export function changedPaths(before: unknown, after: unknown, path = ''): string[] {
  if (JSON.stringify(before) === JSON.stringify(after)) return [];
  if (!isRecord(before) && !isRecord(after)) return [path];
  const [one, other] = [isRecord(before) ? before : {}, isRecord(after) ? after : {}];
  const keys = new Set([...Object.keys(one), ...Object.keys(other)]);
  return [...keys].flatMap((key) => changedPaths(one[key], other[key], path ? `${path}.${key}` : key));
}
