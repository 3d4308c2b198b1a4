import type { z } from 'zod';
import { isEmptyRichText } from '#shared/rich-text.ts';
import { wordsOf } from '../../archive/rows.ts';

/**
 * Returns, in words, the rule of the form for this entity that a row breaks; undefined if it breaks none. A field of
 * `mayLack` may be empty: another product may not require it, and the row should not be lost because of it. The form
 * asks for the value when a person next changes the record (docs/archive.md §5).
 */
export function brokenRule<Row extends object>(
  form: z.ZodType,
  row: Row,
  mayLack: readonly (keyof Row)[] = [],
): string | undefined {
  const { error } = form.safeParse(row);
  if (!error) return undefined;
  const lacks = new Set<unknown>(mayLack.filter((name) => saysNothing(row[name])));
  const issues = error.issues.filter(({ path }) => !lacks.has(path[0]));
  return issues.length > 0 ? wordsOf({ issues }) : undefined;
}

function saysNothing(value: unknown): boolean {
  return value === undefined || value === null || (typeof value === 'string' && isEmptyRichText(value));
}
