import type { FieldErrors, FieldValues, Path, Resolver } from 'react-hook-form';
import type { z } from 'zod';
import { ApiError } from '../../api/api-error.ts';

/** What is wrong with a form, in words, by field. */
export type Problems<Values> = Partial<Record<keyof Values, string>>;

/** The first thing that a rule of the contract says against a value; undefined when it takes it. */
export function problemOf(rule: z.ZodType, value: unknown): string | undefined {
  return rule.safeParse(value).error?.issues[0]?.message;
}

/** The rules of a form in the form library's shape. The values stay as they were typed. */
export function resolverOf<Values extends FieldValues>(
  problemsOf: (values: Values) => Problems<Values>,
): Resolver<Values> {
  return (values) => {
    const problems = Object.entries(problemsOf(values)).filter(([, message]) => message !== undefined);
    if (problems.length === 0) return { values, errors: {} };
    const errors = Object.fromEntries(problems.map(([name, message]) => [name, { type: 'rule', message }]));
    return { values: {}, errors: errors as FieldErrors<Values> };
  };
}

/** The field of the form for a name on the wire: `images[2]` is of `images`, `tech_image[0][file]` of `tech_image`. */
export function fieldOfWireName<Values extends FieldValues>(name: string): Path<Values> {
  return name.replace(/\[.*/s, '') as Path<Values>;
}

/** False for what the form tells in its own way: somebody else's newer version, and an upload that a person cancelled. */
export function isPlainFailure(error: unknown): boolean {
  if (error instanceof DOMException && error.name === 'AbortError') return false;
  return !(error instanceof ApiError && error.status === 409);
}
