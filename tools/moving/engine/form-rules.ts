import type { z } from 'zod';
import { isEmptyRichText } from '#shared/rich-text.ts';
import { wordsOf } from '../../archive/rows.ts';

/**
 * Returns the problem of a row by the rules of its form, in words; undefined if it has none. A field of `mayLack` may
 * be empty, since another product may lack it and the row must not be lost. The form asks for the value when a person
 * next changes the row (docs/archive.md §5).
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
